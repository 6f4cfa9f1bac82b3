//! Which steps of sessions hold results that were not checked, by worker: generations, and what follows the last one.
//!
//! A worker may compute correctly at first and wrongly later. When that is found out, its results of the batch in progress
//! are computed again, and a person learns which earlier steps may hold wrong ones.

use std::collections::BTreeMap;

/// The most steps of a worker that are remembered; the oldest ones are dropped.
const MAX_STEPS: usize = 10_000;

/// The steps with unchecked results, by worker, oldest first.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    steps: BTreeMap<String, Vec<String>>,
}

impl Ledger {
    /// Records that a step has unchecked results of a worker.
    pub(super) fn add(&mut self, worker: &str, step: &str) {
        if step.is_empty() {
            return;
        }
        let steps = self.steps.entry(worker.to_owned()).or_default();
        if steps.last().is_none_or(|last| last != step) {
            if steps.len() >= MAX_STEPS {
                steps.remove(0);
            }
            steps.push(step.to_owned());
        }
    }

    /// Removes the steps of a worker, and describes them in a few words; `None` if there are none.
    pub(super) fn take(&mut self, worker: &str) -> Option<String> {
        let steps = self.steps.remove(worker)?;
        let [first, .., last] = &steps[..] else { return steps.into_iter().next() };
        Some(format!("{} steps, from {first} to {last}", steps.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_named_by_their_ends() {
        let mut ledger = Ledger::default();
        for (worker, step) in [("a", "generation 0"), ("b", "generation 0"), ("b", "generation 1"), ("b", "")]
        {
            ledger.add(worker, step);
            ledger.add(worker, step);
        }
        assert_eq!(ledger.take("a").as_deref(), Some("generation 0"));
        assert_eq!(ledger.take("b").as_deref(), Some("2 steps, from generation 0 to generation 1"));
        assert_eq!(ledger.take("b"), None);
    }
}
