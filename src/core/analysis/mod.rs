//! Continuous analysis of one position, and solving of test suites ([`SuiteRun`]).
//!
//! [`Analysis`] is a thread that works on the latest [`AnalysisRequest`]: a new request ends the previous search
//! within milliseconds. It keeps only the latest [`AnalysisResult`], so a slow reader sees the current state and no
//! thread waits for another. Without a request the thread sleeps, and the memory of the engine is freed.

mod suite;
mod worker;

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use crate::engine::evaluation::Weights;
use crate::engine::search::{Game, Report, SearchParameters, Signal};
use crate::threads::Watched;
pub use suite::{Step, SuiteRun};
use worker::{Player, Searcher};

/// A position to analyse and the organism that analyses it.
#[derive(Debug, Clone)]
pub struct AnalysisRequest {
    /// The organism's evaluation.
    pub weights: Weights,
    /// The organism's search parameters.
    pub parameters: SearchParameters,
    /// The current position with its history.
    pub game: Game,
    /// The number of best lines (MultiPV), at least one.
    pub lines: usize,
}

impl AnalysisRequest {
    /// Returns whether both requests have the same organism.
    #[must_use]
    pub fn same_player(&self, other: &AnalysisRequest) -> bool {
        self.weights == other.weights && self.parameters == other.parameters
    }

    /// Returns whether both requests have the same game.
    #[must_use]
    pub fn same_game(&self, other: &AnalysisRequest) -> bool {
        self.game.start() == other.game.start() && self.game.moves() == other.game.moves()
    }
}

impl PartialEq for AnalysisRequest {
    fn eq(&self, other: &AnalysisRequest) -> bool {
        self.lines == other.lines && self.same_player(other) && self.same_game(other)
    }
}

/// The state of an analysis.
/// The state of an analysis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnalysisState {
    /// The search is running.
    Thinking,
    /// The search is complete.
    Ended,
    /// The analysis failed. Describes the problem and how to resolve it.
    Failed(String),
}

/// The result of an analysis so far.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisResult {
    /// The request that was analysed.
    pub request: Arc<AnalysisRequest>,
    /// The latest reports of the best lines, best first.
    pub lines: Vec<Report>,
    /// The state of the search.
    pub state: AnalysisState,
}

impl AnalysisResult {
    fn new(request: Arc<AnalysisRequest>) -> AnalysisResult {
        AnalysisResult { request, lines: Vec::new(), state: AnalysisState::Thinking }
    }

    /// Returns the latest report: its node count and time are the most recent.
    #[must_use]
    pub fn newest(&self) -> Option<&Report> {
        self.lines.iter().max_by_key(|report| report.nodes)
    }

    /// Inserts a report of the search into the lines.
    fn update(&mut self, report: &Report) {
        // Remove the report of the same move by an earlier iteration, whatever its rank was.
        let first = report.line.moves.first();
        self.lines.retain(|line| line.line.moves.first() != first);
        let place = (report.index.max(1) - 1).min(self.lines.len());
        self.lines.insert(place, report.clone());
        self.lines.truncate(self.request.lines.max(1));
    }
}

#[derive(Default)]
struct Slot {
    request: Option<Arc<AnalysisRequest>>,
    /// The number of the request; increases with each request.
    number: u64,
    /// Ends the search for this request.
    signal: Arc<Signal>,
    /// The result for this request.
    result: Option<AnalysisResult>,
    /// A copy of the result that [`Analysis::take`] has not returned yet.
    unread: Option<AnalysisResult>,
    ended: bool,
}

struct Shared {
    slot: Watched<Slot>,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Shared {
    /// Changes the result of a request. Returns false if the request is no longer current.
    fn update(&self, number: u64, change: impl FnOnce(&mut AnalysisResult)) -> bool {
        let mut slot = self.slot.lock();
        if slot.number != number {
            return false;
        }
        if let Some(result) = &mut slot.result {
            change(result);
            slot.unread = slot.result.clone();
        }
        drop(slot);
        (self.wake)();
        true
    }
}

/// An analysis on a background thread. Dropping it ends the thread.
pub struct Analysis {
    shared: Arc<Shared>,
    /// The thread, or the reason why it could not be started.
    thread: Result<JoinHandle<()>, String>,
}

impl Analysis {
    /// Starts the thread without a request. The thread calls `wake`, which must return quickly, whenever there is a
    /// new result.
    #[must_use]
    pub fn start(wake: impl Fn() + Send + Sync + 'static) -> Analysis {
        Analysis::with(wake, Player::new)
    }

    fn with<M: Searcher>(
        wake: impl Fn() + Send + Sync + 'static,
        searcher: impl Fn(&AnalysisRequest) -> M + Send + 'static,
    ) -> Analysis {
        let shared = Arc::new(Shared { slot: Watched::default(), wake: Box::new(wake) });
        let thread_shared = Arc::clone(&shared);
        let spawned = Builder::new()
            .name("eyas-analysis".to_owned())
            .spawn(move || worker::run(&thread_shared, searcher));
        Analysis { shared, thread: spawned.map_err(|error| error.to_string()) }
    }

    /// Replaces the request; `None` ends the analysis. An equal request continues the current search.
    pub fn think(&self, request: Option<AnalysisRequest>) {
        let has_failed = self.shared.slot.change(|slot| {
            if slot.request.as_deref() == request.as_ref() {
                return false;
            }
            slot.signal.stop();
            slot.signal = Arc::default();
            slot.number += 1;
            slot.request = request.map(Arc::new);
            slot.result = slot.request.clone().map(AnalysisResult::new);
            slot.unread = None;
            let (Err(why), Some(result)) = (&self.thread, &mut slot.result) else { return false };
            result.state =
                AnalysisState::Failed(format!("cannot start the analysis: {why}; try again later"));
            slot.unread = slot.result.clone();
            true
        });
        if has_failed {
            (self.shared.wake)();
        }
    }

    /// Returns the result for the latest request, if it has changed since the last call.
    #[must_use]
    pub fn take(&self) -> Option<AnalysisResult> {
        self.shared.slot.lock().unread.take()
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.shared.slot.change(|slot| {
            slot.ended = true;
            slot.signal.stop();
        });
        let thread = std::mem::replace(&mut self.thread, Err(String::new()));
        if let Ok(thread) = thread {
            // The thread has already caught and reported its panics.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests;
