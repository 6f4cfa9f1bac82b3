//! The state of a batch of tasks: which are outstanding, which results are accepted, checked or computed again. Pure:
//! it sends nothing and reads no clock.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use super::error::Error;
use super::protocol::{Answer, TaskKind, Unit, shown};

/// The number of attempts after which a task is reported instead of tried again.
pub(super) const MAX_ATTEMPTS: u32 = 3;
/// The number of unchecked results that are remembered, to compute those of a worker again that is set aside.
const REMEMBERED: usize = 20_000;

/// A task without an accepted result.
#[derive(Debug)]
pub(super) struct Outstanding {
    pub(super) unit: Unit,
    /// The number of times that it was given to workers.
    pub(super) attempts: u32,
    /// A result that waits for its check, and its worker.
    held: Option<(String, Answer)>,
    /// Why workers could not compute it.
    failures: Vec<String>,
    /// The inputs that were stored again for it.
    missed: BTreeSet<String>,
    /// Whether a thread of the coordinator computes it, too.
    is_taken: bool,
}

/// What to do after a result.
#[derive(Debug, PartialEq)]
pub(super) enum Step {
    /// Nothing: the result is not needed.
    Ignore,
    /// Accept the result.
    Accept(Answer),
    /// The result waits: give the task to a worker other than this one.
    Check(String),
    /// Compute the task on this machine, and call [`Batch::decide`].
    Decide,
    /// Give the task to any worker again.
    Again,
    /// Give the task to another worker, because this one cannot compute it, for this reason.
    Unable(String),
    /// The worker returned the task: give it to any worker again.
    Returned,
    /// The server lost the input of this name: store it again, and then give the task to any worker.
    Missing(String),
    /// Too many attempts failed, for this reason.
    GiveUp(String),
}

/// The decision of this machine about a task.
#[derive(Debug, PartialEq)]
pub(super) struct Decision {
    /// The workers that had another result.
    pub(super) wrong: Vec<String>,
}

/// The tasks of a batch.
#[derive(Debug, Default)]
pub(super) struct Batch {
    outstanding: BTreeMap<u64, Outstanding>,
    /// The last accepted results that were not checked, with their workers.
    unchecked: VecDeque<(String, u64, TaskKind)>,
    /// The second results of tasks that workers disagree about.
    disputed: HashMap<u64, (String, Answer)>,
}

impl Batch {
    /// Adds a task that is given to workers.
    pub(super) fn add(&mut self, unit: Unit) {
        let (failures, missed) = (Vec::new(), BTreeSet::new());
        let outstanding = Outstanding { unit, attempts: 1, held: None, failures, missed, is_taken: false };
        self.outstanding.insert(outstanding.unit.index, outstanding);
    }

    /// Returns the number of tasks without an accepted result.
    pub(super) fn len(&self) -> usize {
        self.outstanding.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.outstanding.is_empty()
    }

    /// Returns a task that no thread of the coordinator computes yet, and marks it.
    pub(super) fn take(&mut self) -> Option<Unit> {
        let outstanding = self.outstanding.values_mut().find(|outstanding| !outstanding.is_taken)?;
        outstanding.is_taken = true;
        Some(outstanding.unit.clone())
    }

    /// Records that the coordinator computed a task. Returns whether its result is needed.
    pub(super) fn computed(&mut self, index: u64) -> bool {
        self.disputed.remove(&index);
        self.outstanding.remove(&index).is_some()
    }

    /// Returns an outstanding task.
    pub(super) fn unit(&self, index: u64) -> Option<&Unit> {
        self.outstanding.get(&index).map(|outstanding| &outstanding.unit)
    }

    /// Returns all outstanding tasks.
    pub(super) fn units(&self) -> impl Iterator<Item = &Unit> {
        self.outstanding.values().map(|outstanding| &outstanding.unit)
    }

    /// Handles a result from `worker`. `is_valid` says whether it can be the result, `is_trusted` whether results of
    /// the worker are accepted, and `check` whether this one is checked first.
    pub(super) fn result(
        &mut self,
        worker: &str,
        (index, key): (u64, &str),
        answer: Answer,
        is_trusted: bool,
        check: &mut dyn FnMut() -> Option<bool>,
    ) -> Step {
        let Some(outstanding) = self.outstanding.get_mut(&index).filter(|known| known.unit.key == key) else {
            return Step::Ignore;
        };
        if answer == Answer::Returned {
            return Step::Returned;
        }
        if !is_trusted {
            // Nobody else has the task any more: its message is acknowledged.
            return Step::Decide;
        }
        if let Answer::Unable(why) = answer {
            return Step::Unable(shown(&why));
        }
        if let Answer::Missing(name) = answer {
            // An input that is missing although it was stored again counts as a failure.
            let is_new = outstanding.missed.insert(name.clone());
            return if is_new { Step::Missing(name) } else { self.failed(worker, index, &Error::Blob(name)) };
        }
        if let Answer::Failed(why) = answer {
            return self.failed(worker, index, &why);
        }
        match outstanding.held.take() {
            None => match check() {
                // The objective has no repeatable results.
                None => self.accept(worker, index, answer, false),
                Some(false) => self.accept(worker, index, answer, true),
                Some(true) => {
                    outstanding.held = Some((worker.to_owned(), answer));
                    Step::Check(worker.to_owned())
                }
            },
            Some((first, held)) if first == worker && held == answer => {
                // The same worker sent its result twice.
                outstanding.held = Some((first, held));
                Step::Ignore
            }
            Some((first, held)) if first != worker && held.agrees_with(&answer) => {
                self.accept(&first, index, held, false)
            }
            Some(held) => {
                outstanding.held = Some(held);
                self.disputed.insert(index, (worker.to_owned(), answer));
                Step::Decide
            }
        }
    }

