//! Scores inside the search: centipawns for the side to move, with mates beyond them by distance.

use super::Value;
use crate::engine::endgame;
use crate::engine::evaluation::{self, Score};
use crate::engine::pieces::Pieces;

/// The longest line in plies.
pub(super) const MAX_PLY: usize = 128;

/// A side that has mated at the root would score this; a mate `n` plies away scores `n` less.
pub(super) const MATE: i32 = 32_000;

/// Scores beyond this are mates.
pub(super) const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;

/// Positions that tablebases know to be won score this, less the plies to them.
pub(super) const TABLEBASE_WIN: i32 = 30_500;

/// The largest static evaluation: below every score that is known.
pub(super) const EVALUATION_BOUND: i32 = 30_000;

/// No score: beyond all of them.
pub(super) const NONE: i32 = 32_500;

/// The score of a side that is mated at `ply`.
pub(super) const fn mated_at(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether the score is a mate for either side.
pub(super) const fn is_mate(score: i32) -> bool {
    score.abs() >= MATE_BOUND
}

/// Whether the score comes from the evaluation, and not from a mate or a tablebase.
pub(super) const fn is_evaluation(score: i32) -> bool {
    score.abs() <= EVALUATION_BOUND
}

/// A board's evaluation for White as a search score: whole centipawns inside the bound, corrected by what is
/// known of endings. Elsewhere rounding keeps order, so the best of rounded scores is the rounded best.
pub(super) fn of_evaluation(board: &impl Pieces, white: Score) -> i32 {
    let score = endgame::corrected(board, evaluation::centipawns(white));
    score.clamp(-EVALUATION_BOUND, EVALUATION_BOUND)
}

/// A score as it is told.
pub(super) fn told(score: i32) -> Value {
    if !is_mate(score) {
        return Value::Centipawns(score);
    }
    let plies = MATE - score.abs();
    Value::Mate(if score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
}
