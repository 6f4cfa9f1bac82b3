//! Errors that end a job.

use std::io;
use std::path::PathBuf;

use crate::engine_options::ExportError;
use crate::evolution::run::PlantError;
use crate::evolution::setting::SettingsError;
use crate::objectives::source::SourceError;
use crate::session;
use crate::trust::UnknownCommands;

/// Why a job ended early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The settings are invalid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The session's files name engine commands that this person has not run.
    #[error(transparent)]
    Commands(#[from] UnknownCommands),
    /// A recorded organism cannot be planted again.
    #[error(transparent)]
    Plant(#[from] PlantError),
    /// The session cannot be created, opened or written.
    #[error(transparent)]
    Session(#[from] session::Error),
    /// The positions cannot be read, the fitness cannot be built, or games cannot be played.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A position set differs from the one with which the session was created.
    #[error(
        "the {which} set “{name}” has changed since the start of the session (it has {found} positions, and had \
         {recorded}); restore the file, or start a new session"
    )]
    OtherPositions {
        /// “training” or “test”.
        which: &'static str,
        /// The set's name.
        name: String,
        /// The set's current number of positions.
        found: u64,
        /// The set's recorded number of positions.
        recorded: u64,
    },
    /// The last recorded generation has a different result now.
    #[error(
        "{folder}: generation {generation} of run {run} is not reproducible with this version of Eyas, because version \
         {version} started the session. Resume it with that version, or start a new session",
        folder = folder.display(), run = run + 1
    )]
    NotRepeatable {
        /// The session's folder.
        folder: PathBuf,
        /// The run; the first is 0.
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
    #[error("{path}: the session has no champion, because no generation has been evaluated yet", path = .0.display())]
    NoChampion(PathBuf),
    /// A session tunes the options of an engine, which the text describes.
    #[error("the session tunes {0}, so it has no organism; its champion.ron is a parameter file")]
    NoOrganism(String),
    /// A session does not tune the options of an engine.
    #[error("{path}: the session does not tune the options of an engine, so it has no values of options", path = .0.display())]
    NoOptions(PathBuf),
    /// The format of an export cannot have the values of an engine's options.
    #[error(transparent)]
    Format(#[from] ExportError),
    /// The target of an export already exists.
    #[error("{path}: the file already exists; use another name, or confirm to overwrite it", path = .0.display())]
    Occupied(PathBuf),
    /// An organism cannot be exported.
    #[error("{to}: {why}; use a writable path", to = to.display())]
    Export {
        /// The target path.
        to: PathBuf,
        /// The cause.
        why: String,
    },
    /// The population does not fit into memory.
    #[error(
        "not enough memory: a population of {population} organisms needs about {mebibytes} MiB; use a smaller --population, \
         or raise the memory limit (ulimit -v)"
    )]
    Memory {
        /// Number of organisms per generation.
        population: u32,
        /// Approximate size of the population in MiB.
        mebibytes: usize,
    },
    /// The transposition tables do not fit into memory.
    #[error(
        "not enough memory for {tables} tables of {hash} MiB; use smaller tables (--hash) or fewer threads (--threads), or \
         raise the memory limit (ulimit -v)"
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
    #[error("cannot start the worker thread: {0}")]
    Thread(io::Error),
    /// The workers on other machines cannot do the work.
    #[error("{0}")]
    Workers(String),
    /// A bug in the program.
    #[error(
        "an internal error stopped the work: {0}. The session is safe up to the last recorded generation; resume it with \
         --resume"
    )]
    Panic(String),
}

impl Error {
    /// Returns whether the input caused the error, rather than a temporary condition.
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            Error::Settings(_)
            | Error::Commands(_)
            | Error::Plant(_)
            | Error::OtherPositions { .. }
            | Error::NotRepeatable { .. } => true,
            Error::Source(error) => matches!(error, SourceError::Input(_)),
            Error::Session(error) => error.is_input(),
            Error::NoChampion(_)
            | Error::NoOrganism(_)
            | Error::NoOptions(_)
            | Error::Format(_)
            | Error::Occupied(_) => true,
            Error::Champion(_)
            | Error::Memory { .. }
            | Error::Tables { .. }
            | Error::Export { .. }
            | Error::Pool(_)
            | Error::Thread(_)
            | Error::Workers(_)
            | Error::Panic(_) => false,
        }
    }
}
