//! The engine that a person names in a command: by its path, its command, a specification or a profile.

use std::path::Path;

use super::process::is_program;
use super::profile::{Profile, ProfileError};
use super::spec::{PlayerSpec, SpecError};
use crate::organism::Organism;

/// Why a text names no engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineNameError {
    /// The text cannot be parsed.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The profile cannot be read.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// There is no file with this path.
    #[error("“{0}”: there is no such file; give the path of a UCI engine, such as ./engine")]
    Missing(String),
    /// The path is that of a folder.
    #[error("“{0}” is a folder; give the path of the engine's program in it")]
    Folder(String),
    /// The file is not a program.
    #[error(
        "“{0}” is not an executable program; if it is the engine, make it executable (chmod +x), otherwise give the path of \
         the engine's program"
    )]
    NoProgram(String),
    /// The text names an organism.
    #[error("“{0}” is an organism, which has no options; its search is tuned with --organism")]
    Organism(String),
    /// Nothing has this name.
    #[error(
        "“{text}” is neither a file nor a program in PATH nor an engine profile ({}); give the path of a UCI engine, such as \
         ./engine",
        Profile::names().collect::<Vec<_>>().join(", ")
    )]
    Unknown {
        /// The name.
        text: String,
    },
}

/// Returns the engine of a text: a specification, the name of a profile, or the path or the command of a UCI engine. Relative
/// paths become absolute.
///
/// # Errors
/// Returns an error that says what the text names instead.
pub fn engine_named(text: &str) -> Result<PlayerSpec, EngineNameError> {
    let name = match text.parse::<PlayerSpec>()?.absolute() {
        PlayerSpec::Organism(name) => return Err(EngineNameError::Organism(name)),
        engine @ (PlayerSpec::Uci(_) | PlayerSpec::Xboard(_)) => return Ok(engine),
        PlayerSpec::Name(_) => text.to_owned(),
    };
    let path = Path::new(&name);
    if path.is_dir() {
        return Err(EngineNameError::Folder(name));
    }
    if Organism::is_name(&name) || (path.is_file() && Organism::load(path).is_ok()) {
        return Err(EngineNameError::Organism(name));
    }
    if path.is_file() {
        return Err(EngineNameError::NoProgram(name));
    }
    if Profile::find(&name)?.is_some() {
        return Ok(PlayerSpec::Name(name));
    }
    let words = shlex::split(&name).unwrap_or_default();
    match words.first() {
        Some(first) if is_program(first) => Ok(PlayerSpec::Uci(words).absolute()),
        _ if name.contains('/') => Err(EngineNameError::Missing(name)),
        _ => Err(EngineNameError::Unknown { text: name }),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn an_engine_is_a_path_a_command_a_specification_or_a_profile() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("engine").display().to_string();
        std::fs::write(&path, "#!/bin/sh\n").unwrap();
        let error = engine_named(&path).unwrap_err().to_string();
        assert!(error.contains("is not an executable program") && error.contains("chmod +x"), "{error}");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        let uci = |words: &[&str]| PlayerSpec::Uci(words.iter().map(|word| (*word).to_owned()).collect());
        assert_eq!(engine_named(&path).unwrap(), uci(&[&path]));
        assert_eq!(engine_named(&format!("{path} --level 3")).unwrap(), uci(&[&path, "--level", "3"]));
        assert_eq!(engine_named("sh -c true").unwrap(), uci(&["sh", "-c", "true"]));
        assert_eq!(engine_named("xboard:sh").unwrap(), PlayerSpec::Xboard(vec!["sh".to_owned()]));
        assert_eq!(engine_named("toga2").unwrap(), PlayerSpec::Name("toga2".to_owned()));
        for (text, why) in [
            (format!("{path}s"), "there is no such file"),
            (folder.path().display().to_string(), "is a folder"),
            ("togaa".to_owned(), "neither a file nor a program in PATH nor an engine profile"),
            ("reference".to_owned(), "is an organism, which has no options"),
            ("organism:reference".to_owned(), "is an organism, which has no options"),
            (String::new(), "is not a player"),
        ] {
            let error = engine_named(&text).unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
