//! Changes of the engine that wait until no search is going on. The last of each kind counts, so that they take the
//! same room however many commands ask for them.

use std::sync::Arc;

use super::output::Output;
use crate::engine::evaluation::Weights;
use crate::engine::search::{Engine, SearchParameters};
use crate::engine::tablebases::Tablebases;

/// Changes to be made to an engine.
#[derive(Default)]
pub(super) struct Changes {
    /// Another size of the transposition table, MiB.
    pub(super) hash: Option<usize>,
    /// What was remembered is forgotten.
    pub(super) clear: bool,
    /// Another organism plays.
    pub(super) organism: Option<(Box<Weights>, SearchParameters)>,
    /// Other tablebases, or none.
    pub(super) tablebases: Option<Option<Arc<Tablebases>>>,
}

impl Changes {
    /// Whether there is nothing to be changed.
    pub(super) fn is_empty(&self) -> bool {
        self.hash.is_none() && !self.clear && self.organism.is_none() && self.tablebases.is_none()
    }

    /// Makes the changes; their order does not matter.
    pub(super) fn make(self, engine: &mut Engine, output: &Output) {
        if let Some((weights, parameters)) = self.organism {
            engine.set_organism(&weights, parameters);
        }
        if let Some(tablebases) = self.tablebases {
            engine.set_tablebases(tablebases);
        }
        if let Some(hash) = self.hash {
            engine.set_hash(hash);
            if engine.hash() < hash {
                output.explain(&format!("there is not so much memory: Hash is {} MiB", engine.hash()));
            }
        }
        if self.clear {
            engine.clear();
        }
    }
}
