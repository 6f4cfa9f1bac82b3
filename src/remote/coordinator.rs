//! The coordinator: gives tasks to workers, checks their results, and works itself if it has threads.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::batch::{Batch, Step};
use super::blobs;
use super::error::Error;
use super::link::{self, Command, Event, Shared, lock};
use super::nats::Access;
use super::protocol::{self, Answer, Bundle, MAX_BUNDLE, Order, Reply, Unit, Work};
use super::roster::Roster;
use super::signature::Signature;
use crate::job::WorkerStatus;

/// The interval at which a batch looks whether it is over.
const POLL: Duration = Duration::from_millis(20);
/// The work of one bundle: long enough that the network does not matter.
const BUNDLE_MICROSECONDS: f64 = 50_000.0;
/// The fewest bundles that wait for workers.
const MIN_BUNDLES: usize = 8;
/// The most tasks that wait for workers, so that the memory does not depend on the number of tasks.
const MAX_OUTSTANDING: usize = 32_768;
/// How long an input may take to be stored.
const STORE_LIMIT: Duration = Duration::from_secs(600);

/// The settings of a coordinator.
#[derive(Debug, Clone, PartialEq)]
pub struct CoordinatorOptions {
    /// How to reach the server.
    pub access: Access,
    /// Whether the threads of the coordinator work, too.
    pub works_here: bool,
    /// The share of results that are computed twice.
    pub check_share: f64,
    /// The time without a sign of life after which a task is given to another worker.
    pub task_timeout: Duration,
    /// Whether time controls are scaled by the speed of each worker.
    pub scale_time: bool,
}

impl CoordinatorOptions {
    /// The default share of results that are computed twice.
    pub const CHECK_SHARE: f64 = 0.01;
    /// The default of `task_timeout`, in seconds.
    pub const TASK_TIMEOUT: u64 = 30;

    /// Returns the defaults for a server.
    #[must_use]
    pub fn new(access: Access) -> CoordinatorOptions {
        CoordinatorOptions {
            access,
            works_here: true,
            check_share: CoordinatorOptions::CHECK_SHARE,
            task_timeout: Duration::from_secs(CoordinatorOptions::TASK_TIMEOUT),
            scale_time: false,
        }
    }
}

/// Where a batch gets its tasks, and where its results go.
pub(super) trait Source {
    /// Returns the next task with its number, or `None` if none is left.
    fn next(&self) -> Result<Option<(u64, Work)>, Error>;

    /// Computes a task on this machine.
    fn compute(&self, unit: &Unit) -> Result<Answer, Error>;

    /// Stores a result. Returns false if it cannot be the result of the task.
    fn accept(&self, unit: &Unit, answer: &Answer) -> bool;

    /// Returns whether no result is needed any more.
    fn is_over(&self) -> bool;

    /// Returns whether the same task has the same result everywhere, so that it can be checked.
    fn is_repeatable(&self) -> bool;

    /// Returns whether a stored result can be replaced until the batch ends.
    fn is_revisable(&self) -> bool;
}

/// How a batch ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// All tasks have results.
    Complete,
    /// The source was over before.
    Over,
}

/// A coordinator with its connection.
pub struct Coordinator {
    options: CoordinatorOptions,
    signature: Signature,
    shared: Arc<Shared>,
    commands: UnboundedSender<Command>,
    thread: Option<JoinHandle<()>>,
    batches: AtomicU64,
    messages: AtomicU64,
    published: Mutex<HashSet<String>>,
    /// The mean time of a task, in microseconds; 0 if it is not known.
    mean: Mutex<f64>,
}

