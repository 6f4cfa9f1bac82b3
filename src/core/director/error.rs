//! Errors that prevent the start, the continuation or the completion of a match.

use std::path::PathBuf;

use crate::arena::PlayerError;
use crate::arena::descriptors::TooFewFiles;
use crate::arena::opening::OpeningError;
use crate::arena::resolved_player::ResolveError;
use crate::arena::supply::TooFewOpenings;
use crate::engine::tablebases::TablebaseError;
use crate::session;
use crate::trust::UnknownCommands;

/// Why a match is not played.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The directory of the match cannot be read or written.
    #[error(transparent)]
    Session(#[from] session::Error),
    /// The files of the match name engine commands that this person has not run.
    #[error(transparent)]
    Commands(#[from] UnknownCommands),
    /// A player was not found.
    #[error(transparent)]
    ResolvedPlayer(#[from] ResolveError),
    /// The tablebases cannot be opened.
    #[error(transparent)]
    Tablebases(#[from] TablebaseError),
    /// The openings cannot be read.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// There are too few openings.
    #[error(transparent)]
    TooFewOpenings(#[from] TooFewOpenings),
    /// A player cannot take part.
    #[error("{spec}: {why}")]
    InvalidPlayer {
        /// The number of the player, from 0.
        number: usize,
        /// The specification of the player.
        spec: String,
        /// The reason and a remedy.
        why: String,
    },
    /// There are fewer than two players.
    #[error("a match needs at least two players")]
    TooFewPlayers,
    /// An organism has changed since the start of the match.
    #[error(
        "{0}: the player has changed since the start of the match; restore its file, or start a new match"
    )]
    PlayerChanged(String),
    /// The openings have changed since the start of the match.
    #[error(
        "{0}: the openings have changed since the start of the match; restore the file, or start a new match"
    )]
    OpeningsChanged(String),
    /// The built-in openings differ from those of the version that started the match.
    #[error(
        "the embedded openings differ from those of the Eyas version that started the match; use that version, or start \
         a new match"
    )]
    EmbeddedOpeningsChanged,
    /// Too many games were lost on time.
    #[error(
        "{lost} of {games} games were lost on time, more than --max-time-losses {limit} allows. All games are saved in {}; \
         resume with --session, --resume and a higher limit, or start a new match with a larger --margin or a smaller \
         --concurrency",
        folder.display()
    )]
    TimeLosses {
        /// The number of games lost on time.
        lost: u64,
        /// The number of finished games.
        games: u64,
        /// The maximum number of losses.
        limit: u64,
        /// The directory with the games.
        folder: PathBuf,
    },
    /// An organism cannot be serialized.
    #[error("{}: cannot write the organism: {cause}", path.display())]
    Organism {
        /// The path of its file.
        path: PathBuf,
        /// The error.
        cause: ron::Error,
    },
    /// The transposition tables do not fit into memory.
    #[error(
        "not enough memory: {games} concurrent games need {mebibytes} MiB for transposition tables; use smaller tables \
         (--hash) or fewer concurrent games (--concurrency), or raise the memory limit (ulimit -v)"
    )]
    Tables {
        /// The number of concurrent games.
        games: usize,
        /// The total size of the tables, in MiB.
        mebibytes: usize,
    },
    /// There are too few open files for the engines.
    #[error(transparent)]
    TooFewFiles(#[from] TooFewFiles),
    /// The work was interrupted before the match started.
    #[error("interrupted before the first game")]
    Interrupted,
    /// A player can no longer be started.
    #[error(transparent)]
    PlayerLost(#[from] PlayerError),
}

impl Error {
    /// Returns whether the request caused the error, rather than a later event.
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            Error::Session(error) => error.is_input(),
            Error::Interrupted | Error::PlayerLost(_) | Error::Organism { .. } | Error::TimeLosses { .. } => {
                false
            }
            _ => true,
        }
    }
}
