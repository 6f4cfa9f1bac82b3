//! The quiescence search behind the organism's 1-ply move (2008 paper, section 3.2: “certain built-in
//! tactics”).
//!
//! A side to move may stand pat or make a capture or queen promotion that does not lose material by
//! static exchange; a side in check must evade. After [`DEPTH`] plies the static evaluation stands. Which moves are looked at does
//! not depend on the organism, so the same walk over the tree serves the search itself and the cached
//! trees of the fitness function: there is one definition of it, [`node`].

use shakmaty::{Chess, Color, Move, MoveList, Position, Role};

use super::evaluation::{Score, Weights};
use super::exchange;

/// Plies after the organism's move.
pub const DEPTH: u32 = 6;

/// The score of a side that has mated, in [`Score`] units; beyond any evaluation.
pub const MATE: Score = 1 << 28;

/// What a quiescence search does in a position.
#[derive(Debug)]
pub enum Node {
    /// The side to move is mated.
    Mated,
    /// The static evaluation is the score.
    Leaf,
    /// The best of the static evaluation and these moves.
    StandPat(MoveList),
    /// The best of these moves: the side to move is in check.
    Evasions(MoveList),
}

/// What a quiescence search does in this position with `depth` plies left.
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
    // Quiet promotions to a queen belong to the captures: they change the material as much.
    let last = position.our(Role::Pawn)
        & shakmaty::Bitboard::from_rank(position.turn().relative_rank(shakmaty::Rank::Seventh));
    if last.any() {
        moves.extend(position.promotion_moves().into_iter().filter(|m| !m.is_capture()));
    }
    moves.retain(|m| matches!(m.promotion(), None | Some(Role::Queen)) && exchange::holds(position, *m));
    if moves.is_empty() { Node::Leaf } else { Node::StandPat(moves) }
}

/// The position after a legal move.
#[must_use]
pub fn after(position: &Chess, m: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(m);
    next
}

/// The quiescence score from the point of view of the side to move, exact within (`alpha`, `beta`).
#[must_use]
pub fn search(position: &Chess, weights: &Weights, depth: u32, mut alpha: Score, beta: Score) -> Score {
    let evaluate = || from(position.turn(), weights.evaluate(position.board()));
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

/// A score for White as `color` sees it.
#[must_use]
pub fn from(color: Color, score: Score) -> Score {
    color.fold_wb(score, -score)
}
