//! The search of one position of a suite.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use shakmaty::Move;

use super::{Problem, Solver};
use crate::arena::{Player, PlayerError};
use crate::engine::search::{Bound, Game, Report, SearchResult, Signal, Value};

/// When a search ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Until {
    /// At its limit. The best move there is the answer.
    #[default]
    Limit,
    /// After the first iteration with a right best move, as in the search stage.
    Found,
}

/// The first right best move of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstRight {
    /// The best move of the iteration.
    pub best: Move,
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The nodes at the end of the iteration, not limited to the node limit.
    pub nodes: u64,
}

/// The result of one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The index of the position in the suite.
    pub index: usize,
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// Whether the best move is right.
    pub solved: bool,
    /// The nodes until the best move was right and remained so to the end. For an unsolved position, the node limit, or
    /// without one the searched nodes.
    pub nodes: u64,
    /// The nodes until the end of the first iteration with a right best move. Without such an iteration, the same as
    /// for `nodes` of an unsolved position.
    pub nodes_first: u64,
    /// The first completed iteration with a right best move; `None` without one.
    pub first: Option<FirstRight>,
    /// The score from the side to move's view; `None` if the player reports none.
    pub score: Option<Value>,
    /// The number of searched nodes.
    pub searched: u64,
    /// The depth of the last completed iteration, in plies.
    pub depth: u32,
    /// The duration of the search.
    pub elapsed: Duration,
    /// The fault that occurred instead of an answer. The position counts as unsolved.
    pub fault: Option<Box<PlayerError>>,
}

/// Tracks the best move through the reports of a search.
pub(super) struct AnswerTracker<'a> {
    problem: &'a Problem,
    /// The nodes when the best move became right; `None` while it is wrong.
    since: Option<u64>,
    /// The first completed iteration with a right best move.
    first: Option<FirstRight>,
    depth: u32,
    /// The nodes at the last report.
    nodes: u64,
}

impl AnswerTracker<'_> {
    pub(super) fn new(problem: &Problem) -> AnswerTracker<'_> {
        AnswerTracker { problem, since: None, first: None, depth: 0, nodes: 0 }
    }

    pub(super) fn handle(&mut self, report: &Report) {
        self.nodes = report.nodes;
        // An upper bound does not determine the best move.
        if report.index != 1 || report.line.bound == Bound::Upper {
            return;
        }
        let right = report.line.moves.first().copied().filter(|m| self.problem.is_right(*m));
        self.since = if right.is_some() { Some(self.since.unwrap_or(report.nodes)) } else { None };
        if report.complete {
            self.depth = report.depth;
            if let Some(best) = right {
                self.first.get_or_insert(FirstRight { best, depth: report.depth, nodes: report.nodes });
            }
        }
    }

    /// Returns whether an iteration with a right best move was completed.
    pub(super) fn is_found(&self) -> bool {
        self.first.is_some()
    }

    /// Returns the result at the end of the search.
    pub(super) fn attempt(
        self,
        index: usize,
        outcome: &SearchResult,
        limit: Option<u64>,
        elapsed: Duration,
    ) -> Attempt {
        let all = limit.unwrap_or(outcome.nodes);
        // External engines may report no nodes, or slightly exceed their limit.
        let reported = if outcome.nodes == 0 { all } else { outcome.nodes };
        let counted = |nodes: u64| nodes.min(limit.unwrap_or(u64::MAX));
        let solved = outcome.best.is_some_and(|m| self.problem.is_right(m));
        Attempt {
            index,
            best: outcome.best,
            solved,
            nodes: if solved { counted(self.since.unwrap_or(reported)) } else { all },
            nodes_first: self.first.map_or(all, |first| counted(first.nodes)),
            first: self.first,
            score: outcome.report.as_ref().map(|report| report.line.value),
            searched: outcome.nodes,
            depth: self.depth,
            elapsed,
            fault: None,
        }
    }
}

impl Solver {
    /// Searches a position with index `index` in the suite. Clears the player's state first, so the result depends on
    /// nothing else. A search that `signal` ended early counts as if it had reached its limit. A player with a fault in
    /// the result cannot be used further.
    #[must_use]
    pub fn attempt(
        &self,
        player: &mut dyn Player,
        index: usize,
        problem: &Problem,
        signal: &Signal,
    ) -> Attempt {
        let game = Game::new(problem.position.clone());
        let mut tracker = AnswerTracker::new(problem);
        let mut begun = Instant::now();
        let outcome = player.forget(signal).and_then(|()| {
            begun = Instant::now();
            player.search(&game, &self.limits, signal, &mut |report| {
                tracker.handle(report);
                if self.until == Until::Found && tracker.is_found() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
        });
        let elapsed = begun.elapsed();
        match outcome {
            Ok(outcome) => tracker.attempt(index, &outcome, self.limits.nodes, elapsed),
            Err(error) => {
                let nodes = tracker.nodes;
                let outcome = SearchResult { nodes, ..SearchResult::default() };
                let attempt = tracker.attempt(index, &outcome, self.limits.nodes, elapsed);
                Attempt { fault: Some(Box::new(error)), ..attempt }
            }
        }
    }
}
