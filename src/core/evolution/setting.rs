//! Declarations of settings. Each setting is declared once. The command-line flag, the field of a form, the check of
//! its range and the reference in `docs/` all come from that declaration.

use std::fmt;
use std::str::FromStr;

use crate::engine::schema::SchemaError;
use crate::numbers::thousands;

/// A declared setting: name, description and range, and functions to read and change the value.
pub struct Declared<G, T> {
    /// The name in lower case with hyphens. The flag is this name after two hyphens.
    pub name: &'static str,
    /// A one-line description, without a full stop.
    pub help: &'static str,
    /// The name of the value in a usage text, such as `N`.
    pub value_name: &'static str,
    /// The values that the setting accepts.
    pub kind: Kind,
    /// The names of settings that cannot be combined with this one.
    pub conflicts: &'static [&'static str],
    /// What forms say beside the setting's field: what the value changes. `None` if forms do not show the setting.
    pub hint: Option<&'static str>,
    /// What the rest of an experiment must have for the setting to have an effect; `None` if it always has one.
    pub needs: Option<Needs>,
    /// Returns the current value, or `None` if the setting does not apply to these settings.
    pub get: G,
    /// Changes the value. The value has the type that `kind` states, but may be out of range.
    pub set: T,
}

/// A setting of `S`.
pub type Setting<S> = Declared<fn(&S) -> Option<Value>, fn(&mut S, Value) -> Result<(), String>>;

/// A setting as part of larger settings `S`, such as a setting of an optimizer as part of an experiment. Changing it does
/// nothing if `S` does not contain it.
pub type Declaration<S> = Declared<
    Box<dyn Fn(&S) -> Option<Value> + Send + Sync>,
    Box<dyn Fn(&mut S, Value) -> Result<(), String> + Send + Sync>,
>;

/// What a setting of an objective needs in another part of the experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// The options of an engine as the target.
    EngineOptions,
    /// A search as the target.
    Search,
    /// An optimizer that uses derivatives.
    Derivatives,
}

/// The values that a setting accepts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// An integer in this range, both ends included.
    Integer(u64, u64),
    /// A real number in this range, both ends included.
    Real(f64, f64),
    /// A real number in this range, both ends included, or “none”, which is an empty text.
    OptionalReal(f64, f64),
    /// One of these names, each with a description that may be empty.
    Choice(&'static [(&'static str, &'static str)]),
    /// A flag without a value. The value is an empty text.
    Switch,
    /// A text, which the setting itself checks.
    Text,
    /// Several texts.
    List,
    /// Several texts in one value, separated by commas.
    CommaList,
}

/// The value of a setting.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// An integer.
    Integer(u64),
    /// A real number.
    Real(f64),
    /// A text or the name of a choice.
    Text(String),
    /// Several texts.
    List(Vec<String>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(number) => number.fmt(f),
            Value::Real(number) => number.fmt(f),
            Value::Text(text) => f.write_str(text),
            Value::List(texts) => f.write_str(&texts.join(", ")),
        }
    }
}

macro_rules! conversions {
    ($($from:ty => $variant:ident),*) => {
        $(impl From<$from> for Value {
            fn from(value: $from) -> Value {
                Value::$variant(value.into())
            }
        })*
    };
}

conversions!(u32 => Integer, u64 => Integer, f64 => Real, &str => Text, String => Text, Vec<String> => List);

impl Value {
    /// Returns the integer.
    ///
    /// # Errors
    /// Returns an error if the value is not an integer of this type.
    pub fn integer<T: TryFrom<u64>>(&self) -> Result<T, String> {
        match self {
            Value::Integer(number) => T::try_from(*number).map_err(|_| format!("{number} is too large")),
            other => Err(format!("“{other}” is not a whole number")),
        }
    }

    /// Returns the number.
    ///
    /// # Errors
    /// Returns an error if the value is not a number.
    pub fn real(&self) -> Result<f64, String> {
        match self {
            Value::Real(number) => Ok(*number),
            Value::Integer(number) => Ok(*number as f64),
            other => Err(format!("“{other}” is not a number")),
        }
    }

    /// Returns whether the value is an empty text, which removes the value of an optional setting.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self, Value::Text(text) if text.is_empty())
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> String {
        self.to_string()
    }

    /// Reads the text.
    ///
    /// # Errors
    /// Returns the message of the type if the text is invalid.
    pub fn parsed<T: FromStr<Err: fmt::Display>>(&self) -> Result<T, String> {
        self.text().parse().map_err(|error: T::Err| error.to_string())
    }

