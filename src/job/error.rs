//! Errors that end a job.

use std::io;
use std::path::PathBuf;

use crate::evolution::run::PlantError;
use crate::evolution::setting::SettingsError;
use crate::objectives::self_play;
use crate::objectives::source::SourceError;
use crate::session;

/// Why a job ended early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The settings are invalid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A recorded organism cannot be planted again.
    #[error(transparent)]
    Plant(#[from] PlantError),
    /// The session cannot be created, opened or written.
    #[error(transparent)]
    Session(#[from] session::Error),
    /// The positions cannot be read, or the fitness cannot be built.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// Games cannot be played.
    #[error(transparent)]
    Games(#[from] self_play::Error),
    /// A position set differs from the one with which the session was created.
    #[error(
        "the {which} set “{name}” is not the one this session was begun with ({found} positions now, \
         {recorded} then, or other ones): put the old file back, or begin a new session"
    )]
    OtherPositions {
        /// “training” or “test”.
        which: &'static str,
        /// The set's name.
        name: String,
        /// Its current number of positions.
        found: u64,
        /// Its recorded number of positions.
        recorded: u64,
    },
    /// The last recorded generation has a different result now.
    #[error(
        "{folder}: generation {generation} of run {run} comes out differently when computed again: the \
         session was begun by eyas {version} and this version evolves or measures differently. Go on with \
         that version, or begin a new session",
        folder = folder.display(), run = run + 1
    )]
    NotRepeatable {
        /// The session's folder.
        folder: PathBuf,
        /// The run, 0 first.
        run: u32,
        /// The generation.
        generation: u32,
        /// The version that created the session.
        version: String,
    },
    /// A champion's file cannot be written.
    #[error("{0}")]
    Champion(String),
    /// A session without a measured generation has no champion.
    #[error("{path}: nothing has been measured in this session yet, so it has no champion", path = .0.display())]
    NoChampion(PathBuf),
    /// The target of an export already exists.
    #[error("{path}: something is already there; choose another name, or have it overwritten", path = .0.display())]
    Occupied(PathBuf),
    /// An organism cannot be exported.
    #[error("{to}: {why}; name a place that can be written", to = to.display())]
    Export {
        /// The target path.
        to: PathBuf,
        /// The cause.
        why: String,
    },
    /// The population does not fit into memory.
    #[error(
        "a population of {population} organisms needs about {mebibytes} MiB, and so much memory cannot be had: ask for a \
         smaller --population, or raise the limit on memory (ulimit -v)"
    )]
    Memory {
        /// Number of organisms per generation.
        population: u32,
        /// Their approximate size in MiB.
        mebibytes: usize,
    },
    /// The transposition tables do not fit into memory.
    #[error(
        "{tables} tables of {hash} MiB are needed at a time, and so much memory cannot be had: ask for smaller tables \
         (--hash) or fewer threads, or raise the limit on memory (ulimit -v)"
    )]
    Tables {
        /// Number of tables.
        tables: usize,
        /// Size of each table in MiB.
        hash: usize,
    },
    /// The threads cannot be started.
    #[error("cannot start the worker threads: {0}")]
    Pool(#[from] rayon::ThreadPoolBuildError),
    /// The job's own thread cannot be started.
    #[error("cannot start the job's thread: {0}")]
    Thread(io::Error),
    /// A bug in the program.
    #[error(
        "a fault in eyas itself stopped the work: {0}. The session is safe up to the last recorded \
         generation; --resume goes on from there"
    )]
    Panic(String),
}

impl Error {
    /// Whether the input caused the error, rather than a temporary condition.
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            Error::Settings(_)
            | Error::Plant(_)
            | Error::OtherPositions { .. }
            | Error::NotRepeatable { .. } => true,
            Error::Source(error) => matches!(error, SourceError::Input(_)),
            Error::Games(error) => error.is_input(),
            Error::Session(error) => error.is_input(),
            Error::NoChampion(_) | Error::Occupied(_) => true,
            Error::Champion(_)
            | Error::Memory { .. }
            | Error::Tables { .. }
            | Error::Export { .. }
            | Error::Pool(_)
            | Error::Thread(_)
            | Error::Panic(_) => false,
        }
    }
}
