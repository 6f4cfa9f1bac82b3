//! Findings about a position set, the order in which they are computed, and their cache.
//!
//! Two workers process the same request. The *explain worker* loads the book and explains the current position,
//! within milliseconds. The *scan worker* evaluates all positions, which can take seconds. Each worker reports a
//! finding once, and again only after a finding of the same kind for another organism or position. So a receiver keeps
//! the last finding of each kind, and shows it if it matches the request. Both workers report counterfactuals: the
//! explain worker reports them without costs and passes them to the scan worker, which reports them again with costs.

mod explain_worker;
mod scan_worker;

use std::sync::Arc;

use super::counterfactual::Counterfactual;
use super::explanation::Explanation;
use super::learning::{Champion, Learning, Turn};
use super::net_gain::Change;
use super::position_book::PositionBook;
use super::verdict::Choice;
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::Schema;
use crate::objectives::agreement::Answers;
use crate::objectives::{Distance, MentorScores};
use crate::positions::PositionSource;
use crate::threads::{Interrupt, ThreadPool};
pub(super) use explain_worker::{ExplainWorker, PendingCosts};
pub(super) use scan_worker::{ScanContext, ScanWorker};

/// An organism and its scoring method.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    /// The schema of the values.
    pub schema: Arc<Schema>,
    /// The parameter values.
    pub values: Vec<i32>,
    /// The scoring method for moves.
    pub ply_score: PlyScore,
}

/// The role of an organism in a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrganismRole {
    /// The organism that is examined.
    Subject,
    /// The organism that it is compared with.
    Rival,
}

impl OrganismRole {
    /// Returns the other role.
    #[must_use]
    pub fn other(self) -> OrganismRole {
        match self {
            OrganismRole::Subject => OrganismRole::Rival,
            OrganismRole::Rival => OrganismRole::Subject,
        }
    }
}

/// A request for findings.
#[derive(Debug, Clone, PartialEq)]
pub struct ScanRequest {
    /// The position set to examine.
    pub positions: PositionSource,
    /// The organism that is examined.
    pub subject: Option<Player>,
    /// The organism that it is compared with.
    pub rival: Option<Player>,
    /// The current position.
    pub entry: Option<usize>,
    /// The mentors' scores, if the organisms were evolved with mentors.
    pub mentor_scores: Option<MentorScores>,
    /// Whether the largest net gain of a single change is computed for each position.
    pub net_gains: bool,
    /// The champions of the run, under the subject's schema, if their answers are wanted.
    pub champions: Option<Arc<[Champion]>>,
}

/// A result of a request.
#[derive(Debug, Clone)]
pub enum Finding {
    /// The positions were loaded, or could not be loaded.
    PositionBook {
        /// The source of the positions.
        positions: PositionSource,
        /// The book, or a description of the problem and how to resolve it.
        book: Result<Arc<PositionBook>, String>,
    },
    /// The reasons for the subject's move.
    Explained {
        /// The index of the position.
        entry: usize,
        /// The organism that was explained.
        player: Player,
        /// The explanation; `None` if no right move is legal.
        explanation: Option<Arc<Explanation>>,
    },
    /// The counterfactuals for the subject's move; first without costs.
    Counterfactuals {
        /// The index of the position.
        entry: usize,
        /// The organism that the counterfactuals change.
        player: Player,
        /// One counterfactual for each parameter that can correct the move alone.
        counterfactuals: Arc<Vec<Counterfactual>>,
    },
    /// The positions in which an organism plays a right move.
    Answers {
        /// The role of the organism.
        role: OrganismRole,
        /// The organism that gave the answers.
        player: Player,
        /// The answers, by position.
        answers: Arc<Answers>,
    },
    /// A chunk of the subject's verdicts; one that begins with position 0 begins a new scan.
    Verdicts {
        /// The organism that gave the verdicts.
        player: Player,
        /// The first position of the chunk.
        first: usize,
        /// The verdicts for the positions of the chunk.
        verdicts: Vec<Option<Choice>>,
    },
    /// The distances of an organism from its mentor.
    Distances {
        /// The organism that was compared with the mentor.
        player: Player,
        /// The distances, by position; `None` if there is no target score.
        distances: Arc<Vec<Option<Distance>>>,
    },
    /// The largest net gains of single changes, as far as they are known.
    NetGains {
        /// The organism that the changes correct.
        player: Player,
        /// The net gains, by position; `None` if no single change corrects the move.
        gains: Arc<Vec<Option<i32>>>,
        /// The best change for each position; `None` as for the net gains.
        changes: Arc<Vec<Option<Change>>>,
        /// The number of parameters whose values were evaluated, and the number of all parameters.
        parameters: (usize, usize),
    },
    /// The answers of the champions of a run.
    Learning(Arc<Learning>),
    /// The generations in which the answer of the champions to a position turned.
    Turns {
        /// The index of the position.
        entry: usize,
        /// The turns, the first one first.
        turns: Arc<Vec<Turn>>,
    },
    /// A computation failed. Describes the problem and how to resolve it.
    Failed(String),
}

/// A callback for the progress of long computations: the activity, the amount done, and the total amount.
pub(super) type Progress<'a> = dyn Fn(&'static str, u64, u64) + Sync + 'a;

/// Both workers without background threads, for tests and synchronous use.
pub struct PositionScan {
    explain_worker: ExplainWorker,
    scan_worker: ScanWorker,
    pool: ThreadPool,
}

impl PositionScan {
    /// Creates a scan that uses this pool and does not cache trees on the disk.
    #[must_use]
    pub fn new(pool: ThreadPool) -> PositionScan {
        PositionScan { explain_worker: ExplainWorker::default(), scan_worker: ScanWorker::new(None), pool }
    }

    /// Processes a request completely and reports all findings.
    pub fn work(&mut self, request: &ScanRequest, report: &mut dyn FnMut(Finding)) {
        let never = Interrupt::default();
        let Some(book) = self.explain_worker.open(&request.positions, report) else { return };
        let result =
            self.explain_worker.explain(&book, request, &self.pool, &never, report).and_then(|pending| {
                pending.into_iter().for_each(|pending| self.scan_worker.take_over(pending));
                self.scan_worker.work(
                    request,
                    &mut ScanContext {
                        book: &book,
                        pool: &self.pool,
                        leave: &never,
                        abandon: &never,
                        progress: &|_, _, _| {},
                        report,
                    },
                )
            });
        if let Err(error) = result {
            report(Finding::Failed(error.to_string()));
        }
    }
}

#[cfg(test)]
mod tests;
