//! The options of an engine, and the validation of their values.

use crate::arena::Fault;
use crate::text;

/// An option of the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOption {
    /// The name, which may contain spaces.
    pub name: String,
    /// The type of the option.
    pub kind: OptionKind,
}

/// The type of an option, with its default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The default.
        default: bool,
    },
    /// An integer.
    Spin {
        /// The default.
        default: i64,
        /// The minimum.
        low: i64,
        /// The maximum.
        high: i64,
    },
    /// One of several words.
    Combo {
        /// The default.
        default: String,
        /// The possible values.
        choices: Vec<String>,
    },
    /// An action without a value.
    Button,
    /// Any text on one line.
    Text {
        /// The default.
        default: String,
    },
}

impl EngineOption {
    /// The maximum number of an engine's options that are kept. Real engines have at most a hundred.
    pub(super) const MOST: usize = 1_000;

    /// Parses a line. Returns `None` if it is not an `option` line with a name and a known type.
    #[must_use]
    pub fn parse(line: &str) -> Option<EngineOption> {
        const PARTS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
        let mut words = line.split_ascii_whitespace().peekable();
        if words.next() != Some("option") {
            return None;
        }
        let mut parts: Vec<(&str, String)> = Vec::new();
        for word in words {
            match parts.last_mut() {
                // A name can contain any word except `type`.
                Some(("name", text)) if word != "type" => push(text, word),
                _ if PARTS.contains(&word) => parts.push((word, String::new())),
                Some((_, text)) => push(text, word),
                None => {}
            }
        }
        let part = |name: &str| parts.iter().find(|(part, _)| *part == name).map(|(_, text)| text.as_str());
        let name = part("name").filter(|name| !name.is_empty())?.to_owned();
        let default = part("default").unwrap_or_default();
        let number = |name: &str| part(name)?.parse::<i64>().ok();
        let kind = match part("type")? {
            "check" => OptionKind::Check { default: default.eq_ignore_ascii_case("true") },
            "spin" => {
                let (low, high) = (number("min").unwrap_or(i64::MIN), number("max").unwrap_or(i64::MAX));
                if low > high {
                    return None;
                }
                OptionKind::Spin { default: number("default").unwrap_or(0).clamp(low, high), low, high }
            }
            "combo" => {
                let choices = parts.iter().filter(|(part, _)| *part == "var").map(|(_, text)| text.clone());
                OptionKind::Combo { default: default.to_owned(), choices: choices.collect() }
            }
            "button" => OptionKind::Button,
            "string" => {
                OptionKind::Text { default: if default == "<empty>" { "" } else { default }.to_owned() }
            }
            _ => return None,
        };
        Some(EngineOption { name, kind })
    }

