//! Engine profiles: how to run an engine that is known by name. Built-in profiles are in `assets/engines`. User
//! profiles are files `engines/NAME.ron` in the configuration directory and take precedence.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ron::extensions::Extensions;
use serde::Deserialize;

use super::xboard::Quirks;
use super::{Folder, PlayerFactory, Setup, process};
use crate::files;

/// The built-in profiles, by name.
const EMBEDDED: [(&str, &str); 10] = [
    ("stockfish", include_str!("../data/assets/engines/stockfish.ron")),
    ("toga2", include_str!("../data/assets/engines/toga2.ron")),
    ("glaurung", include_str!("../data/assets/engines/glaurung.ron")),
    ("gnuchess", include_str!("../data/assets/engines/gnuchess.ron")),
    ("phalanx", include_str!("../data/assets/engines/phalanx.ron")),
    ("sjeng", include_str!("../data/assets/engines/sjeng.ron")),
    ("hoichess", include_str!("../data/assets/engines/hoichess.ron")),
    ("crafty-19.19", include_str!("../data/assets/engines/crafty-19.19.ron")),
    ("crafty-23.4", include_str!("../data/assets/engines/crafty-23.4.ron")),
    ("crafty-25.2", include_str!("../data/assets/engines/crafty-25.2.ron")),
];

/// How to run an engine.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The protocol of the engine.
    pub protocol: Protocol,
    /// The program and its arguments.
    pub command: Command,
    /// Options to set, in this order.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The options with text that others may set: coordinators of workers, and sessions that this person did not start.
    #[serde(default)]
    pub allowed_strings: Vec<String>,
    /// The working directory.
    #[serde(default)]
    pub folder: Folder,
}

/// A protocol, and the deviations of an engine from it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum Protocol {
    /// UCI.
    Uci,
    /// The xboard protocol (CECP).
    Xboard(Quirks),
}

/// A program with its arguments, written on one line with the quoting of a shell.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Command(Vec<String>);

impl TryFrom<String> for Command {
    type Error = String;

    fn try_from(text: String) -> Result<Command, String> {
        let words =
            shlex::split(&text).filter(|words| words.first().is_some_and(|program| !program.is_empty()));
        words.map(Command).ok_or_else(|| {
            format!("“{text}” is not a command; write a program and its arguments, quoted as in a shell")
        })
    }
}

/// Why a profile could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// The file cannot be read.
    #[error("{}: {cause}; check that the file is readable", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The file's content is not a profile.
    #[error("{file}, line {line}, column {column}: {problem}; {FORM}")]
    Content {
        /// The file.
        file: String,
        /// The line, 1-based.
        line: usize,
        /// The column, 1-based.
        column: usize,
        /// The error.
        problem: String,
    },
}

const FORM: &str = "a profile has the form (protocol: Uci, command: \"engine --flag\", \
                    options: [(\"OwnBook\", \"false\")], folder: Own, allowed_strings: [\"BookFile\"]); options, folder and \
                    allowed_strings are optional";

impl Profile {
    /// Returns the names of the built-in profiles.
    pub fn names() -> impl Iterator<Item = &'static str> {
        EMBEDDED.iter().map(|(name, _)| *name)
    }

    /// Returns the names of the user profiles in this directory, sorted, and then those of the built-in profiles.
    #[must_use]
    pub fn all_names(folder: Option<&Path>) -> Vec<String> {
        let files = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        let own = files.filter_map(|file| {
            let path = file.path();
            let is_one = path.extension().is_some_and(|extension| extension == "ron");
            is_one.then(|| path.file_stem()?.to_str().map(str::to_owned)).flatten()
        });
        let mut names: Vec<String> = own.collect();
        names.sort();
        let embedded = Profile::names().filter(|name| !names.iter().any(|own| own == name));
        let embedded: Vec<String> = embedded.map(str::to_owned).collect();
        names.extend(embedded);
        names
    }

    /// Returns whether the program exists: at its path, or by its name in `PATH` or in Debian's directories for games.
    #[must_use]
    pub fn is_installed(&self) -> bool {
        self.command.0.first().is_some_and(|program| process::is_program(program))
    }

    /// Returns the profile of this name. A user profile takes precedence over a built-in one.
    ///
    /// # Errors
    /// Returns an error if the user profile cannot be read.
    pub fn find(name: &str) -> Result<Option<Profile>, ProfileError> {
        Profile::find_in(folder().as_deref(), name)
    }

    /// Returns the profile of this name, as [`Profile::find`], with user profiles in this directory.
    ///
    /// # Errors
    /// Returns an error if the user profile cannot be read.
    pub fn find_in(folder: Option<&Path>, name: &str) -> Result<Option<Profile>, ProfileError> {
        let is_plain = |letter: char| letter.is_alphanumeric() || "-_.+".contains(letter);
        if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
            return Ok(None);
        }
        if let Some(folder) = folder {
            let file = folder.join(format!("{name}.ron"));
            match files::read_text(&file, files::HANDWRITTEN) {
                Ok(text) => return Profile::parse(&file.display().to_string(), &text).map(Some),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(cause) => return Err(ProfileError::Read { file, cause }),
            }
        }
        let embedded = EMBEDDED.iter().find(|(known, _)| *known == name);
        embedded.map(|(name, text)| Profile::parse(name, text)).transpose()
    }

    /// Parses a profile; `file` is its name in errors.
    ///
    /// # Errors
    /// Returns [`ProfileError::Content`] if the text is not a profile.
    pub fn parse(file: &str, text: &str) -> Result<Profile, ProfileError> {
        let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES;
        let options = ron::Options::default().with_default_extension(extensions);
        options.from_str(text).map_err(|error| ProfileError::Content {
            file: file.to_owned(),
            line: error.span.start.line,
            column: error.span.start.col,
            problem: error.code.to_string(),
        })
    }

    /// Returns the recipe for players with a transposition table of `hash` MiB. `options` are set after those of the
    /// profile.
    #[must_use]
    pub fn factory(self, hash: usize, options: &[(String, String)]) -> PlayerFactory {
        let Profile { protocol, command: Command(command), options: own, folder, .. } = self;
        let options = [&own, options].concat();
        let setup = Setup { options, hash: Some(hash), folder, ..Setup::new(command) };
        match protocol {
            Protocol::Uci => PlayerFactory::Uci(setup),
            Protocol::Xboard(quirks) => PlayerFactory::Xboard(Setup { quirks, ..setup }),
        }
    }
}

