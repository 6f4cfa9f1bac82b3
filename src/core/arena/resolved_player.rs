//! Resolves the name of a player to a recipe for it.

use std::io;
use std::path::{Path, PathBuf};

use super::profile::{self, Profile, ProfileError};
use super::settings::SEED;
use super::spec::{self, PlayerSpec};
use super::{PlayerFactory, Setup};
use crate::engine::search::SearchMode;
use crate::organism::{Organism, OrganismError, SearchOrigin};
use crate::strength::{StrengthError, StrengthOptions};

/// Options that apply to every player that supports them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerOptions {
    /// The search of organisms; `None` for the most complete one that the organism has.
    pub search: Option<SearchMode>,
    /// The size of each transposition table, in MiB.
    pub hash: usize,
    /// Options of engines, set after those of their profiles, or of an organism's strength and style.
    pub options: Vec<(String, String)>,
}

/// A resolved player. Its engine has not been started yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedPlayer {
    /// The recipe for the player.
    pub factory: PlayerFactory,
    /// The name of the organism or of the engine's profile, or the engine's command.
    pub name: String,
    /// The origin of an organism's search parameters; `None` for engines.
    pub search: Option<SearchOrigin>,
}

/// Why a player was not found.
#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    /// The organism does not exist or cannot be read.
    #[error(transparent)]
    Organism(#[from] OrganismError),
    /// An organism does not accept an option.
    #[error(transparent)]
    Strength(#[from] StrengthError),
    /// The profile cannot be read.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// The file is neither an organism nor a program.
    #[error(
        "{}: this file is neither an organism nor an executable program; for an engine, make it executable (chmod +x) or \
         write uci:COMMAND or xboard:COMMAND",
        file.display()
    )]
    NoPlayer {
        /// The file.
        file: PathBuf,
    },
    /// No organism and no profile has this name.
    #[error(
        "“{text}” is neither a file nor an organism ({}) nor an engine profile ({}){}",
        Organism::NAMES.join(", "), Profile::names().collect::<Vec<_>>().join(", "), own_profiles()
    )]
    Unknown {
        /// The name.
        text: String,
    },
}

/// Returns whether a file has other content than an organism, from the first line on.
fn is_foreign(error: &OrganismError) -> bool {
    match error {
        OrganismError::Content { line, .. } => *line == 1,
        OrganismError::Read { cause, .. } => cause.kind() == io::ErrorKind::InvalidData,
        _ => false,
    }
}

fn own_profiles() -> String {
    profile::folder().map_or_else(String::new, |folder| {
        format!("; place your own profiles in {}", folder.join("NAME.ron").display())
    })
}

impl ResolvedPlayer {
    /// Resolves a player. A bare name is an organism's, or else that of an engine profile or of a program with the UCI
    /// protocol.
    ///
    /// # Errors
    /// Returns an error if no organism and no profile has the name, or if the one found cannot be read.
    pub fn of(spec: &PlayerSpec, options: &PlayerOptions) -> Result<ResolvedPlayer, ResolveError> {
        let setup = |command: &Vec<String>| Setup {
            options: options.options.clone(),
            hash: Some(options.hash),
            ..Setup::new(command.clone())
        };
        let engine = |factory| ResolvedPlayer { factory, name: spec.to_string(), search: None };
        Ok(match spec {
            PlayerSpec::Name(name) => return ResolvedPlayer::named(name, options),
            PlayerSpec::Organism(name) => ResolvedPlayer::organism(Organism::named_or_path(name)?, options)?,
            PlayerSpec::Uci(command) => engine(PlayerFactory::Uci(setup(command))),
            PlayerSpec::Xboard(command) => engine(PlayerFactory::Xboard(setup(command))),
        })
    }

    fn named(name: &str, options: &PlayerOptions) -> Result<ResolvedPlayer, ResolveError> {
        let organism = match Organism::named_or_path(name) {
            Ok(organism) => return Ok(ResolvedPlayer::organism(organism, options)?),
            Err(error @ OrganismError::Unknown { .. }) => error,
            // A directory is not an organism file, and an engine may have the name of a directory.
            Err(error) if Path::new(name).is_dir() => error,
            Err(_) if spec::is_program(Path::new(name)) => {
                return ResolvedPlayer::of(&PlayerSpec::Name(name.to_owned()).absolute(), options);
            }
            Err(error) if spec::is_ron(Path::new(name)) || !is_foreign(&error) => return Err(error.into()),
            Err(_) => return Err(ResolveError::NoPlayer { file: PathBuf::from(name) }),
        };
        match (Profile::find(name)?, organism) {
            (Some(profile), _) => {
                let mut factory = profile.factory(options.hash, &options.options);
                factory.set_profile(name, &options.options);
                Ok(ResolvedPlayer { factory, name: name.to_owned(), search: None })
            }
            (None, OrganismError::Unknown { text }) => Err(ResolveError::Unknown { text }),
            (None, error) => Err(error.into()),
        }
    }

