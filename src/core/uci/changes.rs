//! Changes of the engine that wait for the end of a search. Only the last change of each kind is kept, so memory is
//! bounded.

use std::sync::Arc;

use super::output::Output;
use crate::engine::evaluation::Weights;
use crate::engine::search::{Engine, SearchParameters};
use crate::engine::tablebases::Tablebases;

/// Pending changes of an engine.
#[derive(Default)]
pub(super) struct Changes {
    /// A new size of the transposition table, in MiB.
    pub(super) hash: Option<usize>,
    /// A new number of threads.
    pub(super) threads: Option<usize>,
    /// Whether to clear the transposition table and the history.
    pub(super) clear: bool,
    /// A new organism.
    pub(super) organism: Option<(Box<Weights>, SearchParameters)>,
    /// New tablebases, or `Some(None)` to remove them.
    pub(super) tablebases: Option<Option<Arc<Tablebases>>>,
}

impl Changes {
    /// Returns whether there are no changes.
    pub(super) fn is_empty(&self) -> bool {
        let Changes { hash, threads, clear, organism, tablebases } = self;
        hash.is_none() && threads.is_none() && !clear && organism.is_none() && tablebases.is_none()
    }

    /// Applies the changes. Their order does not matter.
    pub(super) fn apply(self, engine: &mut Engine, output: &Output) {
        if let Some((weights, parameters)) = self.organism {
            engine.set_organism(&weights, parameters);
        }
        if let Some(tablebases) = self.tablebases {
            engine.set_tablebases(tablebases);
        }
        if let Some(hash) = self.hash {
            engine.set_hash(hash);
            if engine.hash() < hash {
                output.explain(&format!("not enough memory; Hash is now {} MiB", engine.hash()));
            }
        }
        if let Some(threads) = self.threads {
            set_threads(engine, threads, output);
        }
        if self.clear {
            engine.clear();
        }
    }
}

/// Sets the number of threads of an engine. Reports if there are fewer.
pub(super) fn set_threads(engine: &mut Engine, threads: usize, output: &Output) {
    engine.set_threads(threads);
    if engine.threads() < threads {
        output.explain(&format!("cannot start {threads} threads; Threads is now {}", engine.threads()));
    }
}