impl Coordinator {
    /// Connects to the server.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached, does not accept the credentials, or cannot store tasks.
    pub fn connect(options: CoordinatorOptions) -> Result<Coordinator, Error> {
        options.access.check()?;
        let signature = Signature::of_this_build()?;
        let shared = Arc::new(Shared {
            instance: super::identity(),
            signature: signature.text(),
            roster: Mutex::new(Roster::new(&signature.text(), options.check_share)),
            batches: Mutex::default(),
            failure: Mutex::default(),
        });
        let (commands, receiver) = tokio::sync::mpsc::unbounded_channel();
        let (ready, is_ready) = mpsc::sync_channel(1);
        let (access, ack_wait) = (options.access.clone(), options.task_timeout);
        let of_thread = Arc::clone(&shared);
        let thread = Builder::new()
            .name("eyas-nats".to_owned())
            .spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                match runtime {
                    Ok(runtime) => runtime.block_on(link::run(access, ack_wait, of_thread, receiver, ready)),
                    Err(cause) => drop(ready.send(Err(Error::Thread(cause)))),
                }
            })
            .map_err(Error::Thread)?;
        is_ready.recv().map_err(|_| Error::Server("the network thread ended".to_owned()))??;
        Ok(Coordinator {
            options,
            signature,
            shared,
            commands,
            thread: Some(thread),
            batches: AtomicU64::new(0),
            messages: AtomicU64::new(0),
            published: Mutex::default(),
            mean: Mutex::new(0.0),
        })
    }

    /// Returns whether the threads of the coordinator work, too.
    #[must_use]
    pub fn works_here(&self) -> bool {
        self.options.works_here
    }

    /// Returns why no more work can be done.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        lock(&self.shared.failure).clone()
    }

    pub(super) fn fail(&self, error: &Error) {
        self.shared.fail(error);
    }

    /// Returns the known workers.
    #[must_use]
    pub fn status(&self) -> Vec<WorkerStatus> {
        lock(&self.shared.roster).status(Instant::now())
    }

    /// Returns the events since the last call that a person should know.
    #[must_use]
    pub fn take_notes(&self) -> Vec<String> {
        lock(&self.shared.roster).take_notes()
    }

    /// Stores an input on the server, unless it has it, and returns its name.
    pub(super) fn publish_input(&self, content: &[u8]) -> Result<String, Error> {
        let name = blobs::name(content);
        if lock(&self.published).contains(&name) {
            return Ok(name);
        }
        let (done, is_done) = mpsc::sync_channel(1);
        self.command(Command::Blob { name: name.clone(), content: content.to_vec(), done });
        let stored = is_done.recv_timeout(STORE_LIMIT);
        stored.map_err(|_| Error::Server("an input could not be stored".to_owned()))??;
        lock(&self.published).insert(name.clone());
        Ok(name)
    }

    /// Removes an input that no task needs any more.
    pub(super) fn forget_input(&self, name: &str) {
        lock(&self.published).remove(name);
        self.command(Command::Forget(name.to_owned()));
    }

    fn command(&self, command: Command) {
        // The thread ends after this value only.
        let _ = self.commands.send(command);
    }

    /// Gives the tasks of a source to workers until all have results. `batch` is shared with threads of this machine
    /// that take outstanding tasks.
    ///
    /// # Errors
    /// Returns an error if a task cannot be computed, or if the server cannot be used further.
    pub(super) fn run(&self, source: &dyn Source, batch: &Mutex<Batch>) -> Result<End, Error> {
        let number = self.batches.fetch_add(1, Ordering::Relaxed);
        let (sender, events) = mpsc::channel();
        lock(&self.shared.batches).insert(number, sender);
        let drive =
            Drive { coordinator: self, source, batch, number, events, checks: HashMap::new(), left: true };
        let end = drive.run();
        lock(&self.shared.batches).remove(&number);
        end
    }

    fn bundle_size(&self) -> usize {
        let mean = *lock(&self.mean);
        if mean <= 0.0 { 1 } else { ((BUNDLE_MICROSECONDS / mean) as usize).clamp(1, MAX_BUNDLE) }
    }

    fn measured(&self, microseconds: u64, tasks: usize) {
        let one = microseconds as f64 / tasks.max(1) as f64;
        let mut mean = lock(&self.mean);
        *mean = if *mean <= 0.0 { one.max(1.0) } else { 0.9 * *mean + 0.1 * one.max(1.0) };
    }
}

impl Drop for Coordinator {
    fn drop(&mut self) {
        let (done, is_done) = mpsc::sync_channel(1);
        self.command(Command::End(done));
        let _ = is_done.recv_timeout(Duration::from_secs(3));
        if let Some(thread) = self.thread.take()
            && thread.is_finished()
        {
            let _ = thread.join();
        }
    }
}

/// A batch in progress.
struct Drive<'a> {
    coordinator: &'a Coordinator,
    source: &'a dyn Source,
    batch: &'a Mutex<Batch>,
    number: u64,
    events: Receiver<Event>,
    /// When checks of results were requested.
    checks: HashMap<u64, Instant>,
    /// Whether the source has tasks left.
    left: bool,
}

