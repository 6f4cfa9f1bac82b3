//! A position of a suite: its task as text, and the pane with its board.

use super::board::{self, BoardContent, marked};
use super::{Root, analysis};
use crate::solving::Problem;
use crate::tui::prelude::*;

/// Returns the name of a position in a list.
pub(crate) fn name(problem: Option<&Problem>, index: usize) -> String {
    problem.and_then(|problem| problem.id.clone()).unwrap_or_else(|| format!("position {}", index + 1))
}

/// Returns the position for a board.
pub(crate) fn root(problem: &Problem, index: usize) -> Root {
    Root {
        index,
        position: problem.position.clone(),
        line: Vec::new(),
        right: problem.best.clone(),
        right_name: "best move".into(),
    }
}

/// Draws the pane of the board with the selected position, its right moves, other marked moves, and the task with texts
/// below it. Without a pane of its own, the analysis is under the board.
pub(crate) fn draw(
    draw: &mut Draw<'_>,
    host: &dyn BoardHost,
    model: &Model,
    frame: Frame,
    (problem, index): (Option<&Problem>, usize),
    mut moves: Vec<MarkedMove>,
    texts: &[(String, Role)],
) {
    let Some((problem, board)) = problem.zip(host.board_state()) else {
        let inner = frame.open(draw, "Board", "");
        paragraph(draw, inner, "no position is selected", Role::Dim);
        return;
    };
    let title = problem.id.clone().unwrap_or_else(|| format!("Position {}", index + 1));
    let inner = if frame.bare { frame.area } else { frame.open(draw, &title, "") };
    moves.extend(problem.best.iter().map(|m| marked(*m, SquareMark::Grandmaster)));
    let task = (task(problem), Role::Grandmaster);
    let caption = |room: usize, is_tight: bool| {
        let texts = std::iter::once(&task).chain(texts);
        let lines =
            texts.flat_map(|(text, role)| wrap(text, room.max(8)).into_iter().map(|line| (line, *role)));
        lines.take(if is_tight { 1 } else { usize::MAX }).collect()
    };
    let content = BoardContent {
        position: &problem.position,
        moves: &moves,
        score: None,
        caption: &caption,
        is_game: false,
    };
    let rest = board::draw(draw, model, inner, board, frame.bare, &content);
    if model.thinking.on.is_some() && !draw.hits.has_pane(board.board_pane + 1) {
        analysis::compact(draw, host, model, rest);
    }
}

/// Returns the side to move with the best moves or the moves to avoid.
pub(crate) fn task(problem: &Problem) -> String {
    let san = |m: &Move| moves::san(&problem.position, *m);
    let all = |moves: &[Move]| moves.iter().map(san).collect::<Vec<_>>().join(", ");
    let turn = if problem.position.turn() == Color::White { "White" } else { "Black" };
    if problem.best.is_empty() {
        format!("{turn} to move · avoid {}", all(&problem.avoid))
    } else {
        format!("{turn} to move · ( ) best {}", all(&problem.best))
    }
}

/// Returns the first best move or, without one, the first move to avoid.
pub(crate) fn first_move(problem: &Problem) -> String {
    let san = |m: &Move| moves::san(&problem.position, *m);
    match (problem.best.first(), problem.avoid.first()) {
        (Some(m), _) => san(m),
        (None, Some(m)) => format!("not {}", san(m)),
        (None, None) => String::new(),
    }
}
