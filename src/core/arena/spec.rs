//! Player specifications as users write them: an organism, an engine command with its protocol, or a bare name.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::organism::Organism;
use crate::platform::is_executable;
use crate::text::shell_word;

/// A player by name or command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerSpec {
    /// An organism, by its name or the path of its file, or an engine, by the name of its profile or the path of its
    /// program.
    Name(String),
    /// An organism: the path of its file, or the name of a built-in one.
    Organism(String),
    /// A UCI engine: its program and arguments. The program is always present.
    Uci(Vec<String>),
    /// An xboard engine: its program and arguments. The program is always present.
    Xboard(Vec<String>),
}

/// Why a text is not a player specification.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The name or the command is empty.
    #[error("“{0}” is not a player; {FORMS}")]
    Empty(String),
    /// The command cannot be split into words.
    #[error("the command in “{0}” has an unclosed quotation mark or ends with a backslash; {FORMS}")]
    Unclosed(String),
}

/// Returns whether a path is that of a program: a file that may be executed, is not called `.ron`, and is no organism.
pub(super) fn is_program(path: &Path) -> bool {
    is_executable(path) && !is_ron(path) && Organism::load(path).is_err()
}

/// Returns whether a path is called as organism files are.
pub(super) fn is_ron(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ron")
}

const FORMS: &str = "write organism:NAME, organism:FILE, uci:COMMAND or xboard:COMMAND, \
                     the command quoted as in a shell, or an engine profile's name";

impl FromStr for PlayerSpec {
    type Err = SpecError;

    /// A text without a known prefix is a name.
    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        let empty = || SpecError::Empty(text.to_owned());
        let command = |command: &str| match shlex::split(command) {
            None => Err(SpecError::Unclosed(text.to_owned())),
            Some(words) if words.first().is_none_or(String::is_empty) => Err(empty()),
            Some(words) => Ok(words),
        };
        match text.split_once(':') {
            Some(("uci", engine)) => command(engine).map(PlayerSpec::Uci),
            Some(("xboard", engine)) => command(engine).map(PlayerSpec::Xboard),
            Some(("organism", "")) => Err(empty()),
            Some(("organism", organism)) => Ok(PlayerSpec::Organism(organism.to_owned())),
            _ if text.trim().is_empty() => Err(empty()),
            _ => Ok(PlayerSpec::Name(text.to_owned())),
        }
    }
}

impl PlayerSpec {
    /// Returns the player with the absolute path of its program or of its organism's file, so that it is found from
    /// another folder.
    #[must_use]
    pub fn absolute(self) -> PlayerSpec {
        self.within(Path::new(""))
    }

    /// Returns the player with the absolute path of its program or of its organism's file; a relative path begins at this
    /// folder. The name of an organism, a profile or a program in PATH remains, and so do the arguments. A text without a
    /// slash is a path only if the folder has such a file. The path of a program becomes a UCI engine.
    #[must_use]
    pub fn within(self, folder: &Path) -> PlayerSpec {
        let absolute = |path: String| match std::path::absolute(folder.join(&path)) {
            Ok(absolute) => absolute.display().to_string(),
            Err(_) => path,
        };
        let program = |mut words: Vec<String>| {
            if let Some(program) = words.first_mut().filter(|program| program.contains('/')) {
                *program = absolute(std::mem::take(program));
            }
            words
        };
        let organism = |text: String| {
            let is_path = || text.contains('/') || folder.join(&text).is_file();
            if !Organism::is_name(&text) && is_path() { absolute(text) } else { text }
        };
        match self {
            PlayerSpec::Name(text) => match organism(text) {
                path if Path::new(&path).is_absolute() && is_program(Path::new(&path)) => {
                    PlayerSpec::Uci(vec![path])
                }
                name => PlayerSpec::Name(name),
            },
            PlayerSpec::Organism(text) => PlayerSpec::Organism(organism(text)),
            PlayerSpec::Uci(words) => PlayerSpec::Uci(program(words)),
            PlayerSpec::Xboard(words) => PlayerSpec::Xboard(program(words)),
        }
    }
}

