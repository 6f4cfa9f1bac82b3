//! Commands to a job and its reports.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::evolution::bounds::NamedBounds;
use crate::evolution::fitness::TaskProgress;
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::optimizers::ga::GaSettings;
use crate::evolution::record::GenerationRecord;
use crate::evolution::report::OptimizerReport;
use crate::experiment::Experiment;
use crate::objectives::details::Details;
use crate::organism::chromosome::Chromosome;
use crate::session::{Intervention, PlantEntry};
use crate::threads::Watched;

/// A user's command to a running job. Commands take effect between generations.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Run until done or until another command.
    Run,
    /// Pause after the current generation.
    Pause,
    /// Run `n` more generations, then pause.
    Step(u32),
    /// Replace settings from the next generation on (recorded in the journal).
    Settings(NewSettings),
    /// Plant an organism in the next generation (recorded in the journal).
    Plant(Plant),
    /// Withdraw an organism that is planted in the next generation (recorded in the journal).
    Withdraw(Plant),
    /// Checkpoint the session and end the job's thread.
    Stop,
}

/// Settings that replace others during a run.
#[derive(Debug, Clone, PartialEq)]
pub struct NewSettings {
    /// The settings of the optimizer, which is the same as before and has the same population.
    pub optimizer: OptimizerSettings,
    /// The number of games, `None` for no change. Objective *matches*: pairs of games of each organism in a generation.
    /// Objective *self-play*: games of each pair of organisms.
    pub pairs: Option<u32>,
    /// All bounds that are narrower than the ranges; `None` for no change.
    pub bounds: Option<NamedBounds>,
}

impl From<OptimizerSettings> for NewSettings {
    fn from(optimizer: OptimizerSettings) -> NewSettings {
        NewSettings { optimizer, pairs: None, bounds: None }
    }
}

impl From<GaSettings> for NewSettings {
    fn from(ga: GaSettings) -> NewSettings {
        OptimizerSettings::Ga(ga).into()
    }
}

/// An organism that the user plants in the population, in the place of the last offspring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plant {
    /// The chromosome, of the length of the session's schema.
    pub chromosome: Chromosome,
    /// The origin as text: “edited from champion · run 1 · gen 57”.
    pub name: String,
}

/// The state of a job.
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
    /// Stopped by an error.
    Failed,
    /// Stopped by [`Command::Stop`].
    Stopped,
}

/// The progress of the work. A newer report replaces an unread older one.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// The activity as text: “building quiescence trees, training set”.
    pub activity: &'static str,
    /// The amount of work done.
    pub done: u64,
    /// The total amount of work.
    pub total: u64,
    /// Organisms measured per second, over about the last second of work; 0 if unknown.
    pub organisms_per_second: f64,
    /// Estimated time left for all requested work; `None` if unknown.
    pub time_left: Option<Duration>,
    /// Additional progress within a long generation. If present, searches are counted.
    pub searches: Option<Searches>,
}

/// The progress of the searches of a generation, or of a champion's examination.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Searches {
    /// The generation; the first is 0. `None` for an examination.
    pub generation: Option<u32>,
    /// The number of searches and nodes.
    pub task_progress: TaskProgress,
    /// Nodes per second of all threads together.
    pub nodes_per_second: f64,
}

/// The result of one run of an ensemble.
#[derive(Debug, Clone, PartialEq)]
pub struct RunResult {
    /// Index of the run; the first is 0.
    pub run: u32,
    /// Mean measure of generation 0.
    pub mean_score_first: f64,
    /// The champion's measure on the training set.
    pub best_score: u64,
    /// The largest possible measure on the training set.
    pub train_total: u64,
    /// The champion's measure on the test set, measured once, after the last generation.
    pub test_score: u64,
    /// The largest possible measure on the test set.
    pub test_total: u64,
    /// Number of evaluations.
    pub evaluations: u64,
    /// The champion's organism file.
    pub champion: PathBuf,
    /// What the objective found out about the champion.
    pub details: Details,
}

