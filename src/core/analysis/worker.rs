//! The analysis thread: searches for the latest request until the next one.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::{AnalysisRequest, AnalysisState, Shared};
use crate::engine::search::{Engine, Limits, Report, Signal};

/// The size of the transposition table, in MiB.
const HASH: usize = 64;

/// A search engine. Tests replace it with engines that never end, or that panic.
pub(super) trait Searcher {
    /// Searches until the search is complete, `signal` stops it, or `listen` breaks.
    fn search(
        &mut self,
        request: &AnalysisRequest,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    );
}

/// The built-in engine. It keeps its transposition table while the organism is the same.
pub(super) struct Player {
    engine: Engine,
    organism: AnalysisRequest,
}

impl Player {
    /// Creates the engine for the organism of a request.
    pub(super) fn new(request: &AnalysisRequest) -> Player {
        Player { engine: Engine::new(&request.weights, request.parameters, HASH), organism: request.clone() }
    }
}

impl Searcher for Player {
    fn search(
        &mut self,
        request: &AnalysisRequest,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) {
        if !self.organism.same_player(request) {
            self.engine.set_organism(&request.weights, request.parameters);
            self.organism = request.clone();
        }
        let limits = Limits { lines: request.lines, ..Limits::default() };
        self.engine.search(&request.game, &limits, signal, listen);
    }
}

/// A request with its number and its signal.
struct Task {
    number: u64,
    request: Option<Arc<AnalysisRequest>>,
    signal: Arc<Signal>,
}

impl Shared {
    /// Waits for a request with a number other than `done` (its `request` may be `None`). Returns `None` at the end.
    fn next(&self, done: u64) -> Option<Task> {
        self.slot.wait_for(|slot| {
            if slot.ended {
                return Some(None);
            }
            (slot.number != done).then(|| {
                let (request, signal) = (slot.request.clone(), Arc::clone(&slot.signal));
                Some(Task { number: slot.number, request, signal })
            })
        })
    }
}

/// Handles requests until the analysis is dropped.
pub(super) fn run<M: Searcher>(shared: &Shared, make: impl Fn(&AnalysisRequest) -> M) {
    let mut searcher = None;
    let mut done = 0;
    while let Some(task) = shared.next(done) {
        done = task.number;
        let Some(request) = &task.request else {
            // There is no request: free the memory.
            searcher = None;
            continue;
        };
        let mut listen = |report: &Report| {
            if shared.update(done, |result| result.update(report)) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let searched = catch_unwind(AssertUnwindSafe(|| {
            let searcher = searcher.get_or_insert_with(|| make(request));
            searcher.search(request, &task.signal, &mut listen);
        }));
        let state = match searched {
            Ok(()) if task.signal.is_stopped() => continue,
            Ok(()) => AnalysisState::Ended,
            Err(_) => {
                searcher = None;
                let why = "internal error in the search; select another position or organism to try again";
                AnalysisState::Failed(why.to_owned())
            }
        };
        shared.update(done, |result| result.state = state);
    }
}
