//! Tasks that compute nothing, to measure what a task costs besides its work.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::coordinator::Coordinator;
use super::drive::Source;
use super::error::Error;
use super::protocol::{Answer, TaskKind, Unit};

/// Tasks that compute nothing.
struct Nothing {
    next: AtomicU64,
    tasks: u64,
}

impl Source for Nothing {
    fn next(&self) -> Result<Option<(u64, TaskKind)>, Error> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        Ok((number < self.tasks).then_some((number, TaskKind::Nothing(number))))
    }

    fn left(&self) -> usize {
        let left = self.tasks.saturating_sub(self.next.load(Ordering::Relaxed));
        usize::try_from(left).unwrap_or(usize::MAX)
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

    fn is_taken_back(&self) -> bool {
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
        self.run(&source, &Mutex::default(), "").map(drop)
    }
}
