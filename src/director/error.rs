//! What keeps a contest from being begun, gone on with, or played to its end.

use std::path::PathBuf;

use crate::arena::PlayerError;
use crate::arena::entrant::EntrantError;
use crate::arena::opening::OpeningError;
use crate::arena::supply::TooFewOpenings;
use crate::engine::tablebases::TablebaseError;
use crate::session;

/// Why a contest is not played.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Its folder cannot be read or written.
    #[error(transparent)]
    Session(#[from] session::Error),
    /// A player is not to be found.
    #[error(transparent)]
    Entrant(#[from] EntrantError),
    /// The tablebases cannot be had.
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
        /// Which, 0 first.
        number: usize,
        /// Who.
        spec: String,
        /// Why, and what to do.
        why: String,
    },
    /// Fewer than two players.
    #[error("a contest needs two players or more")]
    Alone,
    /// A player is not who it was.
    #[error(
        "{0}: the player is not the one the match was begun with; bring its file back as it was, or begin a new match"
    )]
    OtherPlayer(String),
    /// The openings are not what they were.
    #[error(
        "{0}: the openings are not those the match was begun with; bring the file back as it was, or begin a new \
         match"
    )]
    OtherOpenings(String),
    /// The embedded openings are not what they were.
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
        /// Games lost on time.
        lost: u64,
        /// Games that are over.
        games: u64,
        /// How many losses are allowed.
        limit: u64,
        /// Where the games are.
        folder: PathBuf,
    },
    /// An organism cannot be written as a file.
    #[error("{}: the organism cannot be written: {cause}", path.display())]
    Organism {
        /// Its file.
        path: PathBuf,
        /// Why.
        cause: ron::Error,
    },
    /// The transposition tables do not fit into memory.
    #[error(
        "{games} games at a time need {mebibytes} MiB for the tables of their organisms, and so much memory cannot be had: ask \
         for smaller tables (--hash) or fewer games at a time (--concurrency), or raise the limit on memory (ulimit -v)"
    )]
    Tables {
        /// Games side by side.
        games: usize,
        /// MiB of all their tables.
        mebibytes: usize,
    },
    /// The work was stopped before the contest began.
    #[error("interrupted before the first game")]
    Interrupted,
    /// A player can no longer be started.
    #[error(transparent)]
    GivenUp(#[from] PlayerError),
}

impl Error {
    /// Whether it lies in what was asked for, and not in what happened since.
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
