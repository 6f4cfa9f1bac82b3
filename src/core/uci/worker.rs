//! The worker thread: owns the engine and executes jobs in order.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Instant;

use super::changes::Changes;
use super::event::UciEvent;
use super::format;
use super::output::Output;
use super::perft::perft;
use super::search::Search;
use crate::engine::bench::{self, BenchLimit, BenchResult};
use crate::engine::evaluation::Weights;
use crate::engine::search::{Engine, Game, Limits, Report, SearchParameters};
use crate::strength::Strength;

/// A search to execute.
pub(super) struct Request {
    pub(super) game: Game,
    pub(super) limits: Limits,
    /// Whether to report probabilities of the results.
    pub(super) shows_wdl: bool,
    /// What limits the strength; `None` for full strength.
    pub(super) strength: Option<Strength>,
}

/// A job for the worker.
pub(super) enum Job {
    /// Writes `readyok`. All jobs before it are then done.
    Ready,
    /// Changes the engine.
    Change(Changes),
    /// Searches a position.
    Search(Arc<Search>, Box<Request>),
    /// Answers a search without a valid position or limit.
    NoMove(Arc<Search>),
    /// Counts legal moves (perft).
    Perft(Arc<Search>, Box<Game>, u32),
    /// Searches the positions of the bench.
    Bench(Arc<Search>, Box<Weights>, SearchParameters, BenchLimit),
}

/// Executes jobs until the queue is dropped.
pub(super) fn work(mut engine: Engine, jobs: Receiver<Job>, output: &Output, events: &SyncSender<UciEvent>) {
    let _guard = WorkerGuard(events);
    for job in jobs {
        match job {
            Job::Ready => output.line("readyok"),
            Job::Change(changes) => changes.apply(&mut engine, output),
            Job::Search(search, request) => {
                let guard = SearchGuard(&search, events);
                let last = self::search(&mut engine, &search, &request, output);
                guard.finish(output, &last);
            }
            Job::NoMove(search) => {
                let guard = SearchGuard(&search, events);
                search.wait_for_release();
                guard.finish(output, format::NO_MOVE);
            }
            Job::Perft(search, game, depth) => {
                let guard = SearchGuard(&search, events);
                let counts = perft(game.position(), depth, &search.interrupt);
                guard.finish(output, &counts.unwrap_or_else(|| "info string perft was stopped".to_owned()));
            }
            Job::Bench(search, weights, parameters, limit) => {
                let guard = SearchGuard(&search, events);
                let mut listen = |result: &BenchResult| {
                    output.explain(&format!("{} positions, {} nodes", result.positions, result.nodes));
                };
                let result = bench::run(&weights, parameters, limit, 1, &search.signal, &mut listen);
                let stopped = || "info string bench was stopped".to_owned();
                guard.finish(output, &result.map_or_else(stopped, |result| result.to_string()));
            }
        }
    }
}

/// Searches until the best move may be sent, and returns its lines.
fn search(engine: &mut Engine, search: &Search, request: &Request, output: &Output) -> String {
    let Request { game, limits, shows_wdl, strength } = request;
    let started = Instant::now();
    let mut reported = 0;
    let mut listen = |report: &Report| {
        reported = report.nodes;
        output.line(&format::info(game.position(), report, *shows_wdl));
        if output.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let outcome = match strength {
        Some(strength) => strength.search(engine, game, limits, &search.signal, &mut listen),
        None => engine.search(game, limits, &search.signal, &mut listen),
    };
    let mut last = String::new();
    if let Some(report) = outcome.report.as_ref().filter(|_| outcome.nodes > reported) {
        // The unfinished iteration counts too.
        let whole = Report {
            nodes: outcome.nodes,
            tablebase_hits: outcome.tablebase_hits,
            elapsed: started.elapsed(),
            ..report.clone()
        };
        last = format::info(game.position(), &whole, *shows_wdl) + "\n";
    }
    last += &format::best_move(game.position(), &outcome);
    if !output.is_closed() {
        search.wait_for_release();
    }
    last
}

/// Ends a search, even after a panic.
struct SearchGuard<'a>(&'a Search, &'a SyncSender<UciEvent>);

impl SearchGuard<'_> {
    /// Writes the last lines of the search and marks it as ended.
    fn finish(&self, output: &Output, last: &str) {
        output.line(last);
        self.0.finish();
    }
}

impl Drop for SearchGuard<'_> {
    fn drop(&mut self) {
        self.0.finish();
        // If the queue is full, its events make the program check the search. A blocking send could deadlock, because
        // the program may be waiting for space among the jobs.
        let _ = self.1.try_send(UciEvent::SearchEnded);
    }
}

/// Reports the end of the worker, even after a panic.
struct WorkerGuard<'a>(&'a SyncSender<UciEvent>);

impl Drop for WorkerGuard<'_> {
    fn drop(&mut self) {
        let _ = self.0.send(UciEvent::WorkerEnded);
    }
}
