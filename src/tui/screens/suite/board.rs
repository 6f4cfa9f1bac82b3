//! The position looked at: its right moves, the answers, and what they took.

use shakmaty::{Color, Move, Position};

use super::Frame;
use crate::disagreement::Part;
use crate::positions::moves;
use crate::solving::Problem;
use crate::tui::draw::Draw;
use crate::tui::format::{thousands, wrap};
use crate::tui::model::Model;
use crate::tui::playing::analysis;
use crate::tui::playing::board::{self, Shown, squares};
use crate::tui::theme::Role;
use crate::tui::theme::board::Player;
use crate::tui::widgets::board::Mark;

/// Draws the pane; with what an engine thinks `below` the board.
pub(super) fn draw(draw: &mut Draw<'_>, model: &Model, frame: Frame, below: bool) {
    let state = &model.suite;
    let Some(problem) = state.problem() else {
        let inner = frame.open(draw, "Board", "");
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), "no position is chosen", Role::Dim);
        return;
    };
    let title = problem.id.clone().unwrap_or_else(|| format!("Position {}", state.at + 1));
    let inner = if frame.bare { frame.area } else { frame.open(draw, &title, "") };
    let marks = marks(model, problem);
    let words = |room: usize, tight: bool| {
        let mut lines = words(model, problem, room);
        if tight {
            lines.truncate(1);
        }
        lines
    };
    let shown = Shown { position: &problem.position, marks: &marks, words: &words };
    let rest = board::draw(draw, model, inner, &state.table, frame.bare, &shown);
    if below {
        analysis::compact(draw, model, rest);
    }
}

fn marks(model: &Model, problem: &Problem) -> Vec<Mark> {
    let state = &model.suite;
    let answers = [(Part::Subject, Player::Subject), (Part::Rival, Player::Rival)];
    let mut marks: Vec<Mark> = answers
        .into_iter()
        .filter_map(|(part, player)| Some((state.answered(part)?, player)))
        .flat_map(|(m, player)| squares(m, player))
        .collect();
    marks.extend(problem.best.iter().flat_map(|m| squares(*m, Player::Grandmaster)));
    marks
}

/// Who is to move, and the moves that are right or wrong.
pub(in crate::tui::screens) fn asked(problem: &Problem) -> String {
    let san = |m: &Move| moves::san(&problem.position, *m);
    let all = |moves: &[Move]| moves.iter().map(san).collect::<Vec<_>>().join(", ");
    let turn = if problem.position.turn() == Color::White { "White" } else { "Black" };
    if problem.best.is_empty() {
        format!("{turn} to move · avoid {}", all(&problem.avoid))
    } else {
        format!("{turn} to move · ( ) best {}", all(&problem.best))
    }
}

/// The first right move, or the first to avoid.
pub(in crate::tui::screens) fn first_asked(problem: &Problem) -> String {
    let san = |m: &Move| moves::san(&problem.position, *m);
    match (problem.best.first(), problem.avoid.first()) {
        (Some(m), _) => san(m),
        (None, Some(m)) => format!("not {}", san(m)),
        (None, None) => String::new(),
    }
}

fn words(model: &Model, problem: &Problem, width: usize) -> Vec<(String, Role)> {
    let state = &model.suite;
    let mut lines = Vec::new();
    let mut add = |text: String, role: Role| {
        lines.extend(wrap(&text, width.max(8)).into_iter().map(|line| (line, role)));
    };
    let san = |m: &Move| moves::san(&problem.position, *m);
    add(asked(problem), Role::Grandmaster);
    for (part, marks, who, role) in
        [(Part::Subject, "[ ]", "subject", Role::Subject), (Part::Rival, "{ }", "rival", Role::Rival)]
    {
        let Some(attempt) = state.answer(part) else { continue };
        let answer = attempt.best.as_ref().map_or_else(|| "no move".to_owned(), san);
        let mark = if attempt.solved { "✓" } else { "✗" };
        add(format!("{marks} {who} {answer} {mark} at depth {}", attempt.depth), role);
        let nodes = if attempt.solved {
            let first = if attempt.nodes_first < attempt.nodes {
                format!(", first at {}", thousands(attempt.nodes_first))
            } else {
                String::new()
            };
            format!("right from {} nodes on{first}", thousands(attempt.nodes))
        } else {
            format!("{} nodes in vain", thousands(attempt.searched))
        };
        add(nodes, Role::Text);
    }
    if state.answer(state.part()).is_none() {
        add("not searched yet".to_owned(), Role::Dim);
    }
    lines
}
