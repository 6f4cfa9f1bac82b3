//! Where a job gets its positions and fitness functions from: one source for each stage.

use std::path::Path;

use crate::evolution::fitness::Fitness;
use crate::evolution::record::Examination;
use crate::evolution::settings::EvolutionSettings;
use crate::mentor::Mimicry;
use crate::session::{Recorded, SetDigest};
use crate::threads::{Interrupt, ThreadPool};

/// What a position set is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Organisms are measured on it.
    Train,
    /// The champion of a run is looked at on it, once.
    Test,
}

/// Why a source cannot deliver.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The input is at fault: a position file that is missing or wrong.
    #[error("{0}")]
    Input(String),
    /// Something else went wrong.
    #[error("{0}")]
    Runtime(String),
    /// The interrupt was raised first.
    #[error("interrupted")]
    Interrupted,
}

/// A fitness function, and what a person should know about how it was built.
pub struct Built {
    /// The fitness function.
    pub fitness: Box<dyn Fitness>,
    /// In words; nothing is wrong with the fitness function.
    pub warning: Option<String>,
}

/// What a champion is examined with.
pub struct Examiner<'a> {
    /// The session's settings.
    pub settings: &'a EvolutionSettings,
    /// The fitness on the training set.
    pub train: &'a dyn Fitness,
    /// The fitness on the test set.
    pub test: &'a dyn Fitness,
    /// Who runs its tasks.
    pub pool: &'a ThreadPool,
    /// Whether it is to end.
    pub interrupt: &'a Interrupt,
}

/// Loads a stage's positions and builds its fitness functions.
pub trait FitnessSource: Send {
    /// Loads the settings' two position sets, and says which they are: training, then test. Quick.
    ///
    /// # Errors
    /// A set that cannot be read.
    fn load(&mut self, settings: &EvolutionSettings) -> Result<[SetDigest; 2], SourceError>;

    /// Hears what the session in `folder` has recorded already, after `load` and before `build`.
    fn recall(&mut self, _folder: &Path, _recorded: &Recorded) {}

    /// Builds the fitness function of a loaded set; `progress` is told how much of how much is done.
    ///
    /// # Errors
    /// The interrupt, or a failure to build.
    fn build(
        &mut self,
        role: Role,
        settings: &EvolutionSettings,
        cache: Option<&Path>,
        pool: &ThreadPool,
        progress: &(dyn Fn(u64, u64) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Built, SourceError>;

    /// How the champion of a complete run, of these values, does beside an organism that was not evolved; nothing
    /// where the stage knows none.
    ///
    /// # Errors
    /// The interrupt.
    fn examine(&self, _examiner: &Examiner<'_>, _champion: &[i32]) -> Result<Vec<Examination>, SourceError> {
        Ok(Vec::new())
    }

    /// How near the champion of a complete run, of these values, and its last population came to their mentors; nothing
    /// where the stage has none. Both sets are built.
    fn mimicry(&self, _: &EvolutionSettings, _champion: &[i32], _population: &[Vec<i32>]) -> Option<Mimicry> {
        None
    }
}