    /// Returns the player for an organism.
    ///
    /// # Errors
    /// Returns an error if the options are not those of its strength.
    pub fn organism(organism: Organism, options: &PlayerOptions) -> Result<ResolvedPlayer, StrengthError> {
        let (parameters, search) = organism.search_parameters(options.search);
        let strength = StrengthOptions::of(&options.options)?.strength(SEED);
        let (weights, hash) = (organism.weights(), options.hash);
        let factory = PlayerFactory::Organism { weights, parameters, hash, strength };
        Ok(ResolvedPlayer { factory, name: organism.name, search: Some(search) })
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn of(spec: &str) -> Result<ResolvedPlayer, ResolveError> {
        with(spec, "Ponder", "false")
    }

    fn with(spec: &str, name: &str, value: &str) -> Result<ResolvedPlayer, ResolveError> {
        let options = vec![(name.to_owned(), value.to_owned())];
        let options = PlayerOptions { search: Some(SearchMode::Paper), hash: 4, options };
        ResolvedPlayer::of(&spec.parse().unwrap(), &options)
    }

    #[test]
    fn an_organism_has_the_options_of_its_strength() {
        let ResolvedPlayer { factory, .. } = with("reference", "temperature", "30").unwrap();
        let PlayerFactory::Organism { strength: Some(strength), .. } = factory else { panic!("{factory:?}") };
        assert_eq!((strength.temperature, strength.nodes, strength.seed), (30, None, SEED));
        let message = with("reference", "Ponder", "false").unwrap_err().to_string();
        assert!(
            message.contains("no option “Ponder”; it has UCI_LimitStrength, Style File, UCI_Elo"),
            "{message}"
        );
    }

    #[test]
    fn a_bare_name_is_an_organism_or_a_profile() {
        let organism = with("reference", "Temperature", "0").unwrap();
        assert_eq!(organism, with("organism:reference", "Temperature", "0").unwrap());
        assert_eq!(organism.search.unwrap().mode(), SearchMode::Paper);
        assert!(matches!(organism.factory, PlayerFactory::Organism { hash: 4, strength: None, .. }));
        let engine = of("toga2").unwrap();
        assert_eq!((engine.name.as_str(), engine.search), ("toga2", None));
        let PlayerFactory::Uci(setup) = engine.factory else { panic!() };
        assert_eq!((setup.hash, setup.options.last().unwrap().0.as_str()), (Some(4), "Ponder"));
        assert!(matches!(of("phalanx").unwrap().factory, PlayerFactory::Xboard(_)));
        let command = of("xboard:my engine").unwrap();
        assert_eq!(command.name, "xboard:my engine");
        assert!(matches!(command.factory, PlayerFactory::Xboard(setup) if setup.command == ["my", "engine"]));
    }

    #[test]
    fn a_program_without_a_prefix_is_a_uci_engine() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("engine.py");
        std::fs::write(&path, "#!/usr/bin/python3\nimport chess\n").unwrap();
        let text = path.display().to_string();
        let message = of(&text).unwrap_err().to_string();
        assert!(message.contains("chmod +x") && message.contains("uci:COMMAND"), "{message}");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        let engine = of(&text).unwrap();
        assert_eq!(engine, of(&format!("uci:{text}")).unwrap());
        assert_eq!(engine.name, format!("uci:{text}"));
    }

    #[test]
    fn the_error_of_an_organism_file_says_what_is_wrong_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.ron");
        std::fs::write(&path, "#").unwrap();
        let message = of(&path.display().to_string()).unwrap_err().to_string();
        assert!(message.contains("mine.ron, line 1, column 1"), "{message}");
    }

    #[test]
    fn an_unknown_name_is_reported_with_the_known_ones() {
        let message = of("nobody").unwrap_err().to_string();
        assert!(message.starts_with("“nobody” is neither a file nor an organism (reference"));
        assert!(message.contains("engine profile (stockfish, ") && message.contains("NAME.ron"), "{message}");
        let message = of("organism:toga2").unwrap_err().to_string();
        assert!(message.contains("neither a file nor an organism") && !message.contains("profile"));
    }
}
