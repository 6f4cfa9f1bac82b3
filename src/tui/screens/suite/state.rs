//! What the screen remembers: the suite, who solved what of it, and how its list is shown.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::Move;

use super::layout::Pane;
use crate::analysis::Step;
use crate::disagreement::Part;
use crate::engine::search::{Limits, SearchMode, Time};
use crate::positions::PositionSource;
use crate::positions::epd::EpdRecord;
use crate::solving::{Attempt, Problem};
use crate::tui::cursor::Cursor;
use crate::tui::playing::Table;
use crate::tui::subject::ShownOrganism;

/// A suite as it was read.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// Its problems.
    pub(crate) problems: Arc<Vec<Problem>>,
    /// The records they come from.
    pub(crate) records: Vec<EpdRecord>,
}

/// Where the search of each position ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// After so many nodes.
    Nodes(u64),
    /// After so long.
    Time(Duration),
    /// After so many plies.
    Depth(u32),
}

impl Limit {
    /// The same for the search.
    pub(crate) fn limits(self) -> Limits {
        match self {
            Limit::Nodes(nodes) => Limits::nodes(nodes),
            Limit::Depth(depth) => Limits::depth(depth),
            Limit::Time(time) => Limits { time: Time::Move(time), ..Limits::default() },
        }
    }
}

/// How a suite is solved.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Terms {
    /// Which suite.
    pub(crate) source: PositionSource,
    /// Where the search of each position ends.
    pub(crate) limit: Limit,
    /// How selective it is; none for the richest search the organism has.
    pub(crate) mode: Option<SearchMode>,
    /// How many threads; 0 for one each core.
    pub(crate) threads: usize,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            source: PositionSource::Embedded("ecm879".to_owned()),
            limit: Limit::Nodes(500_000),
            mode: None,
            threads: 0,
        }
    }
}

/// How far a position is.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum Cell {
    /// Not begun.
    #[default]
    Open,
    /// In work.
    Working,
    /// Searched.
    Done(Attempt),
}

impl Cell {
    /// What came of it.
    pub(crate) fn attempt(&self) -> Option<&Attempt> {
        match self {
            Cell::Done(attempt) => Some(attempt),
            Cell::Open | Cell::Working => None,
        }
    }

    /// Whether it was solved, once that is known.
    pub(crate) fn solved(&self) -> Option<bool> {
        self.attempt().map(|attempt| attempt.solved)
    }
}

/// An organism's way through the suite.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    /// Who.
    pub(crate) organism: ShownOrganism,
    /// What it was asked.
    pub(crate) terms: Terms,
    /// Position by position.
    pub(crate) cells: Vec<Cell>,
    /// Whether it is to go on.
    pub(crate) running: bool,
    /// Time spent on it before it went on last, and when that was.
    worked: Duration,
    since: Option<Duration>,
}

/// Sums over a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Positions searched.
    pub(crate) done: usize,
    /// Of them solved.
    pub(crate) solved: usize,
    /// Positions in work.
    pub(crate) working: usize,
    /// Nodes until the answers were right; the limit of the unsolved.
    pub(crate) nodes: u64,
    /// Nodes searched.
    pub(crate) searched: u64,
}

impl Run {
    /// Nothing is searched yet.
    pub(crate) fn new(organism: ShownOrganism, terms: Terms, count: usize) -> Run {
        let cells = vec![Cell::Open; count];
        Run { organism, terms, cells, running: false, worked: Duration::ZERO, since: None }
    }

    /// Adds it up.
    pub(crate) fn sums(&self) -> Sums {
        let mut sums = Sums::default();
        for cell in &self.cells {
            sums.working += usize::from(*cell == Cell::Working);
            if let Some(attempt) = cell.attempt() {
                sums.done += 1;
                sums.solved += usize::from(attempt.solved);
                sums.nodes += attempt.nodes;
                sums.searched += attempt.searched;
            }
        }
        sums
    }

    /// Whether every position was searched.
    pub(crate) fn complete(&self) -> bool {
        self.cells.iter().all(|cell| cell.attempt().is_some())
    }

    /// Time spent on it.
    pub(crate) fn elapsed(&self, now: Duration) -> Duration {
        self.worked + self.since.map_or(Duration::ZERO, |since| now.saturating_sub(since))
    }

    /// Lets the clock run while anything is in work.
    fn time(&mut self, now: Duration) {
        let busy = self.cells.contains(&Cell::Working) || (self.running && !self.complete());
        match (busy, self.since) {
            (true, None) => self.since = Some(now),
            (false, Some(_)) => {
                self.worked = self.elapsed(now);
                self.since = None;
            }
            _ => {}
        }
    }

    /// Runs or pauses.
    pub(crate) fn run(&mut self, running: bool, now: Duration) {
        self.running = running;
        self.time(now);
    }

    /// NoObserver works on it any more: what was in work is open again.
    pub(crate) fn lay_down(&mut self, now: Duration) {
        for cell in &mut self.cells {
            if *cell == Cell::Working {
                *cell = Cell::Open;
            }
        }
        self.run(false, now);
    }