    /// Returns whether the option has this name, case-insensitively.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Parses the value of the xboard feature `option`, such as `Aggression -spin 50 0 100`. An unknown type counts as text.
    /// Returns `None` if there is no name.
    #[must_use]
    pub fn of_feature(value: &str) -> Option<EngineOption> {
        let (name, rest) = value.split_once(" -").unwrap_or((value, ""));
        let name = name.trim();
        let (kind, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let rest = rest.trim();
        let kind = match kind {
            "check" => OptionKind::Check { default: rest == "1" || rest.eq_ignore_ascii_case("true") },
            "spin" | "slider" => {
                let numbers: Vec<i64> = rest.split_whitespace().map_while(|word| word.parse().ok()).collect();
                match numbers.as_slice() {
                    [default, low, high] if low <= high => {
                        OptionKind::Spin { default: (*default).clamp(*low, *high), low: *low, high: *high }
                    }
                    _ => OptionKind::Text { default: rest.to_owned() },
                }
            }
            "combo" => {
                let words: Vec<&str> = rest.split("///").map(str::trim).collect();
                // A star marks the default.
                let plain = |word: &str| word.trim_start_matches('*').trim().to_owned();
                let default = words.iter().find(|word| word.starts_with('*')).or(words.first());
                OptionKind::Combo {
                    default: default.map(|word| plain(word)).unwrap_or_default(),
                    choices: words.iter().map(|word| plain(word)).collect(),
                }
            }
            "button" | "save" | "reset" => OptionKind::Button,
            _ => OptionKind::Text { default: rest.to_owned() },
        };
        (!name.is_empty()).then(|| EngineOption { name: name.to_owned(), kind })
    }

    /// Returns the value as the option needs it: words as the engine writes them, `true` or `false` for a check. The value
    /// of a button is empty.
    ///
    /// # Errors
    /// Returns [`Fault::OptionValue`] if the option does not accept the value.
    pub fn accepted(&self, value: &str) -> Result<String, Fault> {
        let found = match &self.kind {
            OptionKind::Check { .. } => {
                let words = ["true", "false"];
                words.into_iter().find(|word| word.eq_ignore_ascii_case(value)).map(str::to_owned)
            }
            OptionKind::Spin { low, high, .. } => {
                let number = value.parse::<i64>().ok().filter(|number| (low..=high).contains(&number));
                number.map(|number| number.to_string())
            }
            OptionKind::Combo { choices, .. } => {
                choices.iter().find(|choice| choice.eq_ignore_ascii_case(value)).cloned()
            }
            OptionKind::Button => value.is_empty().then(String::new),
            OptionKind::Text { .. } => (!value.chars().any(char::is_control)).then(|| value.to_owned()),
        };
        found.ok_or_else(|| Fault::OptionValue {
            name: self.name.clone(),
            value: value.to_owned(),
            accepted: self.kind.to_string(),
        })
    }

    /// Returns the UCI command that sets the option. The value of a button is empty.
    ///
    /// # Errors
    /// Returns [`Fault::OptionValue`] if the option does not accept the value.
    pub fn command(&self, value: &str) -> Result<String, Fault> {
        let value = self.accepted(value)?;
        Ok(match &self.kind {
            OptionKind::Button => format!("setoption name {}", self.name),
            OptionKind::Text { .. } if value.is_empty() => {
                format!("setoption name {} value <empty>", self.name)
            }
            _ => format!("setoption name {} value {value}", self.name),
        })
    }

    /// Returns the option of this name, case-insensitively.
    ///
    /// # Errors
    /// Returns [`Fault::NoOption`] if there is none.
    pub fn find<'a>(options: &'a [EngineOption], name: &str) -> Result<&'a EngineOption, Fault> {
        options.iter().find(|option| option.is(name)).ok_or_else(|| Fault::NoOption {
            name: name.to_owned(),
            nearest: EngineOption::nearest(options, name).map(|option| option.name.clone()),
        })
    }

    /// Returns the xboard command that sets the option. The value of a button is empty. A check also accepts 0 and 1.
    ///
    /// # Errors
    /// Returns [`Fault::OptionValue`] if the option does not accept the value.
    pub fn xboard_command(&self, value: &str) -> Result<String, Fault> {
        Ok(match &self.kind {
            OptionKind::Button => {
                self.accepted(value)?;
                format!("option {}", self.name)
            }
            OptionKind::Check { .. } => {
                let is_on = match value {
                    "0" | "1" => value == "1",
                    _ => self.accepted(value)? == "true",
                };
                format!("option {}={}", self.name, u8::from(is_on))
            }
            _ => format!("option {}={}", self.name, self.accepted(value)?),
        })
    }

    /// Returns the option with the most similar name.
    #[must_use]
    pub fn nearest<'a>(options: &'a [EngineOption], name: &str) -> Option<&'a EngineOption> {
        let nearest = text::nearest(name, options.iter().map(|option| option.name.as_str()))?;
        options.iter().find(|option| option.name == nearest)
    }
}

/// Describes the accepted values for users.
impl std::fmt::Display for OptionKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptionKind::Check { .. } => f.write_str("true or false"),
            OptionKind::Spin { low, high, .. } => write!(f, "an integer from {low} to {high}"),
            OptionKind::Combo { choices, .. } => write!(f, "one of: {}", choices.join(", ")),
            OptionKind::Button => f.write_str("no value"),
            OptionKind::Text { .. } => f.write_str("text on one line"),
        }
    }
}

fn push(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(word);
}
