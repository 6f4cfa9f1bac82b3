//! Search reports.

use std::time::Duration;

use shakmaty::Move;

/// The score of a line for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// A score in centipawns.
    Centipawns(i32),
    /// Mate in this many moves; negative: the side to move is mated in this many moves. 0: it is mated now.
    Mate(i32),
}

/// How a score relates to the true score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

impl Bound {
    /// Returns the bound of the negated score.
    #[must_use]
    pub fn reversed(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }

    /// Returns the bound of a node's best score, given the window it was searched with.
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

/// A line with its score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The score for the side to move at the root.
    pub value: Value,
    /// The kind of score.
    pub bound: Bound,
    /// The moves, at least one.
    pub moves: Vec<Move>,
}

/// One line of a search in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The depth of the iteration in plies.
    pub depth: u32,
    /// The longest line searched, in plies.
    pub selective_depth: u32,
    /// Whether the iteration is finished for this line. Otherwise this is a better move found on the way.
    pub complete: bool,
    /// The rank of the line among the best lines, from 1.
    pub index: usize,
    /// The line.
    pub line: Line,
    /// Nodes searched so far, including quiescence.
    pub nodes: u64,
    /// Positions found in tablebases so far.
    pub tablebase_hits: u64,
    /// Fill level of the transposition table in permille.
    pub hash_full: u32,
    /// Time since the start of the search.
    pub elapsed: Duration,
}

impl Report {
    /// Returns the nodes per second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)) as u64
    }
}
