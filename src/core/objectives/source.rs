//! Sources of fitness functions: each objective has one. It loads positions and builds the fitness on them.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::details::Detail;
use super::{ObjectiveContext, SetDigest};
use crate::arena::matches::{GameObserver, GameService};
use crate::evolution::fitness::{Executor, Fitness, Task};
use crate::evolution::record::{GenerationRecord, Individual};
use crate::objectives::confirmation::Confirmation;
use crate::objectives::event::RoundPurpose;
use crate::organism::chromosome::Chromosome;
use crate::threads::{Interrupt, ThreadPool};

/// The purpose of a position set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetRole {
    /// The training set, on which organisms are measured.
    Train,
    /// The test set, on which the champion of a run is measured once.
    Test,
}

/// An error of a fitness source.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The input is invalid: a position file is missing or damaged.
    #[error("{0}")]
    Input(String),
    /// Any other error.
    #[error("{0}")]
    Runtime(String),
    /// The interrupt was raised.
    #[error("interrupted")]
    Interrupted,
}

impl SourceError {
    /// Creates the error of an invalid input.
    pub(crate) fn input(error: impl ToString) -> SourceError {
        SourceError::Input(error.to_string())
    }
}

/// A fitness function, with a warning about how it was built.
pub struct Built {
    /// The fitness function.
    pub fitness: Box<dyn Fitness>,
    /// A warning for the user. The fitness function is valid nevertheless.
    pub warning: Option<String>,
}

/// The fitness on an empty set: every score is 0.
#[derive(Debug, Clone, Copy)]
pub struct NoItems;

impl Fitness for NoItems {
    fn tasks(&self, _: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        Vec::new()
    }

    fn has_items(&self, _: &Range<usize>) -> bool {
        false
    }

    fn run(&self, _: &Task) -> Vec<u64> {
        Vec::new()
    }

    fn total(&self) -> u64 {
        0
    }
}

/// Returns the default cache folder: that of the user, if there is one.
#[must_use]
pub fn default_cache_folder() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("eyas"))
}

/// The context in which a fitness function is built.
#[derive(Clone, Copy)]
pub struct BuildContext<'a> {
    /// The parts of the experiment that every objective may use.
    pub outline: ObjectiveContext<'a>,
    /// The folder of the caches; `None` for the default one.
    pub cache: Option<&'a Path>,
    /// The threads that work.
    pub pool: &'a ThreadPool,
    /// Receives the amount of work done and in total.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
    /// Interrupts the work when raised.
    pub interrupt: &'a Interrupt,
}

impl<'a> BuildContext<'a> {
    /// Returns a context with the default caches that reports no progress.
    #[must_use]
    pub fn new(
        outline: ObjectiveContext<'a>,
        pool: &'a ThreadPool,
        interrupt: &'a Interrupt,
    ) -> BuildContext<'a> {
        BuildContext { outline, cache: None, pool, progress: &|_, _| {}, interrupt }
    }
}

/// The context in which a champion is examined.
pub struct Examiner<'a> {
    /// The parts of the experiment that every objective may use.
    pub outline: ObjectiveContext<'a>,
    /// The fitness on the training set.
    pub train: &'a dyn Fitness,
    /// The fitness on the test set.
    pub test: &'a dyn Fitness,
    /// The pool of this process.
    pub pool: &'a ThreadPool,
    /// Runs the tasks.
    pub executor: &'a dyn Executor,
    /// Plays games besides the threads of the pool.
    pub games: Option<Arc<dyn GameService>>,
    /// Interrupts the examination when raised.
    pub interrupt: &'a Interrupt,
    /// Receives the progress of games: the activity, and the number of games played and in total.
    pub progress: &'a dyn Fn(&'static str, u64, u64),
}

/// What games decided after the last generation of a run.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The games.
    pub confirmation: Confirmation,
    /// The genotype of the run's result: an evolved organism, or the one from which the run started.
    pub winner: Chromosome,
    /// The genotype of the best evolved organism, which is examined even if it did not win.
    pub examined: Chromosome,
}

/// The records of a resumed session.
#[derive(Debug, Clone, Copy)]
pub struct Past<'a> {
    /// The session's folder.
    pub folder: &'a Path,
    /// A text that differs for different settings.
    pub settings: &'a str,
    /// The training set.
    pub train: &'a SetDigest,
    /// The parts of the experiment.
    pub outline: ObjectiveContext<'a>,
    /// The recorded generations.
    pub history: &'a [Arc<GenerationRecord>],
    /// The number of games in the last of them, if the user changed it during the run.
    pub pairs: Option<u32>,
    /// Whether all runs are complete.
    pub finished: bool,
}

/// Watches the games of organisms against opponents while they are played.
pub trait Spectator: GameObserver + Send {
    /// The games of another event follow. Boards have the numbers of the pool's threads.
    fn event(&self, event: RoundPurpose);
}

/// Loads an objective's positions and builds its fitness functions.
pub trait FitnessSource: Send {
    /// Loads the two position sets of the settings. Returns their digests: training, then test. This is fast.
    ///
    /// # Errors
    /// Returns an error if a set cannot be read.
    fn load(&mut self, outline: &ObjectiveContext<'_>) -> Result<[SetDigest; 2], SourceError>;

    /// Receives a spectator of the games, before `build`.
    fn watch(&mut self, _spectator: Arc<dyn Spectator>) {}

    /// Receives the records of a resumed session, after `load` and before `build`.
    fn recall(&mut self, _past: &Past<'_>) {}

    /// Builds the fitness function of a loaded set.
    ///
    /// # Errors
    /// Returns an error if the interrupt was raised, or if the fitness cannot be built.
    fn build(&mut self, role: SetRole, context: &BuildContext<'_>) -> Result<Built, SourceError>;

    /// Selects the result of a complete run by games between its last population, its champion and an organism that was
    /// not evolved. Returns `None` if the champion is the result.
    ///
    /// # Errors
    /// Returns an error if the interrupt was raised.
    fn play_off(
        &self,
        _examiner: &Examiner<'_>,
        _run: u32,
        _population: &[Individual],
        _champion: &Individual,
    ) -> Result<Option<Decision>, SourceError> {
        Ok(None)
    }

    /// Returns what else there is to say about the champion of a complete run, given its values. `population` has the
    /// values of the last population if generations are measured on samples. Both sets must be built.
    ///
    /// # Errors
    /// Returns an error if the interrupt was raised.
    fn examine(
        &self,
        _examiner: &Examiner<'_>,
        _champion: &[i32],
        _population: &[Vec<i32>],
    ) -> Result<Option<Detail>, SourceError> {
        Ok(None)
    }
}
