//! A search by an engine, whatever its protocol: how long it is waited for, and what it has told.

use std::time::{Duration, Instant};

use shakmaty::{Chess, Move};

use super::{Info, Patience, Timing};
use crate::engine::search::{Bound, Limits, Line, Report, Time};

/// How often a signal is looked for while the engine searches.
pub(super) const LOOK: Duration = Duration::from_millis(5);

/// Nobody waits longer than a year.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// When the engine was told to stop, and why.
#[derive(Clone, Copy)]
struct Stopped {
    at: Instant,
    is_late: bool,
}

/// A search under way.
pub(super) struct Search<'a> {
    pub position: &'a Chess,
    pub limits: &'a Limits,
    pub begun: Instant,
    /// How long the engine took to say that it is ready for it.
    pub ready: Option<Duration>,
    /// The time it has; `None` where time is no limit.
    allowed: Option<Duration>,
    /// When it last told anything new of its search.
    spoke: Instant,
    /// The line in which it did.
    last: String,
    stopped: Option<Stopped>,
    /// Nodes as last told.
    pub nodes: u64,
    pub report: Option<Report>,
}

impl Search<'_> {
    /// It begins now, after the engine said in so much time that it is ready.
    pub(super) fn begin<'a>(position: &'a Chess, limits: &'a Limits, ready: Option<Duration>) -> Search<'a> {
        let begun = Instant::now();
        let allowed = match limits.time {
            Time::Unlimited => None,
            Time::Move(time) | Time::Clock { left: time, .. } => Some(time.min(LONGEST)),
        };
        let (spoke, last) = (begun, String::new());
        let (stopped, nodes, report) = (None, 0, None);
        Search { position, limits, begun, ready, allowed, spoke, last, stopped, nodes, report }
    }

    /// A line of its search has come. One that says the same again does not tell that it makes progress.
    pub(super) fn hear(&mut self, line: &str) {
        if self.last != line {
            self.spoke = Instant::now();
            line.clone_into(&mut self.last);
        }
    }

    /// When patience ends: that of a search that is to stop, or has its time, or says nothing new.
    pub(super) fn deadline(&self, patience: &Patience) -> Instant {
        match (self.stopped, self.allowed) {
            (Some(stopped), _) => stopped.at + patience.stop,
            (None, Some(allowed)) => self.begun + allowed + patience.margin,
            (None, None) => self.spoke + patience.silence,
        }
    }

    /// Its move came now.
    pub(super) fn timing(&self) -> Timing {
        Timing { used: self.begun.elapsed(), ready: self.ready }
    }

    /// What comes of it when patience ends: how long the engine was waited for in vain, or `None` where it is to be told to
    /// stop first.
    pub(super) fn hangs(&self, patience: &Patience) -> Option<Duration> {
        match (self.stopped, self.allowed) {
            (Some(_), _) => Some(patience.stop),
            (None, Some(_)) => None,
            (None, None) => Some(patience.silence),
        }
    }

    /// It is to stop now, or too late: whether the engine is to be told, as it was not yet.
    pub(super) fn stop(&mut self, is_late: bool) -> bool {
        let is_new = !self.is_stopped();
        if is_new {
            self.stopped = Some(Stopped { at: Instant::now(), is_late });
        }
        is_new
    }

    /// Whether the engine was told to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// How long it took, if it moved only when told to because its time was up, and the time it had.
    pub(super) fn lateness(&self) -> Option<(Duration, Duration)> {
        let stopped = self.stopped.filter(|stopped| stopped.is_late);
        stopped.and(self.allowed).map(|allowed| (self.begun.elapsed(), allowed))
    }

    /// Takes note of what it tells, with the line's legal moves; the report it makes, if it does.
    pub(super) fn learn(&mut self, info: &Info, moves: Vec<Move>) -> Option<Report> {
        self.nodes = info.nodes.map_or(self.nodes, |nodes| nodes.max(self.nodes));
        let index = info.index.unwrap_or(1);
        let (depth, (value, bound)) = info.depth.zip(info.value)?;
        if moves.is_empty() || !(1..=self.limits.lines.max(1)).contains(&index) {
            return None;
        }
        let report = Report {
            depth,
            selective_depth: info.selective_depth.unwrap_or(depth),
            complete: bound == Bound::Exact,
            index,
            line: Line { value, bound, moves },
            nodes: self.nodes,
            tablebase_hits: info.tablebase_hits.unwrap_or(0),
            hash_full: info.hash_full.unwrap_or(0),
            elapsed: self.begun.elapsed(),
        };
        if index == 1 {
            self.report = Some(report.clone());
        }
        Some(report)
    }

    /// Whether it goes on beyond its limit, as engines do that do not know the word for it.
    pub(super) fn is_beyond(&self, info: &Info) -> bool {
        let beyond = |limit: Option<u64>, told: Option<u64>| told.zip(limit).is_some_and(|(t, l)| t > l);
        beyond(self.limits.nodes, info.nodes)
            || beyond(self.limits.depth.map(u64::from), info.depth.map(u64::from))
    }
}
