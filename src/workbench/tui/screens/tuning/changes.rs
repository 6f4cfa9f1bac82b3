//! The positions that the selected organism gained and lost against the baseline.

use super::view::{Change, PositionChange, View};
use super::{CHANGES, COMMANDS, State};
use crate::tui::playing::problem::{first_move, name};
use crate::tui::prelude::*;

const LIST: List = List("tuning: changes");

/// The widths of the nodes and of the move, in columns.
const NODES: usize = 9;
const MOVE: usize = 8;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let view = View::new(state, model).ok();
    let Some((view, baseline)) = view.and_then(|view| Some((view, view.baseline()?.0))) else {
        let inner = frame.open(draw, "Gained and lost", "");
        paragraph(draw, inner, "nothing to compare before the first generation is complete", Role::Dim);
        return;
    };
    let room = usize::from(frame.area.width).saturating_sub(40);
    let title = format!("Organism {} against {}", view.place() + 1, cut(&baseline, room.clamp(12, 40)));
    let inner = frame.open(draw, &title, if state.lists_all { "all changes" } else { "gained and lost" });
    let [top, _] = split_top(frame.area, 1);
    draw.hits.note(top, Target::command(COMMANDS, "list all changes"));
    let [counts, body] = split_top(inner, 1);
    if body.is_empty() {
        return;
    }
    let all = view.all_changes();
    let mut x = counts.x + 1;
    for change in Change::ALL {
        let (mark, name, role) = change.sign();
        let count = all.iter().filter(|changed| changed.change == change).count();
        let text = format!("{mark} {} {name}   ", thousands(count as u64));
        x = draw.spans(x, counts.y, counts.right().saturating_sub(x), &[(&text, role)]);
    }
    match table(state, model).filter(|table| table.len > 0) {
        Some(table) => drop(table.draw(draw, body, true)),
        None if all.is_empty() => drop(paragraph(draw, body, "no position changed", Role::Dim)),
        None => {
            let text = "no position was gained or lost; F lists those found sooner or later";
            paragraph(draw, body, text, Role::Dim);
        }
    }
}

/// Returns the table of the changes. The cursor is hidden while another position is selected.
pub(super) fn table<'a>(state: &'a State, model: &'a Model) -> Option<Table<'a>> {
    let view = View::new(state, model).ok()?;
    let changes = view.changes();
    let at = state.changes.at.min(changes.len().saturating_sub(1));
    let is_selected = changes.get(at).is_some_and(|changed| changed.position == view.at());
    let problem = |changed: &PositionChange| state.problems()?.get(changed.position);
    let best = move |changed: &PositionChange| problem(changed).map(first_move).unwrap_or_default();
    let name = move |changed: &PositionChange| name(problem(changed), changed.position);
    let nodes = |nodes: u32| if nodes == 0 { "✗".to_owned() } else { thousands(nodes.into()) };
    // A position that was not found has no nodes.
    let key = |nodes: u32| (nodes > 0).then(|| Key::count(nodes));
    let table = Rows::new(LIST, changes, at)
        .hide_cursor(state.board_state.panes.at != CHANGES && !is_selected)
        .mark(|changed| {
            let (mark, _, role) = changed.change.sign();
            (mark, role)
        })
        .right("before", NODES, move |changed| (nodes(changed.before), Role::Dim))
        .gap(0)
        .named("nodes before")
        .sorted(move |changed| key(changed.before))
        .right("now", NODES, move |changed| (nodes(changed.now), Role::Text))
        .gap(0)
        .named("nodes now")
        .sorted(move |changed| key(changed.now))
        .left("best", MOVE, move |changed| (best(changed), Role::Grandmaster))
        .gap(2)
        .named("best move")
        .sorted(move |changed| Some(Key::text(best(changed))))
        .rest("id", move |changed| (name(changed), Role::Dim))
        .named("position")
        .sorted(move |changed| Some(Key::text(name(changed))))
        .searched(move |changed| format!("{} {}", best(changed), name(changed)))
        .table();
    Some(table)
}

/// Selects a change and its position.
pub(super) fn select(state: &mut State, model: &mut Model, row: usize) {
    state.changes.at = row;
    let changes = View::new(state, model).map(|view| view.changes());
    if let Some(changed) = changes.unwrap_or_default().get(row) {
        state.at = changed.position;
    }
}