/// Returns the directory of the user profiles, or `None` if the user has no configuration directory.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    Some(etcetera::choose_base_strategy().ok()?.config_dir().join("eyas").join("engines"))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn the_embedded_profiles_are_valid() {
        for name in Profile::names() {
            let profile = Profile::find_in(None, name).unwrap().unwrap();
            let has_folder = profile.folder == Folder::Own;
            assert_eq!(has_folder, name.starts_with("crafty"), "{name}");
        }
        let crafty = Profile::find_in(None, "crafty-25.2").unwrap().unwrap().factory(32, &[]);
        let PlayerFactory::Xboard(setup) = crafty else { panic!() };
        assert!(setup.quirks.clocks_cross && setup.hash == Some(32));
        assert_eq!(setup.command, ["crafty-25.2"]);
        let gnu = Profile::find_in(None, "gnuchess").unwrap().unwrap().factory(32, &[]);
        assert!(matches!(gnu, PlayerFactory::Uci(setup) if setup.command == ["gnuchess", "--uci"]));
    }

    #[test]
    fn unknown_names_have_no_profile() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("mine.ron"), "(protocol: Uci, command: \"x\")").unwrap();
        let engines = folder.path().join("engines");
        for name in ["", "nobody", "../mine", ".", "..", "a/b", "x y"] {
            assert_eq!(Profile::find_in(Some(&engines), name).unwrap(), None, "{name}");
        }
    }

    #[test]
    fn a_user_profile_takes_precedence() {
        let folder = tempfile::tempdir().unwrap();
        let text = "( // quick\n  protocol: Xboard(nodes: \"sn {}\", fractions: true),\n  \
                    command: \"'/opt/my fish' -x\",\n  options: [(\"book\", \"off\")],\n  folder: At(\"/tmp\"),\n)";
        fs::write(folder.path().join("stockfish.ron"), text).unwrap();
        let profile = Profile::find_in(Some(folder.path()), "stockfish").unwrap().unwrap();
        let more = [("ponder".to_owned(), "off".to_owned())];
        let PlayerFactory::Xboard(setup) = profile.factory(8, &more) else { panic!() };
        assert_eq!(setup.command, ["/opt/my fish", "-x"]);
        assert_eq!(setup.options, [("book".to_owned(), "off".to_owned()), more[0].clone()]);
        assert_eq!((setup.hash, setup.folder), (Some(8), Folder::At("/tmp".into())));
        assert_eq!(setup.quirks.nodes.unwrap().with(50), "sn 50");
        assert!(setup.quirks.fractions && !setup.quirks.clocks_cross);
        let toga = Profile::find_in(Some(folder.path()), "toga2").unwrap();
        assert!(matches!(toga.unwrap().protocol, Protocol::Uci));
    }

    #[rstest]
    #[case("(protocol: Uci)", 1, "command")]
    #[case("(\n  protocol: Uci,\n  command: \"a\",\n  comand: \"b\",\n)", 4, "comand")]
    #[case("(\n  protocol: Xboard(cross: true),\n  command: \"a\",\n)", 2, "cross")]
    #[case("(\n  protocol: Xboard(nodes: \"sn\"),\n  command: \"a\",\n)", 2, "placeholder")]
    #[case("(protocol: Cecp, command: \"a\")", 1, "Cecp")]
    #[case("(protocol: Uci, command: \"a 'b\")", 1, "quoted as in a shell")]
    #[case("(protocol: Uci, command: \" \")", 1, "is not a command")]
    fn an_invalid_profile_is_reported_with_its_position(
        #[case] text: &str,
        #[case] line: usize,
        #[case] hint: &str,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.ron");
        fs::write(&file, text).unwrap();
        let error = Profile::find_in(Some(folder.path()), "mine").unwrap_err().to_string();
        let place = format!("{}, line {line}, column ", file.display());
        assert!(error.starts_with(&place) && error.contains(hint), "{error}");
        assert!(error.contains("a profile has the form"), "{error}");
    }
}
