//! The data of the shown generation: the nodes of its organisms and the baseline of the comparison.

use std::sync::Arc;

use super::state::State;
use super::{lists, tuning};
use crate::evolution::record::GenerationRecord;
use crate::objectives::suite::Tally;
use crate::tui::evolution::Evolution;
use crate::tui::model::Model;
use crate::tui::table::Arrangement;

/// The lower end of the map's scale, in nodes.
const LEAST_NODES: f64 = 10.0;

/// The lowest level of the scale, which is still visible without colours.
const LOWEST_LEVEL: f64 = 0.15;

/// The change of a position from the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    /// Found now, but not in the baseline.
    Gained,
    /// Found in the baseline, but not now.
    Lost,
    /// Found with fewer nodes.
    Sooner,
    /// Found with more nodes.
    Later,
}

impl Change {
    /// Classifies a change of nodes, where 0 means not found. Returns `None` for equal nodes.
    fn new(before: u32, now: u32) -> Option<Change> {
        match (before, now) {
            _ if before == now => None,
            (0, _) => Some(Change::Gained),
            (_, 0) => Some(Change::Lost),
            _ if now < before => Some(Change::Sooner),
            _ => Some(Change::Later),
        }
    }
}

/// A position with different nodes than in the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PositionChange {
    pub(super) position: usize,
    pub(super) change: Change,
    pub(super) before: u32,
    pub(super) now: u32,
}

/// The data of the shown generation.
pub(super) struct View<'a> {
    pub(super) open: &'a Evolution,
    pub(super) record: &'a GenerationRecord,
    /// The node limit of each search.
    pub(super) limit: u32,
    state: &'a State,
    /// How the columns of the map are sorted.
    arrangement: &'a Arrangement,
}