    fn accept(&mut self, worker: &str, index: u64, answer: Answer, is_unchecked: bool) -> Step {
        if let Some(outstanding) = self.outstanding.remove(&index)
            && is_unchecked
        {
            if self.unchecked.len() >= REMEMBERED {
                self.unchecked.pop_front();
            }
            self.unchecked.push_back((worker.to_owned(), index, outstanding.unit.work));
        }
        Step::Accept(answer)
    }

    /// Records why a worker could not compute a task.
    pub(super) fn failed(&mut self, worker: &str, index: u64, why: &dyn std::fmt::Display) -> Step {
        if let Some(outstanding) = self.outstanding.get_mut(&index) {
            outstanding.failures.push(shown(&format!("on {worker}: {why}")));
        }
        self.attempt_failed(index)
    }

    /// Records that an attempt ended without a result.
    pub(super) fn attempt_failed(&mut self, index: u64) -> Step {
        let Some(outstanding) = self.outstanding.get_mut(&index) else { return Step::Ignore };
        if outstanding.attempts < MAX_ATTEMPTS {
            outstanding.attempts += 1;
            return Step::Again;
        }
        let Outstanding { failures, unit, attempts, .. } = outstanding;
        let reason = match failures.is_empty() {
            true => "no worker that received it answered; it may make workers crash".to_owned(),
            false => failures.join("; "),
        };
        Step::GiveUp(format!("a task ({}) failed {attempts} times: {reason}", describe(&unit.work)))
    }

    /// Compares the results of workers with that of this machine. The task is no longer outstanding.
    pub(super) fn decide(&mut self, index: u64, own: &Answer) -> Decision {
        let held = self.outstanding.remove(&index).and_then(|outstanding| outstanding.held);
        let all = held.into_iter().chain(self.disputed.remove(&index));
        let wrong = all.filter(|(_, answer)| !answer.agrees_with(own)).map(|(worker, _)| worker).collect();
        Decision { wrong }
    }

    /// Returns the workers of unchecked results.
    pub(super) fn unchecked_workers(&self) -> BTreeSet<&str> {
        self.unchecked.iter().map(|(worker, _, _)| worker.as_str()).collect()
    }

    /// Returns the unchecked results of a worker that was set aside, to compute them again, and the held ones, which
    /// the coordinator has to decide.
    pub(super) fn set_aside(&mut self, worker: &str) -> (Vec<(u64, TaskKind)>, Vec<u64>) {
        let (of_worker, others) =
            std::mem::take(&mut self.unchecked).into_iter().partition(|(of, _, _)| of == worker);
        self.unchecked = others;
        let of_worker: VecDeque<(String, u64, TaskKind)> = of_worker;
        let unchecked = of_worker.into_iter().map(|(_, index, work)| (index, work)).collect();
        let held = self
            .outstanding
            .iter()
            .filter(|(_, outstanding)| outstanding.held.as_ref().is_some_and(|(first, _)| first == worker));
        (unchecked, held.map(|(index, _)| *index).collect())
    }
}

