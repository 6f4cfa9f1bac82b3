//! The task of a suite position as text.

use shakmaty::{Color, Move, Position};

use crate::positions::moves;
use crate::solving::Problem;

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