    /// Takes in what happened; what went wrong is returned.
    pub(crate) fn learn(&mut self, step: Step, now: Duration) -> Option<String> {
        let trouble = match step {
            Step::Begun(index) => {
                if let Some(cell) = self.cells.get_mut(index) {
                    *cell = Cell::Working;
                }
                None
            }
            Step::Done(attempt) => {
                if let Some(cell) = self.cells.get_mut(attempt.index) {
                    *cell = Cell::Done(attempt);
                }
                None
            }
            Step::Failed(why) => {
                self.lay_down(now);
                Some(why)
            }
        };
        if self.complete() {
            self.running = false;
        }
        self.time(now);
        trouble
    }
}

/// Which positions are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Listed {
    /// All.
    #[default]
    All,
    /// Those that were searched and not solved.
    Unsolved,
    /// Those that were solved.
    Solved,
    /// Those that only one of subject and rival solved.
    Between,
}

impl Listed {
    /// All of them, in the order of the key.
    pub(crate) const ALL: [Listed; 4] = [Listed::All, Listed::Unsolved, Listed::Solved, Listed::Between];

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Listed::All => "all",
            Listed::Unsolved => "unsolved",
            Listed::Solved => "solved",
            Listed::Between => "solved by one of two",
        }
    }
}

/// What the screen remembers.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// How the suite is solved next.
    pub(crate) terms: Terms,
    /// The suite, once it is read, or why it cannot be.
    pub(crate) opened: Option<(PositionSource, Result<Arc<Loaded>, String>)>,
    /// The suite that is being read.
    pub(crate) asked: Option<PositionSource>,
    /// The subject's way through it and the rival's.
    pub(crate) runs: [Option<Run>; 2],
    /// Whose run is shown.
    pub(crate) part: Option<Part>,
    /// Whose run the threads have.
    pub(crate) held: Option<Part>,
    /// The pane that has the keys.
    pub(crate) pane: Pane,
    /// The pane that had the keys before moves were played.
    pub(crate) before: Pane,
    /// Whether it is shown alone.
    pub(crate) zoomed: bool,
    /// The position looked at.
    pub(crate) at: usize,
    /// Which positions are listed.
    pub(crate) listed: Listed,
    /// Whether the slowest come first.
    pub(crate) slowest: bool,
    /// The positions listed.
    pub(crate) rows: Vec<usize>,
    /// The row under the cursor.
    pub(crate) cursor: Cursor,
    /// How many cells the grid had in a row when it was drawn.
    pub(crate) table: Table,
}

impl State {
    /// Whose run is shown.
    pub(crate) fn part(&self) -> Part {
        self.part.unwrap_or(Part::Subject)
    }

    /// The run shown.
    pub(crate) fn run(&self) -> Option<&Run> {
        self.runs[self.part() as usize].as_ref()
    }

    /// The other of the two.
    pub(crate) fn other(&self) -> Option<&Run> {
        self.runs[1 - self.part() as usize].as_ref()
    }

    /// The suite, where it is read.
    pub(crate) fn loaded(&self) -> Option<&Arc<Loaded>> {
        self.opened.as_ref().and_then(|(_, opened)| opened.as_ref().ok())
    }

    /// The position looked at.
    pub(crate) fn problem(&self) -> Option<&Problem> {
        self.loaded()?.problems.get(self.at)
    }

    /// The answer of a run to the position looked at.
    pub(crate) fn answer(&self, part: Part) -> Option<&Attempt> {
        self.runs[part as usize].as_ref()?.cells.get(self.at)?.attempt()
    }

    /// The answer's move.
    pub(crate) fn answered(&self, part: Part) -> Option<Move> {
        self.answer(part)?.best
    }

    /// How many the run shown solves that the other does not, and the other way round.
    pub(crate) fn between(&self) -> Option<(usize, usize)> {
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

    /// Lists the positions anew; the cursor stays on the position looked at.
    pub(crate) fn list(&mut self) {
        let count = self.loaded().map_or(0, |loaded| loaded.problems.len());
        self.at = self.at.min(count.saturating_sub(1));
        let solved = |run: Option<&Run>, index: usize| run.and_then(|run| run.cells.get(index)?.solved());
        let wanted = |index: &usize| {
            let own = solved(self.run(), *index);
            match self.listed {
                Listed::All => true,
                Listed::Unsolved => own == Some(false),
                Listed::Solved => own == Some(true),
                Listed::Between => {
                    let other = solved(self.other(), *index);
                    own.zip(other).is_some_and(|(own, other)| own != other)
                }
            }
        };
        let mut rows: Vec<usize> = (0..count).filter(wanted).collect();
        if self.slowest {
            let nodes = |index: &usize| {
                let attempt = self.run().and_then(|run| run.cells.get(*index)?.attempt());
                attempt.map_or(0, |attempt| attempt.nodes + u64::from(!attempt.solved))
            };
            rows.sort_by_key(|index| (std::cmp::Reverse(nodes(index)), *index));
        }
        self.rows = rows;
        // Where the position looked at is not listed the cursor keeps its row.
        self.cursor.at = match self.rows.iter().position(|row| *row == self.at) {
            Some(row) => row,
            None => self.cursor.at.min(self.rows.len().saturating_sub(1)),
        };
    }

    /// Looks at a position.
    pub(crate) fn go_to(&mut self, index: usize) {
        let count = self.loaded().map_or(0, |loaded| loaded.problems.len());
        self.at = index.min(count.saturating_sub(1));
        if let Some(row) = self.rows.iter().position(|row| *row == self.at) {
            self.cursor.at = row;
        }
    }
}
