//! What a position of a suite asks for, in words.

use shakmaty::{Color, Move, Position};

use crate::positions::moves;
use crate::solving::Problem;

/// Who is to move, and the moves that are right or wrong.
pub(crate) fn asked(problem: &Problem) -> String {
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
pub(crate) fn first_asked(problem: &Problem) -> String {
    let san = |m: &Move| moves::san(&problem.position, *m);
    match (problem.best.first(), problem.avoid.first()) {
        (Some(m), _) => san(m),
        (None, Some(m)) => format!("not {}", san(m)),
        (None, None) => String::new(),
    }
}
