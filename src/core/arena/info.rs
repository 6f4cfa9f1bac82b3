//! Search information from engines, independent of the protocol, and the limits of plausible numbers.

use std::str::FromStr;

use crate::engine::search::{Bound, Value};

/// The largest plausible count. A machine with 10^9 nodes per second takes more than ten days to reach it.
pub(super) const MAX_COUNT: u64 = 1 << 50;

/// The largest plausible depth, in plies, and distance to mate, in moves.
pub(super) const MAX_DEPTH: u32 = 1_000;

/// The largest score short of mate, in centipawns. Larger scores are clamped.
pub(super) const MAX_SCORE: i32 = 1_000_000;

/// The content of one line of search information.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Info {
    /// The depth of the iteration, in plies.
    pub depth: Option<u32>,
    /// The selective depth, in plies.
    pub selective_depth: Option<u32>,
    /// The number of the line in multi-PV mode, 1 for the best.
    pub index: Option<usize>,
    /// The score from the side to move's view, and whether it is exact or a bound.
    pub value: Option<(Value, Bound)>,
    /// The number of nodes searched so far.
    pub nodes: Option<u64>,
    /// The use of the transposition table, in permille.
    pub hash_full: Option<u32>,
    /// The number of tablebase hits so far.
    pub tablebase_hits: Option<u64>,
    /// The moves of the line as the engine wrote them.
    pub moves: Vec<String>,
}

pub(super) fn number<T: FromStr>(word: &str) -> Option<T> {
    word.parse().ok()
}

pub(super) fn count(word: &str) -> Option<u64> {
    number(word).filter(|count| *count <= MAX_COUNT)
}

pub(super) fn depth(word: &str) -> Option<u32> {
    number(word).filter(|depth| *depth <= MAX_DEPTH)
}

pub(super) fn centipawns(score: i64) -> Option<Value> {
    score.clamp((-MAX_SCORE).into(), MAX_SCORE.into()).try_into().ok().map(Value::Centipawns)
}

pub(super) fn mate(moves: i32) -> Option<Value> {
    Some(Value::Mate(moves)).filter(|_| moves.unsigned_abs() <= MAX_DEPTH)
}