impl Drive<'_> {
    fn run(mut self) -> Result<End, Error> {
        loop {
            if self.source.is_over() {
                return Ok(End::Over);
            }
            if let Some(why) = self.coordinator.failure() {
                return Err(Error::Unfit(why));
            }
            self.fill()?;
            if !self.left && lock(self.batch).is_empty() {
                return Ok(End::Complete);
            }
            match self.events.recv_timeout(POLL) {
                Ok(event) => self.handle(event)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Error::Server("the network thread ended".to_owned()));
                }
            }
            // All events that are there already, before new tasks are sent.
            while let Ok(event) = self.events.try_recv() {
                self.handle(event)?;
            }
            self.decide_overdue()?;
        }
    }

    /// Publishes tasks until enough are outstanding.
    fn fill(&mut self) -> Result<(), Error> {
        let size = self.coordinator.bundle_size();
        let threads = lock(&self.coordinator.shared.roster).threads(Instant::now());
        let window = (size * (2 * threads).max(MIN_BUNDLES)).min(MAX_OUTSTANDING);
        let mut units = Vec::new();
        while self.left && lock(self.batch).len() < window {
            match self.source.next()? {
                Some((index, work)) => {
                    let unit = Unit { index, key: work.key(), work };
                    lock(self.batch).add(unit.clone());
                    units.push(unit);
                    if units.len() >= size {
                        self.publish(std::mem::take(&mut units))?;
                    }
                }
                None => self.left = false,
            }
        }
        if units.is_empty() { Ok(()) } else { self.publish(units) }
    }

    fn bundle(&self, units: Vec<Unit>) -> Bundle {
        let Coordinator { options, signature, shared, .. } = self.coordinator;
        Bundle {
            instance: shared.instance.clone(),
            batch: self.number,
            scale_to: options.scale_time.then_some(signature.nodes_per_second),
            units,
        }
    }

    fn publish(&self, units: Vec<Unit>) -> Result<(), Error> {
        let message = self.coordinator.messages.fetch_add(1, Ordering::Relaxed);
        let id = format!("{}-{message}", self.coordinator.shared.instance);
        let payload = protocol::encode(&self.bundle(units))?;
        self.coordinator.command(Command::Publish { batch: self.number, id, payload });
        Ok(())
    }

    fn handle(&mut self, event: Event) -> Result<(), Error> {
        match event {
            Event::Reply(reply) => self.reply(reply),
            Event::Undelivered(units) => self.undelivered(&units),
            Event::Lost => {
                let units: Vec<Unit> = lock(self.batch).units().cloned().collect();
                if !units.is_empty() {
                    tracing::warn!(tasks = units.len(), "the server has lost tasks; they are sent again");
                }
                units.into_iter().try_for_each(|unit| self.publish(vec![unit]))
            }
        }
    }

    fn reply(&mut self, reply: Reply) -> Result<(), Error> {
        let Reply { worker, signature, microseconds, time_scale, results, .. } = reply;
        let now = Instant::now();
        let is_same_build = signature == self.coordinator.shared.signature;
        let is_trusted = {
            let mut roster = lock(&self.coordinator.shared.roster);
            roster.completed(&worker, results.len() as u64, time_scale, now);
            is_same_build && roster.accepts(&worker)
        };
        if is_trusted {
            self.coordinator.measured(microseconds, results.len());
        }
        for (index, key, answer) in results {
            if matches!(answer, Answer::Failed(_)) {
                lock(&self.coordinator.shared.roster).failed(&worker);
            }
            let roster = &self.coordinator.shared.roster;
            let is_repeatable = self.source.is_repeatable();
            let mut check = || is_repeatable.then(|| lock(roster).should_check(&worker, &key));
            // Kept for the case that the result is accepted.
            let unit = lock(self.batch).unit(index).cloned();
            let is_trusted = is_trusted && lock(roster).accepts(&worker);
            let step = lock(self.batch).result(&worker, (index, &key), answer, is_trusted, &mut check);
            let Some(unit) = unit else { continue };
            self.step(step, &worker, unit)?;
        }
        Ok(())
    }

    fn step(&mut self, step: Step, worker: &str, unit: Unit) -> Result<(), Error> {
        match step {
            Step::Ignore => Ok(()),
            Step::Accept(answer) => {
                self.checks.remove(&unit.index);
                if self.source.accept(&unit, &answer) {
                    return Ok(());
                }
                // It is not even the form of a result.
                self.set_aside(worker)?;
                let own = self.source.compute(&unit)?;
                self.store_own(&unit, &own)
            }
            Step::Check(first) => self.check(&first, unit),
            Step::Decide => self.decide(unit),
            Step::Again => self.publish(vec![unit]),
            Step::GiveUp(why) => Err(Error::Unfit(why)),
        }
    }

    /// Has a result checked by another worker, or by this machine if there is none.
    fn check(&mut self, first: &str, unit: Unit) -> Result<(), Error> {
        let other = lock(&self.coordinator.shared.roster).other(first, &unit.key, Instant::now());
        let Some(other) = other else { return self.decide(unit) };
        self.checks.insert(unit.index, Instant::now());
        let order = Order::Check(self.bundle(vec![unit]));
        self.coordinator.command(Command::Order(other, protocol::encode(&order)?));
        Ok(())
    }

    /// Computes a task on this machine, and sets workers aside that had another result.
    fn decide(&mut self, unit: Unit) -> Result<(), Error> {
        self.checks.remove(&unit.index);
        if lock(self.batch).unit(unit.index).is_none() {
            return Ok(());
        }
        let own = self.source.compute(&unit)?;
        let wrong = match self.source.is_repeatable() {
            true => lock(self.batch).decide(unit.index, &own).wrong,
            false => {
                lock(self.batch).computed(unit.index);
                Vec::new()
            }
        };
        self.store_own(&unit, &own)?;
        wrong.iter().try_for_each(|worker| self.set_aside(worker))
    }

    fn store_own(&self, unit: &Unit, own: &Answer) -> Result<(), Error> {
        if self.source.accept(unit, own) {
            return Ok(());
        }
        Err(Error::Unfit("this machine cannot use its own result of a task".to_owned()))
    }

    /// No longer accepts results of a worker, and computes again what it computed.
    fn set_aside(&mut self, worker: &str) -> Result<(), Error> {
        let Some(why) = lock(&self.coordinator.shared.roster).set_aside(worker) else { return Ok(()) };
        tracing::warn!("{why}");
        let payload = protocol::encode(&Order::SetAside(why))?;
        self.coordinator.command(Command::Order(worker.to_owned(), payload));
        let (unchecked, held) = lock(self.batch).set_aside(worker);
        if self.source.is_revisable() {
            for (index, work) in unchecked {
                let unit = Unit { index, key: work.key(), work };
                lock(self.batch).add(unit.clone());
                self.publish(vec![unit])?;
            }
        } else if !unchecked.is_empty() {
            let mut roster = lock(&self.coordinator.shared.roster);
            let name = roster.name(worker);
            roster.note(format!(
                "{} games of “{name}” in this round were not checked and are recorded; start the session again from an \
                 earlier state if they matter",
                unchecked.len()
            ));
        }
        for index in held {
            let unit = lock(self.batch).unit(index).cloned();
            unit.map_or(Ok(()), |unit| self.decide(unit))?;
        }
        Ok(())
    }

    fn undelivered(&mut self, units: &[u64]) -> Result<(), Error> {
        let is_single = units.len() == 1;
        for index in units {
            let Some(unit) = lock(self.batch).unit(*index).cloned() else { continue };
            let mut step = lock(self.batch).attempt_failed(*index);
            // One task alone: it is the reason.
            while is_single && step == Step::Again {
                step = lock(self.batch).attempt_failed(*index);
            }
            self.step(step, "", unit)?;
        }
        Ok(())
    }

    /// Decides about results whose check did not arrive.
    fn decide_overdue(&mut self) -> Result<(), Error> {
        let limit = 2 * self.coordinator.options.task_timeout;
        let overdue: Vec<u64> = self
            .checks
            .iter()
            .filter(|(_, since)| since.elapsed() > limit)
            .map(|(index, _)| *index)
            .collect();
        for index in overdue {
            self.checks.remove(&index);
            let unit = lock(self.batch).unit(index).cloned();
            unit.map_or(Ok(()), |unit| self.decide(unit))?;
        }
        Ok(())
    }
}

/// Tasks that compute nothing.
struct Nothing {
    next: AtomicU64,
    tasks: u64,
}

impl Source for Nothing {
    fn next(&self) -> Result<Option<(u64, Work)>, Error> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        Ok((number < self.tasks).then_some((number, Work::Nothing(number))))
    }

    fn compute(&self, unit: &Unit) -> Result<Answer, Error> {
        Ok(Answer::Counts(vec![unit.index]))
    }

    fn accept(&self, unit: &Unit, answer: &Answer) -> bool {
        *answer == Answer::Counts(vec![unit.index])
    }

    fn is_over(&self) -> bool {
        false
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn is_revisable(&self) -> bool {
        false
    }
}

impl Coordinator {
    /// Gives tasks that compute nothing to workers, to measure what a task costs besides its work.
    ///
    /// # Errors
    /// Returns an error if the server cannot be used.
    pub fn run_nothing(&self, tasks: u64) -> Result<(), Error> {
        let source = Nothing { next: AtomicU64::new(0), tasks };
        self.run(&source, &Mutex::default()).map(drop)
    }
}
