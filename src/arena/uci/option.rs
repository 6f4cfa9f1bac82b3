//! The options of a UCI engine, and the validation of their values.

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

    /// Returns the command that sets the option. The value of a button is empty.
    ///
    /// # Errors
    /// Returns [`Fault::OptionValue`] if the option does not accept the value.
    pub fn command(&self, value: &str) -> Result<String, Fault> {
        let refused = || Fault::OptionValue {
            name: self.name.clone(),
            value: value.to_owned(),
            accepted: self.kind.to_string(),
        };
        let value = match &self.kind {
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
            OptionKind::Button if value.is_empty() => return Ok(format!("setoption name {}", self.name)),
            OptionKind::Button => None,
            OptionKind::Text { .. } if value.is_empty() => Some("<empty>".to_owned()),
            OptionKind::Text { .. } => (!value.chars().any(char::is_control)).then(|| value.to_owned()),
        };
        let value = value.ok_or_else(refused)?;
        Ok(format!("setoption name {} value {value}", self.name))
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
