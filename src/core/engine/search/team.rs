//! Searches with several threads (lazy SMP): all threads search the same root on one transposition table.
//!
//! The table is all that they share. Each thread has its own evaluator and move statistics, so the trees differ, and
//! what a thread finds serves the others through the table. The main thread alone decides when the search ends, which
//! move is best, and what is reported.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use super::clock::Clock;
use super::history::Histories;
use super::lines::Lines;
use super::root::{Progress, Root, RootMove};
use super::searcher::{Frames, Searcher};
use super::table::Table;
use super::value::MAX_PLY;
use super::{Limits, SearchParameters, Signal};
use crate::engine::board::Board;
use crate::engine::evaluation::{Evaluator, Weights};
use crate::engine::tablebases::Tablebases;
use crate::threads::has_room;

/// What one thread keeps between searches.
pub(super) struct Memory {
    pub(super) evaluator: Evaluator,
    pub(super) histories: Histories,
    /// Cleared by every search. To allocate them would take as long as dozens of nodes.
    pub(super) lines: Lines,
    pub(super) frames: Frames,
}

impl Memory {
    pub(super) fn new(weights: &Weights) -> Memory {
        let (evaluator, histories) = (Evaluator::new(weights), Histories::new());
        Memory { evaluator, histories, lines: Lines::new(), frames: Frames::new() }
    }
}

/// Nodes that one of several threads claims at once. Fewer than a thread searches in a millisecond.
const BATCH: u64 = 1024;

/// The node limit and the counters that the threads of a search share.
///
/// A thread claims nodes before it searches them, so the threads together never exceed the limit. Where the limit is
/// reached, another thread may be left with a part of its batch.
pub(super) struct Team {
    unclaimed: AtomicU64,
    batch: u64,
    nodes: AtomicU64,
    tablebase_hits: AtomicU64,
    /// Stops the helpers.
    stop: Signal,
}

impl Team {
    /// Creates the counters of a search. A single thread claims all nodes at once.
    pub(super) fn new(node_limit: u64, threads: usize) -> Team {
        Team {
            unclaimed: AtomicU64::new(node_limit),
            batch: if threads > 1 { BATCH } else { u64::MAX },
            nodes: AtomicU64::new(0),
            tablebase_hits: AtomicU64::new(0),
            stop: Signal::default(),
        }
    }

    /// Returns the number of nodes that the thread may search in addition, 0 if the limit is reached.
    pub(super) fn claim(&self) -> u64 {
        let claimed = |left: u64| left.min(self.batch);
        let result = self.unclaimed.fetch_update(Relaxed, Relaxed, |left| Some(left - claimed(left)));
        let (Ok(left) | Err(left)) = result;
        claimed(left)
    }

    /// Adds the work of a thread.
    pub(super) fn add(&self, nodes: u64, tablebase_hits: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
        self.tablebase_hits.fetch_add(tablebase_hits, Relaxed);
    }

    /// Returns the nodes that threads have added.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Returns the tablebase hits that threads have added.
    pub(super) fn tablebase_hits(&self) -> u64 {
        self.tablebase_hits.load(Relaxed)
    }
}

/// What the helpers search.
pub(super) struct Task<'a> {
    pub(super) team: &'a Team,
    pub(super) table: &'a Table,
    pub(super) parameters: &'a SearchParameters,
    pub(super) tablebases: Option<&'a Tablebases>,
    pub(super) board: &'a Board,
    /// The root moves in the order before the first iteration.
    pub(super) moves: Vec<RootMove>,
    /// The keys of the positions of the game.
    pub(super) keys: Vec<u64>,
    /// Number of best lines to search.
    pub(super) lines: usize,
}

impl Task<'_> {
    /// Runs `main` while one thread for each of these memories helps. Helpers whose thread cannot be started, or for which
    /// there is no memory any more, are left out. Returns when all threads have ended.
    pub(super) fn help(&self, helpers: &mut [Memory], main: impl FnOnce()) {
        if helpers.is_empty() {
            return main();
        }
        thread::scope(|scope| {
            // The helpers also stop if the main thread panics.
            let _stop = StopOnDrop(&self.team.stop);
            for (index, memory) in helpers.iter_mut().enumerate() {
                let thread = thread::Builder::new().name(format!("search-{}", index + 2));
                if !has_room() || thread.spawn_scoped(scope, move || self.search(memory, index)).is_err() {
                    break;
                }
            }
            main();
        });
    }

    /// Searches until the main thread ends. Every other helper begins one ply deeper, so that not all search the same
    /// depth at the same time.
    fn search(&self, memory: &mut Memory, index: usize) {
        let clock = Clock::start(&Limits::default(), &self.team.stop);
        let mut searcher =
            Searcher::new(self.table, memory, self.parameters, clock, self.team, self.keys.clone());
        searcher.tablebases = self.tablebases;
        let mut ignore = |_: &Searcher<'_>, _: &Progress<'_>| true;
        let mut root = Root::new(self.board, &[], &mut ignore);
        root.moves.clone_from(&self.moves);
        let first = if index.is_multiple_of(2) { 2 } else { 1 };
        root.deepen(&mut searcher, first..=MAX_PLY as u32, self.lines, |_| false);
        searcher.publish();
    }
}

struct StopOnDrop<'a>(&'a Signal);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
