//! The worker thread: it owns the engine and does jobs in order.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Instant;

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
    /// To have a transposition table of so many MiB.
    Hash(usize),
    /// To forget.
    Clear,
    /// To play as another organism.
    Organism(Box<Weights>, SearchParameters),
    /// To search.
    Search(Arc<Search>, Box<Game>, Box<Limits>),
    /// To count legal moves.
    Perft(Arc<Search>, Box<Game>, u32),
    /// To search the positions of the bench.
    Bench(Arc<Search>, Box<Weights>, SearchParameters, BenchLimit),
}

/// Does jobs until there can be no more.
pub(super) fn work(mut engine: Engine, jobs: &Receiver<Job>, output: &Output, events: &SyncSender<Event>) {
    let _farewell = Farewell(events);
    for job in jobs {
        match job {
            Job::Ready => output.line("readyok"),
            Job::Hash(hash) => engine.set_hash(hash),
            Job::Clear => engine.clear(),
            Job::Organism(weights, parameters) => engine.set_organism(&weights, parameters),
            Job::Search(search, game, limits) => {
                let _ending = Ending(&search, events);
                self::search(&mut engine, &search, &game, &limits, output);
            }
            Job::Perft(search, game, depth) => {
                let _ending = Ending(&search, events);
                match perft(game.position(), depth, &search.interrupt) {
                    Some(text) => output.line(&text),
                    None => output.explain("perft was stopped"),
                }
            }
            Job::Bench(search, weights, parameters, limit) => {
                let _ending = Ending(&search, events);
                let mut listen = |result: &BenchResult| {
                    output.explain(&format!("{} positions, {} nodes", result.positions, result.nodes));
                };
                match bench::run(&weights, parameters, limit, &search.signal, &mut listen) {
                    Some(result) => output.line(&result.to_string()),
                    None => output.explain("the bench was stopped"),
                }
            }
        }
    }
}

fn search(engine: &mut Engine, search: &Search, game: &Game, limits: &Limits, output: &Output) {
    let begun = Instant::now();
    let mut told = 0;
    let mut listen = |report: &Report| {
        told = report.nodes;
        output.line(&tell::info(report));
        if output.is_gone() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let outcome = engine.search(game, limits, &search.signal, &mut listen);
    let mut last = String::new();
    if let Some(report) = outcome.report.as_ref().filter(|_| outcome.nodes > told) {
        // The iteration that was cut off counts too.
        let whole = Report { nodes: outcome.nodes, elapsed: begun.elapsed(), ..report.clone() };
        last = tell::info(&whole) + "\n";
    }
    last += &tell::best_move(game.position(), &outcome);
    if !output.is_gone() {
        search.wait_for_release();
    }
    // Before the move is out: whoever reads it may ask for the next search at once.
    search.finish();
    output.line(&last);
}

/// Ends a search in any case, should it panic.
struct Ending<'a>(&'a Search, &'a SyncSender<Event>);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.finish();
        // Without a receiver the program has ended.
        let _ = self.1.send(Event::SearchEnded);
    }
}

/// Tells that the worker is gone, should it panic.
struct Farewell<'a>(&'a SyncSender<Event>);

impl Drop for Farewell<'_> {
    fn drop(&mut self) {
        let _ = self.0.send(Event::WorkerEnded);
    }
}
