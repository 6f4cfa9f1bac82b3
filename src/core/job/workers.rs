//! Workers on other machines, as a job sees them. `crate::remote` implements them with NATS.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::arena::matches::GameService;
use crate::evolution::fitness::{Derivatives, Executor, Fitness, Model, Task};
use crate::experiment::Experiment;
use crate::objectives::SetDigest;
use crate::threads::{Interrupt, ThreadPool};

/// What a worker needs to build the fitness functions of a session.
#[derive(Debug, Clone, Copy)]
pub struct Setup<'a> {
    /// The session's folder.
    pub folder: &'a Path,
    /// The settings that the session was started with.
    pub settings: &'a Experiment,
    /// The training set.
    pub train: &'a SetDigest,
}

/// Whether the results of a worker are accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Acceptance {
    /// They are accepted.
    Accepted,
    /// They never were, because the worker is of another build, for this reason.
    Refused(String),
    /// They no longer are, because one was wrong, for this reason.
    SetAside(String),
}

impl Acceptance {
    /// Returns the reason why results are not accepted.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Acceptance::Accepted => None,
            Acceptance::Refused(why) | Acceptance::SetAside(why) => Some(why),
        }
    }
}

/// A worker, as the coordinator knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkerStatus {
    /// The identity, different for each start of a worker.
    pub id: String,
    /// The name that the worker gave itself.
    pub name: String,
    /// The number of its threads.
    pub threads: u32,
    /// The measured speed of one thread, in nodes per second.
    pub nodes_per_second: u64,
    /// The number of tasks that it completed for this coordinator.
    pub tasks: u64,
    /// Tasks per second over the last minute.
    pub tasks_per_second: f64,
    /// Seconds since its last message.
    pub last_seen: f64,
    /// The number of tasks that it could not complete.
    pub faults: u64,
    /// Whether its results are accepted.
    pub acceptance: Acceptance,
    /// The factor of the time control of its games, if the control is scaled by the speed.
    pub time_scale: Option<f64>,
}

impl WorkerStatus {
    /// The time without a message after which a worker counts as absent, in seconds.
    pub const ABSENT_AFTER: f64 = 10.0;

    /// Returns whether the worker can be given tasks: its results are accepted, and it is not absent.
    #[must_use]
    pub fn is_present(&self) -> bool {
        self.acceptance == Acceptance::Accepted && self.last_seen < WorkerStatus::ABSENT_AFTER
    }
}

/// An event that a person should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerNote {
    /// What happened.
    pub text: String,
    /// Whether a person should do something about it.
    pub is_problem: bool,
}

/// Runs tasks and games on other machines.
pub trait Workers: Send + Sync {
    /// Returns the same workers for the work of one session.
    fn for_session(&self) -> Arc<dyn Workers>;

    /// Names the step of the session that the next tasks are for, such as a generation.
    fn begin(&self, step: &str);

    /// Publishes the inputs of a session, and returns the name under which workers find them, or `None` if `interrupt` was
    /// raised before the end.
    ///
    /// # Errors
    /// Returns the reason why workers cannot measure the session's organisms.
    fn publish(&self, setup: &Setup<'_>, interrupt: &Interrupt) -> Result<Option<String>, String>;

    /// Runs tasks on the workers, and on the threads of the pool if the coordinator works itself. Returns their counts
    /// in the order of the tasks, or `None` if `interrupt` was raised or the work failed ([`Workers::failure`]).
    fn execute(
        &self,
        pool: &ThreadPool,
        fitness: &dyn Fitness,
        tasks: &[Task],
        interrupt: &Interrupt,
    ) -> Option<Vec<Vec<u64>>>;

    /// Returns the service that plays games on the workers.
    fn games(&self) -> Arc<dyn GameService>;

    /// Returns why no more work can be done.
    fn failure(&self) -> Option<String>;

    /// Forgets a failure, so that later work can be done.
    fn retry(&self);

    /// Returns the address of the server, without credentials.
    fn address(&self) -> String;

    /// Returns whether the threads of this machine work, too.
    fn works_here(&self) -> bool;

    /// Returns the workers that are known.
    fn status(&self) -> Vec<WorkerStatus>;

    /// Returns the events since the last call that a person should know: workers that came, left, or were set aside.
    fn take_notes(&self) -> Vec<WorkerNote>;
}

/// Shared workers.
#[derive(Clone)]
pub struct Workforce(pub Arc<dyn Workers>);

impl fmt::Debug for Workforce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.status()).finish()
    }
}

/// Two handles are equal if they are of the same workers.
impl PartialEq for Workforce {
    fn eq(&self, other: &Workforce) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Runs the tasks that workers can run on them, and all others on a pool.
pub(super) struct Distributed<'a> {
    pub(super) pool: &'a ThreadPool,
    pub(super) workers: &'a Workforce,
}

impl Executor for Distributed<'_> {
    fn execute(&self, fitness: &dyn Fitness, tasks: &[Task], interrupt: &Interrupt) -> Option<Vec<Vec<u64>>> {
        match fitness.scope() {
            Some(_) => self.workers.0.execute(self.pool, fitness, tasks, interrupt),
            None => self.pool.execute(fitness, tasks, interrupt),
        }
    }

    fn derivatives(&self, model: &dyn Model, values: &[f64]) -> Derivatives {
        self.pool.derivatives(model, values)
    }
}

/// Returns whether the same task has the same result on every machine.
pub(super) fn is_repeatable(settings: &Experiment) -> bool {
    let play = settings.objective.properties().play;
    play.is_none_or(|play| !play.control.is_timed())
        && settings.objective.settings().engines().is_empty()
        && settings.outline().engine.is_none()
}
