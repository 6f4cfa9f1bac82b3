//! The worker thread: it owns the engine and does jobs in order.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Instant;

use super::changes::Changes;
use super::event::Event;
use super::output::Output;
use super::perft::perft;
use super::search::Search;
use super::tell;
use crate::engine::bench::{self, BenchLimit, BenchResult};
use crate::engine::evaluation::Weights;
use crate::engine::search::{Engine, Game, Limits, Report, SearchParameters};

/// What the worker can be asked to do.
pub(super) enum Job {
    /// To say that all jobs before this one are done.
    Ready,
    /// To change the engine.
    Change(Changes),
    /// To search.
    Search(Arc<Search>, Box<Game>, Box<Limits>),
    /// To answer a search of no position.
    NoMove(Arc<Search>),
    /// To count legal moves.
    Perft(Arc<Search>, Box<Game>, u32),
    /// To search the positions of the bench.
    Bench(Arc<Search>, Box<Weights>, SearchParameters, BenchLimit),
}

/// Does jobs until there can be no more.
pub(super) fn work(mut engine: Engine, jobs: Receiver<Job>, output: &Output, events: &SyncSender<Event>) {
    let _farewell = Farewell(events);
    for job in jobs {
        match job {
            Job::Ready => output.line("readyok"),
            Job::Change(changes) => changes.make(&mut engine, output),
            Job::Search(search, game, limits) => {
                let ending = Ending(&search, events);
                let last = self::search(&mut engine, &search, &game, &limits, output);
                ending.tell(output, &last);
            }
            Job::NoMove(search) => {
                let ending = Ending(&search, events);
                search.wait_for_release();
                ending.tell(output, "bestmove 0000");
            }
            Job::Perft(search, game, depth) => {
                let ending = Ending(&search, events);
                let counts = perft(game.position(), depth, &search.interrupt);
                ending.tell(output, &counts.unwrap_or_else(|| "info string perft was stopped".to_owned()));
            }
            Job::Bench(search, weights, parameters, limit) => {
                let ending = Ending(&search, events);
                let mut listen = |result: &BenchResult| {
                    output.explain(&format!("{} positions, {} nodes", result.positions, result.nodes));
                };
                let result = bench::run(&weights, parameters, limit, &search.signal, &mut listen);
                let stopped = || "info string the bench was stopped".to_owned();
                ending.tell(output, &result.map_or_else(stopped, |result| result.to_string()));
            }
        }
    }
}

/// Searches until the best move may be told; returns the lines that tell it.
fn search(engine: &mut Engine, search: &Search, game: &Game, limits: &Limits, output: &Output) -> String {
    let begun = Instant::now();
    let mut told = 0;
    let mut listen = |report: &Report| {
        told = report.nodes;
        output.line(&tell::info(game.position(), report));
        if output.is_gone() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let outcome = engine.search(game, limits, &search.signal, &mut listen);
    let mut last = String::new();
    if let Some(report) = outcome.report.as_ref().filter(|_| outcome.nodes > told) {
        // The iteration that was cut off counts too.
        let whole = Report {
            nodes: outcome.nodes,
            tablebase_hits: outcome.tablebase_hits,
            elapsed: begun.elapsed(),
            ..report.clone()
        };
        last = tell::info(game.position(), &whole) + "\n";
    }
    last += &tell::best_move(game.position(), &outcome);
    if !output.is_gone() {
        search.wait_for_release();
    }
    last
}

/// Ends a search in any case, should it panic.
struct Ending<'a>(&'a Search, &'a SyncSender<Event>);

impl Ending<'_> {
    /// Tells the last lines of the search; then it has ended.
    fn tell(&self, output: &Output, last: &str) {
        output.line(last);
        self.0.finish();
    }
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.finish();
        // Where the queue is full, what stands in it makes the program look; it must not be waited for, as it may
        // wait for a place among the jobs.
        let _ = self.1.try_send(Event::SearchEnded);
    }
}

/// Tells that the worker is gone, should it panic.
struct Farewell<'a>(&'a SyncSender<Event>);

impl Drop for Farewell<'_> {
    fn drop(&mut self) {
        let _ = self.0.send(Event::WorkerEnded);
    }
}
