//! One position of a suite, searched.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use shakmaty::Move;

use super::{Problem, Solver};
use crate::arena::{Player, PlayerError};
use crate::engine::search::{Bound, Game, Outcome, Report, Signal, Value};

/// Whether a search ends before its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Until {
    /// It goes on to its limit: the answer there counts.
    #[default]
    Limit,
    /// It ends with the first iteration whose best move is right, as in the search stage.
    Found,
}

/// The first right move of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstRight {
    /// The best move of the iteration.
    pub best: Move,
    /// The iteration, in plies.
    pub depth: u32,
    /// Nodes when it was finished, before any cut to the limit.
    pub nodes: u64,
}

/// What came of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Which position of the suite, 0 first.
    pub index: usize,
    /// The answer; `None` where there is no legal move.
    pub best: Option<Move>,
    /// Whether it is a right one.
    pub solved: bool,
    /// Nodes until the answer was right and stayed right to the end. Of an unsolved position the limit of nodes,
    /// or without one the nodes searched.
    pub nodes: u64,
    /// Nodes until an iteration was first finished whose best move is right. Where none was, as for `nodes`.
    pub nodes_first: u64,
    /// The first iteration that was finished with a right move; `None` where there was none.
    pub first: Option<FirstRight>,
    /// What the answer is worth to the side to move, as the player says; `None` where it does not say.
    pub score: Option<Value>,
    /// Nodes searched.
    pub searched: u64,
    /// The last iteration that was finished, in plies.
    pub depth: u32,
    /// How long it took.
    pub elapsed: Duration,
    /// What the player did wrong instead of an answer. The position counts as unsolved.
    pub fault: Option<Box<PlayerError>>,
}

/// What the reports of a search say about its answer.
pub(super) struct Watch<'a> {
    problem: &'a Problem,
    /// Nodes when the answer became right, while it is.
    since: Option<u64>,
    /// The first iteration that was finished with a right answer.
    first: Option<FirstRight>,
    depth: u32,
    /// Nodes at the last report.
    nodes: u64,
}

impl Watch<'_> {
    pub(super) fn new(problem: &Problem) -> Watch<'_> {
        Watch { problem, since: None, first: None, depth: 0, nodes: 0 }
    }

    /// Takes note of a report.
    pub(super) fn hear(&mut self, report: &Report) {
        self.nodes = report.nodes;
        // That no move reaches a window does not say which is the best.
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

    /// Whether an iteration with a right answer was finished.
    pub(super) fn is_found(&self) -> bool {
        self.first.is_some()
    }

    /// The attempt, when the search is over.
    pub(super) fn attempt(
        self,
        index: usize,
        outcome: &Outcome,
        limit: Option<u64>,
        elapsed: Duration,
    ) -> Attempt {
        let all = limit.unwrap_or(outcome.nodes);
        // Engines of other people may tell nothing of their nodes, or go a little beyond their limit.
        let told = if outcome.nodes == 0 { all } else { outcome.nodes };
        let counted = |nodes: u64| nodes.min(limit.unwrap_or(u64::MAX));
        let solved = outcome.best.is_some_and(|m| self.problem.is_right(m));
        Attempt {
            index,
            best: outcome.best,
            solved,
            nodes: if solved { counted(self.since.unwrap_or(told)) } else { all },
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
    /// Has a player search the position, which is the suite's `index`-th. It forgets everything before, so that
    /// the attempt depends on nothing else. A search that `signal` ended early is told as if it had come to its
    /// limit. A player whose fault the attempt tells of is of no further use.
    #[must_use]
    pub fn attempt(
        &self,
        player: &mut dyn Player,
        index: usize,
        problem: &Problem,
        signal: &Signal,
    ) -> Attempt {
        let game = Game::new(problem.position.clone());
        let mut watch = Watch::new(problem);
        let mut begun = Instant::now();
        let outcome = player.forget(signal).and_then(|()| {
            begun = Instant::now();
            player.search(&game, &self.limits, signal, &mut |report| {
                watch.hear(report);
                if self.until == Until::Found && watch.is_found() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
        });
        let elapsed = begun.elapsed();
        match outcome {
            Ok(outcome) => watch.attempt(index, &outcome, self.limits.nodes, elapsed),
            Err(error) => {
                let nodes = watch.nodes;
                let outcome = Outcome { nodes, ..Outcome::default() };
                let attempt = watch.attempt(index, &outcome, self.limits.nodes, elapsed);
                Attempt { fault: Some(Box::new(error)), ..attempt }
            }
        }
    }
}
