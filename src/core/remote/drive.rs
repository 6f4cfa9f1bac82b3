//! A batch of tasks in progress: publishes tasks, handles results, has them checked, and decides about workers.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use super::batch::{Batch, Step};
use super::coordinator::{Coordinator, POLL};
use super::error::Error;
use super::link::{BatchEvent, Command};
use super::protocol::{self, Answer, Bundle, Order, Reply, TaskKind, Unit};
use crate::threads::lock;

/// The fewest bundles that wait for workers.
const MIN_BUNDLES: usize = 8;
/// The most tasks that wait for workers, so that the memory does not depend on the number of tasks.
const MAX_OUTSTANDING: usize = 32_768;

/// Where a batch gets its tasks, and where its results go.
pub(super) trait Source {
    /// Returns the next task with its number, or `None` if none is left.
    fn next(&self) -> Result<Option<(u64, TaskKind)>, Error>;

    /// Returns the number of tasks that [`Source::next`] has left.
    fn left(&self) -> usize;

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

    /// Returns whether threads of this machine take back tasks that workers do not complete.
    fn is_taken_back(&self) -> bool;
}

/// How a batch ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// All tasks have results.
    Complete,
    /// The source was over before.
    Over,
}

/// A batch in progress.
pub(super) struct Drive<'a> {
    coordinator: &'a Coordinator,
    source: &'a dyn Source,
    batch: &'a Mutex<Batch>,
    number: u64,
    events: Receiver<BatchEvent>,
    /// When checks of results were requested.
    checks: HashMap<u64, Instant>,
    /// The workers that cannot compute these tasks, and why.
    unable: BTreeMap<String, String>,
    /// The tasks that wait until an input is stored again, by its name.
    waiting: HashMap<String, Vec<Unit>>,
    /// When the last result was accepted.
    progress: Instant,
}

