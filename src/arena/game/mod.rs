//! One game: two players move in turn under the eyes of an arbiter, and everything about it is written down.
//!
//! The rules are shakmaty's. Whatever a player does wrong loses the game for it and for nobody else; the game's
//! [`Record`] says what it was.

mod adjudication;
mod arbiter;
mod record;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use shakmaty::{Color, Move, Position};

pub use self::adjudication::{Adjudication, Agreement, DrawRule, MoveLimit, ParseRuleError, ResignRule};
use self::arbiter::Arbiter;
pub use self::record::{Ending, MoveDetail, Record, RecordedMove, Score, Verdict};
use super::control::{Clocks, Control};
use super::notation::fen;
use super::{Claim, Fault, Player, PlayerError};
use crate::engine::search::{Game, Report, Signal};
use crate::engine::tablebases::Tablebases;

/// What a game is played by.
#[derive(Debug, Clone)]
pub struct Rules {
    /// What limits the moves.
    pub control: Control,
    /// By how much a clock may be overrun.
    pub margin: Duration,
    /// When a game ends before the rules of chess end it.
    pub adjudication: Adjudication,
    /// Tables that end a game as soon as they know its result.
    pub tablebases: Option<Arc<Tablebases>>,
    /// Whether records keep a [`MoveDetail`] of each move.
    pub detail: bool,
}

/// What happens in a game, as it happens.
#[derive(Debug)]
pub enum Event<'a> {
    /// A player thinks.
    Thinks(Color, &'a Report),
    /// A move was made, which left so much on the mover's clock.
    Moved(Color, Move, &'a RecordedMove, Option<Duration>),
}

/// A game that came to its end, and who is of no further use after it.
#[derive(Debug)]
pub struct Played {
    /// The game.
    pub record: Record,
    /// Who lost it by a fault and must be started again, and what it was.
    pub fault: Option<(Color, PlayerError)>,
}

/// Plays a game from the end of an opening, White's player first; whoever is at fault loses. `None` where `signal`
/// stopped it.
pub fn play(
    [white, black]: [&mut dyn Player; 2],
    opening: &Game,
    rules: &Rules,
    signal: &Signal,
    listen: &mut dyn FnMut(&Event<'_>),
) -> Option<Played> {
    let mut table = Table {
        arbiter: Arbiter::new(opening),
        clocks: Clocks::new(rules.control, rules.margin),
        rules,
        moves: Vec::new(),
    };
    let over = |ending, winner, moves, fault| {
        Some(Played { record: Record::new(opening, moves, winner, ending), fault })
    };
    for (side, player) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
        let forgotten = player.forget(signal);
        if signal.is_stopped() {
            return None;
        }
        if let Err(error) = forgotten {
            return over(Ending::of_fault(&error), Some(side.other()), table.moves, Some((side, error)));
        }
    }
    loop {
        if let Some((ending, winner)) = table.end() {
            return over(ending, winner, table.moves, None);
        }
        let side = table.arbiter.game().position().turn();
        let player: &mut dyn Player = if side == Color::White { white } else { black };
        match table.turn(side, player, signal, listen)? {
            Turn::Moved => {}
            Turn::Ended(ending, winner) => return over(ending, winner, table.moves, None),
            Turn::Fault(error) => {
                return over(Ending::of_fault(&error), Some(side.other()), table.moves, Some((side, error)));
            }
        }
    }
}

/// A game going on.
struct Table<'a> {
    arbiter: Arbiter,
    clocks: Clocks,
    rules: &'a Rules,
    moves: Vec<RecordedMove>,
}

/// What came of a turn.
enum Turn {
    Moved,
    Ended(Ending, Option<Color>),
    Fault(PlayerError),
}

impl Table<'_> {
    /// Whether the game is over, and who won.
    fn end(&self) -> Option<(Ending, Option<Color>)> {
        let first = self.arbiter.first_to_move();
        let known = || self.rules.tablebases.as_ref().and_then(|tables| self.arbiter.known(tables));
        self.arbiter.end().or_else(known).or_else(|| self.rules.adjudication.end(first, &self.moves))
    }

    /// A player moves, or does not. `None` where the signal stopped it.
    fn turn(
        &mut self,
        side: Color,
        player: &mut dyn Player,
        signal: &Signal,
        listen: &mut dyn FnMut(&Event<'_>),
    ) -> Option<Turn> {
        let limits = self.clocks.limits(side);
        let begun = Instant::now();
        let found = player.search(self.arbiter.game(), &limits, signal, &mut |report| {
            listen(&Event::Thinks(side, report));
            ControlFlow::Continue(())
        });
        let used = begun.elapsed();
        if signal.is_stopped() {
            return None;
        }
        let outcome = match found {
            Ok(outcome) => outcome,
            Err(error) => return Some(Turn::Fault(error)),
        };
        let Some(m) = outcome.best else {
            let fen = fen(self.arbiter.game().position());
            let fault = match player.claim() {
                Some(Claim::Resigns) => return Some(Turn::Ended(Ending::Resignation, Some(side.other()))),
                Some(Claim::Draw) => Fault::BadClaim { text: "draw".to_owned(), fen },
                None => Fault::NoMove { fen },
            };
            return Some(Turn::Fault(player.charge(fault)));
        };
        let timing = player.timing();
        let used = timing.map_or(used, |timing| timing.used);
        if let Err(overrun) = self.clocks.press(side, used) {
            let late = Fault::Late { after: used, allowed: used.saturating_sub(overrun) };
            return Some(Turn::Fault(player.charge(late)));
        }
        // Where time is no limit, games repeat, and their records with them.
        let ready = timing.and_then(|timing| timing.ready).filter(|_| self.rules.control.is_timed());
        let position = self.arbiter.game().position();
        let mut recorded = RecordedMove::new(position, m, &outcome, used, ready);
        if self.rules.detail {
            recorded.detail = Some(Box::new(MoveDetail::new(position, &outcome, self.clocks.left(side))));
        }
        self.arbiter.play(m);
        listen(&Event::Moved(side, m, &recorded, self.clocks.left(side)));
        self.moves.push(recorded);
        Some(Turn::Moved)
    }
}
