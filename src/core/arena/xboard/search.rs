//! A search by an xboard engine: from the game on its board to a legal move.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use shakmaty::{Color, Position};

use super::client::Client;
use super::control::{Control, clocks};
use super::notation;
use super::reply::Reply;
use super::thinking::thinking;
use crate::arena::notation::fen;
use crate::arena::search::{POLL_INTERVAL, Search, cut};
use crate::arena::{Claim, Fault, Info, Player, PlayerError, Timing};
use crate::engine::search::{Game, Limits, Report, SearchResult, Signal, Time, Value};

/// An engine's claim that the game is over. Some engines send it just before their move.
struct EndClaim {
    /// The claimed winner; `None` for a draw.
    winner: Option<Color>,
    text: String,
    /// The time until which a move may follow.
    until: Instant,
}

impl Client {
    fn stop(&mut self, search: &mut Search<'_>, is_late: bool) -> Result<(), PlayerError> {
        if search.stop(is_late) { self.ask_for_move() } else { Ok(()) }
    }

    fn ask_for_move(&mut self) -> Result<(), PlayerError> {
        if self.setup.quirks.interrupts {
            self.process.interrupt();
            return Ok(());
        }
        self.process.send("?")
    }

    /// Handles a timeout: asks for a move, or returns an error if that was done before.
    fn overrun(&mut self, search: &mut Search<'_>) -> Result<(), PlayerError> {
        match search.hangs(&self.setup.patience) {
            Some(after) => Err(self.hung("move", after)),
            None => self.stop(search, true),
        }
    }

