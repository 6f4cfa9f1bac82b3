//! Why a pipeline cannot go on.

use std::path::PathBuf;

use crate::engine::schema::SchemaError;
use crate::evolution::validation::SettingsError;
use crate::organism::OrganismError;
use crate::session;
use crate::solving::SuiteError;
use crate::{arena, coevolution, fitness, job, positions};

/// Why a pipeline cannot be planned, begun or gone on with. Nothing of it was lost.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A folder or file of it cannot be used.
    #[error(transparent)]
    Session(#[from] session::Error),
    /// There is no pipeline.
    #[error("{folder}: there is no pipeline in this folder", folder = .0.display())]
    Missing(PathBuf),
    /// The folder is not free.
    #[error(
        "{folder}: the folder already holds files; go on with its pipeline (--resume), or choose another folder",
        folder = .0.display()
    )]
    Exists(PathBuf),
    /// Where a stage's session should be, there is something else.
    #[error(
        "{folder}: a session of this pipeline belongs here, and there are other files; move them elsewhere",
        folder = .0.display()
    )]
    Foreign(PathBuf),
    /// A stage's session was not begun by this plan.
    #[error(
        "{folder}: the session in this folder has other settings than the pipeline's plan for the {stage} stage. Repeat \
         that stage (--repeat {stage}), which keeps the session aside",
        folder = folder.display()
    )]
    Other {
        /// The session.
        folder: PathBuf,
        /// The stage.
        stage: &'static str,
    },
    /// The plan cannot be followed.
    #[error("{0}")]
    Plan(&'static str),
    /// It has no such stage.
    #[error("this pipeline has no {0} stage")]
    NoStage(&'static str),
    /// That stage was not begun.
    #[error("the {0} stage was not begun yet, so there is nothing to repeat; it comes with --resume")]
    NotBegun(&'static str),
    /// A fork needs what comes before the stage.
    #[error(
        "the stages before the {0} stage are not complete, so it cannot be forked there; go on with it first"
    )]
    Incomplete(&'static str),
    /// Settings that cannot be used.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// There is no such schema, or an organism is not of it.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// An organism to start from cannot be used.
    #[error("--from: {0}")]
    Founder(#[from] job::FounderError),
    /// A champion cannot be taken out of its session.
    #[error(transparent)]
    Champion(#[from] job::Error),
    /// An organism cannot be written.
    #[error(transparent)]
    Organism(#[from] OrganismError),
    /// Positions cannot be read.
    #[error(transparent)]
    Positions(#[from] positions::PositionsError),
    /// Organisms cannot be measured.
    #[error(transparent)]
    Fitness(#[from] fitness::Error),
    /// The suite cannot be read.
    #[error("--suite: {0}")]
    Suite(#[from] SuiteError),
    /// Openings cannot be read, or are too few.
    #[error(transparent)]
    Openings(#[from] coevolution::Error),
    /// Games for the calibration cannot be played.
    #[error(transparent)]
    Player(#[from] Box<arena::PlayerError>),
    /// Threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    /// Whether the input is at fault rather than the moment.
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
