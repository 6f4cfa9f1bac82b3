//! Positions that are searched in generation 0 only, because all of its organisms solved them, or none did.

use std::sync::Arc;

use super::Solved;
use crate::evolution::record::GenerationRecord;

/// The results of positions that are not searched again, in place of searches.
///
/// A position that no organism solved counts as not solved. A position that all organisms solved counts with the mean
/// of their nodes, rounded down.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Constants(Vec<Option<u32>>);

impl Constants {
    /// Determines the results from the nodes of each organism of generation 0 for each position (0: not solved). Only
    /// the first `positions` positions are considered. If all of these are constant, all are searched again, as nothing
    /// else would distinguish organisms.
    ///
    /// The recorded generation 0 has these results too, and the same results follow from the record.
    #[must_use]
    pub fn of(organisms: &[Vec<u32>], positions: usize) -> Constants {
        let constant = |item: usize| {
            let nodes = || organisms.iter().map(|nodes| nodes.get(item).copied().unwrap_or(0));
            let solved = nodes().filter(|nodes| *nodes > 0).count();
            match solved {
                0 => Some(0),
                _ if solved == organisms.len() => {
                    let mean = nodes().map(u64::from).sum::<u64>() / solved as u64;
                    u32::try_from(mean).ok()
                }
                _ => None,
            }
        };
        let results: Vec<Option<u32>> = (0..positions).map(constant).collect();
        if results.iter().all(Option::is_some) { Constants::default() } else { Constants(results) }
    }

    /// Returns the results that follow from the records of a session; `None` before generation 0 of the first run is
    /// recorded.
    #[must_use]
    pub fn recorded(history: &[Arc<GenerationRecord>], positions: usize) -> Option<Constants> {
        let first = history.iter().find(|record| record.run == 0 && record.generation == 0)?;
        Some(Constants::of(&first.nodes, positions))
    }

    /// Returns the nodes that a position counts with (0: not solved); `None` if it is searched.
    #[must_use]
    pub fn get(&self, item: usize) -> Option<u32> {
        self.0.get(item).copied().flatten()
    }

    /// Returns the indices of the positions that are not searched again.
    pub fn items(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().filter(|(_, nodes)| nodes.is_some()).map(|(item, _)| item)
    }

    /// Counts the positions that are not searched again.
    #[must_use]
    pub fn solved(&self) -> Solved {
        let count = |by_all| self.0.iter().flatten().filter(|nodes| (**nodes > 0) == by_all).count();
        Solved { by_none: count(false), by_all: count(true) }
    }
}
