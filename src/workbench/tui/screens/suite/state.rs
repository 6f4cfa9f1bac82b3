//! The state of the place Suite: the suite, the runs of the subject and the rival, and the list of positions.

use super::BOARD;
use crate::analysis::Step;
use crate::engine::search::{Limits, SearchMode, Time};
use crate::positions::epd::EpdRecord;
use crate::progress::WorkTimer;
use crate::solving::{Attempt, Problem};
use crate::tui::playing::BoardIn;
use crate::tui::prelude::*;

/// A suite that was read.
#[derive(Debug)]
pub(crate) struct LoadedSuite {
    /// The positions with their right moves.
    pub(crate) problems: Arc<Vec<Problem>>,
    /// The EPD records of the positions.
    pub(crate) records: Vec<EpdRecord>,
}

/// The limit of each search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// A number of nodes.
    Nodes(u64),
    /// A time per position.
    Time(Duration),
    /// A depth in plies.
    Depth(u32),
}

impl Limit {
    /// Converts the limit for the search.
    pub(crate) fn limits(self) -> Limits {
        match self {
            Limit::Nodes(nodes) => Limits::nodes(nodes),
            Limit::Depth(depth) => Limits::depth(depth),
            Limit::Time(time) => Limits { time: Time::Move(time), ..Limits::default() },
        }
    }
}

/// The settings of a run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SuiteSettings {
    /// The suite.
    pub(crate) source: PositionSource,
    /// The limit of each search.
    pub(crate) limit: Limit,
    /// The search mode; `None` for the most advanced that the organism has.
    pub(crate) mode: Option<SearchMode>,
    /// The number of threads; 0 for one per core.
    pub(crate) threads: usize,
}

impl Default for SuiteSettings {
    fn default() -> SuiteSettings {
        SuiteSettings {
            source: PositionSource::Embedded("ecm879".to_owned()),
            limit: Limit::Nodes(500_000),
            mode: None,
            threads: 0,
        }
    }
}

/// The state of a position in a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum Cell {
    /// Not searched yet.
    #[default]
    Pending,
    /// Being searched.
    InProgress,
    /// Searched, with the answer.
    Done(Attempt),
}

impl Cell {
    /// Returns the answer, if the position was searched.
    pub(crate) fn attempt(&self) -> Option<&Attempt> {
        match self {
            Cell::Done(attempt) => Some(attempt),
            Cell::Pending | Cell::InProgress => None,
        }
    }

    /// Returns whether the position was solved, if it was searched.
    pub(crate) fn solved(&self) -> Option<bool> {
        self.attempt().map(|attempt| attempt.solved)
    }
}

/// An organism's run through the suite.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    /// The organism that solves the suite.
    pub(crate) organism: ShownOrganism,
    /// The settings of the run.
    pub(crate) settings: SuiteSettings,
    /// The state of each position.
    pub(crate) cells: Vec<Cell>,
    /// Whether the run continues; false while it is paused.
    pub(crate) running: bool,
    /// Counts the searched positions, while positions are searched.
    timer: WorkTimer,
}

/// The totals of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// The number of searched positions.
    pub(crate) done: usize,
    /// The number of solved positions.
    pub(crate) solved: usize,
    /// The number of positions being searched.
    pub(crate) working: usize,
    /// The nodes until the answers were right; the node limit for unsolved positions.
    pub(crate) nodes: u64,
    /// The number of searched nodes.
    pub(crate) searched: u64,
}

impl Run {
    /// Creates a paused run of `count` positions.
    pub(crate) fn new(organism: ShownOrganism, settings: SuiteSettings, count: usize) -> Run {
        let cells = vec![Cell::Pending; count];
        Run { organism, settings, cells, running: false, timer: WorkTimer::default() }
    }

    /// Returns the totals of the run.
    pub(crate) fn sums(&self) -> Sums {
        let mut sums = Sums::default();
        for cell in &self.cells {
            sums.working += usize::from(*cell == Cell::InProgress);
            if let Some(attempt) = cell.attempt() {
                sums.done += 1;
                sums.solved += usize::from(attempt.solved);
                sums.nodes += attempt.nodes;
                sums.searched += attempt.searched;
            }
        }
        sums
    }

    /// Returns whether every position was searched.
    pub(crate) fn complete(&self) -> bool {
        self.cells.iter().all(|cell| cell.attempt().is_some())
    }

    /// Returns the time used by the run, and the time left.
    pub(crate) fn timing(&self, now: Duration) -> Timing {
        self.timer.timing(now, self.cells.len() as f64)
    }

    /// Starts or stops the clock, which runs while positions are searched, and records the searched positions.
    fn update_clock(&mut self, now: Duration) {
        self.timer.record(now, self.sums().done as f64);
        let busy = self.cells.contains(&Cell::InProgress) || (self.running && !self.complete());
        if busy { self.timer.start(now) } else { self.timer.stop(now) }
    }

    /// Resumes or pauses the run.
    pub(crate) fn set_running(&mut self, running: bool, now: Duration) {
        self.running = running;
        self.update_clock(now);
    }

    /// Pauses the run and returns the positions being searched to the pending ones.
    pub(crate) fn suspend(&mut self, now: Duration) {
        for cell in &mut self.cells {
            if *cell == Cell::InProgress {
                *cell = Cell::Pending;
            }
        }
        self.set_running(false, now);
    }

    fn set(&mut self, index: usize, cell: Cell) {
        if let Some(known) = self.cells.get_mut(index) {
            *known = cell;
        }
    }

