//! The quiescence search of the organism's 1-ply move (2008 paper, section 3.2: “certain built-in tactics”).
//!
//! The side to move may stand pat or make a capture or queen promotion that does not lose material by static exchange.
//! A side in check must evade. After [`DEPTH`] plies the static evaluation is the score, in check or not. Stalemate is
//! not detected. The moves searched do not depend on the organism, so the search itself and the cached trees of the
//! fitness function use the same definition, [`node`].

use shakmaty::{Chess, Color, Move, MoveList, Position, Role};

use super::evaluation::{Score, Weights};
use super::exchange;

/// Maximum depth in plies after the organism's move.
pub const DEPTH: u32 = 6;

/// The score of a side that has mated, in [`Score`] units. Larger than any evaluation.
pub const MATE: Score = 1 << 28;

/// How a quiescence search handles a position.
#[derive(Debug)]
pub enum Node {
    /// The side to move is mated.
    Mated,
    /// The score is the static evaluation.
    Leaf,
    /// The score is the maximum of the static evaluation and these moves.
    StandPat(MoveList),
    /// The side to move is in check. The score is the maximum of these moves.
    Evasions(MoveList),
}

/// Returns how a quiescence search handles this position with `depth` plies left.
#[must_use]
pub fn node(position: &Chess, depth: u32) -> Node {
    if depth == 0 {
        return Node::Leaf;
    }
    if position.is_check() {
        let evasions = position.legal_moves();
        return if evasions.is_empty() { Node::Mated } else { Node::Evasions(evasions) };
    }
    let mut moves = position.capture_moves();
    // Quiet queen promotions change the material, so they belong to the captures.
    let last = position.our(Role::Pawn)
        & shakmaty::Bitboard::from_rank(position.turn().relative_rank(shakmaty::Rank::Seventh));
    if last.any() {
        moves.extend(position.promotion_moves().into_iter().filter(|m| !m.is_capture()));
    }
    moves.retain(|m| {
        matches!(m.promotion(), None | Some(Role::Queen)) && exchange::see_non_negative(position, *m)
    });
    if moves.is_empty() { Node::Leaf } else { Node::StandPat(moves) }
}

/// Returns the position after a legal move.
#[must_use]
pub fn after(position: &Chess, m: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(m);
    next
}

/// Returns the quiescence score for the side to move, exact inside (`alpha`, `beta`).
#[must_use]
pub fn search(position: &Chess, weights: &Weights, depth: u32, mut alpha: Score, beta: Score) -> Score {
    let evaluate = || from(position.turn(), weights.evaluate(position));
    let (mut best, moves) = match node(position, depth) {
        Node::Mated => return -MATE,
        Node::Leaf => return evaluate(),
        Node::Evasions(moves) => (-MATE, moves),
        Node::StandPat(moves) => (evaluate(), moves),
    };
    alpha = alpha.max(best);
    for m in moves {
        if alpha >= beta {
            break;
        }
        best = best.max(-search(&after(position, m), weights, depth - 1, -beta, -alpha));
        alpha = alpha.max(best);
    }
    best
}

/// Converts a score from White's point of view to `color`'s.
#[must_use]
pub fn from(color: Color, score: Score) -> Score {
    color.fold_wb(score, -score)
}

#[cfg(test)]
mod tests;