    /// Reads the value of an optional setting; `None` for an empty text.
    ///
    /// # Errors
    /// Returns the error of `read`.
    pub fn optional<T>(&self, read: impl FnOnce(&Value) -> Result<T, String>) -> Result<Option<T>, String> {
        if self.is_empty() { Ok(None) } else { read(self).map(Some) }
    }

    /// Returns the texts.
    #[must_use]
    pub fn list(self) -> Vec<String> {
        match self {
            Value::List(texts) => texts,
            other => vec![other.to_string()],
        }
    }
}

impl Kind {
    /// Reads a value of this kind from a text. Does not check the range.
    ///
    /// # Errors
    /// Returns a description of the expected text.
    pub fn parse(&self, text: &str) -> Result<Value, String> {
        match self {
            Kind::Integer(..) => {
                let digits: String = text.chars().filter(|c| !matches!(c, ',' | '_')).collect();
                digits.parse().map(Value::Integer).map_err(|_| format!("“{text}” is not a whole number"))
            }
            Kind::Real(..) => text.parse().map(Value::Real).map_err(|_| format!("“{text}” is not a number")),
            Kind::OptionalReal(..) if text == "none" => Ok(Value::Text(String::new())),
            Kind::OptionalReal(..) => {
                text.parse().map(Value::Real).map_err(|_| format!("“{text}” is neither a number nor “none”"))
            }
            Kind::Choice(names) if names.iter().any(|(name, _)| *name == text) => {
                Ok(Value::Text(text.to_owned()))
            }
            Kind::Choice(names) => {
                let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
                Err(format!("“{text}” is not one of {}", names.join(", ")))
            }
            Kind::Switch | Kind::Text => Ok(Value::Text(text.to_owned())),
            Kind::List | Kind::CommaList => {
                let texts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
                Ok(Value::List(texts.map(str::to_owned).collect()))
            }
        }
    }

    /// Reads a value of this kind from a text of a form, and checks its range.
    ///
    /// # Errors
    /// Returns a description of the expected text with the range.
    pub fn read(&self, text: &str) -> Result<Value, String> {
        let range = self.range();
        let allowed = format!("{range} is allowed");
        match self.parse(text) {
            Ok(value) if self.contains(&value) => Ok(value),
            Ok(_) => Err(allowed),
            Err(error) if range.is_empty() => Err(error),
            Err(error) => Err(format!("{error}; {allowed}")),
        }
    }

    /// Returns whether a value is in the range.
    #[must_use]
    pub fn contains(&self, value: &Value) -> bool {
        match (self, value) {
            (Kind::Integer(low, high), Value::Integer(number)) => (low..=high).contains(&number),
            (Kind::Real(low, high) | Kind::OptionalReal(low, high), Value::Real(number)) => {
                (low..=high).contains(&number)
            }
            _ => true,
        }
    }

    /// Returns the range as text, such as “1 to 10,000”; empty for texts.
    #[must_use]
    pub fn range(&self) -> String {
        match self {
            Kind::Integer(0, u64::MAX) => String::new(),
            Kind::Integer(low, u64::MAX) => format!("at least {low}"),
            Kind::Integer(low, high) => format!("{} to {}", thousands(*low), thousands(*high)),
            Kind::Real(low, high) => format!("{low} to {high}"),
            Kind::OptionalReal(low, high) => format!("{low} to {high}, or none"),
            Kind::Choice(_) | Kind::Switch | Kind::Text | Kind::List | Kind::CommaList => String::new(),
        }
    }
}

impl<S> Setting<S> {
    /// Declares a setting without conflicts.
    #[must_use]
    pub const fn new(
        name: &'static str,
        value_name: &'static str,
        kind: Kind,
        help: &'static str,
        get: fn(&S) -> Option<Value>,
        set: fn(&mut S, Value) -> Result<(), String>,
    ) -> Setting<S> {
        Setting { name, help, value_name, kind, conflicts: &[], hint: None, needs: None, get, set }
    }

    /// Adds settings that cannot be combined with this one.
    #[must_use]
    pub const fn conflicting(self, conflicts: &'static [&'static str]) -> Setting<S> {
        Setting { conflicts, ..self }
    }

    /// Shows the setting in forms, with this hint.
    #[must_use]
    pub const fn in_forms(self, hint: &'static str) -> Setting<S> {
        Setting { hint: Some(hint), ..self }
    }

    /// Declares that the setting has an effect only with another part of the experiment.
    #[must_use]
    pub const fn needing(self, needs: Needs) -> Setting<S> {
        Setting { needs: Some(needs), ..self }
    }

    /// Checks the range of the current value.
    ///
    /// # Errors
    /// Returns an error that names the flag.
    pub fn check(&self, settings: &S) -> Result<(), SettingsError> {
        match (self.get)(settings) {
            Some(value) if !self.kind.contains(&value) => {
                Err(SettingsError::out_of_range(self.name, value, self.kind.range()))
            }
            _ => Ok(()),
        }
    }
}

