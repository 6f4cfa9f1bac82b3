//! The engine: state kept between searches, and a search from its limits to its outcome.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Chess, Move, Position};

use super::clock::Clock;
use super::root::{Progress, Root};
use super::searcher::Searcher;
use super::table::Table;
use super::team::{Memory, Task, Team};
use super::value::{self, MAX_PLY};
use super::{Game, Limits, Line, Report, SearchParameters, Signal};
use crate::engine::board::PackedMove;
use crate::engine::evaluation::Weights;
use crate::engine::tablebases::Tablebases;
use crate::threads::startable;

/// The result of a search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move. `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The last report of the best line. `None` if there is no legal move.
    pub report: Option<Report>,
    /// Nodes that all threads searched, including quiescence.
    pub nodes: u64,
    /// Positions found in tablebases.
    pub tablebase_hits: u64,
}

/// A chess engine: an evaluation, search parameters, a transposition table and move statistics.
pub struct Engine {
    /// The evaluation, as new threads need it.
    weights: Weights,
    parameters: SearchParameters,
    table: Table,
    /// The memory of the main thread.
    main: Memory,
    /// The memories of further threads.
    helpers: Vec<Memory>,
    tablebases: Option<Arc<Tablebases>>,
}

impl Engine {
    /// Smallest and largest size of the transposition table in MiB.
    pub const HASH_RANGE: (usize, usize) = (1, 65_536);

    /// Smallest and largest number of threads of a search.
    pub const THREADS_RANGE: (usize, usize) = (1, 256);

    /// Returns whether the system has memory for a table of `hash` MiB now, or for several tables of this total size.
    /// If not, an engine gets a smaller table, and its searches differ.
    #[must_use]
    pub fn has_memory_for(hash: usize) -> bool {
        Table::new(hash).mebibytes() >= hash
    }

    /// Checks that a person can choose a table of `hash` MiB, and returns this size.
    ///
    /// # Errors
    /// Returns the possible sizes, or what to do if there is not enough memory.
    pub fn check_hash(hash: usize) -> Result<usize, String> {
        let (low, high) = Engine::HASH_RANGE;
        if !(low..=high).contains(&hash) {
            return Err(format!("the size must be {low} to {high} MiB"));
        }
        if Engine::has_memory_for(hash) {
            return Ok(hash);
        }
        Err("not enough memory: use a smaller table, or raise the memory limit (ulimit -v)".to_owned())
    }

    /// Creates an engine with one thread and an empty transposition table of `hash` MiB. A table of size 0 stores
    /// nothing.
    #[must_use]
    pub fn new(weights: &Weights, parameters: SearchParameters, hash: usize) -> Engine {
        Engine {
            weights: weights.clone(),
            parameters,
            table: Table::new(hash),
            main: Memory::new(weights),
            helpers: Vec::new(),
            tablebases: None,
        }
    }

    /// Returns an engine with the same organism and tablebases, one thread, and an empty table of `hash` MiB.
    #[must_use]
    pub fn fresh(&self, hash: usize) -> Engine {
        Engine { tablebases: self.tablebases.clone(), ..Engine::new(&self.weights, self.parameters, hash) }
    }

    /// Replaces the organism and clears all state.
    pub fn set_organism(&mut self, weights: &Weights, parameters: SearchParameters) {
        self.weights = weights.clone();
        self.main = Memory::new(weights);
        self.helpers.iter_mut().for_each(|helper| *helper = Memory::new(weights));
        self.parameters = parameters;
        self.clear();
    }

    /// Replaces the search parameters, keeps the evaluation and clears all state.
    pub fn set_parameters(&mut self, parameters: SearchParameters) {
        self.parameters = parameters;
        self.clear();
    }

    /// Returns the size of the transposition table in MiB. It is less than requested if memory is short.
    #[must_use]
    pub fn hash(&self) -> usize {
        self.table.mebibytes()
    }

    /// Replaces the transposition table by an empty one of `hash` MiB.
    pub fn set_hash(&mut self, hash: usize) {
        // Free the old table first: both may not fit into memory.
        self.table = Table::new(0);
        self.table = Table::new(hash);
    }

    /// Returns the number of threads of a search. It is less than requested if the system cannot start more.
    #[must_use]
    pub fn threads(&self) -> usize {
        1 + self.helpers.len()
    }

    /// Sets the number of threads of later searches, within [`Engine::THREADS_RANGE`]. If the system cannot start as many
    /// now, there are fewer. A thread takes about 3 MiB besides the transposition table, which all share. Searches with
    /// several threads are not reproducible.
    pub fn set_threads(&mut self, threads: usize) {
        let (least, most) = Engine::THREADS_RANGE;
        let helpers = threads.clamp(least, most) - 1;
        let helpers = if helpers > self.helpers.len() { startable(helpers) } else { helpers };
        self.helpers.resize_with(helpers, || Memory::new(&self.weights));
    }

    /// Replaces or removes the tablebases and clears all state, which may contain their scores. Searches for a mate do
    /// not use tablebases, because these know the winner but not the number of moves to mate.
    pub fn set_tablebases(&mut self, tablebases: Option<Arc<Tablebases>>) {
        self.tablebases = tablebases;
        self.clear();
    }