    /// Sends changed limits, the clocks, the last move and the search command. Returns when the engine could begin, and the time
    /// that it took to answer the readiness check before.
    fn start_search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
    ) -> Result<(Instant, Option<Duration>), PlayerError> {
        let control = Control::new(limits);
        if self.sent_limits.is_some_and(|sent| control.removes_limit(&sent)) {
            self.restart(signal)?;
        } else if self.table.is_none() {
            self.new_game(signal)?;
        }
        let last = self.set_up_game(game)?;
        // Otherwise a late second move for the previous position could count for this one.
        let ready = self.synchronize(signal, self.setup.patience.stop)?;
        if self.fresh || self.sent_limits.is_none_or(|sent| !control.continues(&sent)) {
            for command in control.commands(limits, &self.setup.quirks) {
                self.process.send(&command)?;
            }
            self.sent_limits = Some(control);
        }
        if self.features.time {
            let (mut own, mut other) = clocks(limits);
            // If no opponent's move is pending, the side that is not to move is the opponent.
            if last.text.is_none() && self.setup.quirks.clocks_cross {
                (own, other) = (other, own);
            }
            self.process.send(&format!("time {own}"))?;
            self.process.send(&format!("otim {other}"))?;
        }
        let started = Instant::now();
        if let Some(text) = last.text {
            self.send_move(text)?;
        }
        if !last.answered {
            self.process.send("go")?;
        }
        self.fresh = false;
        Ok((started, ready))
    }

    fn moved(&mut self, search: Search<'_>, text: &str) -> Result<SearchResult, PlayerError> {
        self.understands = true;
        self.timing = Some(search.timing());
        let outcome = search.moved(Some(text)).map_err(|fault| self.process.fail(fault))?;
        if let (Some(table), Some(best)) = (&mut self.table, outcome.best) {
            table.game.play(best);
            table.plays = true;
        }
        Ok(outcome)
    }

    /// Handles a claim that no move followed.
    fn claimed(&mut self, search: Search<'_>, end_claim: EndClaim) -> Result<SearchResult, PlayerError> {
        self.understands = true;
        // The state of the engine's board is unknown now.
        self.table = None;
        self.claim = match end_claim.winner {
            None => Some(Claim::Draw),
            Some(winner) if winner != search.position.turn() => Some(Claim::Resigns),
            Some(_) => {
                let fault = Fault::BadClaim { text: end_claim.text, fen: fen(search.position) };
                return Err(self.process.fail(fault));
            }
        };
        Ok(search.without_move())
    }

    /// Handles a line of search information and returns whether the search can end. The protocol has no limit of mates.
    fn report(
        &mut self,
        search: &mut Search<'_>,
        line: &str,
        mut info: Info,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> bool {
        self.understands = true;
        if self.setup.quirks.white_scores && search.position.turn() == Color::Black {
            info.value = info.value.map(|(value, bound)| (negated(value), bound.reversed()));
        }
        let can_end = search.receive(line, &info, listen);
        let mate = search.limits.mate.zip(search.report.as_ref().filter(|report| report.complete));
        let is_found = |(wanted, report): (u32, &Report)| matches!(report.line.value, Value::Mate(n) if n > 0 && n as u32 <= wanted);
        can_end || mate.is_some_and(is_found)
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
        self.claim = None;
        if self.fresh {
            return Ok(());
        }
        self.new_game(signal)?;
        self.synchronize(signal, self.setup.patience.stop).map(drop)
    }

    /// Every line with an exact score counts as a complete iteration, as with UCI. A position without legal moves is
    /// not sent to the engine. The time per move is sent in whole seconds if the engine supports no fractions, and the
    /// move is requested when the time is over.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<SearchResult, PlayerError> {
        self.claim = None;
        let position = game.position();
        if position.legal_moves().is_empty() {
            return Ok(SearchResult::default());
        }
        self.setup.quirks.check(limits).map_err(|fault| self.process.refuse(fault))?;
        let (started, ready) = self.start_search(game, limits, signal)?;
        let mut search = Search::begin(started, position, limits, self.margin, ready, notation::read);
        let (patience, before) = (self.setup.patience, self.process.suspended());
        let mut move_request = move_request(limits).map(|time| search.started + time);
        let mut end_claim: Option<EndClaim> = None;
        loop {
            if signal.is_stopped() {
                self.stop(&mut search, false)?;
            }
            let now = Instant::now();
            if move_request.is_some_and(|move_request| now >= move_request) && !search.is_stopped() {
                move_request = None;
                self.ask_for_move()?;
            }
            if let Some(end_claim) = end_claim.take_if(|end_claim| now >= end_claim.until) {
                return self.claimed(search, end_claim);
            }
            let deadline = search.deadline(&patience);
            let look = move_request.unwrap_or(deadline).min(deadline).min(now + POLL_INTERVAL);
            let received = self.process.receive(look);
            search.suspended = self.process.suspended() - before;
            let is_over = Instant::now() >= search.deadline(&patience);
            let line = match received {
                Ok(Some(line)) => line,
                Ok(None) => {
                    if is_over {
                        self.overrun(&mut search)?;
                    }
                    continue;
                }
                // The process may exit when it considers the game over.
                Err(error) => match end_claim {
                    Some(end_claim) => return self.claimed(search, end_claim),
                    None => return Err(error),
                },
            };
            match Reply::parse(&line) {
                Some(Reply::Move(text)) => return self.moved(search, text),
                Some(reply @ (Reply::Resigns | Reply::Over(_))) => {
                    let winner =
                        if let Reply::Over(winner) = reply { winner } else { Some(!position.turn()) };
                    let text = cut(line.trim());
                    let until = Instant::now() + patience.margin;
                    end_claim.get_or_insert(EndClaim { winner, text, until });
                }
                _ => match thinking(&line) {
                    Some(info) => {
                        if self.report(&mut search, &line, info, listen) {
                            self.stop(&mut search, false)?;
                        }
                    }
                    None => self.handle(&line)?,
                },
            }
            if is_over {
                self.overrun(&mut search)?;
            }
        }
    }

    fn claim(&mut self) -> Option<Claim> {
        self.claim.take()
    }

    fn timing(&self) -> Option<Timing> {
        self.timing
    }

    fn charge(&mut self, fault: Fault) -> PlayerError {
        self.process.fail(fault)
    }
}

/// Returns the time at which the move is requested: the end of a time per move.
fn move_request(limits: &Limits) -> Option<Duration> {
    match limits.time {
        Time::Move(time) => Some(time.saturating_sub(limits.overhead)),
        Time::Unlimited | Time::Clock { .. } => None,
    }
}

fn negated(value: Value) -> Value {
    match value {
        Value::Centipawns(centipawns) => Value::Centipawns(-centipawns),
        Value::Mate(moves) => Value::Mate(-moves),
    }
}
