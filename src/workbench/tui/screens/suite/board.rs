//! Draws the selected position with its right moves, the answers of the organisms and their nodes.

use super::{Frame, State};
use crate::solving::Problem;
use crate::tui::playing::board::marked;
use crate::tui::playing::problem;
use crate::tui::prelude::*;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let shown = state.problem();
    let answers = [(OrganismRole::Subject, SquareMark::Subject), (OrganismRole::Rival, SquareMark::Rival)];
    let answers = answers.into_iter().filter_map(|(role, mark)| Some(marked(state.answer_move(role)?, mark)));
    let texts = shown.map_or_else(Vec::new, |problem| texts(state, problem));
    problem::draw(draw, state, model, frame, (shown, state.at), answers.collect(), &texts);
}

/// Describes the answers.
fn texts(state: &State, problem: &Problem) -> Vec<(String, Role)> {
    let mut texts = Vec::new();
    let san = |m: &Move| moves::san(&problem.position, *m);
    for (part, marks, name, role) in [
        (OrganismRole::Subject, "[ ]", "subject", Role::Subject),
        (OrganismRole::Rival, "{ }", "rival", Role::Rival),
    ] {
        let Some(attempt) = state.answer(part) else { continue };
        let answer = attempt.best.as_ref().map_or_else(|| "no move".to_owned(), san);
        let mark = if attempt.solved { "✓" } else { "✗" };
        texts.push((format!("{marks} {name} {answer} {mark} at depth {}", attempt.depth), role));
        let [nodes, first, searched] = [attempt.nodes, attempt.nodes_first, attempt.searched].map(thousands);
        let nodes = match attempt.solved {
            false => format!("unsolved after {searched} nodes"),
            true if attempt.nodes_first < attempt.nodes => {
                format!("solved after {nodes} nodes, first right at {first}")
            }
            true => format!("solved after {nodes} nodes"),
        };
        texts.push((nodes, Role::Text));
    }
    if state.answer(state.role()).is_none() {
        texts.push(("not searched yet".to_owned(), Role::Dim));
    }
    texts
}
