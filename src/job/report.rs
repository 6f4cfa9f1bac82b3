//! What a job is told and what it tells.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::evolution::confirmation::Confirmation;
use crate::evolution::fitness::Pulse;
use crate::evolution::record::{Examination, GenerationRecord};
use crate::evolution::settings::{EvolutionSettings, GaSettings};
use crate::mentor::Mimicry;
use crate::organism::chromosome::Chromosome;
use crate::session::PlantEntry;

/// What a person can ask of a running job. Commands take effect between generations.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Go on until done or told otherwise.
    Run,
    /// Stop after the generation in work.
    Pause,
    /// Do `n` more generations, then pause.
    Step(u32),
    /// Replace the genetic algorithm's settings from the next generation on (journaled).
    Settings(GaSettings),
    /// Put an organism into the next generation (journaled).
    Plant(Plant),
    /// Checkpoint and end the job's thread.
    Stop,
}

/// An organism that a person puts into the population, in the place of the last child.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plant {
    /// Its bits, as many as the session's schema has.
    pub chromosome: Chromosome,
    /// Where it comes from, in words: “edited from champion · run 1 · gen 57”.
    pub name: String,
}

/// Where a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Reading positions and building or loading the quiescence trees.
    Preparing,
    /// Between generations, waiting for a command.
    Paused,
    /// Evolving.
    Running,
    /// All runs are complete.
    Done,
    /// Ended by an error.
    Failed,
    /// Ended by [`Command::Stop`].
    Stopped,
}

/// How far the work is; a newer one replaces an unread older one.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// What is being done, in words: “building quiescence trees, training set”.
    pub activity: &'static str,
    /// How much of it is done.
    pub done: u64,
    /// How much there is to do.
    pub total: u64,
    /// Organisms measured a second, over the last second or so of work; 0 where unknown.
    pub organisms_per_second: f64,
    /// Time left for everything still asked for, where it can be told.
    pub time_left: Option<Duration>,
    /// What is told besides where a generation is long: then searches are what is counted.
    pub searches: Option<Searches>,
}

/// How far the searches of a generation are, or those with which a champion is examined.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Searches {
    /// The generation, 0 first; `None` for an examination.
    pub generation: Option<u32>,
    /// How far they are.
    pub pulse: Pulse,
    /// Nodes a second on all threads together.
    pub nodes_per_second: f64,
}

/// The outcome of one run of an ensemble.
#[derive(Debug, Clone, PartialEq)]
pub struct RunResult {
    /// Which run, 0 first.
    pub run: u32,
    /// Mean measure of generation 0.
    pub mean_correct_first: f64,
    /// The champion's measure on the training set.
    pub best_correct: u64,
    /// The largest measure on the training set.
    pub train_total: u64,
    /// The champion's measure on the test set (looked at once, after the last generation).
    pub test_correct: u64,
    /// The largest measure on the test set.
    pub test_total: u64,
    /// Organisms measured.
    pub evaluations: u64,
    /// Tuning stage: the champion beside the untuned search, first on its own suite.
    pub examinations: Vec<Examination>,
    /// Mentor stage: how near the champion came.
    pub mimicry: Option<Box<Mimicry>>,
    /// The champion's organism file.
    pub champion: PathBuf,
    /// Where games chose the champion: how they went.
    pub confirmation: Option<Confirmation>,
}

