//! Errors that end measuring.

use crate::evolution::setting::SettingsError;
use crate::objectives::source::SourceError;

/// Why nothing can be measured.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The settings are invalid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The positions or players cannot be prepared.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The threads cannot be started.
    #[error("cannot start the threads: {0}; use fewer --threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The transposition tables do not fit into memory.
    #[error(
        "not enough memory for {tables} transposition tables of {hash} MiB; use fewer --threads or a smaller --hash"
    )]
    Tables {
        /// The number of tables.
        tables: usize,
        /// The size of each in MiB.
        hash: usize,
    },
    /// Measures would depend on earlier ones.
    #[error("--drop-constant: applies to whole evolutions only, because it depends on the first generation")]
    DropConstant,
}

impl Error {
    /// Returns whether the input caused the error, rather than a temporary condition.
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            Error::Settings(_) | Error::Tables { .. } | Error::DropConstant => true,
            Error::Source(error) => matches!(error, SourceError::Input(_)),
            Error::Threads(_) => false,
        }
    }
}
