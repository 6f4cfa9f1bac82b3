//! The options of an engine that others may set: a coordinator on another machine, or whoever made a session that this
//! person did not start.
//!
//! An option can name a file that the engine overwrites, and over xboard a line that the engine does not announce is any
//! command. So others set only what an engine announces, and only values that cannot name a file: numbers, flags, and words
//! of a list. The profile of an engine can name options with text that they may set, too.

use super::profile::{Profile, ProfileError};
use super::{EngineOption, Fault, OptionKind, PlayerError};
use crate::engine::search::Signal;
use crate::text;

/// The longest name and the longest value of an option from others, in bytes.
const LONGEST_NAME: usize = 100;
const LONGEST_VALUE: usize = 200;

/// Why an option from others is not set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// The name or the value is too long, or has control characters.
    #[error(
        "the option “{0}” is not a name and a value on one line of at most {LONGEST_NAME} and {LONGEST_VALUE} bytes"
    )]
    Malformed(String),
    /// The engine does not announce the option.
    #[error(
        "the engine “{engine}” announces no option “{name}”, so that it is no one else's to set; put it into the options \
         of the engine's profile"
    )]
    Unannounced {
        /// The profile of the engine.
        engine: String,
        /// The name of the option.
        name: String,
    },
    /// The option is an action.
    #[error("the option “{name}” of the engine “{engine}” is a button, which only a profile can press")]
    Button {
        /// The profile of the engine.
        engine: String,
        /// The name of the option.
        name: String,
    },
    /// The option is a text that the profile does not allow.
    #[error(
        "the option “{name}” of the engine “{engine}” is text and may name a file; put it into the options of the engine's \
         profile, or allow others to set it there: allowed_strings: [\"{name}\"]"
    )]
    Text {
        /// The profile of the engine.
        engine: String,
        /// The name of the option.
        name: String,
    },
    /// The option does not accept the value.
    #[error("the engine “{engine}”: {fault}")]
    Value {
        /// The profile of the engine.
        engine: String,
        /// What it accepts.
        fault: Fault,
    },
}

/// Why the options of an engine are not known.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    /// The profile cannot be read.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// There is no profile of this name.
    #[error("there is no engine profile “{0}”")]
    NoProfile(String),
    /// The engine does not start.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// The options of an engine that others may set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettableOptions {
    /// The name of the engine's profile.
    name: String,
    profile: Profile,
    announced: Vec<EngineOption>,
}

impl SettableOptions {
    /// Starts the engine of a profile once, with the options of the profile only, and reads what it announces.
    ///
    /// # Errors
    /// Returns an error if there is no such profile, or if the engine does not start.
    pub fn of(name: &str, signal: &Signal) -> Result<SettableOptions, LookupError> {
        let profile = Profile::find(name)?.ok_or_else(|| LookupError::NoProfile(name.to_owned()))?;
        let announced = profile.clone().factory(1, &[]).announced(signal)?;
        let announced = announced.map_or_else(Vec::new, |announced| announced.options);
        Ok(SettableOptions { name: name.to_owned(), profile, announced })
    }

    /// Returns whether the profile is still the same.
    #[must_use]
    pub fn is_current(&self) -> bool {
        Profile::find(&self.name).ok().flatten().is_some_and(|profile| profile == self.profile)
    }

    /// Checks that others may set an option, whatever its value.
    ///
    /// # Errors
    /// Returns an error if the engine does not announce the option, or if it is a button, or a text that the profile does
    /// not allow.
    pub fn check_name(&self, name: &str) -> Result<&EngineOption, SettingError> {
        let (engine, name) = (self.name.clone(), name.to_owned());
        let Some(option) = self.announced.iter().find(|option| option.is(&name)) else {
            return Err(SettingError::Unannounced { engine, name });
        };
        match option.kind {
            OptionKind::Check { .. } | OptionKind::Spin { .. } | OptionKind::Combo { .. } => Ok(option),
            OptionKind::Button => Err(SettingError::Button { engine, name }),
            OptionKind::Text { .. }
                if self.profile.allowed_strings.iter().any(|allowed| option.is(allowed)) =>
            {
                Ok(option)
            }
            OptionKind::Text { .. } => Err(SettingError::Text { engine, name }),
        }
    }

    /// Checks that others may set these options to these values.
    ///
    /// # Errors
    /// Returns the error of the first one that they may not.
    pub fn check(&self, options: &[(String, String)]) -> Result<(), SettingError> {
        options.iter().try_for_each(|(name, value)| {
            check_form(name, value)?;
            let engine = self.name.clone();
            let command = self.check_name(name)?.xboard_command(value);
            command.map(drop).map_err(|fault| SettingError::Value { engine, fault })
        })
    }
}

/// Checks that an option from others is a name and a value on one line each, of limited length.
///
/// # Errors
/// Returns [`SettingError::Malformed`] if it is not.
pub fn check_form(name: &str, value: &str) -> Result<(), SettingError> {
    let is_short = name.len() <= LONGEST_NAME && value.len() <= LONGEST_VALUE;
    if is_short && !name.chars().chain(value.chars()).any(char::is_control) {
        return Ok(());
    }
    Err(SettingError::Malformed(text::name(name).into_owned()))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn options() -> SettableOptions {
        let lines = [
            "option name Skill Level type spin default 20 min 0 max 20",
            "option name Ponder type check default false",
            "option name Style type combo default Solid var Solid var Risky",
            "option name Clear Hash type button",
            "option name Debug Log File type string default",
            "option name Book type string default",
        ];
        let profile = "(protocol: Uci, command: \"x\", allowed_strings: [\"book\"])";
        SettableOptions {
            name: "own".to_owned(),
            profile: Profile::parse("own", profile).unwrap(),
            announced: lines.map(|line| EngineOption::parse(line).unwrap()).to_vec(),
        }
    }

    fn check(name: &str, value: &str) -> Result<(), String> {
        options().check(&[(name.to_owned(), value.to_owned())]).map_err(|error| error.to_string())
    }

    #[rstest]
    #[case("skill level", "3")]
    #[case("Ponder", "true")]
    #[case("Style", "risky")]
    #[case("Book", "some book.bin")]
    fn announced_numbers_flags_and_words_are_set_and_allowed_texts(#[case] name: &str, #[case] value: &str) {
        assert_eq!(check(name, value), Ok(()));
    }

    #[rstest]
    #[case::raw_line("savegame /etc/passwd", "", "announces no option")]
    #[case::raw_pair("book", "off\nquit", "one line")]
    #[case::name_of_two_lines("Ponder\nquit", "true", "one line")]
    #[case::escape("Ponder", "\u{1b}[2J", "one line")]
    #[case::long_name(&"x".repeat(101), "", "one line")]
    #[case::long_value("Book", &"x".repeat(201), "one line")]
    #[case::button("Clear Hash", "", "is a button")]
    #[case::text("Debug Log File", "x", "allowed_strings: [\"Debug Log File\"]")]
    #[case::out_of_range("Skill Level", "21", "an integer from 0 to 20")]
    #[case::unknown_word("Style", "/etc/passwd", "one of: Solid, Risky")]
    fn other_options_are_refused(#[case] name: &str, #[case] value: &str, #[case] why: &str) {
        let error = check(name, value).unwrap_err();
        assert!(error.contains(why) && !error.contains(char::is_control), "{error}");
    }
}
