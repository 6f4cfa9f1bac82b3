//! The rows of the list: the positions, below the headings of the changes that would mend them, or without groups.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::disagreement::Change;

/// A row of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Row {
    /// The heading of a group, as an index in [`Listing::groups`].
    Heading(usize),
    /// A position, as an index in the book.
    Position(u32),
}

/// What mends the positions of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remedy {
    /// A change that wins at least as many positions as it loses.
    Change(Change),
    /// For each position another change, all of which lose more positions than they win. They are too many for headings.
    Loss,
    /// No single change.
    Nothing,
}

/// What distinguishes a group. Groups are in this order, the one with the largest net gain first.
pub(super) type GroupKey = (u8, Reverse<i64>, usize, i32);

/// The positions that one change of a value would mend.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) remedy: Remedy,
    pub(super) positions: Vec<u32>,
}

impl Remedy {
    fn of(change: Option<Change>) -> Remedy {
        match change {
            Some(change) if change.net() >= 0 => Remedy::Change(change),
            Some(_) => Remedy::Loss,
            None => Remedy::Nothing,
        }
    }

    fn key(self) -> GroupKey {
        match self {
            Remedy::Change(change) => (0, Reverse(change.net()), change.parameter, change.to),
            Remedy::Loss => (1, Reverse(0), 0, 0),
            Remedy::Nothing => (2, Reverse(0), 0, 0),
        }
    }
}

impl Group {
    pub(super) fn key(&self) -> GroupKey {
        self.remedy.key()
    }

    /// Returns whether a position belongs to the group.
    pub(super) fn contains(&self, position: u32) -> bool {
        self.positions.contains(&position)
    }
}

/// The listed positions, with groups if there are any.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// The positions in their order.
    pub(crate) flat: Vec<Row>,
    /// The groups, the one with the largest net gain first.
    groups: Vec<Group>,
    /// The headings, and the positions of groups that are not folded. It is empty without groups.
    tree: Vec<Row>,
}

impl Listing {
    /// Lists positions, grouped by their best changes if these are known.
    pub(super) fn new(
        positions: &[u32],
        changes: Option<&[Option<Change>]>,
        folded: &BTreeSet<GroupKey>,
    ) -> Listing {
        let groups = changes.map_or_else(Vec::new, |changes| groups(positions, changes));
        let mut tree = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            tree.push(Row::Heading(index));
            if !folded.contains(&group.key()) {
                tree.extend(group.positions.iter().copied().map(Row::Position));
            }
        }
        Listing { flat: positions.iter().copied().map(Row::Position).collect(), groups, tree }
    }

    /// Inserts a position that the filter excludes into both orders.
    pub(super) fn keep(&mut self, position: u32, row: usize) {
        for rows in [&mut self.flat, &mut self.tree] {
            rows.insert(row.min(rows.len()), Row::Position(position));
        }
    }

    /// Returns the rows, in groups if there are any and `in_groups` is true.
    pub(super) fn rows(&self, in_groups: bool) -> &[Row] {
        if in_groups && self.is_grouped() { &self.tree } else { &self.flat }
    }

    /// Returns whether there are groups.
    pub(super) fn is_grouped(&self) -> bool {
        !self.groups.is_empty()
    }

    /// Returns all listed positions in their order.
    pub(crate) fn positions(&self) -> impl Iterator<Item = u32> {
        self.flat.iter().filter_map(|row| match row {
            Row::Position(position) => Some(*position),
            Row::Heading(_) => None,
        })
    }

    /// Returns the group of a heading.
    pub(super) fn group(&self, row: &Row) -> Option<&Group> {
        match row {
            Row::Heading(index) => self.groups.get(*index),
            Row::Position(_) => None,
        }
    }

    /// Returns the group that contains a position.
    pub(super) fn group_of(&self, position: u32) -> Option<&Group> {
        self.groups.iter().find(|group| group.contains(position))
    }
}

/// Groups positions by their best changes. Returns no groups if no change mends any of them.
fn groups(positions: &[u32], changes: &[Option<Change>]) -> Vec<Group> {
    let mut groups: BTreeMap<GroupKey, Group> = BTreeMap::new();
    for position in positions {
        let remedy = Remedy::of(changes.get(*position as usize).copied().flatten());
        let group = groups.entry(remedy.key());
        group.or_insert_with(|| Group { remedy, positions: Vec::new() }).positions.push(*position);
    }
    let is_any = groups.values().any(|group| group.remedy != Remedy::Nothing);
    groups.into_values().filter(|_| is_any).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(parameter: usize, to: i32, (won, lost): (u32, u32)) -> Change {
        Change { parameter, from: 17, to, won, lost }
    }

    #[test]
    fn the_best_change_comes_first_and_unmended_positions_last() {
        let (best, other) = (change(3, 6, (169, 155)), change(1, 40, (5, 5)));
        let [best_of, other_of] = [best, other].map(Some);
        let losses = [change(0, 1, (1, 9)), change(2, 1, (4, 8))].map(Some);
        let changes = [None, other_of, best_of, losses[0], best_of, other_of, losses[1]];
        let positions = [6, 5, 4, 3, 2, 1, 0];
        let listing = Listing::new(&positions, Some(&changes), &BTreeSet::new());
        let found: Vec<_> =
            listing.groups.iter().map(|group| (group.remedy, group.positions.clone())).collect();
        let expected = [
            (Remedy::Change(best), vec![4, 2]),
            (Remedy::Change(other), vec![5, 1]),
            (Remedy::Loss, vec![6, 3]),
            (Remedy::Nothing, vec![0]),
        ];
        assert_eq!(found, expected);
        assert_eq!((listing.rows(true).len(), listing.rows(false).len()), (11, 7));
        assert_eq!(listing.group_of(1).map(|group| group.remedy), Some(Remedy::Change(other)));
        let folded = BTreeSet::from([Remedy::Change(best).key()]);
        let listing = Listing::new(&positions, Some(&changes), &folded);
        assert_eq!(listing.rows(true)[..2], [Row::Heading(0), Row::Heading(1)]);
    }

    #[test]
    fn positions_without_changes_have_no_groups() {
        for changes in [None, Some(&[None, None][..])] {
            let listing = Listing::new(&[1, 0], changes, &BTreeSet::new());
            assert_eq!(listing.rows(true), [Row::Position(1), Row::Position(0)]);
        }
    }
}