/// Something that happened; never dropped, always in order.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "the largest is told once a job")]
pub enum Fact {
    /// A session is open: its folder, its settings, how many positions it trains and tests on, and all
    /// generations it has already recorded.
    Opened {
        /// The session's folder.
        folder: PathBuf,
        /// Its settings, changes made in mid-run included.
        settings: EvolutionSettings,
        /// The largest measure on the training set: all moves of it, or all nodes saved.
        train_total: u64,
        /// The largest measure on the test set.
        test_total: u64,
        /// What is already recorded, oldest first.
        history: Vec<Arc<GenerationRecord>>,
        /// Runs already finished.
        results: Vec<RunResult>,
        /// The organisms planted so far, oldest first; those of the generation that comes next are pending.
        plants: Vec<PlantEntry>,
    },
    /// The state changed.
    State(State),
    /// A generation was measured and journaled.
    Generation(Arc<GenerationRecord>),
    /// The settings changed, effective from the generation named.
    Settings {
        /// The run.
        run: u32,
        /// The first generation bred with them.
        generation: u32,
        /// The new settings.
        settings: GaSettings,
    },
    /// An organism was planted and journaled; it is measured with the generation named.
    Planted {
        /// The run.
        run: u32,
        /// The first generation it is in.
        generation: u32,
        /// Where it comes from, in words.
        name: String,
    },
    /// A run of the ensemble is complete.
    RunFinished(RunResult),
    /// Something a person should know but that does not stop the job.
    Warning(String),
    /// The job ended by an error; the text says what, where and what to do.
    Failed(String),
}

#[derive(Default)]
struct Slot {
    facts: VecDeque<Fact>,
    progress: Option<Progress>,
    closed: bool,
}

struct Shared {
    slot: Mutex<Slot>,
    arrived: Condvar,
    wake: Box<dyn Fn() + Send + Sync>,
}

/// The job's end of its reports.
#[derive(Clone)]
pub struct Outbox(Arc<Shared>);

/// The consumer's end of a job's reports.
pub struct Inbox(Arc<Shared>);

/// Reports taken out of an [`Inbox`].
#[derive(Debug, Default)]
pub struct Reports {
    /// Everything that happened since the last look, in order.
    pub facts: Vec<Fact>,
    /// The latest progress, where there is news.
    pub progress: Option<Progress>,
    /// The job has ended: no more will come, except warnings about plants that come too late.
    pub closed: bool,
}

/// A mailbox for reports: facts queue up, progress overwrites. `wake` is called (from the job's
/// thread, briefly) whenever something arrives; a slow reader never blocks the writer.
pub fn mailbox(wake: impl Fn() + Send + Sync + 'static) -> (Outbox, Inbox) {
    let shared = Arc::new(Shared { slot: Mutex::default(), arrived: Condvar::new(), wake: Box::new(wake) });
    (Outbox(Arc::clone(&shared)), Inbox(shared))
}

impl Shared {
    fn with(&self, change: impl FnOnce(&mut Slot)) {
        // A reader or writer that panicked left the slot whole: every change is a single push or store.
        change(&mut self.slot.lock().unwrap_or_else(PoisonError::into_inner));
        self.arrived.notify_all();
        (self.wake)();
    }
}

impl Outbox {
    /// Tells what happened.
    pub fn fact(&self, fact: Fact) {
        self.0.with(|slot| slot.facts.push_back(fact));
    }

    /// Tells how far the work is.
    pub fn progress(&self, progress: Progress) {
        self.0.with(|slot| slot.progress = Some(progress));
    }

    /// Wakes the reader without a report: there is something else to see.
    pub fn nudge(&self) {
        (self.0.wake)();
    }

    /// Says that nothing more will come.
    pub fn close(&self) {
        self.0.with(|slot| slot.closed = true);
    }
}

impl Inbox {
    /// What has arrived, without waiting.
    #[must_use]
    pub fn take(&self) -> Reports {
        let mut slot = self.0.slot.lock().unwrap_or_else(PoisonError::into_inner);
        Self::empty(&mut slot)
    }

    /// What has arrived; waits for something, at most `patience`.
    #[must_use]
    pub fn wait(&self, patience: Duration) -> Reports {
        let slot = self.0.slot.lock().unwrap_or_else(PoisonError::into_inner);
        let nothing = |slot: &mut Slot| slot.facts.is_empty() && slot.progress.is_none() && !slot.closed;
        let (mut slot, _) = self
            .0
            .arrived
            .wait_timeout_while(slot, patience, nothing)
            .unwrap_or_else(PoisonError::into_inner);
        Self::empty(&mut slot)
    }

    fn empty(slot: &mut Slot) -> Reports {
        Reports { facts: slot.facts.drain(..).collect(), progress: slot.progress.take(), closed: slot.closed }
    }
}
