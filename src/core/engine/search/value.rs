//! Search scores: centipawns for the side to move, with mate scores by distance beyond them.

use super::Value;
use crate::engine::endgame;
use crate::engine::evaluation::{self, Score};
use crate::engine::pieces::Pieces;

/// Maximum length of a line in plies.
pub(super) const MAX_PLY: usize = 128;

/// The score of having mated at the root. A mate in `n` plies scores `n` less.
pub(super) const MATE: i32 = 32_000;

/// Scores at or beyond this bound are mates.
pub(super) const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;

/// The score of a tablebase win, minus the plies to it.
pub(super) const TABLEBASE_WIN: i32 = 30_500;

/// The largest static evaluation: below all tablebase and mate scores.
pub(super) const EVALUATION_BOUND: i32 = 30_000;

/// No score: outside the range of all scores.
pub(super) const NONE: i32 = 32_500;

/// Returns the score of a side mated at `ply`.
pub(super) const fn mated_at(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Returns whether the score is a mate for either side.
pub(super) const fn is_mate(score: i32) -> bool {
    score.abs() >= MATE_BOUND
}

/// Returns whether the score comes from the evaluation, not from a mate or a tablebase.
pub(super) const fn is_evaluation(score: i32) -> bool {
    score.abs() <= EVALUATION_BOUND
}

/// Converts an evaluation from White's point of view to a search score: whole centipawns, corrected by endgame
/// knowledge and clamped to the bound. Except for the corrections, rounding preserves the order, so the best rounded
/// score is the rounded best score.
pub(super) fn of_evaluation(board: &impl Pieces, white: Score) -> i32 {
    let score = endgame::corrected(board, evaluation::centipawns(white));
    score.clamp(-EVALUATION_BOUND, EVALUATION_BOUND)
}

/// Converts a score for a report.
pub(super) fn reported(score: i32) -> Value {
    if !is_mate(score) {
        return Value::Centipawns(score);
    }
    let plies = MATE - score.abs();
    Value::Mate(if score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
}
