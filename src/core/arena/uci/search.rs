//! A search by a UCI engine: from `go` to a legal move.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use shakmaty::{Chess, Move, Position};

use super::client::{CHESS960, Client};
use super::go;
use super::info::Best;
use crate::arena::notation::{coordinates, fen};
use crate::arena::search::{POLL_INTERVAL, Search};
use crate::arena::{Fault, Info, Player, PlayerError, Timing};
use crate::engine::search::{Game, Limits, Outcome, Report, Signal};
use crate::positions::Variant;

impl Client {
    fn stop(&mut self, search: &mut Search<'_>, is_late: bool) -> Result<(), PlayerError> {
        if search.stop(is_late) { self.process.send("stop") } else { Ok(()) }
    }

    /// Handles a timeout: sends `stop`, or returns an error if it was sent before.
    fn overrun(&mut self, search: &mut Search<'_>) -> Result<(), PlayerError> {
        match search.hangs(&self.patience) {
            Some(after) => Err(self.hung("bestmove", after)),
            None => self.stop(search, true),
        }
    }

    fn outcome(&mut self, search: Search<'_>, best: Best) -> Result<Outcome, PlayerError> {
        self.timing = Some(search.timing());
        if let Some((after, allowed)) = search.lateness() {
            return Err(self.process.fail(Fault::Late { after, allowed }));
        }
        let fen = || fen(search.position);
        let (text, ponder) = match best {
            Best::Move(best, ponder) => (best, ponder),
            Best::None => return Err(self.process.fail(Fault::NoMove { fen: fen() })),
        };
        let wanted = &search.limits.moves;
        let best = coordinates(&text, search.position).filter(|m| wanted.is_empty() || wanted.contains(m));
        let Some(best) = best else {
            let text = text.chars().take(40).collect();
            return Err(self.process.fail(Fault::IllegalMove { text, fen: fen() }));
        };
        let mut next = search.position.clone();
        next.play_unchecked(best);
        let ponder = ponder.and_then(|text| coordinates(&text, &next));
        let tablebase_hits = search.report.as_ref().map_or(0, |report| report.tablebase_hits);
        Ok(Outcome { best: Some(best), ponder, report: search.report, nodes: search.nodes, tablebase_hits })
    }

    /// Sets MultiPV to the number of lines in the limits, if the engine supports it.
    fn set_lines(&mut self, limits: &Limits) -> Result<(), PlayerError> {
        let lines = limits.lines.max(1);
        if lines != self.lines && self.option("MultiPV").is_some() {
            self.set_option("MultiPV", &lines.to_string())?;
            self.lines = lines;
        }
        Ok(())
    }
}

impl Client {
    /// Sets the notation of moves for the variant.
    fn set_variant(&mut self, variant: Variant) -> Result<(), PlayerError> {
        if variant != self.variant {
            self.set_option(CHESS960, if variant.is_standard() { "false" } else { "true" })?;
            self.variant = variant;
        }
        Ok(())
    }
}

impl Player for Client {
    fn set_margin(&mut self, margin: Duration) {
        self.margin = margin;
    }

    fn set_options(&mut self, options: &[(String, String)]) -> Result<(), PlayerError> {
        options.iter().try_for_each(|(name, value)| self.change_option(name, value))
    }

    fn forget(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        self.new_game(signal)
    }

    /// UCI does not mark complete iterations, so every line with an exact score counts as one. A position without legal
    /// moves is not sent to the engine. The engine never ponders.
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
        self.set_lines(limits)?;
        self.set_variant(Variant::of(position))?;
        self.process.send(&go::position(game))?;
        // Otherwise a late second move for the previous position could count for this one.
        let ready = self.wait_until_ready(signal, self.patience.stop)?;
        self.process.send(&go::go(limits, position))?;
        let mut search = Search::begin(position, limits, self.margin, Some(ready));
        loop {
            if signal.is_stopped() {
                self.stop(&mut search, false)?;
            }
            let deadline = search.deadline(&self.patience);
            let Some(line) = self.process.receive(deadline.min(Instant::now() + POLL_INTERVAL))? else {
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
                search.receive(&line);
                let is_beyond = search.is_beyond(&info);
                let report = search.update(&info, legal_line(position, &info.moves));
                let is_enough = report.is_some_and(|report| listen(&report).is_break());
                if is_beyond || is_enough {
                    self.stop(&mut search, false)?;
                }
            }
            if now >= deadline {
                self.overrun(&mut search)?;
            }
        }
    }

    fn timing(&self) -> Option<Timing> {
        self.timing
    }

    fn charge(&mut self, fault: Fault) -> PlayerError {
        self.process.fail(fault)
    }
}

/// Returns the moves before the first illegal one.
fn legal_line(position: &Chess, moves: &[String]) -> Vec<Move> {
    let mut position = position.clone();
    let mut line = Vec::with_capacity(moves.len());
    for text in moves {
        let Some(m) = coordinates(text, &position) else { break };
        position.play_unchecked(m);
        line.push(m);
    }
    line
}