    /// Applies a step of the solver. Returns the error message if the solver failed.
    pub(crate) fn apply(&mut self, step: Step, now: Duration) -> Option<String> {
        let mut failure = None;
        match step {
            Step::Begun(index) => self.set(index, Cell::InProgress),
            Step::Done(attempt) => self.set(attempt.index, Cell::Done(attempt)),
            Step::Failed(message) => {
                self.suspend(now);
                failure = Some(message);
            }
        }
        if self.complete() {
            self.running = false;
        }
        self.update_clock(now);
        failure
    }
}

/// The filter of the list of positions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Filter {
    #[default]
    All,
    /// Positions that were searched and not solved.
    Unsolved,
    Solved,
    /// Positions that only the subject or only the rival solved.
    Differing,
}

impl Filter {
    /// All filters in their order on the screen.
    pub(crate) const ALL: [Filter; 4] = [Filter::All, Filter::Unsolved, Filter::Solved, Filter::Differing];

    /// Returns the name on the screen.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Filter::All => "all",
            Filter::Unsolved => "unsolved",
            Filter::Solved => "solved",
            Filter::Differing => "solved by only one",
        }
    }
}

/// The state of the place Suite.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The settings of the next run.
    pub(crate) settings: SuiteSettings,
    /// The suite that was read last, or the error message.
    pub(crate) suite: Option<(PositionSource, Result<Arc<LoadedSuite>, String>)>,
    /// The suite that was requested last.
    pub(crate) requested: Option<PositionSource>,
    /// The runs of the subject and of the rival.
    pub(crate) runs: [Option<Run>; 2],
    /// The role of the shown run; `None` for the subject's.
    pub(crate) role: Option<OrganismRole>,
    /// The role of the run that the solver threads work on.
    pub(crate) solving: Option<OrganismRole>,
    /// The index of the selected position.
    pub(crate) at: usize,
    /// The filter of the list.
    pub(crate) filter: Filter,
    /// The indices of the listed positions.
    pub(crate) rows: Vec<usize>,
    /// The selected row of the list.
    pub(crate) cursor: Cursor,
    /// The state of the board.
    pub(crate) board_state: BoardIn<BOARD>,
}

impl State {
    /// Returns the role of the shown run.
    pub(crate) fn role(&self) -> OrganismRole {
        self.role.unwrap_or(OrganismRole::Subject)
    }

    /// Returns the shown run.
    pub(crate) fn run(&self) -> Option<&Run> {
        self.runs[self.role() as usize].as_ref()
    }

    /// Returns the run that is not shown.
    pub(crate) fn other(&self) -> Option<&Run> {
        self.runs[self.role().other() as usize].as_ref()
    }

    /// Returns the suite, if it was read.
    pub(crate) fn loaded(&self) -> Option<&Arc<LoadedSuite>> {
        self.suite.as_ref().and_then(|(_, opened)| opened.as_ref().ok())
    }

    /// Returns the selected position.
    pub(crate) fn problem(&self) -> Option<&Problem> {
        self.loaded()?.problems.get(self.at)
    }

    /// Returns the answer of a run to the selected position.
    pub(crate) fn answer(&self, role: OrganismRole) -> Option<&Attempt> {
        self.runs[role as usize].as_ref()?.cells.get(self.at)?.attempt()
    }

    /// Returns the move of a run's answer to the selected position.
    pub(crate) fn answer_move(&self, role: OrganismRole) -> Option<Move> {
        self.answer(role)?.best
    }

    /// Counts the positions that only the shown run solved and those that only the other run solved.
    pub(crate) fn gained_and_lost(&self) -> Option<(usize, usize)> {
        let (one, other) = (self.run()?, self.other()?);
        let (mut gained, mut lost) = (0, 0);
        for (a, b) in one.cells.iter().zip(&other.cells) {
            match (a.solved(), b.solved()) {
                (Some(true), Some(false)) => gained += 1,
                (Some(false), Some(true)) => lost += 1,
                _ => {}
            }
        }
        Some((gained, lost))
    }

    /// Updates the list of positions. The cursor stays on the selected position.
    pub(crate) fn update_rows(&mut self) {
        let count = self.count();
        self.at = self.at.min(count.saturating_sub(1));
        let solved = |run: Option<&Run>, index: usize| run.and_then(|run| run.cells.get(index)?.solved());
        let is_listed = |index: &usize| {
            let own = solved(self.run(), *index);
            match self.filter {
                Filter::All => true,
                Filter::Unsolved => own == Some(false),
                Filter::Solved => own == Some(true),
                Filter::Differing => {
                    let other = solved(self.other(), *index);
                    own.zip(other).is_some_and(|(own, other)| own != other)
                }
            }
        };
        self.rows = (0..count).filter(is_listed).collect();
        // The cursor keeps its row while the filter excludes the selected position.
        self.cursor.at = match self.rows.iter().position(|row| *row == self.at) {
            Some(row) => row,
            None => self.cursor.at.min(self.rows.len().saturating_sub(1)),
        };
    }

    /// Returns the number of positions.
    pub(crate) fn count(&self) -> usize {
        self.loaded().map_or(0, |loaded| loaded.problems.len())
    }

    /// Selects a position.
    pub(crate) fn select(&mut self, _model: &mut Model, index: usize) {
        self.at = index.min(self.count().saturating_sub(1));
        if let Some(row) = self.rows.iter().position(|row| *row == self.at) {
            self.cursor.at = row;
        }
    }
}
