//! A search by an engine: from `go` to a move that is legal.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use shakmaty::{Chess, Move, Position};

use super::client::{Client, Patience};
use super::go::{self, fen, legal};
use super::info::{Best, Info};
use crate::arena::{Fault, Player, PlayerError};
use crate::engine::search::{Bound, Game, Limits, Line, Outcome, Report, Signal, Time};

/// How often a signal is looked for while the engine searches.
const LOOK: Duration = Duration::from_millis(5);

/// Nobody waits longer than a year.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// When the engine was told to stop, and why.
#[derive(Clone, Copy)]
struct Stopped {
    at: Instant,
    is_late: bool,
}

/// A search under way.
struct Search<'a> {
    position: &'a Chess,
    limits: &'a Limits,
    begun: Instant,
    /// The time it has; `None` where time is no limit.
    allowed: Option<Duration>,
    /// When it last told of its search.
    spoke: Instant,
    stopped: Option<Stopped>,
    /// Nodes as last told.
    nodes: u64,
    report: Option<Report>,
}

impl Search<'_> {
    /// When patience ends: that of a search that is to stop, or has its time, or says nothing.
    fn deadline(&self, patience: &Patience) -> Instant {
        match (self.stopped, self.allowed) {
            (Some(stopped), _) => stopped.at + patience.stop,
            (None, Some(allowed)) => self.begun + allowed + patience.margin,
            (None, None) => self.spoke + patience.silence,
        }
    }

    /// Takes note of an `info`; the report it makes, if it does.
    fn learn(&mut self, info: &Info) -> Option<Report> {
        self.nodes = info.nodes.map_or(self.nodes, |nodes| nodes.max(self.nodes));
        let index = info.index.unwrap_or(1);
        let (depth, (value, bound)) = info.depth.zip(info.value)?;
        let moves = line(self.position, &info.moves);
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
    fn is_beyond(&self, info: &Info) -> bool {
        let beyond = |limit: Option<u64>, told: Option<u64>| told.zip(limit).is_some_and(|(t, l)| t > l);
        beyond(self.limits.nodes, info.nodes)
            || beyond(self.limits.depth.map(u64::from), info.depth.map(u64::from))
    }
}

impl Client {
    fn stop(&mut self, search: &mut Search<'_>, is_late: bool) -> Result<(), PlayerError> {
        if search.stopped.is_none() {
            search.stopped = Some(Stopped { at: Instant::now(), is_late });
            self.process.send("stop")?;
        }
        Ok(())
    }

    /// Patience has ended: the engine is told to stop, or, if it was, is at fault.
    fn overrun(&mut self, search: &mut Search<'_>) -> Result<(), PlayerError> {
        match (search.stopped, search.allowed) {
            (Some(_), _) => Err(self.hung("bestmove", self.patience.stop)),
            (None, Some(_)) => self.stop(search, true),
            (None, None) => Err(self.hung("bestmove", self.patience.silence)),
        }
    }

    fn outcome(&mut self, search: Search<'_>, best: Best) -> Result<Outcome, PlayerError> {
        let after = search.begun.elapsed();
        if let Some((Stopped { is_late: true, .. }, allowed)) = search.stopped.zip(search.allowed) {
            return Err(self.process.fail(Fault::Late { after, allowed }));
        }
        let fen = || fen(search.position);
        let (text, ponder) = match best {
            Best::Move(best, ponder) => (best, ponder),
            Best::None => return Err(self.process.fail(Fault::NoMove { fen: fen() })),
        };
        let wanted = &search.limits.moves;
        let best = legal(&text, search.position).filter(|m| wanted.is_empty() || wanted.contains(m));
        let Some(best) = best else {
            let text = text.chars().take(40).collect();
            return Err(self.process.fail(Fault::IllegalMove { text, fen: fen() }));
        };
        let mut next = search.position.clone();
        next.play_unchecked(best);
        let ponder = ponder.and_then(|text| legal(&text, &next));
        let tablebase_hits = search.report.as_ref().map_or(0, |report| report.tablebase_hits);
        Ok(Outcome { best: Some(best), ponder, report: search.report, nodes: search.nodes, tablebase_hits })
    }

    /// Has as many lines told as the limits ask for, where the engine can.
    fn wish_lines(&mut self, limits: &Limits) -> Result<(), PlayerError> {
        let lines = limits.lines.max(1);
        if lines != self.lines && self.option("MultiPV").is_some() {
            self.set_option("MultiPV", &lines.to_string())?;
            self.lines = lines;
        }
        Ok(())
    }
}

impl Player for Client {
    fn forget(&mut self) -> Result<(), PlayerError> {
        self.new_game()
    }

    /// Iterations count as complete with every line whose value is exact, as UCI has no word for it. A position
    /// without legal moves is not shown to the engine. It does not think in the opponent's time.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<Outcome, PlayerError> {
        let position = game.position();
        if position.legal_moves().is_empty() {
            return Ok(Outcome::default());
        }
        self.wish_lines(limits)?;
        self.process.send(&go::position(game))?;
        // A second move for the position before, say, is not taken for one for this.
        self.wait_until_ready()?;
        self.process.send(&go::go(limits, position.turn()))?;
        let begun = Instant::now();
        let allowed = match limits.time {
            Time::Unlimited => None,
            Time::Move(time) | Time::Clock { left: time, .. } => Some(time.min(LONGEST)),
        };
        let (stopped, nodes, report) = (None, 0, None);
        let mut search = Search { position, limits, begun, allowed, spoke: begun, stopped, nodes, report };
        loop {
            if signal.is_stopped() {
                self.stop(&mut search, false)?;
            }
            let deadline = search.deadline(&self.patience);
            let Some(line) = self.process.receive(deadline.min(Instant::now() + LOOK))? else {
                if Instant::now() >= deadline {
                    self.overrun(&mut search)?;
                }
                continue;
            };
            let now = Instant::now();
            if let Some(best) = Best::parse(&line) {
                return self.outcome(search, best);
            }
            if let Some(info) = Info::parse(&line) {
                search.spoke = now;
                let is_beyond = search.is_beyond(&info);
                let is_enough = search.learn(&info).is_some_and(|report| listen(&report).is_break());
                if is_beyond || is_enough {
                    self.stop(&mut search, false)?;
                }
            }
            if now >= deadline {
                self.overrun(&mut search)?;
            }
        }
    }
}

/// The moves up to the first that is not legal.
fn line(position: &Chess, moves: &[String]) -> Vec<Move> {
    let mut position = position.clone();
    let mut line = Vec::with_capacity(moves.len());
    for text in moves {
        let Some(m) = legal(text, &position) else { break };
        position.play_unchecked(m);
        line.push(m);
    }
    line
}