impl<'a> Drive<'a> {
    /// Prepares a batch of this number, whose events arrive by `events`.
    pub(super) fn new(
        coordinator: &'a Coordinator,
        source: &'a dyn Source,
        batch: &'a Mutex<Batch>,
        number: u64,
        events: Receiver<BatchEvent>,
    ) -> Drive<'a> {
        Drive {
            coordinator,
            source,
            batch,
            number,
            events,
            checks: HashMap::new(),
            unable: BTreeMap::new(),
            waiting: HashMap::new(),
            progress: Instant::now(),
        }
    }

    /// Gives tasks to workers until all have results.
    ///
    /// # Errors
    /// Returns an error if a task cannot be computed, or if the server cannot be used further.
    pub(super) fn run(mut self) -> Result<End, Error> {
        loop {
            if self.source.is_over() {
                return Ok(End::Over);
            }
            if let Some(why) = self.coordinator.failure() {
                return Err(Error::Unfit(why));
            }
            self.fill()?;
            if self.source.left() == 0 && lock(self.batch).is_empty() {
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
            self.decide_unable()?;
        }
    }

    /// Publishes tasks until enough are outstanding. Messages become smaller when few tasks are left, so that all workers end
    /// at about the same time (guided self-scheduling, Polychronopoulos and Kuck 1987).
    fn fill(&mut self) -> Result<(), Error> {
        let full = self.coordinator.bundle_size();
        let held = self.held_bundles();
        let window = (full * held.max(MIN_BUNDLES)).min(MAX_OUTSTANDING);
        while self.source.left() > 0 && lock(self.batch).len() < window {
            let size = (self.source.left() / held).clamp(1, full);
            let mut units = Vec::with_capacity(size);
            while units.len() < size
                && let Some((index, work)) = self.source.next()?
            {
                let unit = Unit { index, key: work.key(), work };
                lock(self.batch).add(unit.clone());
                units.push(unit);
            }
            if units.is_empty() {
                // Threads of this machine took the rest, or the source is over.
                break;
            }
            self.publish(units)?;
        }
        Ok(())
    }

    /// Returns the number of bundles that workers hold if there are enough: two for each thread.
    fn held_bundles(&self) -> usize {
        2 * lock(&self.coordinator.shared.roster).threads(Instant::now()).max(1)
    }

    fn bundle(&self, units: Vec<Unit>) -> Bundle {
        let Coordinator { options, signature, shared, .. } = self.coordinator;
        Bundle {
            instance: shared.instance.clone(),
            batch: self.number,
            scale_to: options.scale_time.then_some(signature.nodes_per_second),
            is_near_end: self.source.left() < self.held_bundles() * self.coordinator.bundle_size(),
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

    /// Publishes tasks again, in messages of the usual size.
    fn publish_again(&self, units: &[Unit]) -> Result<(), Error> {
        units.chunks(self.coordinator.bundle_size()).try_for_each(|units| self.publish(units.to_vec()))
    }

    fn handle(&mut self, event: BatchEvent) -> Result<(), Error> {
        match event {
            BatchEvent::Reply(reply) => self.reply(reply),
            BatchEvent::Restored(input) => {
                let units = self.waiting.remove(&input).unwrap_or_default();
                self.publish_again(&units)
            }
            BatchEvent::Undelivered(units) => self.undelivered(&units),
            BatchEvent::Lost => {
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
        let completed = results.iter().filter(|(_, _, answer)| answer.is_attempt()).count();
        let is_same_build = signature == self.coordinator.shared.signature;
        let is_trusted = {
            let mut roster = lock(&self.coordinator.shared.roster);
            roster.completed(&worker, completed as u64, time_scale, now);
            is_same_build && roster.accepts(&worker)
        };
        if is_trusted && completed > 0 {
            self.coordinator.measured(microseconds, completed);
        }
        let mut returned = Vec::new();
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
            match unit {
                Some(unit) if step == Step::Returned => returned.push(unit),
                Some(unit) => self.step(step, &worker, unit)?,
                None => {}
            }
        }
        self.publish_again(&returned)
    }

    fn step(&mut self, step: Step, worker: &str, unit: Unit) -> Result<(), Error> {
        match step {
            Step::Ignore => Ok(()),
            Step::Accept(answer) => {
                self.checks.remove(&unit.index);
                self.progress = Instant::now();
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
            Step::Again | Step::Returned => self.publish(vec![unit]),
            Step::Missing(input) => self.missing(worker, input, unit),
            Step::Unable(why) => self.unable(worker, why, unit),
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
        let own = match self.source.compute(&unit) {
            // The source is over, and no result is needed.
            Err(_) if self.source.is_over() => return Ok(()),
            own => own?,
        };
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
        if let Some(steps) = lock(&self.coordinator.ledger).take(worker) {
            let mut roster = lock(&self.coordinator.shared.roster);
            let name = roster.name(worker);
            let text = format!(
                "unchecked results of “{name}” are recorded in {steps}; fork the session before them if they matter"
            );
            tracing::warn!("{text}");
            roster.note(text);
        }
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

    /// Gives a task back that a worker cannot compute.
    fn unable(&mut self, worker: &str, why: String, unit: Unit) -> Result<(), Error> {
        if self.unable.insert(worker.to_owned(), why.clone()).is_none() {
            let mut roster = lock(&self.coordinator.shared.roster);
            let name = roster.name(worker);
            roster.note(format!("the worker “{name}” cannot do these tasks, others get them: {why}"));
        }
        self.publish(vec![unit])
    }

    /// Stores an input again that the server lost, before the task that needs it is given to a worker.
    fn missing(&mut self, worker: &str, name: String, unit: Unit) -> Result<(), Error> {
        let input = lock(&self.coordinator.shared.inputs).in_use(&name);
        let Some(input) = input else {
            let step = lock(self.batch).failed(worker, unit.index, &Error::Blob(name));
            return self.step(step, worker, unit);
        };
        let waiting = self.waiting.entry(name).or_default();
        waiting.push(unit);
        if waiting.len() == 1 {
            tracing::warn!(input = input.name(), "the server has lost an input; it is stored again");
            self.coordinator.command(Command::Restore(self.number, input));
        }
        Ok(())
    }

    /// Decides about the tasks if no present worker can compute them: this machine does, if it works at all. If there is no
    /// worker, it first does all tasks that no worker was given.
    fn decide_unable(&mut self) -> Result<(), Error> {
        let coordinator = self.coordinator;
        if self.progress.elapsed() < coordinator.options.task_timeout {
            return Ok(());
        }
        let present = lock(&coordinator.shared.roster).present(Instant::now());
        if !present.iter().all(|worker| self.unable.contains_key(worker)) {
            return Ok(());
        }
        if self.unable.is_empty()
            && (!coordinator.works_here() || self.source.is_taken_back() || self.source.left() > 0)
        {
            return Ok(());
        }
        if !coordinator.works_here() {
            let roster = lock(&coordinator.shared.roster);
            let reasons = self.unable.iter().map(|(worker, why)| format!("“{}”: {why}", roster.name(worker)));
            let reasons: Vec<String> = reasons.collect();
            return Err(Error::Unfit(format!("no worker can do the tasks: {}", reasons.join("; "))));
        }
        // One at a time, so that a worker that comes is given the others.
        let unit = lock(self.batch).units().next().cloned();
        unit.map_or(Ok(()), |unit| self.decide(unit))
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
