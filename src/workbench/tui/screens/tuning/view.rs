//! The data of the shown generation: the nodes of its organisms and the baseline of the comparison.

use super::{State, map, session};
use crate::objectives::details::Tally;
use crate::tui::prelude::*;

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
    pub(super) const ALL: [Change; 4] = [Change::Gained, Change::Lost, Change::Sooner, Change::Later];

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

    /// Returns the mark, the name and the colour.
    pub(super) fn sign(self) -> (&'static str, &'static str, Role) {
        match self {
            Change::Gained => ("▲", "gained", Role::Good),
            Change::Lost => ("▼", "lost", Role::Bad),
            Change::Sooner => ("›", "sooner", Role::Good),
            Change::Later => ("‹", "later", Role::Bad),
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
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) state: &'a State,
    pub(super) model: &'a Model,
    pub(super) open: &'a Evolution,
    pub(super) record: &'a GenerationRecord,
    /// The node limit of each search.
    pub(super) limit: u32,
}

impl<'a> View<'a> {
    /// Returns the reason if the open session tunes no searches or has no results.
    pub(super) fn new(state: &'a State, model: &'a Model) -> Result<View<'a>, &'static str> {
        let open = session(model)?;
        let suite = open.settings.as_ref().and_then(|settings| settings.objective.suite());
        let record = open.record().filter(|record| !record.nodes.is_empty());
        let (suite, record) = suite.zip(record).ok_or("available after the first generation")?;
        Ok(View { state, model, open, record, limit: suite.node_limit })
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
        let (name, nodes) = match chosen {
            Some(baseline) => (baseline.name.clone(), &baseline.nodes),
            None => ("gen 0’s best".to_owned(), self.open.run()?.first_nodes.as_ref()?),
        };
        (nodes.len() == self.positions()).then(|| (name, Arc::clone(nodes)))
    }

    /// Returns the nodes of the untuned search, if the run's result contains them.
    pub(super) fn untuned(&self) -> Option<Vec<u32>> {
        let trained = self.open.training_examinations();
        let nodes: Vec<u32> = trained.iter().flat_map(|examined| &examined.untuned_nodes).copied().collect();
        (!trained.is_empty() && nodes.len() == self.positions()).then_some(nodes)
    }

    /// Returns the listed positions: gained and lost positions, the fewest nodes first. If the list shows all changes,
    /// positions found sooner or later follow, the largest difference first.
    pub(super) fn changes(&self) -> Vec<PositionChange> {
        let mut changes = self.all_changes();
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

    /// Returns all positions with other nodes than in the baseline.
    pub(super) fn all_changes(&self) -> Vec<PositionChange> {
        let Some((_, baseline)) = self.baseline() else { return Vec::new() };
        let changed = |(position, (&before, &now)): (usize, (&u32, &u32))| {
            let change = Change::new(before, now)?;
            Some(PositionChange { position, change, before, now })
        };
        baseline.iter().zip(self.nodes(self.place())).enumerate().filter_map(changed).collect()
    }

    /// Describes the results of the selected organism and the baseline in the selected position, and the number of organisms
    /// that find the move.
    pub(super) fn results(&self) -> Vec<(String, Role)> {
        let at = self.at();
        let found = |nodes: Option<&u32>| match nodes {
            None | Some(0) => format!("not found within {} nodes", thousands(self.limit.into())),
            Some(nodes) => format!("found after {} nodes", thousands(u64::from(*nodes))),
        };
        let own = found(self.nodes(self.place()).get(at));
        let finders = self.record.nodes.iter().filter(|nodes| nodes.get(at).is_some_and(|nodes| *nodes > 0));
        let baseline = self.baseline();
        let baseline = baseline.map(|(name, nodes)| (format!("{name}: {}", found(nodes.get(at))), Role::Dim));
        [(format!("organism {}: {own}", self.place() + 1), Role::Subject)]
            .into_iter()
            .chain(baseline)
            .chain([(format!("{} of {} organisms find it", finders.count(), self.rows()), Role::Text)])
            .collect()
    }

    /// Returns the positions in the order of the columns.
    pub(super) fn order(&self) -> Vec<usize> {
        let order = self.model.tables.order(map::COLUMNS, self.positions());
        (0..order.len()).filter_map(|place| order.row(place)).collect()
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
        let expected = Change::ALL.map(Some);
        assert_eq!((&changes[..4], &changes[4..]), (&expected[..], &[None, None][..]));
    }
}
