//! The settings of a person: default preset, folders, theme, keys, what happens when long work ends, and the log level.
//!
//! They are in one RON file, and every one of them is optional. This module reads the file, finds where a value is, and
//! prints the settings with comments. The names of themes' colours and of commands belong to the workbench, which
//! checks them. An error names the file, the line and the column.
//!
//! A watcher sends the new settings when the file changes; a broken file changes nothing. Results of the command line do not
//! depend on the configuration.

mod error;
mod located;
mod print;
mod raw;
mod watch;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::{env, io};

use serde::{Deserialize, Serialize};

pub use error::Error;
pub use located::{Located, Source};
pub use print::{Group, Reference, print};
pub use watch::{Watcher, watch};

use crate::files;

/// The environment variable that names the file.
pub const VARIABLE: &str = "EYAS_CONFIG";

/// The theme that follows the terminal's background.
pub const AUTO: &str = "auto";

/// The settings of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The preset with which the workbench starts.
    pub preset: String,
    /// Folders.
    pub paths: Paths,
    /// The name of the theme, or [`AUTO`].
    pub theme: Located<String>,
    /// The themes of the person.
    pub themes: Vec<ThemeConfig>,
    /// The keys of commands that differ from the usual ones.
    pub keys: Vec<KeyConfig>,
    /// What happens when long work ends.
    pub on_finish: OnFinish,
    /// The least severe events that a log file contains.
    pub log_level: LogLevel,
}

/// Folders.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Paths {
    /// The folder of new sessions, matches, pipelines and races.
    pub sessions: PathBuf,
    /// The folder of cached quiescence trees; `None` for the user's cache folder.
    pub cache: Option<PathBuf>,
}

impl Default for Paths {
    fn default() -> Paths {
        Paths { sessions: PathBuf::from("sessions"), cache: None }
    }
}

/// A theme of the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThemeConfig {
    /// The name.
    pub name: Located<String>,
    /// The name of the shipped theme that has all other colours.
    pub based_on: Located<String>,
    /// What each colour is for, and the colour as `0xrrggbb`.
    pub colours: Vec<(Located<String>, u32)>,
}

/// The keys of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyConfig {
    /// The name of the command.
    pub command: Located<String>,
    /// The names of the keys; empty for none.
    pub keys: Vec<Located<String>>,
}

/// What happens when long work ends: a run, a match, a pipeline, a race or a suite.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct OnFinish {
    /// Whether the terminal's bell rings.
    pub bell: bool,
    /// A program and its arguments; empty for none.
    pub command: Vec<String>,
    /// Work that took fewer seconds is not long.
    pub after_seconds: u32,
}

impl Default for OnFinish {
    fn default() -> OnFinish {
        OnFinish { bell: false, command: Vec::new(), after_seconds: 30 }
    }
}

/// The severity of an event in a log file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// Failures only.
    Error,
    /// Also what may be wrong.
    Warn,
    /// Also sessions, runs and engines.
    #[default]
    Info,
    /// Also every written file.
    Debug,
    /// Everything.
    Trace,
}

impl LogLevel {
    /// All levels with their names, the quietest first.
    pub const ALL: [(LogLevel, &str); 5] = [
        (LogLevel::Error, "error"),
        (LogLevel::Warn, "warn"),
        (LogLevel::Info, "info"),
        (LogLevel::Debug, "debug"),
        (LogLevel::Trace, "trace"),
    ];
}

impl Default for Config {
    fn default() -> Config {
        Config {
            preset: crate::experiment::presets::DEFAULT.to_owned(),
            paths: Paths::default(),
            theme: Located::nowhere(AUTO.to_owned()),
            themes: Vec::new(),
            keys: Vec::new(),
            on_finish: OnFinish::default(),
            log_level: LogLevel::default(),
        }
    }
}

/// The settings with the text that they come from.
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    /// The settings.
    pub config: Config,
    /// The file, for errors in names that are checked later.
    pub source: Source,
}

/// Where the settings are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The file.
    pub path: PathBuf,
    /// Whether it must exist, because the person named it.
    pub required: bool,
}

impl Location {
    /// Returns the file that `EYAS_CONFIG` names, or `eyas/config.ron` in the user's configuration folder. `None`
    /// without a home folder.
    #[must_use]
    pub fn find() -> Option<Location> {
        use etcetera::BaseStrategy;
        if let Some(path) = env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
            return Some(Location { path: path.into(), required: true });
        }
        let folder = etcetera::choose_base_strategy().ok()?.config_dir();
        Some(Location { path: folder.join("eyas").join("config.ron"), required: false })
    }

    /// Reads the settings. A file that is not required and does not exist has the default settings.
    ///
    /// # Errors
    /// If the file cannot be read, or its content is wrong.
    pub fn load(&self) -> Result<Loaded, Error> {
        let failed = |cause| Error::Unreadable { path: self.path.clone(), cause };
        match files::read_text(&self.path, files::HANDWRITTEN) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound && !self.required => Ok(Loaded::default()),
            Err(cause) => Err(failed(cause)),
            Ok(text) => parse(&self.path, text),
        }
    }
}

/// Reads settings from the text of a file.
///
/// # Errors
/// If the text is no valid RON, or a setting is unknown or has a wrong value.
pub fn parse(path: &Path, text: String) -> Result<Loaded, Error> {
    let source = Source { path: path.to_owned(), text };
    let config = raw::read(&source)?;
    Ok(Loaded { config, source })
}
