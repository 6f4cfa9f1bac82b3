//! The lists of the screen as tables that can be sorted and searched.

use super::view::{PositionChange, View};
use super::{State, lists, tuning};
use crate::tui::model::Model;
use crate::tui::panes::values;
use crate::tui::playing::problem::first_move;
use crate::tui::table::{Key, Table};

/// The column of the map's positions.
const DIFFICULTY: usize = 0;

/// The columns of the positions gained and lost.
pub(super) const BEFORE: usize = 0;
pub(super) const NOW: usize = 1;
pub(super) const BEST: usize = 2;
pub(super) const NAME: usize = 3;

/// Returns the tables of the screen.
pub(super) fn tables<'a>(state: &'a State, model: &'a Model) -> Vec<Table<'a>> {
    let mut tables = Vec::new();
    tables.extend(View::new(state, model).map(|view| positions(&view)));
    tables.extend(View::new(state, model).map(|view| changes(state, view.changes())));
    tables.extend(tuning(model).and_then(|open| values::sortable(model, open)));
    tables
}

/// Returns the positions of the map, which the map sorts itself.
fn positions<'a>(view: &View<'_>) -> Table<'a> {
    Table::new(lists::COLUMNS, view.positions(), view.at())
        .ascending([(DIFFICULTY, "the population’s nodes for a position")])
        .with_own_order()
}

fn changes(state: &State, changes: Vec<PositionChange>) -> Table<'_> {
    let found = changes.clone();
    let id = |changed: &PositionChange| name(state, changed.position);
    let best = |changed: &PositionChange| {
        let problem = state.problems().and_then(|problems| problems.get(changed.position));
        problem.map(first_move).unwrap_or_default()
    };
    let at = state.changes.at.min(changes.len().saturating_sub(1));
    Table::new(lists::CHANGES, changes.len(), at)
        .ascending([(BEFORE, "nodes before"), (NOW, "nodes now"), (BEST, "best move"), (NAME, "position")])
        .keys(move |row, column| {
            let changed = changes.get(row)?;
            // A position that was not found has no nodes.
            let nodes = |nodes: u32| (nodes > 0).then(|| Key::count(nodes));
            match column {
                BEFORE => nodes(changed.before),
                NOW => nodes(changed.now),
                BEST => Some(Key::text(best(changed))),
                _ => Some(Key::text(id(changed))),
            }
        })
        .texts(move |row| {
            found.get(row).map_or_else(String::new, |changed| format!("{} {}", best(changed), id(changed)))
        })
}

/// Returns the name of a position.
pub(super) fn name(state: &State, position: usize) -> String {
    let problem = state.problems().and_then(|problems| problems.get(position));
    problem.and_then(|problem| problem.id.clone()).unwrap_or_else(|| format!("position {}", position + 1))
}
