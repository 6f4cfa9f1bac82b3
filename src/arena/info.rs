//! What an engine tells of its search, whatever its protocol, and which of its numbers are believed.

use std::str::FromStr;
use std::time::Duration;

use crate::engine::search::{Bound, Value};

/// Counts beyond this are no counts of any search: a machine of a thousand million nodes a second has not come
/// there in ten days.
const MOST_COUNTED: u64 = 1 << 50;

/// Depths, and mates, beyond this are none.
pub(super) const DEEPEST: u32 = 1_000;

/// The most a position is worth short of mate, in centipawns: so are larger values cut.
const MOST_WORTH: i64 = 1_000_000;

/// What a line of an engine tells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Info {
    /// The iteration, in plies.
    pub depth: Option<u32>,
    /// The longest line looked at, in plies.
    pub selective_depth: Option<u32>,
    /// Which of the best lines this is, 1 first.
    pub index: Option<usize>,
    /// What the line is worth to the side to move, and what that says.
    pub value: Option<(Value, Bound)>,
    /// Nodes searched so far.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nodes_per_second: Option<u64>,
    /// Time since the search began.
    pub time: Option<Duration>,
    /// How full the transposition table is, in thousandths.
    pub hash_full: Option<u32>,
    /// Positions found in tablebases so far.
    pub tablebase_hits: Option<u64>,
    /// The line's moves as they were written.
    pub moves: Vec<String>,
}

pub(super) fn number<T: FromStr>(word: &str) -> Option<T> {
    word.parse().ok()
}

pub(super) fn count(word: &str) -> Option<u64> {
    number(word).filter(|count| *count <= MOST_COUNTED)
}

pub(super) fn depth(word: &str) -> Option<u32> {
    number(word).filter(|depth| *depth <= DEEPEST)
}

pub(super) fn centipawns(worth: i64) -> Option<Value> {
    worth.clamp(-MOST_WORTH, MOST_WORTH).try_into().ok().map(Value::Centipawns)
}

pub(super) fn mate(moves: i32) -> Option<Value> {
    Some(Value::Mate(moves)).filter(|_| moves.unsigned_abs() <= DEEPEST)
}
