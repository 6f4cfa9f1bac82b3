//! The results of searches or games of organisms: each is computed once and remembered. With the progress of the work, and
//! the reason why it cannot go on.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::memo::{Key, Memo};
use crate::arena::PlayerError;
use crate::evolution::fitness::{Task, TaskProgress};
use crate::threads::lock;

/// The result of a search or of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Computed {
    /// The result as the memo stores it.
    pub(super) result: u32,
    /// The number of nodes searched.
    pub(super) nodes: u64,
    /// Whether it took time. Two equal players draw without a game, which is no progress.
    pub(super) is_work: bool,
}

impl Computed {
    /// Returns the two numbers in which the result goes to another process.
    pub(super) fn raw(self) -> [u64; 2] {
        [self.result.into(), self.nodes]
    }
}

/// Results that are computed once.
#[derive(Debug, Default)]
pub(super) struct Memoized {
    memo: Arc<Memo>,
    /// Why nothing more can be computed.
    failure: Mutex<Option<String>>,
    /// The values of [`Memoized::progress`].
    done: AtomicU64,
    total: AtomicU64,
    nodes: AtomicU64,
    /// The number of all results that were stored.
    stored: AtomicU64,
}

impl Memoized {
    /// Begins with the results of this memo.
    pub(super) fn new(memo: Arc<Memo>) -> Memoized {
        Memoized { memo, ..Memoized::default() }
    }

    pub(super) fn memo(&self) -> &Memo {
        &self.memo
    }

    /// Returns the result of an item, which is computed if it is not known. Returns `None` if that is not possible. After a
    /// failure nothing is computed.
    pub(super) fn result(
        &self,
        key: Key,
        item: usize,
        compute: impl FnOnce() -> Result<Computed, PlayerError>,
    ) -> Option<u32> {
        if let Some(known) = self.memo.get(key, item) {
            return Some(known);
        }
        if self.failure().is_some() {
            return None;
        }
        let computed = self.noted(compute())?;
        self.store(key, item, computed);
        Some(computed.result)
    }

    /// Returns what was computed, or stores the reason why nothing can be.
    pub(super) fn noted(&self, computed: Result<Computed, PlayerError>) -> Option<Computed> {
        let note = |error: &PlayerError| {
            tracing::error!(%error, "no more results can be computed");
            *lock(&self.failure) = Some(error.to_string());
        };
        computed.inspect_err(note).ok()
    }

    /// Stores a result and counts it.
    fn store(&self, key: Key, item: usize, Computed { result, nodes, is_work }: Computed) {
        self.memo.keep(key, item, result);
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.stored.fetch_add(1, Ordering::Relaxed);
        if is_work {
            self.done.fetch_add(1, Ordering::Relaxed);
        } else {
            self.cancel(1);
        }
    }

    /// Stores the raw results of a task from another process. Returns `None` and stores nothing if they cannot be its
    /// results.
    pub(super) fn accept(
        &self,
        task: &Task,
        raw: &[u64],
        key: impl Fn(&[i32]) -> Key,
        is_possible: impl Fn(u32) -> bool,
    ) -> Option<()> {
        let (pairs, rest) = raw.as_chunks::<2>();
        let computed = |[result, nodes]: &[u64; 2]| {
            let result = u32::try_from(*result).ok().filter(|result| is_possible(*result))?;
            Some(Computed { result, nodes: *nodes, is_work: true })
        };
        let computed: Vec<Computed> = pairs.iter().map(computed).collect::<Option<_>>()?;
        if !rest.is_empty() || computed.len() != task.range.len() * task.items.len() {
            return None;
        }
        let mut computed = computed.into_iter();
        for organism in &task.organisms[task.range.clone()] {
            let key = key(organism);
            task.items.clone().zip(&mut computed).for_each(|(item, result)| self.store(key, item, result));
        }
        Some(())
    }

    /// Returns whether the results of a task are known.
    pub(super) fn knows(&self, task: &Task, key: impl Fn(&[i32]) -> Key) -> bool {
        task.organisms[task.range.clone()].iter().all(|organism| {
            let key = key(organism);
            task.items.clone().all(|item| self.memo.get(key, item).is_some())
        })
    }

    /// Returns why nothing more can be computed.
    pub(super) fn failure(&self) -> Option<String> {
        lock(&self.failure).clone()
    }

    /// Counts the progress anew, towards this number of results.
    pub(super) fn begin(&self, total: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.nodes.store(0, Ordering::Relaxed);
        self.total.store(total as u64, Ordering::Relaxed);
    }

    /// Removes results from the total because nobody computes them.
    pub(super) fn cancel(&self, results: u64) {
        let left = |total: u64| Some(total.saturating_sub(results));
        let _ = self.total.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
    }

    pub(super) fn progress(&self) -> TaskProgress {
        TaskProgress {
            done: self.done.load(Ordering::Relaxed),
            total: self.total.load(Ordering::Relaxed),
            nodes: self.nodes.load(Ordering::Relaxed),
        }
    }

    /// Returns the number of results that were stored so far.
    pub(super) fn stored(&self) -> u64 {
        self.stored.load(Ordering::Relaxed)
    }
}