/// Writes the format that [`FromStr`] reads.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (protocol, words) = match self {
            PlayerSpec::Name(name) => return f.write_str(name),
            PlayerSpec::Organism(organism) => return write!(f, "organism:{organism}"),
            PlayerSpec::Uci(words) => ("uci", words),
            PlayerSpec::Xboard(words) => ("xboard", words),
        };
        let words: Vec<_> = words.iter().map(|word| shell_word(word)).collect();
        write!(f, "{protocol}:{}", words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("uci:stockfish", &["stockfish"])]
    #[case("uci:  /opt/my\\ engine  --threads 1 ", &["/opt/my engine", "--threads", "1"])]
    #[case("uci:'a b' \"c \\\" \\d\" e'f'\"g\"", &["a b", "c \" \\d", "efg"])]
    #[case("uci:engine ''", &["engine", ""])]
    #[case("uci:C:/engine.exe", &["C:/engine.exe"])]
    fn commands_are_split_as_a_shell_splits_them(#[case] text: &str, #[case] expected: &[&str]) {
        let expected = expected.iter().map(|word| (*word).to_owned()).collect();
        assert_eq!(text.parse(), Ok(PlayerSpec::Uci(expected)));
    }

    #[test]
    fn the_path_of_a_program_becomes_absolute() {
        let absolute = |text: &str| text.parse::<PlayerSpec>().unwrap().absolute().to_string();
        assert!(
            absolute("uci:./engine a/b").ends_with("/engine a/b") && !absolute("uci:./engine").contains("./")
        );
        assert!(
            absolute("organism:./a/b").ends_with("/a/b")
                && absolute("organism:a/b").starts_with("organism:/")
        );
        for same in
            ["uci:stockfish a/b", "xboard:/opt/engine", "toga2", "organism:/a/b", "random:5", "reference"]
        {
            assert_eq!(absolute(same), same);
        }
    }

    #[test]
    fn relative_paths_begin_at_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["champion.ron", "reference", "stockfish"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let within = |text: &str| text.parse::<PlayerSpec>().unwrap().within(folder.path());
        let path = |name: &str| folder.path().join(name).display().to_string();
        assert_eq!(within("champion.ron"), PlayerSpec::Name(path("champion.ron")));
        assert_eq!(within("organism:champion.ron"), PlayerSpec::Organism(path("champion.ron")));
        assert_eq!(within("./absent.ron"), PlayerSpec::Name(path("absent.ron")));
        assert_eq!(within("xboard:./engine a/b"), PlayerSpec::Xboard(vec![path("engine"), "a/b".to_owned()]));
        for same in ["absent.ron", "reference", "uci:stockfish", "/champion.ron"] {
            assert_eq!(within(same).to_string(), same);
        }
    }

    #[test]
    fn the_path_of_a_program_is_a_uci_engine() {
        let folder = tempfile::tempdir().unwrap();
        let organism = Organism::named_or_path("reference").unwrap().to_ron().unwrap();
        for (name, content, mode) in [
            ("engine.py", "#!/usr/bin/python3\nimport chess\n", 0o755),
            ("engine", "\u{7f}ELF\0", 0o755),
            ("text", "import chess\n", 0o644),
            ("broken.ron", "#", 0o755),
            ("organism", &organism, 0o755),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, content).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        }
        let within = |text: &str| text.parse::<PlayerSpec>().unwrap().within(folder.path());
        let path = |name: &str| folder.path().join(name).display().to_string();
        for program in ["engine.py", "engine"] {
            assert_eq!(
                within(&format!("./{program}")).to_string(),
                format!("uci:{}", path(program)).replace("/./", "/")
            );
            assert_eq!(within(program), PlayerSpec::Uci(vec![path(program)]));
        }
        for other in ["text", "broken.ron", "organism"] {
            assert_eq!(within(other), PlayerSpec::Name(path(other)));
        }
    }

    #[rstest]
    #[case("organism:reference", "reference")]
    #[case("organism:uci:x", "uci:x")]
    fn organisms_can_have_a_prefix(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(text.parse(), Ok(PlayerSpec::Organism(expected.to_owned())));
    }

    #[rstest]
    #[case("reference")]
    #[case("crafty-23.4")]
    #[case("C:\\mine.ron")]
    #[case("a b.ron")]
    fn other_texts_are_names(#[case] text: &str) {
        let spec: PlayerSpec = text.parse().unwrap();
        assert_eq!(spec, PlayerSpec::Name(text.to_owned()));
        assert_eq!(spec.to_string(), text);
    }

    #[rstest]
    #[case("", "is not a player")]
    #[case("  ", "is not a player")]
    #[case("organism:", "is not a player")]
    #[case("xboard: ", "is not a player")]
    #[case("uci:'' x", "is not a player")]
    #[case("uci:'engine", "unclosed quotation mark")]
    #[case("uci:\"engine\\\"", "unclosed quotation mark")]
    #[case("xboard:engine\\", "ends with a backslash")]
    fn invalid_specifications_are_refused(#[case] text: &str, #[case] hint: &str) {
        let message = text.parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(message.contains(hint) && message.contains("uci:COMMAND"), "{message}");
    }

    proptest! {
        #[test]
        fn written_specifications_are_read_back(words in proptest::collection::vec("\\PC{1,8}", 1..4)) {
            for spec in [PlayerSpec::Uci(words.clone()), PlayerSpec::Xboard(words)] {
                prop_assert_eq!(spec.to_string().parse(), Ok(spec));
            }
        }
    }
}
