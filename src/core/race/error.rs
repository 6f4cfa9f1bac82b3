//! Errors of races.

use std::path::PathBuf;

use crate::evolution::setting::SettingsError;
use crate::job;
use crate::objectives::source::SourceError;
use crate::session;

/// An error that prevents a race from being planned, created, resumed or read. No recorded data was lost.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A folder or file of the race cannot be used.
    #[error(transparent)]
    Session(#[from] session::Error),
    /// The folder of a run's session holds other files.
    #[error(
        "{folder}: this folder is for a session of the race, but it contains other files; move them elsewhere",
        folder = .0.display()
    )]
    Foreign(PathBuf),
    /// A session differs from the plan.
    #[error(
        "{folder}: the settings of this session differ from the race's plan; move the folder elsewhere, then resume the \
         race",
        folder = .0.display()
    )]
    Mismatch(PathBuf),
    /// A user changed the settings of a run, or planted an organism.
    #[error(
        "{folder}: the settings or the organisms of this session were changed by hand during the run, so it cannot be \
         compared; move the folder elsewhere, then resume the race",
        folder = .0.display()
    )]
    Changed(PathBuf),
    /// The plan is invalid.
    #[error("{0}")]
    Plan(String),
    /// Settings are invalid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The training set or the test set cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A run failed.
    #[error("{folder}: {cause}", folder = folder.display())]
    Run {
        /// The folder of the run's session.
        folder: PathBuf,
        /// The reason.
        cause: Box<job::Error>,
    },
    /// The thread that starts the runs cannot be started.
    #[error("cannot start the thread of the race: {0}")]
    Thread(std::io::Error),
    /// The thread that starts the runs stopped unexpectedly.
    #[error("the thread of the race stopped unexpectedly; resume the race with --resume")]
    Stopped,
}

impl Error {
    /// Returns whether the input causes the error rather than the environment.
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            Error::Session(error) => error.is_input(),
            Error::Run { cause, .. } => cause.is_input(),
            Error::Thread(_) | Error::Stopped => false,
            _ => true,
        }
    }
}
