//! Errors of reading games and personas.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use crate::organism::OrganismError;
use crate::positions::pgn_import::reasons;

/// An error while making or using a persona.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file cannot be read.
    #[error("{}: {cause}; check the path and the permissions", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
    /// No game of a file has a move of the player.
    #[error(
        "{}: none of the {games} games has moves of this player{reasons}; write the name as in the tags White and Black, \
         and add other spellings", file.display(), reasons = reasons(skipped)
    )]
    NoGame {
        /// The file.
        file: PathBuf,
        /// Number of games in the file.
        games: u64,
        /// Number of skipped games by reason.
        skipped: BTreeMap<&'static str, u64>,
    },
    /// There are too few games to fit and to test.
    #[error("{player}: {games} games after the opening are too few to fit and to test; use at least {least}")]
    TooFew {
        /// The player.
        player: String,
        /// The number of games.
        games: usize,
        /// The number that is needed.
        least: usize,
    },
    /// There are too few personas for a map.
    #[error("{count} personas are too few for a map of two axes; use at least {least}")]
    TooFewPersonas {
        /// The number of personas.
        count: usize,
        /// The number that is needed.
        least: usize,
    },
    /// A file is not a persona.
    #[error("{}, {place}: {reason}; use a file that “eyas persona” has written", file.display())]
    NotAPersona {
        /// The file.
        file: PathBuf,
        /// The line and the column.
        place: String,
        /// What is wrong.
        reason: String,
    },
    /// A persona was made with other features of moves.
    #[error(
        "{}, line 1, column 1: the persona was made by another version, with other features of moves; make it again with \
         “eyas persona”", file.display()
    )]
    OtherFeatures {
        /// The file.
        file: PathBuf,
    },
    /// Personas were fitted near different models of all players.
    #[error(
        "the personas of {one} and {other} were fitted near different models of all players, so they cannot be compared; \
         make both with the same files of --all and the same --cut"
    )]
    Incomparable {
        /// A player.
        one: String,
        /// The other player.
        other: String,
    },
    /// An embedded organism cannot be read.
    #[error(transparent)]
    Organism(#[from] OrganismError),
    /// The user interrupted the work.
    #[error("interrupted; nothing was written")]
    Interrupted,
    /// A file cannot be written.
    #[error("{}: {cause}; use --out with a file in a writable folder", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
}

impl Error {
    /// Returns whether the input is at fault.
    #[must_use]
    pub fn is_input(&self) -> bool {
        !matches!(self, Error::Interrupted | Error::Write { .. } | Error::Organism(_))
    }
}
