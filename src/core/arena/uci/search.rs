//! A search by a UCI engine: from `go` to a legal move.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use shakmaty::{Chess, Position};

use super::client::{CHESS960, Client};
use super::go;
use super::info::Best;
use crate::arena::notation::coordinates;
use crate::arena::search::{POLL_INTERVAL, Search};
use crate::arena::{Fault, Info, Player, PlayerError, Timing};
use crate::engine::search::{Game, Limits, Report, SearchResult, Signal};
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

    fn outcome(&mut self, search: Search<'_>, best: Best) -> Result<SearchResult, PlayerError> {
        self.timing = Some(search.timing());
        let mut next = search.position.clone();
        let (text, ponder) = match best {
            Best::Move(best, ponder) => (Some(best), ponder),
            Best::None => (None, None),
        };
        let outcome = search.moved(text.as_deref()).map_err(|fault| self.process.fail(fault))?;
        outcome.best.into_iter().for_each(|best| next.play_unchecked(best));
        Ok(SearchResult { ponder: ponder.and_then(|text| coordinates(&text, &next)), ..outcome })
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

    /// Sends this command, and searches until the engine moves. `ready` is the time that it took to answer the readiness
    /// check.
    pub(super) fn search_by(
        &mut self,
        command: &str,
        (position, limits): (&Chess, &Limits),
        ready: Duration,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<SearchResult, PlayerError> {
        let started = Instant::now();
        self.process.send(command)?;
        let mut search = Search::begin(started, position, limits, self.margin, Some(ready), coordinates);
        let before = self.process.suspended();
        loop {
            if signal.is_stopped() {
                self.stop(&mut search, false)?;
            }
            let deadline = search.deadline(&self.patience);
            let received = self.process.receive(deadline.min(Instant::now() + POLL_INTERVAL))?;
            search.suspended = self.process.suspended() - before;
            let is_over = Instant::now() >= search.deadline(&self.patience);
            let Some(line) = received else {
                if is_over {
                    self.overrun(&mut search)?;
                }
                continue;
            };
            if let Some(best) = Best::parse(&line) {
                return self.outcome(search, best);
            }
            if let Some(info) = Info::parse(&line)
                && search.receive(&line, &info, listen)
            {
                self.stop(&mut search, false)?;
            }
            if is_over {
                self.overrun(&mut search)?;
            }
        }
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
    ) -> Result<SearchResult, PlayerError> {
        let position = game.position();
        if position.legal_moves().is_empty() {
            return Ok(SearchResult::default());
        }
        self.set_lines(limits)?;
        self.set_variant(Variant::of(position))?;
        self.process.send(&go::position(game))?;
        // Otherwise a late second move for the previous position could count for this one.
        let ready = self.wait_until_ready(signal, self.patience.stop)?;
        self.search_by(&go::go(limits, position), (position, limits), ready, signal, listen)
    }

    fn timing(&self) -> Option<Timing> {
        self.timing
    }

    fn charge(&mut self, fault: Fault) -> PlayerError {
        self.process.fail(fault)
    }
}
