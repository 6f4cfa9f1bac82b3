//! The organism's 1-ply move: make and score every legal move, and play the best.
//!
//! Ties go to the first move in a fixed order ([`ordered_moves`]) that does not depend on the move played in the game.
//! If the grandmaster's move won ties, an organism of all zeros would agree with every grandmaster. A mate that the
//! quiescence search can force scores the same as an immediate mate.

use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Move, Position};

use super::evaluation::{Score, Weights};
use super::quiescence::{self, MATE};

/// How a move's score is found in the grandmaster stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlyScore {
    /// By a quiescence search after the move.
    Quiescence,
    /// By the static evaluation after the move.
    Static,
}

impl PlyScore {
    /// Returns the name used in flags.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PlyScore::Quiescence => "quiescence",
            PlyScore::Static => "static",
        }
    }

    /// Returns the kind of score with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<PlyScore> {
        [PlyScore::Quiescence, PlyScore::Static].into_iter().find(|score| score.name() == name)
    }
}

/// A game end right after a move, regardless of the organism.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The opponent is mated.
    Mate,
    /// Stalemate or insufficient material.
    Draw,
}

impl Ending {
    /// Returns how the game ends in this position, or `None` if it does not.
    #[must_use]
    pub fn of(position: &Chess) -> Option<Ending> {
        if position.is_insufficient_material() {
            return Some(Ending::Draw);
        }
        if !position.legal_moves().is_empty() {
            return None;
        }
        Some(if position.is_check() { Ending::Mate } else { Ending::Draw })
    }

    /// Returns the score for the side that moved.
    #[must_use]
    pub fn score(self) -> Score {
        match self {
            Ending::Mate => MATE,
            Ending::Draw => 0,
        }
    }
}

/// Returns the legal moves in the order that breaks ties: by piece from pawn to king, then by target square from the
/// far side of the board, by origin square, and by promotion from queen to knight, all from the point of view of the
/// side to move. The order is the same for the mirrored position.
#[must_use]
pub fn ordered_moves(position: &Chess) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    let seen = |square: shakmaty::Square| {
        position.turn().fold_wb(u32::from(square), u32::from(square.flip_vertical()))
    };
    moves.sort_by_key(|m| {
        let promotion = m.promotion().map_or(0, |role| 7 - role as u32);
        (m.role() as u32, std::cmp::Reverse(seen(m.to())), m.from().map(seen), promotion)
    });
    moves
}

/// Returns the score of a legal move for the side that makes it.
#[must_use]
pub fn score_move(position: &Chess, m: Move, weights: &Weights, ply_score: PlyScore) -> Score {
    score_above(position, m, weights, ply_score, -MATE)
}

/// Like [`score_move`], but exact only if the score is above `floor`: otherwise it is any value not above it.
#[must_use]
pub fn score_above(position: &Chess, m: Move, weights: &Weights, ply_score: PlyScore, floor: Score) -> Score {
    let next = quiescence::after(position, m);
    if let Some(ending) = Ending::of(&next) {
        return ending.score();
    }
    let depth = match ply_score {
        PlyScore::Quiescence => quiescence::DEPTH,
        PlyScore::Static => 0,
    };
    -quiescence::search(&next, weights, depth, -MATE, -floor)
}

/// Returns the organism's move, or `None` if there is no legal move.
#[must_use]
pub fn best_move(position: &Chess, weights: &Weights, ply_score: PlyScore) -> Option<Move> {
    let mut best: Option<(Move, Score)> = None;
    for m in ordered_moves(position) {
        let score = score_move(position, m, weights, ply_score);
        if best.is_none_or(|(_, highest)| score > highest) {
            best = Some((m, score));
        }
    }
    best.map(|(m, _)| m)
}

#[cfg(test)]
mod tests;
