//! Draws the selected position with its right moves and the nodes until searches find one.

use super::State;
use super::view::View;
use crate::tui::draw::Draw;
use crate::tui::format::{thousands, wrap};
use crate::tui::model::Model;
use crate::tui::playing::analysis;
use crate::tui::playing::board::{self, BoardContent, marked};
use crate::tui::playing::problem::task;
use crate::tui::playing::side_panes::Activity;
use crate::tui::theme::Role;
use crate::tui::theme::board::SquareMark;
use crate::tui::widgets::board::MarkedMove;
use crate::tui::widgets::pane::Frame;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some(problem) = state.problem() else {
        let inner = frame.open(draw, "Board", "");
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), "no position is selected", Role::Dim);
        return;
    };
    let title = problem.id.clone().unwrap_or_else(|| format!("Position {}", state.at + 1));
    let inner = if frame.bare { frame.area } else { frame.open(draw, &title, "") };
    let moves: Vec<MarkedMove> = problem.best.iter().map(|m| marked(*m, SquareMark::Grandmaster)).collect();
    let caption = |room: usize, tight: bool| {
        let mut lines: Vec<(String, Role)> = Vec::new();
        let mut add = |text: &str, role: Role| {
            lines.extend(wrap(text, room.max(8)).into_iter().map(|line| (line, role)));
        };
        add(&task(problem), Role::Grandmaster);
        results(state, model).iter().for_each(|(text, role)| add(text, *role));
        if tight {
            lines.truncate(1);
        }
        lines
    };
    let content = BoardContent { position: &problem.position, moves: &moves, score: None, caption: &caption };
    let rest = board::draw(draw, model, inner, &state.board_state, frame.bare, &content);
    // Without a pane of its own, the analysis is drawn below the board.
    let alone = state.zoomed || draw.buffer.area.width < 100;
    if Activity::new(state, model).analysing && alone {
        analysis::compact(draw, state, model, rest);
    }
}

/// Returns the results of the selected organism and the baseline, and the number of organisms that find the move.
fn results(state: &State, model: &Model) -> Vec<(String, Role)> {
    let Some(view) = View::new(state, model) else { return Vec::new() };
    let at = view.at();
    let found = |nodes: Option<&u32>| match nodes {
        None | Some(0) => format!("not found within {} nodes", thousands(view.limit.into())),
        Some(nodes) => format!("found after {} nodes", thousands(u64::from(*nodes))),
    };
    let finders = view.record.nodes.iter().filter(|nodes| nodes.get(at).is_some_and(|nodes| *nodes > 0));
    let mut lines = vec![
        (
            format!("organism {}: {}", view.place() + 1, found(view.nodes(view.place()).get(at))),
            Role::Subject,
        ),
        (format!("{} of {} organisms find it", finders.count(), view.rows()), Role::Text),
    ];
    if let Some((name, nodes)) = view.baseline() {
        lines.insert(1, (format!("{name}: {}", found(nodes.get(at))), Role::Dim));
    }
    lines
}