impl<'a> View<'a> {
    /// Returns `None` if the open session tunes no searches or has no results.
    pub(super) fn new(state: &'a State, model: &'a Model) -> Option<View<'a>> {
        let open = tuning(model)?;
        let limit = open.settings.as_ref()?.objective.suite()?.node_limit;
        let record = open.record()?;
        (!record.nodes.is_empty()).then(|| {
            let arrangement = model.tables.arrangement(lists::COLUMNS);
            View { open, record, limit, state, arrangement }
        })
    }

    /// Returns the number of organisms.
    pub(super) fn rows(&self) -> usize {
        self.record.nodes.len()
    }

    /// Returns the number of positions.
    pub(super) fn positions(&self) -> usize {
        self.record.nodes.first().map_or(0, Vec::len)
    }

    /// Returns the place of the selected organism.
    pub(super) fn place(&self) -> usize {
        self.state.place.min(self.rows().saturating_sub(1))
    }

    /// Returns the index of the selected position.
    pub(super) fn at(&self) -> usize {
        self.state.at.min(self.positions().saturating_sub(1))
    }

    /// Returns an organism’s nodes for each position.
    pub(super) fn nodes(&self, place: usize) -> &'a [u32] {
        self.record.nodes.get(place).map_or(&[], Vec::as_slice)
    }

    /// Returns an organism’s totals.
    pub(super) fn tally(&self, place: usize) -> Tally {
        Tally::of(self.nodes(place), self.limit)
    }

    /// Returns the name and the nodes of the baseline.
    pub(super) fn baseline(&self) -> Option<(String, Arc<Vec<u32>>)> {
        let chosen = self.state.baseline.as_ref().filter(|baseline| baseline.folder == self.open.folder);
        let first = || {
            let nodes = self.open.run()?.first_nodes.as_ref()?;
            Some(("gen 0’s best".to_owned(), Arc::clone(nodes)))
        };
        chosen
            .map(|baseline| (baseline.name.clone(), Arc::clone(&baseline.nodes)))
            .or_else(first)
            .filter(|(_, nodes)| nodes.len() == self.positions())
    }

    /// Returns the nodes of the untuned search, if the run's result contains them.
    pub(super) fn untuned(&self) -> Option<Vec<u32>> {
        let trained = self.open.training_examinations();
        let nodes: Vec<u32> = trained.iter().flat_map(|examined| &examined.untuned_nodes).copied().collect();
        if trained.is_empty() {
            return None;
        }
        (nodes.len() == self.positions()).then_some(nodes)
    }

    /// Counts the positions by kind of change, in the order of [`Change`].
    pub(super) fn counts(&self) -> Option<[usize; 4]> {
        let mut counts = [0; 4];
        self.all_changes()?.iter().for_each(|changed| counts[changed.change as usize] += 1);
        Some(counts)
    }

    /// Returns the listed positions: gained and lost positions, the fewest nodes first. If the list shows all changes,
    /// positions found sooner or later follow, the largest difference first.
    pub(super) fn changes(&self) -> Vec<PositionChange> {
        let mut changes = self.all_changes().unwrap_or_default();
        if !self.state.lists_all {
            changes.retain(|changed| changed.change <= Change::Lost);
        }
        changes.sort_by_key(|changed| {
            let nodes = match changed.change {
                Change::Gained => u64::from(changed.now),
                Change::Lost => u64::from(changed.before),
                Change::Sooner | Change::Later => u64::from(u32::MAX - changed.before.abs_diff(changed.now)),
            };
            (changed.change, nodes, changed.position)
        });
        changes
    }

    fn all_changes(&self) -> Option<Vec<PositionChange>> {
        let (_, baseline) = self.baseline()?;
        let changed = |(position, (&before, &now)): (usize, (&u32, &u32))| {
            let change = Change::new(before, now)?;
            Some(PositionChange { position, change, before, now })
        };
        Some(baseline.iter().zip(self.nodes(self.place())).enumerate().filter_map(changed).collect())
    }

    /// Returns the positions in the order of the columns.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.positions()).collect();
        if self.is_sorted() {
            let level = |position: usize| {
                let nodes = self.record.nodes.iter().filter_map(|nodes| nodes.get(position));
                nodes.map(|nodes| self.level(*nodes)).sum::<f64>()
            };
            let levels: Vec<f64> = (0..self.positions()).map(level).collect();
            order.sort_by(|a, b| levels[*a].total_cmp(&levels[*b]).then(a.cmp(b)));
        }
        if self.arrangement.descending {
            order.reverse();
        }
        order
    }

    /// Returns whether the columns of the map are sorted by the nodes of the population.
    pub(super) fn is_sorted(&self) -> bool {
        self.arrangement.column.is_some()
    }

    /// Describes the order of the map's columns.
    pub(super) fn order_name(&self) -> &'static str {
        match (self.is_sorted(), self.arrangement.descending) {
            (false, false) => "in the suite’s order",
            (false, true) => "in the suite’s order, the last first",
            (true, false) => "few nodes first",
            (true, true) => "many nodes first",
        }
    }

    /// Returns the level of a node count on the map's logarithmic scale, which ends at the node limit.
    pub(super) fn level(&self, nodes: u32) -> f64 {
        if nodes == 0 {
            return 1.0;
        }
        let limit = f64::from(self.limit).max(2.0 * LEAST_NODES);
        let share = (f64::from(nodes) / LEAST_NODES).ln() / (limit / LEAST_NODES).ln();
        LOWEST_LEVEL + share.clamp(0.0, 1.0) * (0.95 - LOWEST_LEVEL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_classified_by_their_nodes() {
        let changes =
            [(0, 5), (5, 0), (9, 5), (5, 9), (5, 5), (0, 0)].map(|(before, now)| Change::new(before, now));
        let expected = [Change::Gained, Change::Lost, Change::Sooner, Change::Later].map(Some);
        assert_eq!((&changes[..4], &changes[4..]), (&expected[..], &[None, None][..]));
    }
}
