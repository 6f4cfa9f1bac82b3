//! What of the session is shown: the organisms’ nodes of the generation looked at, and what they are compared with.

use std::sync::Arc;

use super::state::State;
use super::tuning;
use crate::evolution::record::GenerationRecord;
use crate::objectives::suite::Tally;
use crate::tui::evolution::Evolution;
use crate::tui::model::Model;

/// Nodes below which the scale of the map does not tell searches apart.
const LEAST: f64 = 10.0;

/// The lowest share of the scale, which still is a shade where colours are missing.
const LOWEST: f64 = 0.15;

/// How a position changed from what is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    /// Found now and not before.
    Gained,
    /// Found before and not now.
    Lost,
    /// Found with fewer nodes.
    Sooner,
    /// Found with more nodes.
    Later,
}

impl Change {
    /// From nodes before to nodes now, 0 where nothing was found; none where nothing changed.
    fn of(before: u32, now: u32) -> Option<Change> {
        match (before, now) {
            _ if before == now => None,
            (0, _) => Some(Change::Gained),
            (_, 0) => Some(Change::Lost),
            _ if now < before => Some(Change::Sooner),
            _ => Some(Change::Later),
        }
    }
}

/// A position whose nodes changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Changed {
    pub(super) position: usize,
    pub(super) change: Change,
    pub(super) before: u32,
    pub(super) now: u32,
}

/// What is shown, once a generation is measured.
pub(super) struct View<'a> {
    pub(super) open: &'a Evolution,
    pub(super) record: &'a GenerationRecord,
    /// Nodes after which a position counts as not found.
    pub(super) limit: u32,
    state: &'a State,
}

impl<'a> View<'a> {
    /// None where no session tunes searches, or nothing is measured.
    pub(super) fn of(state: &'a State, model: &'a Model) -> Option<View<'a>> {
        let open = tuning(model)?;
        let limit = open.settings.as_ref()?.objective.suite()?.node_limit;
        let record = open.record()?;
        (!record.nodes.is_empty()).then_some(View { open, record, limit, state })
    }

    /// How many organisms there are.
    pub(super) fn rows(&self) -> usize {
        self.record.nodes.len()
    }

    /// How many positions there are.
    pub(super) fn positions(&self) -> usize {
        self.record.nodes.first().map_or(0, Vec::len)
    }

    /// The organism under the cursor.
    pub(super) fn place(&self) -> usize {
        self.state.place.min(self.rows().saturating_sub(1))
    }

    /// The position looked at.
    pub(super) fn at(&self) -> usize {
        self.state.at.min(self.positions().saturating_sub(1))
    }

    /// An organism’s nodes, position by position.
    pub(super) fn nodes(&self, place: usize) -> &'a [u32] {
        self.record.nodes.get(place).map_or(&[], Vec::as_slice)
    }

    /// An organism’s sum.
    pub(super) fn tally(&self, place: usize) -> Tally {
        Tally::of(self.nodes(place), self.limit)
    }

    /// What the organism under the cursor is compared with, and what that is called.
    pub(super) fn base(&self) -> Option<(String, Arc<Vec<u32>>)> {
        let chosen = self.state.base.as_ref().filter(|base| base.folder == self.open.folder);
        let first = || {
            let nodes = self.open.run()?.first_nodes.as_ref()?;
            Some(("gen 0’s best".to_owned(), Arc::clone(nodes)))
        };
        chosen
            .map(|base| (base.name.clone(), Arc::clone(&base.nodes)))
            .or_else(first)
            .filter(|(_, nodes)| nodes.len() == self.positions())
    }

    /// What the untuned search finds, once it was examined on these positions.
    pub(super) fn untuned(&self) -> Option<&'a [u32]> {
        let runs = self.open.runs.iter().filter_map(|run| run.result.as_ref());
        let examined = runs.flat_map(|result| &result.examinations).find(|examined| examined.trained)?;
        let nodes = examined.untuned_nodes.as_slice();
        (nodes.len() == self.positions()).then_some(nodes)
    }

    /// How many positions changed in which way, in the order of [`Change`].
    pub(super) fn counts(&self) -> Option<[usize; 4]> {
        let mut counts = [0; 4];
        self.all_changes()?.iter().for_each(|changed| counts[changed.change as usize] += 1);
        Some(counts)
    }

    /// The positions listed: gained, then lost, each with what took fewest nodes first; where all are asked for also
    /// those found sooner or later, the largest difference first.
    pub(super) fn changes(&self) -> Vec<Changed> {
        let mut changes = self.all_changes().unwrap_or_default();
        if !self.state.all {
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

    fn all_changes(&self) -> Option<Vec<Changed>> {
        let (_, base) = self.base()?;
        let changed = |(position, (&before, &now)): (usize, (&u32, &u32))| {
            let change = Change::of(before, now)?;
            Some(Changed { position, change, before, now })
        };
        Some(base.iter().zip(self.nodes(self.place())).enumerate().filter_map(changed).collect())
    }

    /// The positions in the order of the columns.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.positions()).collect();
        if self.state.sorted {
            let level = |position: usize| {
                let nodes = self.record.nodes.iter().filter_map(|of| of.get(position));
                nodes.map(|nodes| self.level(*nodes)).sum::<f64>()
            };
            let levels: Vec<f64> = (0..self.positions()).map(level).collect();
            order.sort_by(|a, b| levels[*a].total_cmp(&levels[*b]).then(a.cmp(b)));
        }
        order
    }

    /// Where so many nodes lie on the scale of the map, from few to the limit, by their logarithm.
    pub(super) fn level(&self, nodes: u32) -> f64 {
        if nodes == 0 {
            return 1.0;
        }
        let limit = f64::from(self.limit).max(2.0 * LEAST);
        let share = (f64::from(nodes) / LEAST).ln() / (limit / LEAST).ln();
        LOWEST + share.clamp(0.0, 1.0) * (0.95 - LOWEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_gained_lost_or_found_sooner_or_later() {
        let changes =
            [(0, 5), (5, 0), (9, 5), (5, 9), (5, 5), (0, 0)].map(|(before, now)| Change::of(before, now));
        let expected = [Change::Gained, Change::Lost, Change::Sooner, Change::Later].map(Some);
        assert_eq!((&changes[..4], &changes[4..]), (&expected[..], &[None, None][..]));
    }
}