impl<G, T> fmt::Debug for Declared<G, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setting").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<S: 'static> Declaration<S> {
    /// Reads a value from a text, checks its range and changes the setting.
    ///
    /// # Errors
    /// Returns a description of the expected text.
    pub fn read(&self, settings: &mut S, text: &str) -> Result<(), String> {
        let value = self.kind.parse(text)?;
        if !self.kind.contains(&value) {
            return Err(format!("{} is allowed", self.kind.range()));
        }
        (self.set)(settings, value)
    }

    /// Declares a setting of `S` itself.
    #[must_use]
    pub fn of(setting: &'static Setting<S>) -> Declaration<S> {
        let Setting { name, help, value_name, kind, conflicts, hint, needs, get, set } = *setting;
        let (get, set) = (Box::new(get), Box::new(set));
        Declared { name, help, value_name, kind, conflicts, hint, needs, get, set }
    }

    /// Declares a setting of a part of `S`. `part` and `part_mut` return the part, or `None` if `S` does not contain
    /// it.
    #[must_use]
    pub fn within<P: 'static>(
        setting: &'static Setting<P>,
        part: fn(&S) -> Option<&P>,
        part_mut: fn(&mut S) -> Option<&mut P>,
    ) -> Declaration<S> {
        Declaration::of(setting).lifted(part, part_mut)
    }

    /// Declares the same setting as part of settings that contain `S`.
    #[must_use]
    pub fn lifted<T: 'static>(
        self,
        part: fn(&T) -> Option<&S>,
        part_mut: fn(&mut T) -> Option<&mut S>,
    ) -> Declaration<T> {
        let Declared { name, help, value_name, kind, conflicts, hint, needs, get, set } = self;
        Declared {
            name,
            help,
            value_name,
            kind,
            conflicts,
            hint,
            needs,
            get: Box::new(move |outer| part(outer).and_then(&get)),
            set: Box::new(move |outer, value| part_mut(outer).map_or(Ok(()), |part| set(part, value))),
        }
    }
}

/// Checks the ranges of all settings.
///
/// # Errors
/// Returns the first value out of range.
pub fn check_all<S>(declared: &[Setting<S>], settings: &S) -> Result<(), SettingsError> {
    declared.iter().try_for_each(|setting| setting.check(settings))
}

/// Returns whether a value is its type's default: files omit a flag that is off and a number that is 0.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The reason why settings were rejected, with the command-line flag.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A value is outside its range.
    #[error("--{name} is {value}; it must be {rule}")]
    OutOfRange {
        /// The name of the setting.
        name: &'static str,
        /// The given value.
        value: String,
        /// The allowed values.
        rule: String,
    },
    /// The number of initial organisms differs from the population.
    #[error(
        "there are {initial} initial organisms, but the population is {population}; the two numbers must be equal"
    )]
    Initial {
        /// Number of initial organisms.
        initial: usize,
        /// Number of organisms per generation.
        population: u32,
    },
    /// An initial organism has another schema.
    #[error("“{name}” has {found} bits, but schema {schema} has {expected}; give an organism of that schema")]
    Founder {
        /// The organism's name.
        name: String,
        /// Its number of bits.
        found: usize,
        /// The schema's number of bits.
        expected: usize,
        /// Name of the schema.
        schema: String,
    },
    /// The schema is unknown, or does not fit the target.
    #[error("--schema: {0}")]
    Schema(#[from] SchemaError),
    /// The target, the objective and the optimizer cannot be combined.
    #[error("{0}")]
    Combination(String),
    /// A setting violates another rule.
    #[error("--{name}: {reason}")]
    Invalid {
        /// The name of the setting.
        name: &'static str,
        /// The problem and what to do.
        reason: String,
    },
    /// The preset is unknown.
    #[error("unknown preset “{name}”; use one of: {known}")]
    Preset {
        /// The given name.
        name: String,
        /// The known names.
        known: String,
    },
}

impl SettingsError {
    /// Creates the error of a value that is outside its range.
    pub fn out_of_range(name: &'static str, value: impl ToString, rule: impl Into<String>) -> SettingsError {
        SettingsError::OutOfRange { name, value: value.to_string(), rule: rule.into() }
    }

    /// Returns the name of the setting, if the error is about a single one. The message then begins with its flag.
    #[must_use]
    pub fn setting(&self) -> Option<&'static str> {
        match self {
            SettingsError::OutOfRange { name, .. } | SettingsError::Invalid { name, .. } => Some(name),
            SettingsError::Schema(_) => Some("schema"),
            _ => None,
        }
    }
}
