//! The list of positions.

use super::state::Cell;
use super::{Frame, State, commands, grid};
use crate::solving::{Attempt, Problem};
use crate::tui::playing::analysis::short;
use crate::tui::playing::problem::{first_move, name};
use crate::tui::prelude::*;

const LIST: List = List("suite: rows");

/// The width of a move.
const MOVE: usize = 7;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let title = format!("{} {}", thousands(state.rows.len() as u64), state.filter.name());
    let inner = frame.open(draw, &title, "");
    let [top, _] = split_top(frame.area, 1);
    draw.hits.note(top, Target::command(commands::COMMANDS, "filter suite"));
    if inner.height < 2 {
        return;
    }
    let table = table_with_signs(state, model.ascii);
    table.draw(draw, inner, true);
    if table.len == 0 && state.loaded().is_some() {
        let body = below(inner, 1);
        let width = body.width.saturating_sub(1);
        draw.text(body.x + 1, body.y, width, "no positions match; Esc lists all", Role::Dim);
    }
}

/// Returns the table of the listed positions. The natural order is that of the suite.
pub(super) fn table(state: &State) -> Table<'_> {
    table_with_signs(state, false)
}

fn table_with_signs(state: &State, ascii: bool) -> Table<'_> {
    let row = |index: &usize| Some((*index, state.loaded()?.problems.get(*index)?));
    let rows: Vec<(usize, &Problem)> = state.rows.iter().filter_map(row).collect();
    let cell = |index: usize| state.run().and_then(|run| run.cells.get(index)).unwrap_or(&Cell::Pending);
    let attempt = move |index: usize| cell(index).attempt();
    let answer =
        move |index: usize, problem: &Problem| Some(moves::san(&problem.position, attempt(index)?.best?));
    // Compares the answer with that of the other organism.
    let difference = move |index: usize| {
        let other = state.other().and_then(|run| run.cells.get(index)?.solved());
        match (cell(index).solved(), other) {
            (Some(true), Some(false)) => ("▲", Role::Good),
            (Some(false), Some(true)) => ("▼", Role::Bad),
            _ => (" ", Role::Dim),
        }
    };
    let nodes = |attempt: &Attempt| match attempt.nodes {
        nodes if nodes < 10_000_000 => thousands(nodes),
        nodes => short(nodes),
    };
    // Of equal nodes, an unsolved position counts more.
    let cost = |attempt: &Attempt| attempt.nodes as f64 + if attempt.solved { 0.0 } else { 0.5 };
    // The cursor is hidden while the filter excludes the selected position.
    let is_excluded = state.rows.get(state.cursor.at) != Some(&state.at);
    Rows::new(LIST, rows, state.cursor.at)
        .hide_cursor(is_excluded)
        .mark(move |(index, _)| {
            let sign = grid::sign(cell(*index));
            (grid::glyph(ascii, sign), sign.2)
        })
        .mark(move |(index, _)| difference(*index))
        .right("nodes", 8, move |(index, _)| (attempt(*index).map_or_else(String::new, nodes), Role::Text))
        .gap(0)
        .largest_first(move |(index, _)| Some(Key::Number(cost(attempt(*index)?))))
        .left("best", MOVE, |(_, problem)| (first_move(problem), Role::Grandmaster))
        .named("best move")
        .sorted(|(_, problem)| Some(Key::text(first_move(problem))))
        .left("answer", MOVE, move |(index, problem)| {
            (answer(*index, problem).unwrap_or_default(), Role::Subject)
        })
        .sorted(move |(index, problem)| answer(*index, problem).map(Key::text))
        .right("depth", 7, move |(index, _)| {
            (attempt(*index).map_or_else(String::new, |attempt| attempt.depth.to_string()), Role::Dim)
        })
        .least_width(48)
        .largest_first(move |(index, _)| Some(Key::count(attempt(*index)?.depth)))
        .rest("id", |(index, problem)| (name(Some(problem), *index), Role::Dim))
        .named("position")
        .sorted(|(index, problem)| Some(Key::text(name(Some(problem), *index))))
        .searched(move |(index, problem)| {
            let answer = answer(*index, problem).unwrap_or_default();
            format!("{} {answer} {}", first_move(problem), name(Some(problem), *index))
        })
        .table()
}

/// Selects the position of a row.
pub(super) fn select(state: &mut State, model: &mut Model, row: usize) {
    if let Some(index) = state.rows.get(row).copied() {
        state.select(model, index);
    }
}

/// Moves the cursor by one position or by a page.
pub(super) fn step(state: &mut State, model: &mut Model, action: Action) {
    let mut cursor = Cursor { at: state.at };
    cursor.move_in_list(action, model.hits.page(LIST), state.count());
    state.select(model, cursor.at);
}