/// An event; never dropped, always in order.
#[derive(Debug, Clone)]
pub enum Fact {
    /// A session is open.
    Opened {
        /// The session's folder.
        folder: PathBuf,
        /// The session's settings, including changes made during the run.
        settings: Box<Experiment>,
        /// The largest possible measure on the training set.
        train_total: u64,
        /// The largest possible measure on the test set.
        test_total: u64,
        /// The recorded generations, oldest first.
        history: Vec<Arc<GenerationRecord>>,
        /// The results of complete runs.
        results: Vec<RunResult>,
        /// The organisms planted so far, oldest first. Those of the next generation are pending.
        plants: Vec<PlantEntry>,
        /// What a person did during the runs.
        interventions: Vec<Intervention>,
    },
    /// The state changed.
    State(State),
    /// A generation was measured and recorded in the journal.
    Generation(Arc<GenerationRecord>),
    /// The states of a run's optimizer after its latest generations, oldest first.
    Optimizer {
        /// The run.
        run: u32,
        /// The states.
        reports: Vec<OptimizerReport>,
    },
    /// The settings changed, effective from `generation` on.
    Settings {
        /// The run.
        run: u32,
        /// The first generation bred with the new settings.
        generation: u32,
        /// The new settings.
        settings: NewSettings,
    },
    /// An organism was planted and recorded in the journal. It is measured with `generation`.
    Planted {
        /// The run.
        run: u32,
        /// The first generation that contains the organism.
        generation: u32,
        /// The organism's origin as text.
        name: String,
        /// The organism's chromosome.
        chromosome: Chromosome,
    },
    /// A planted organism was withdrawn before its generation was measured. The journal has recorded it.
    Withdrawn {
        /// The run.
        run: u32,
        /// The generation that does not contain the organism.
        generation: u32,
        /// The organism's origin as text.
        name: String,
        /// The organism's chromosome.
        chromosome: Chromosome,
    },
    /// An organism was not planted or not withdrawn.
    Refused {
        /// The organism's chromosome.
        chromosome: Chromosome,
        /// The reason, and what to do.
        why: String,
    },
    /// A run of the ensemble is complete.
    RunFinished(RunResult),
    /// Why the results so far are suspect and what to change; replaces the fact before.
    Suspect(Option<String>),
    /// A warning for the user that does not stop the job.
    Warning(String),
    /// An error stopped the job. The text describes the error, its location, and what to do.
    Failed(String),
}

#[derive(Default)]
struct Slot {
    facts: VecDeque<Fact>,
    progress: Option<Progress>,
    closed: bool,
}

struct Shared {
    slot: Watched<Slot>,
    wake: Box<dyn Fn() + Send + Sync>,
}

/// The sending end of a job's reports.
#[derive(Clone)]
pub struct Outbox(Arc<Shared>);

/// The receiving end of a job's reports.
pub struct Inbox(Arc<Shared>);

/// Reports taken from an [`Inbox`].
#[derive(Debug, Default)]
pub struct Reports {
    /// All events since the last call, in order.
    pub facts: Vec<Fact>,
    /// The latest progress, if new.
    pub progress: Option<Progress>,
    /// The job has ended. No more reports arrive, except refusals of plants that come too late.
    pub closed: bool,
}

/// Creates a mailbox for reports: facts are queued, progress is overwritten. `wake` is called briefly from the job's
/// thread whenever something arrives. A slow reader never blocks the writer.
pub fn mailbox(wake: impl Fn() + Send + Sync + 'static) -> (Outbox, Inbox) {
    let shared = Arc::new(Shared { slot: Watched::default(), wake: Box::new(wake) });
    (Outbox(Arc::clone(&shared)), Inbox(shared))
}

impl Shared {
    fn with(&self, change: impl FnOnce(&mut Slot)) {
        self.slot.change(change);
        (self.wake)();
    }
}

impl Fact {
    /// Adds the fact to the log.
    fn log(&self) {
        match self {
            Fact::State(state) => tracing::info!(?state, "state of the job"),
            Fact::RunFinished(result) => {
                tracing::info!(run = result.run + 1, best = result.best_score, "run complete");
            }
            Fact::Warning(text) | Fact::Refused { why: text, .. } => tracing::warn!("{text}"),
            Fact::Failed(text) => tracing::error!("{text}"),
            Fact::Generation(record) => {
                tracing::debug!(
                    run = record.run + 1,
                    generation = record.generation,
                    best = record.spread.best,
                    "generation"
                );
            }
            Fact::Suspect(Some(text)) => tracing::warn!("suspect: {text}"),
            Fact::Opened { .. }
            | Fact::Optimizer { .. }
            | Fact::Settings { .. }
            | Fact::Planted { .. }
            | Fact::Suspect(None)
            | Fact::Withdrawn { .. } => {}
        }
    }
}

impl Outbox {
    /// Reports an event.
    pub fn fact(&self, fact: Fact) {
        fact.log();
        self.0.with(|slot| slot.facts.push_back(fact));
    }

    /// Reports the progress of the work.
    pub fn progress(&self, progress: Progress) {
        self.0.with(|slot| slot.progress = Some(progress));
    }

    /// Wakes the reader without a report, because other shared state has changed.
    pub fn nudge(&self) {
        (self.0.wake)();
    }

    /// Closes the mailbox: nothing more will arrive.
    pub fn close(&self) {
        self.0.with(|slot| slot.closed = true);
    }
}

impl Inbox {
    /// Returns what has arrived, without waiting.
    #[must_use]
    pub fn take(&self) -> Reports {
        Self::drain(&mut self.0.slot.lock())
    }

    /// Waits up to `timeout` for a report and returns what has arrived.
    #[must_use]
    pub fn wait(&self, timeout: Duration) -> Reports {
        let is_empty = |slot: &mut Slot| slot.facts.is_empty() && slot.progress.is_none() && !slot.closed;
        Self::drain(&mut self.0.slot.wait_while(timeout, is_empty))
    }

    fn drain(slot: &mut Slot) -> Reports {
        Reports { facts: slot.facts.drain(..).collect(), progress: slot.progress.take(), closed: slot.closed }
    }
}