/// Describes a task for people.
fn describe(work: &TaskKind) -> String {
    match work {
        TaskKind::Measure { range, items, .. } => {
            format!("organisms {} to {} on items {} to {}", range.0 + 1, range.1, items.0 + 1, items.1)
        }
        TaskKind::Game { .. } => "a game".to_owned(),
        TaskKind::Nothing(_) => "nothing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(index: u64) -> Unit {
        let work = TaskKind::Nothing(index);
        Unit { index, key: work.key(), work }
    }

    fn batch(units: u64) -> Batch {
        let mut batch = Batch::default();
        (0..units).for_each(|index| batch.add(unit(index)));
        batch
    }

    fn result(batch: &mut Batch, worker: &str, index: u64, number: u64, check: Option<bool>) -> Step {
        let key = unit(index).key;
        batch.result(worker, (index, &key), Answer::Counts(vec![number]), true, &mut || check)
    }

    #[test]
    fn a_result_is_accepted_once() {
        let mut batch = batch(2);
        let accepted = result(&mut batch, "a", 1, 5, Some(false));
        assert_eq!(accepted, Step::Accept(Answer::Counts(vec![5])));
        assert_eq!(result(&mut batch, "b", 1, 5, Some(false)), Step::Ignore);
        let wrong_key = batch.result("a", (0, "other"), Answer::Counts(vec![1]), true, &mut || None);
        assert_eq!((wrong_key, batch.len()), (Step::Ignore, 1));
    }

    #[test]
    fn a_checked_result_needs_a_second_worker() {
        let mut batch = batch(1);
        assert_eq!(result(&mut batch, "a", 0, 5, Some(true)), Step::Check("a".to_owned()));
        assert_eq!(result(&mut batch, "a", 0, 5, Some(true)), Step::Ignore, "the same worker again");
        assert_eq!(result(&mut batch, "b", 0, 5, Some(true)), Step::Accept(Answer::Counts(vec![5])));
        assert!(batch.is_empty());
        assert_eq!(batch.set_aside("a").0, vec![], "the result was checked");
    }

    #[test]
    fn this_machine_decides_who_is_right() {
        for (own, wrong) in [(5, vec!["b"]), (6, vec!["a"]), (7, vec!["a", "b"])] {
            let mut batch = batch(1);
            assert_eq!(result(&mut batch, "a", 0, 5, Some(true)), Step::Check("a".to_owned()));
            assert_eq!(result(&mut batch, "b", 0, 6, Some(true)), Step::Decide);
            let decision = batch.decide(0, &Answer::Counts(vec![own]));
            assert_eq!(
                (decision.wrong, batch.is_empty()),
                (wrong.into_iter().map(str::to_owned).collect(), true)
            );
        }
    }

    #[test]
    fn unchecked_results_of_a_liar_are_computed_again() {
        let mut batch = batch(3);
        let _ = result(&mut batch, "a", 0, 5, Some(false));
        let _ = result(&mut batch, "b", 1, 5, Some(false));
        let _ = result(&mut batch, "a", 2, 5, Some(true));
        assert_eq!(batch.set_aside("a"), (vec![(0, TaskKind::Nothing(0))], vec![2]));
        let key = unit(2).key;
        let ignored = batch.result("a", (2, &key), Answer::Counts(vec![9]), false, &mut || None);
        assert_eq!(ignored, Step::Decide);
    }

    #[test]
    fn a_poisoned_task_is_reported_with_its_reason() {
        let mut batch = batch(1);
        let key = unit(0).key;
        let mut fail = |worker: &str| {
            batch.result(worker, (0, &key), Answer::Failed("boom".to_owned()), true, &mut || Some(false))
        };
        assert_eq!([fail("a"), fail("b")], [Step::Again, Step::Again]);
        let Step::GiveUp(why) = fail("c") else { panic!("it circles") };
        assert!(why.contains("failed 3 times: on a: boom; on b: boom; on c: boom"), "{why}");
    }

    #[test]
    fn a_worker_without_an_engine_gives_the_task_back() {
        let mut batch = batch(1);
        let key = unit(0).key;
        for _ in 0..2 * MAX_ATTEMPTS {
            let unable = Answer::Unable("no engine".to_owned());
            let step = batch.result("a", (0, &key), unable, true, &mut || Some(false));
            assert_eq!(step, Step::Unable("no engine".to_owned()));
        }
        assert_eq!(result(&mut batch, "b", 0, 5, None), Step::Accept(Answer::Counts(vec![5])));
    }

    #[test]
    fn a_returned_task_is_given_to_others_without_limit() {
        let mut batch = batch(1);
        let key = unit(0).key;
        for is_trusted in [true, false].repeat(3 * MAX_ATTEMPTS as usize) {
            let step = batch.result("a", (0, &key), Answer::Returned, is_trusted, &mut || Some(true));
            assert_eq!(step, Step::Returned);
        }
        assert_eq!(result(&mut batch, "b", 0, 5, None), Step::Accept(Answer::Counts(vec![5])));
        assert_eq!(batch.result("a", (0, &key), Answer::Returned, true, &mut || None), Step::Ignore);
    }

    #[test]
    fn a_missing_input_is_a_failure_only_after_it_was_stored_again() {
        let mut batch = batch(1);
        let key = unit(0).key;
        let mut miss = |worker: &str, input: &str| {
            batch.result(worker, (0, &key), Answer::Missing(input.to_owned()), true, &mut || Some(false))
        };
        assert_eq!(miss("a", "one"), Step::Missing("one".to_owned()));
        assert_eq!(miss("a", "two"), Step::Missing("two".to_owned()));
        assert_eq!([miss("a", "one"), miss("b", "two")], [Step::Again, Step::Again]);
        let Step::GiveUp(why) = miss("c", "one") else { panic!("it circles") };
        assert!(why.contains("on b: the input two is missing") && why.contains("failed 3 times"), "{why}");
    }

    #[test]
    fn local_threads_take_each_outstanding_task_once() {
        let mut batch = batch(2);
        let taken: Vec<Option<u64>> = (0..3).map(|_| batch.take().map(|unit| unit.index)).collect();
        assert_eq!(taken, [Some(0), Some(1), None]);
        assert!(batch.computed(0) && !batch.computed(0));
        assert_eq!(result(&mut batch, "a", 0, 1, None), Step::Ignore);
    }
}