    /// Clears all state, as before a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.main.histories.clear();
        self.helpers.iter_mut().for_each(|helper| helper.histories.clear());
    }

    /// Searches the current position of the game.
    ///
    /// With one line, `on_report` receives a report of every better move, every finished iteration and every bound
    /// found on the way. With several lines, it receives a report of each line, best first, at the end of each
    /// iteration. It receives the last one of the best line if there is a legal move, the others not more often than
    /// [`Limits::report_interval`] says. It may end the search. After [`Engine::clear`], a search of one thread limited by depth or nodes is reproducible bit for bit. Several threads
    /// together search at most the nodes of a limit.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        on_report: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> SearchResult {
        let clock = Clock::start(limits, signal);
        self.table.start_search();
        let (board, keys) = (game.board().clone(), game.keys().to_vec());
        let position = game.position();
        let mut reporting = Reporting {
            position,
            on_report,
            interval: limits.report_interval,
            next: limits.report_interval,
            sends: false,
            last: None,
        };
        let mut on_progress =
            |searcher: &Searcher<'_>, progress: &Progress<'_>| reporting.receive(searcher, progress);
        let team = Team::new(limits.nodes.unwrap_or(u64::MAX), 1 + self.helpers.len());
        let mut searcher =
            Searcher::new(&self.table, &mut self.main, &self.parameters, clock, &team, keys.clone());
        searcher.tablebases = self.tablebases.as_deref().filter(|_| limits.mate.is_none());
        let wanted: Vec<PackedMove> = limits.moves.iter().map(|m| (*m).into()).collect();
        let mut root = Root::new(&board, &wanted, &mut on_progress);
        if root.moves.is_empty() {
            return SearchResult::default();
        }
        root.rank(&mut searcher);
        let task = Task {
            team: &team,
            table: &self.table,
            parameters: &self.parameters,
            tablebases: searcher.tablebases,
            board: &board,
            moves: root.moves.clone(),
            keys,
            lines: limits.lines,
        };
        let is_found = |score: i32| limits.mate.is_some_and(|moves| score > value::MATE - 2 * moves as i32);
        task.help(&mut self.helpers, || {
            root.deepen(&mut searcher, 1..=limits.depth.unwrap_or(MAX_PLY as u32), limits.lines, is_found);
        });
        let moves = unpacked(position, &root.moves[0].line);
        let (nodes, tablebase_hits) = (searcher.all_nodes(), searcher.all_tablebase_hits());
        SearchResult {
            best: moves.first().copied(),
            ponder: moves.get(1).copied(),
            nodes,
            tablebase_hits,
            report: reporting.finish(&self.table),
        }
    }
}

/// Turns the progress of the root into reports. A report takes as long as several nodes, because it needs legal moves
/// and the fill level of the table, so only those that are sent are completed.
struct Reporting<'a> {
    position: &'a Chess,
    on_report: &'a mut dyn FnMut(&Report) -> ControlFlow<()>,
    interval: Duration,
    /// When the next report is due, from the start of the search.
    next: Duration,
    /// Whether the present lines are sent: all of an iteration or none.
    sends: bool,
    last: Option<LastReport>,
}

/// The last report of the best line.
struct LastReport {
    /// Complete if it was sent.
    report: Report,
    line: Vec<PackedMove>,
    is_sent: bool,
}

impl Reporting<'_> {
    /// Returns whether the search continues.
    fn receive(&mut self, searcher: &Searcher<'_>, progress: &Progress<'_>) -> bool {
        let mut report = incomplete_report(searcher, progress);
        if progress.index == 0 {
            self.sends = report.elapsed >= self.next;
        }
        let mut continues = true;
        if self.sends {
            self.next = report.elapsed + self.interval;
            self.complete(&mut report, progress.line, searcher.table);
            continues = (self.on_report)(&report).is_continue();
        }
        if progress.index == 0 {
            let mut line = self.last.take().map_or_else(Vec::new, |last| last.line);
            line.clear();
            line.extend_from_slice(progress.line);
            self.last = Some(LastReport { report, line, is_sent: self.sends });
        }
        continues
    }

    fn complete(&self, report: &mut Report, line: &[PackedMove], table: &Table) {
        report.line.moves = unpacked(self.position, line);
        report.hash_full = table.fullness();
    }

    /// Sends the last report of the best line if it was not sent, and returns it.
    fn finish(mut self, table: &Table) -> Option<Report> {
        let LastReport { mut report, line, is_sent } = self.last.take()?;
        if !is_sent {
            self.complete(&mut report, &line, table);
            // The search has ended already.
            let _ = (self.on_report)(&report);
        }
        Some(report)
    }
}

/// Returns a report without moves and fill level.
fn incomplete_report(searcher: &Searcher<'_>, progress: &Progress<'_>) -> Report {
    Report {
        depth: progress.depth,
        selective_depth: searcher.selective_depth as u32 + 1,
        complete: progress.complete,
        index: progress.index + 1,
        line: Line { value: value::reported(progress.score), bound: progress.bound, moves: Vec::new() },
        nodes: searcher.all_nodes(),
        tablebase_hits: searcher.all_tablebase_hits(),
        hash_full: 0,
        elapsed: searcher.clock.elapsed(),
    }
}

/// Converts a line to shakmaty moves. Stops at the first move that is not legal.
fn unpacked(position: &Chess, line: &[PackedMove]) -> Vec<Move> {
    let mut position = position.clone();
    let mut moves = Vec::with_capacity(line.len());
    for packed in line {
        let Some(m) = position.legal_moves().into_iter().find(|m| *packed == (*m).into()) else { break };
        position.play_unchecked(m);
        moves.push(m);
    }
    moves
}
