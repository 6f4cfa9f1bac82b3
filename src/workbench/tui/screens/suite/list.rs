//! Draws the list of positions.

use ratatui::layout::Rect;

use super::state::Cell;
use super::{Act, Frame, Spot, State, grid, lists, table};
use crate::positions::moves;
use crate::solving::Problem;
use crate::tui::action::Action;
use crate::tui::draw::{Draw, Heading};
use crate::tui::format::{left, right, thousands};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::playing::analysis::short;
use crate::tui::playing::problem::first_move;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::{below, split_top};

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let title = format!("{} {}", thousands(state.rows.len() as u64), state.filter.name());
    let inner = frame.open(draw, &title, "");
    let [top, _] = split_top(frame.area, 1);
    draw.hits.note(top, Target::Act(Action::own(&Act::Filter)));
    if inner.height < 2 {
        return;
    }
    let wide = inner.width >= 48;
    let headings = [
        Heading::gap(3),
        Heading::right("nodes", NODES).by(table::NODES),
        Heading::gap(1),
        Heading::left("best", MOVE).by(table::BEST),
        Heading::left("answer", MOVE).by(table::ANSWER),
        Heading::right("depth", if wide { DEPTH } else { 0 }).by(table::DEPTH),
        Heading::gap(if wide { 1 } else { 0 }),
        Heading::left("id", 10).by(table::NAME),
    ];
    draw.headings(Rect { height: 1, ..inner }, lists::ROWS, &headings);
    let body = below(inner, 1);
    if state.rows.is_empty() {
        let text = if state.loaded().is_some() { "no positions match; Esc lists all" } else { "" };
        draw.text(body.x + 1, body.y, body.width.saturating_sub(1), text, Role::Dim);
        return;
    }
    for (row, index, place) in draw.visible(body, lists::ROWS, state.cursor.at, &state.rows) {
        // The cursor is hidden while the filter excludes the selected position.
        let here = row == state.cursor.at && *index == state.at;
        draw.row(place, Target::own(Spot::Row(row)), here);
        entry(draw, state, model, place, *index, here, wide);
    }
}

/// The widths of the nodes, the moves and the depth, in columns.
const NODES: usize = 8;
const MOVE: usize = 8;
const DEPTH: usize = 7;

/// Returns the name of a position.
pub(super) fn name(problem: &Problem, index: usize) -> String {
    problem.id.clone().unwrap_or_else(|| format!("position {}", index + 1))
}

fn entry(draw: &mut Draw<'_>, state: &State, model: &Model, row: Rect, index: usize, here: bool, wide: bool) {
    let Some(problem) = state.loaded().and_then(|loaded| loaded.problems.get(index)) else { return };
    let mut x = row.x;
    let mut put = |draw: &mut Draw<'_>, text: &str, width: usize, role: Role| {
        draw.over(x, row.y, row.right().saturating_sub(x).min(width as u16), text, role, here);
        x = x.saturating_add(width as u16);
    };
    let open = Cell::Pending;
    let cell = state.run().and_then(|run| run.cells.get(index)).unwrap_or(&open);
    let other = state.other().and_then(|run| run.cells.get(index)?.solved());
    let sign = grid::sign(cell);
    put(draw, if here { "▸" } else { " " }, 1, Role::Key);
    put(draw, grid::glyph(model, sign), 1, sign.2);
    let (mark, role) = match (cell.solved(), other) {
        (Some(true), Some(false)) => ("▲", Role::Good),
        (Some(false), Some(true)) => ("▼", Role::Bad),
        _ => (" ", Role::Dim),
    };
    put(draw, mark, 1, role);
    let attempt = cell.attempt();
    let count = |nodes: u64| if nodes < 10_000_000 { thousands(nodes) } else { short(nodes) };
    let nodes = attempt.map_or_else(String::new, |attempt| count(attempt.nodes));
    put(draw, &right(&nodes, NODES), NODES + 1, Role::Text);
    let san = |m| moves::san(&problem.position, m);
    put(draw, &left(&first_move(problem), MOVE - 1), MOVE, Role::Grandmaster);
    let answer = attempt.and_then(|attempt| attempt.best).map(san).unwrap_or_default();
    put(draw, &left(&answer, MOVE - 1), MOVE, Role::Subject);
    if wide {
        let depth = attempt.map_or_else(String::new, |attempt| attempt.depth.to_string());
        put(draw, &right(&depth, DEPTH), DEPTH + 1, Role::Dim);
    }
    put(draw, &name(problem, index), usize::from(row.width), Role::Dim);
}
