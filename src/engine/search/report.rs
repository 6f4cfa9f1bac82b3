//! What a search tells.

use std::time::Duration;

use shakmaty::Move;

/// What a line is worth to the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// Centipawns.
    Centipawns(i32),
    /// Mate in so many moves; negative: the side to move is mated in so many. 0: it is mated.
    Mate(i32),
}

/// What a value says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// It is the search's value.
    Exact,
    /// The search's value is at least this.
    Lower,
    /// The search's value is at most this.
    Upper,
}

impl Bound {
    /// What it says of the same value seen from the other side.
    #[must_use]
    pub fn reversed(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }

    /// What the best score of a node says that was searched with this window.
    pub(super) fn of(score: i32, alpha: i32, beta: i32) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// A line and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// For the side to move at the root.
    pub value: Value,
    /// What the value says.
    pub bound: Bound,
    /// The moves; at least one.
    pub moves: Vec<Move>,
}

/// One line of a search in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The iteration, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// Whether the iteration has come to its end for this line; otherwise it found a better move on the way.
    pub complete: bool,
    /// Which of the best lines this is, 1 first.
    pub index: usize,
    /// The line.
    pub line: Line,
    /// Nodes searched so far, quiescence included.
    pub nodes: u64,
    /// Positions found in tablebases so far.
    pub tablebase_hits: u64,
    /// How full the transposition table is, in thousandths.
    pub hash_full: u32,
    /// Time since the search began.
    pub elapsed: Duration,
}

impl Report {
    /// Nodes a second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)) as u64
    }
}
