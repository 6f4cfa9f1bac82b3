//! Errors that prevent the start, the continuation or the completion of a match.

use std::path::PathBuf;

use crate::arena::PlayerError;
use crate::arena::opening::OpeningError;
use crate::arena::resolved_player::ResolveError;
use crate::arena::supply::TooFewOpenings;
use crate::engine::tablebases::TablebaseError;
use crate::session;

/// Why a match is not played.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The directory of the match cannot be read or written.
    #[error(transparent)]
    Session(#[from] session::Error),
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
    Unfit {
        /// The number of the player, from 0.
        number: usize,
        /// The specification of the player.
        spec: String,
        /// The reason and a remedy.
        why: String,
    },
    /// There are fewer than two players.
    #[error("a match needs two players or more")]
    Alone,
    /// An organism has changed since the start of the match.
    #[error(
        "{0}: the player is not the one the match was begun with; bring its file back as it was, or begin a new match"
    )]
    OtherPlayer(String),
    /// The openings have changed since the start of the match.
    #[error(
        "{0}: the openings are not those the match was begun with; bring the file back as it was, or begin a new \
         match"
    )]
    OtherOpenings(String),
    /// The built-in openings differ from those of the version that started the match.
    #[error(
        "this version of eyas embeds other openings than the one that began the match; use that version, or begin a new \
         match"
    )]
    OtherEmbedded,
    /// Too many games were lost on time.
    #[error(
        "{lost} of {games} games were lost on time, more than --max-time-losses {limit} allows. Every game is saved in {}: go \
         on with --session and --resume under a higher limit, or begin anew with a larger --margin or fewer games side by \
         side",
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
    #[error("{}: the organism cannot be written: {cause}", path.display())]
    Organism {
        /// The path of its file.
        path: PathBuf,
        /// The error.
        cause: ron::Error,
    },
    /// The transposition tables do not fit into memory.
    #[error(
        "{games} games at a time need {mebibytes} MiB for the tables of their organisms, and so much memory cannot be had: ask \
         for smaller tables (--hash) or fewer games at a time (--concurrency), or raise the limit on memory (ulimit -v)"
    )]
    Tables {
        /// The number of concurrent games.
        games: usize,
        /// The total size of the tables, in MiB.
        mebibytes: usize,
    },
    /// The work was interrupted before the match started.
    #[error("interrupted before the first game")]
    Interrupted,
    /// A player can no longer be started.
    #[error(transparent)]
    GivenUp(#[from] PlayerError),
}

impl Error {
    /// Returns whether the request is the cause, rather than a later event.
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            Error::Session(error) => error.is_input(),
            Error::Interrupted | Error::GivenUp(_) | Error::Organism { .. } | Error::TimeLosses { .. } => {
                false
            }
            _ => true,
        }
    }
}
