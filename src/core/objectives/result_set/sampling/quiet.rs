//! The quiet successor of a position: the end of the principal variation of its quiescence search.

use shakmaty::{Chess, Position};

use crate::engine::evaluation::{Score, Weights};
use crate::engine::one_ply::Ending;
use crate::engine::quiescence::{self, DEPTH, MATE, Node};

/// Why a position has no quiet successor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unusable {
    /// The side to move is in check at the end.
    Check,
    /// The game is over at the end.
    Over,
    /// The quiescence search ends at its maximum depth in a position that is not quiet.
    NotQuiet,
}

impl Unusable {
    /// Returns the reason as text.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Unusable::Check => "in check",
            Unusable::Over => "game over",
            Unusable::NotQuiet => "not quiet",
        }
    }
}

/// Returns the position at the end of the principal variation of the quiescence search: a position in which the side to
/// move is not in check and prefers its static evaluation to every capture that the search tries.
///
/// # Errors
/// Returns the reason if there is no such position.
pub fn quiet(position: &Chess, weights: &Weights) -> Result<Chess, Unusable> {
    let (_, end) = search(position, weights, DEPTH, -MATE, MATE);
    if end.is_check() {
        return Err(Unusable::Check);
    }
    if Ending::of(&end).is_some() {
        return Err(Unusable::Over);
    }
    if is_quiet(&end, weights) { Ok(end) } else { Err(Unusable::NotQuiet) }
}

/// Returns whether the score of the quiescence search is the static evaluation.
#[must_use]
pub fn is_quiet(position: &Chess, weights: &Weights) -> bool {
    let fixed = evaluate(position, weights);
    quiescence::search(position, weights, DEPTH, -MATE, MATE) == fixed
}

fn evaluate(position: &Chess, weights: &Weights) -> Score {
    quiescence::from(position.turn(), weights.evaluate(position))
}

/// Does the same as [`quiescence::search`]. Returns also the end of the principal variation, exact inside the window.
fn search(position: &Chess, weights: &Weights, depth: u32, mut alpha: Score, beta: Score) -> (Score, Chess) {
    let (mut best, moves) = match quiescence::node(position, depth) {
        Node::Mated => return (-MATE, position.clone()),
        Node::Leaf => return (evaluate(position, weights), position.clone()),
        Node::Evasions(moves) => (-MATE, moves),
        Node::StandPat(moves) => (evaluate(position, weights), moves),
    };
    let mut end = position.clone();
    alpha = alpha.max(best);
    for m in moves {
        if alpha >= beta {
            break;
        }
        let (score, found) = search(&quiescence::after(position, m), weights, depth - 1, -beta, -alpha);
        if -score > best {
            (best, end) = (-score, found);
        }
        alpha = alpha.max(best);
    }
    (best, end)
}
