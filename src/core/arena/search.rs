//! The state of an engine's search, independent of the protocol: its deadline and its reports.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use shakmaty::{Chess, Move, Position};

use super::notation::fen;
use super::{Fault, Info, Patience, Timing};
use crate::engine::search::{Bound, Limits, Line, Report, SearchResult, Time};

/// The interval at which a signal is polled during a search.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The longest wait: one year.
const MAX_WAIT: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The maximum length of a kept move or claim, in characters.
const MAX_TEXT: usize = 40;

/// Returns a text of an engine, cut to a length that can be displayed.
pub(super) fn cut(text: &str) -> String {
    text.chars().take(MAX_TEXT).collect()
}

/// Returns the legal move that a text of the engine denotes.
pub(super) type ReadMove = fn(&str, &Chess) -> Option<Move>;

/// Returns the moves before the first illegal one.
pub(super) fn legal_line(position: &Chess, moves: &[String], read: ReadMove) -> Vec<Move> {
    let mut position = position.clone();
    let mut line = Vec::with_capacity(moves.len());
    for text in moves {
        let Some(m) = read(text, &position) else { break };
        position.play_unchecked(m);
        line.push(m);
    }
    line
}

/// The time and the reason of a stop command.
#[derive(Clone, Copy)]
struct Stopped {
    at: Instant,
    is_late: bool,
}

/// A search in progress.
pub(super) struct Search<'a> {
    pub position: &'a Chess,
    pub limits: &'a Limits,
    read: ReadMove,
    pub started: Instant,
    /// How long this process was suspended since then.
    pub suspended: Duration,
    /// The time that the engine took to answer the readiness check.
    ready: Option<Duration>,
    /// The time limit of the search; `None` without one.
    allowed: Option<Duration>,
    /// The time by which a move may exceed it.
    margin: Duration,
    /// The time of the last new line of search information.
    progressed: Instant,
    /// That line.
    last: String,
    stopped: Option<Stopped>,
    /// The node count last reported.
    nodes: u64,
    /// The last report of the best line.
    pub report: Option<Report>,
}

impl Search<'_> {
    /// Starts the search that the engine was told at `started` to begin. A move may exceed its time limit by `margin`. `ready`
    /// is the time that the engine took to answer the readiness check. `read` reads the engine's moves.
    ///
    /// `started` is before the command is sent: the engine may think already while this process waits for a processor.
    pub(super) fn begin<'a>(
        started: Instant,
        position: &'a Chess,
        limits: &'a Limits,
        margin: Duration,
        ready: Option<Duration>,
        read: ReadMove,
    ) -> Search<'a> {
        let allowed = match limits.time {
            Time::Unlimited => None,
            Time::Move(time) | Time::Clock { left: time, .. } => Some(time.min(MAX_WAIT)),
        };
        let margin = margin.min(MAX_WAIT);
        let (progressed, last) = (started, String::new());
        let (stopped, nodes, report) = (None, 0, None);
        Search {
            position,
            limits,
            read,
            started,
            suspended: Duration::ZERO,
            ready,
            allowed,
            margin,
            progressed,
            last,
            stopped,
            nodes,
            report,
        }
    }

    /// Handles a line of search information. A repeated line shows no progress and does not reset the timeout. Calls
    /// `listen` if the information is complete enough for a report. Returns whether the search can end.
    pub(super) fn receive(
        &mut self,
        line: &str,
        info: &Info,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> bool {
        if self.last != line {
            self.progressed = Instant::now();
            line.clone_into(&mut self.last);
        }
        let report = self.update(info);
        self.is_beyond(info) | report.is_some_and(|report| listen(&report).is_break())
    }

    /// Returns the time at which the wait for the engine ends. It depends on whether the search was stopped and whether
    /// its time is limited.
    pub(super) fn deadline(&self, patience: &Patience) -> Instant {
        let heard = match (self.stopped, self.allowed) {
            (Some(stopped), _) => stopped.at + patience.stop,
            (None, Some(allowed)) => self.started + allowed + self.margin + patience.margin,
            (None, None) => self.progressed + patience.silence,
        };
        heard + self.suspended
    }

    /// Returns how long the engine has searched and could be heard.
    fn used(&self) -> Duration {
        self.started.elapsed().saturating_sub(self.suspended)
    }

    /// Returns the timing of a move that arrives now.
    pub(super) fn timing(&self) -> Timing {
        Timing { used: self.used(), ready: self.ready }
    }

    /// Handles the end of the wait: returns how long the engine did not answer, or `None` if it must first receive a
    /// stop command.
    pub(super) fn hangs(&self, patience: &Patience) -> Option<Duration> {
        match (self.stopped, self.allowed) {
            (Some(_), _) => Some(patience.stop),
            (None, Some(_)) => None,
            (None, None) => Some(patience.silence),
        }
    }

    /// Marks the search as stopped, because of its time limit if `is_late`. Returns whether the stop command must still
    /// be sent.
    pub(super) fn stop(&mut self, is_late: bool) -> bool {
        let is_new = !self.is_stopped();
        if is_new {
            self.stopped = Some(Stopped { at: Instant::now(), is_late });
        }
        is_new
    }

    /// Returns whether the engine received a stop command.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Returns the outcome with the move that the engine wrote, if it wrote one.
    ///
    /// # Errors
    /// Returns an error if the engine moved only after a stop command because of its time limit, if there is no move, and
    /// if it is not legal or not one of those that the limits allow.
    pub(super) fn moved(self, text: Option<&str>) -> Result<SearchResult, Fault> {
        if let (Some(Stopped { is_late: true, .. }), Some(allowed)) = (self.stopped, self.allowed) {
            return Err(Fault::Late { after: self.used(), allowed });
        }
        let fen = || fen(self.position);
        let text = text.ok_or_else(|| Fault::NoMove { fen: fen() })?;
        let wanted = &self.limits.moves;
        let best = (self.read)(text, self.position).filter(|m| wanted.is_empty() || wanted.contains(m));
        let best = best.ok_or_else(|| Fault::IllegalMove { text: cut(text), fen: fen() })?;
        let tablebase_hits = self.report.as_ref().map_or(0, |report| report.tablebase_hits);
        Ok(SearchResult { best: Some(best), tablebase_hits, ..self.without_move() })
    }

    /// Returns the outcome of a search that gave no move.
    pub(super) fn without_move(self) -> SearchResult {
        SearchResult { report: self.report, nodes: self.nodes, ..SearchResult::default() }
    }

    /// Updates the state with search information. Returns the report if the information is complete enough for one.
    fn update(&mut self, info: &Info) -> Option<Report> {
        self.nodes = info.nodes.map_or(self.nodes, |nodes| nodes.max(self.nodes));
        let index = info.index.unwrap_or(1);
        let (depth, (value, bound)) = info.depth.zip(info.value)?;
        let moves = legal_line(self.position, &info.moves, self.read);
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
            elapsed: self.started.elapsed(),
        };
        if index == 1 {
            self.report = Some(report.clone());
        }
        Some(report)
    }

    /// Returns whether the search exceeds its node or depth limit. Engines that do not know a limit ignore it.
    fn is_beyond(&self, info: &Info) -> bool {
        let beyond =
            |limit: Option<u64>, reported: Option<u64>| reported.zip(limit).is_some_and(|(t, l)| t > l);
        beyond(self.limits.nodes, info.nodes)
            || beyond(self.limits.depth.map(u64::from), info.depth.map(u64::from))
    }
}
