//! Draws the selected position with its right moves, the answers of the organisms and their nodes.

use shakmaty::Move;

use super::{BOARD, Frame, State};
use crate::disagreement::OrganismRole;
use crate::positions::moves;
use crate::solving::Problem;
use crate::tui::playing::analysis;
use crate::tui::playing::board::{self, BoardContent, marked};
use crate::tui::playing::problem::task;
use crate::tui::prelude::*;
use crate::tui::theme::board::SquareMark;
use crate::tui::widgets::board::MarkedMove;

/// Draws the board pane. Without a pane of its own, the analysis is under the board.
pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some(problem) = state.problem() else {
        let inner = frame.open(draw, "Board", "");
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), "no position is selected", Role::Dim);
        return;
    };
    let title = problem.id.clone().unwrap_or_else(|| format!("Position {}", state.at + 1));
    let inner = if frame.bare { frame.area } else { frame.open(draw, &title, "") };
    let moves = marked_moves(state, problem);
    let caption = |room: usize, tight: bool| {
        let mut lines = caption_lines(state, problem, room);
        if tight {
            lines.truncate(1);
        }
        lines
    };
    let content = BoardContent { position: &problem.position, moves: &moves, score: None, caption: &caption };
    let rest = board::draw(draw, model, inner, &state.board_state, frame.bare, &content);
    if model.thinking.on.is_some() && !draw.hits.has_pane(BOARD + 1) {
        analysis::compact(draw, state, model, rest);
    }
}

fn marked_moves(state: &State, problem: &Problem) -> Vec<MarkedMove> {
    let answers = [(OrganismRole::Subject, SquareMark::Subject), (OrganismRole::Rival, SquareMark::Rival)];
    let answers = answers.into_iter().filter_map(|(role, mark)| Some(marked(state.answer_move(role)?, mark)));
    answers.chain(problem.best.iter().map(|m| marked(*m, SquareMark::Grandmaster))).collect()
}

fn caption_lines(state: &State, problem: &Problem, width: usize) -> Vec<(String, Role)> {
    let mut lines = Vec::new();
    let mut add = |text: String, role: Role| {
        lines.extend(wrap(&text, width.max(8)).into_iter().map(|line| (line, role)));
    };
    let san = |m: &Move| moves::san(&problem.position, *m);
    add(task(problem), Role::Grandmaster);
    for (part, marks, name, role) in [
        (OrganismRole::Subject, "[ ]", "subject", Role::Subject),
        (OrganismRole::Rival, "{ }", "rival", Role::Rival),
    ] {
        let Some(attempt) = state.answer(part) else { continue };
        let answer = attempt.best.as_ref().map_or_else(|| "no move".to_owned(), san);
        let mark = if attempt.solved { "✓" } else { "✗" };
        add(format!("{marks} {name} {answer} {mark} at depth {}", attempt.depth), role);
        let nodes = if attempt.solved {
            let first = if attempt.nodes_first < attempt.nodes {
                format!(", first right at {}", thousands(attempt.nodes_first))
            } else {
                String::new()
            };
            format!("solved after {} nodes{first}", thousands(attempt.nodes))
        } else {
            format!("unsolved after {} nodes", thousands(attempt.searched))
        };
        add(nodes, Role::Text);
    }
    if state.answer(state.role()).is_none() {
        add("not searched yet".to_owned(), Role::Dim);
    }
    lines
}
