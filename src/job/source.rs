//! Sources of a job's positions and fitness functions: one for each stage.

use std::path::Path;

use crate::evolution::fitness::Fitness;
use crate::experiment::Experiment;
use crate::objectives::SetDigest;
use crate::objectives::scores::MentorReport;
use crate::objectives::suite::Examination;
use crate::session::Recorded;
use crate::threads::{Interrupt, ThreadPool};

/// The purpose of a position set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The training set, on which organisms are measured.
    Train,
    /// The test set, on which the champion of a run is measured once.
    Test,
}

/// Why a source fails.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The input is invalid: a position file that is missing or wrong.
    #[error("{0}")]
    Input(String),
    /// Any other error.
    #[error("{0}")]
    Runtime(String),
    /// The interrupt was raised.
    #[error("interrupted")]
    Interrupted,
}

/// A fitness function, with a warning about how it was built.
pub struct Built {
    /// The fitness function.
    pub fitness: Box<dyn Fitness>,
    /// A warning for the user. The fitness function is valid nevertheless.
    pub warning: Option<String>,
}

/// The context in which a champion is examined.
pub struct Examiner<'a> {
    /// The session's settings.
    pub settings: &'a Experiment,
    /// The fitness on the training set.
    pub train: &'a dyn Fitness,
    /// The fitness on the test set.
    pub test: &'a dyn Fitness,
    /// The pool that runs the tasks.
    pub pool: &'a ThreadPool,
    /// Interrupts the examination when raised.
    pub interrupt: &'a Interrupt,
}

/// Loads a stage's positions and builds its fitness functions.
pub trait FitnessSource: Send {
    /// Loads the two position sets of the settings. Returns their digests: training, then test. This is fast.
    ///
    /// # Errors
    /// Returns an error if a set cannot be read.
    fn load(&mut self, settings: &Experiment) -> Result<[SetDigest; 2], SourceError>;

    /// Receives what the session in `folder` has already recorded, after `load` and before `build`.
    fn recall(&mut self, _folder: &Path, _recorded: &Recorded) {}

    /// Builds the fitness function of a loaded set. Passes the amount of work done and in total to `progress`.
    ///
    /// # Errors
    /// Returns an error if the interrupt was raised, or if the fitness cannot be built.
    fn build(
        &mut self,
        role: Role,
        settings: &Experiment,
        cache: Option<&Path>,
        pool: &ThreadPool,
        progress: &(dyn Fn(u64, u64) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Built, SourceError>;

    /// Compares the champion of a complete run, given its values, with an organism that was not evolved. Returns
    /// nothing if the stage has no such organism.
    ///
    /// # Errors
    /// Returns an error if the interrupt was raised.
    fn examine(&self, _examiner: &Examiner<'_>, _champion: &[i32]) -> Result<Vec<Examination>, SourceError> {
        Ok(Vec::new())
    }

    /// Returns how close the champion and the last population of a complete run, given their values, came to the
    /// mentors; `None` if the stage has none. Both sets must be built.
    fn mentor_report(
        &self,
        _: &Experiment,
        _champion: &[i32],
        _population: &[Vec<i32>],
    ) -> Option<MentorReport> {
        None
    }
}
