//! Errors of pipelines.

use std::path::PathBuf;

use crate::engine::schema::SchemaError;
use crate::evolution::setting::SettingsError;
use crate::objectives::agreement;
use crate::objectives::source::SourceError;
use crate::organism::OrganismError;
use crate::session;
use crate::solving::SuiteError;
use crate::{arena, job, positions};

/// An error that prevents a pipeline from being planned, created or resumed. No recorded data was lost.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A folder or file of the pipeline cannot be used.
    #[error(transparent)]
    Session(#[from] session::Error),
    /// The folder of a stage's session holds other files.
    #[error(
        "{folder}: this folder is for a session of the pipeline, but it contains other files; move them elsewhere",
        folder = .0.display()
    )]
    Foreign(PathBuf),
    /// The settings of a stage's session do not match the plan.
    #[error(
        "{folder}: the settings of this session differ from the pipeline's plan for the {stage} stage. Repeat the stage with \
         --repeat {stage}; the old session is kept",
        folder = folder.display()
    )]
    Mismatch {
        /// The folder of the session.
        folder: PathBuf,
        /// The name of the stage.
        stage: &'static str,
    },
    /// The plan is invalid.
    #[error("{0}")]
    Plan(&'static str),
    /// The plan has no such stage.
    #[error("the pipeline has no {0} stage")]
    NoStage(&'static str),
    /// The stage has not started.
    #[error("the {0} stage has not started, so it cannot be repeated; run it with --resume")]
    NotStarted(&'static str),
    /// A fork requires that the stages before it are complete.
    #[error(
        "the pipeline cannot be forked at the {0} stage, because earlier stages are incomplete; complete them with --resume"
    )]
    Incomplete(&'static str),
    /// Settings are invalid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The schema does not exist, or an organism has another one.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// An organism to start from cannot be used.
    #[error("--from: {0}")]
    Founder(#[from] job::FounderError),
    /// A champion cannot be read from its session.
    #[error(transparent)]
    Champion(#[from] job::Error),
    /// An organism cannot be written.
    #[error(transparent)]
    Organism(#[from] OrganismError),
    /// Positions cannot be read.
    #[error(transparent)]
    Positions(#[from] positions::PositionsError),
    /// Organisms cannot be evaluated.
    #[error(transparent)]
    Fitness(#[from] agreement::Error),
    /// The suite cannot be read.
    #[error("--suite: {0}")]
    Suite(#[from] SuiteError),
    /// Games for the calibration cannot be played.
    #[error(transparent)]
    Player(#[from] Box<arena::PlayerError>),
    /// Threads cannot be started.
    #[error("cannot start the worker threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A change of the plan is invalid.
    #[error("{0}")]
    Change(String),
    /// The interrupt was raised.
    #[error("interrupted")]
    Interrupted,
}

impl From<SourceError> for Error {
    fn from(error: SourceError) -> Error {
        match error {
            SourceError::Interrupted => Error::Interrupted,
            error => Error::Change(error.to_string()),
        }
    }
}

impl Error {
    /// Returns whether the input causes the error rather than the environment.
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            Error::Session(error) => error.is_input(),
            Error::Champion(error) => error.is_input(),
            Error::Player(_) | Error::Threads(_) | Error::Interrupted => false,
            _ => true,
        }
    }
}
