//! Plays one game between two players, with an arbiter and a complete record.
//!
//! Shakmaty implements the rules of chess. A player that causes a fault loses the game, and its [`Record`] describes
//! the fault.

mod adjudication;
mod arbiter;
mod record;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use shakmaty::{Color, Move, Position};

pub use self::adjudication::{
    Adjudication, Agreement, DrawRule, MoveLimit, ParseRuleError, ResignRule, RuleError,
};
use self::arbiter::Arbiter;
pub use self::record::{Ending, FaultKind, MoveDetail, Record, RecordedMove, Score};
use super::control::{Clocks, Control};
use super::notation::fen;
use super::{Claim, Fault, Player, PlayerError};
use crate::engine::search::{Game, Limits, Report, Signal};
use crate::engine::tablebases::Tablebases;

/// The shortest time between two reports of a search in this process. Nobody sees more of them, and at a thousand
/// nodes a move they take a tenth of the time.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// The rules of a game beyond those of chess.
#[derive(Debug, Clone)]
pub struct Rules {
    /// The limit of each move.
    pub control: Control,
    /// Other limits of White and Black.
    pub own: [Option<Control>; 2],
    /// The time by which a move may exceed its limit.
    pub margin: Duration,
    /// When a game ends early.
    pub adjudication: Adjudication,
    /// The tablebases that adjudicate a game as soon as they contain its position.
    pub tablebases: Option<Arc<Tablebases>>,
    /// Whether records contain a [`MoveDetail`] for each move.
    pub detail: bool,
}

impl Rules {
    /// Creates rules with a maximum number of moves of each side, without tablebases and details of moves. `margin` is in
    /// milliseconds.
    #[must_use]
    pub fn new(
        control: Control,
        margin: u64,
        resign: Option<ResignRule>,
        draw: Option<DrawRule>,
        max_moves: u32,
    ) -> Rules {
        Rules {
            control,
            own: [None; 2],
            margin: Duration::from_millis(margin),
            adjudication: Adjudication { resign, draw, moves: Some(MoveLimit(max_moves)) },
            tablebases: None,
            detail: false,
        }
    }

    /// Returns the limits of White and Black.
    #[must_use]
    pub fn controls(&self) -> [Control; 2] {
        self.own.map(|own| own.unwrap_or(self.control))
    }
}

/// An event during a game.
#[derive(Debug)]
pub enum GameEvent<'a> {
    /// A player reports on its search.
    Thinks(Color, &'a Report),
    /// A move was made. The last field is the time left on the mover's clock.
    Moved(Color, Move, &'a RecordedMove, Option<Duration>),
}

/// A finished game, and the player that cannot be used further.
#[derive(Debug)]
pub struct Played {
    /// The record of the game.
    pub record: Record,
    /// The side that lost by a fault and must be restarted, with the error.
    pub fault: Option<(Color, PlayerError)>,
}

/// Returns the end and the winner of a game that is over by the rules of chess.
#[must_use]
pub fn end(game: &Game) -> Option<(Ending, Option<Color>)> {
    Arbiter::new(game).end()
}

/// Plays a game from the end of an opening. The first player has White. A player that causes a fault loses. Returns
/// `None` if `signal` stopped the game.
pub fn play(
    [white, black]: [&mut dyn Player; 2],
    opening: &Game,
    rules: &Rules,
    signal: &Signal,
    listen: &mut dyn FnMut(&GameEvent<'_>),
) -> Option<Played> {
    let mut table = Table {
        arbiter: Arbiter::new(opening),
        clocks: Clocks::of_sides(rules.controls(), rules.margin),
        rules,
        moves: Vec::new(),
    };
    let over = |ending, winner, moves, fault| {
        Some(Played { record: Record::new(opening, moves, winner, ending), fault })
    };
    let forfeit = |side: Color, error: PlayerError, moves| {
        over(Ending::from_fault(&error), Some(side.other()), moves, Some((side, error)))
    };
    for (side, player) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
        player.set_margin(rules.margin);
        let forgotten = player.forget(signal);
        if signal.is_stopped() {
            return None;
        }
        if let Err(error) = forgotten {
            return forfeit(side, error, table.moves);
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
            Turn::Fault(error) => return forfeit(side, error, table.moves),
        }
    }
}

/// A game in progress.
struct Table<'a> {
    arbiter: Arbiter,
    clocks: Clocks,
    rules: &'a Rules,
    moves: Vec<RecordedMove>,
}

/// The result of a turn.
enum Turn {
    Moved,
    Ended(Ending, Option<Color>),
    Fault(PlayerError),
}

impl Table<'_> {
    /// Returns the end and the winner if the game is over.
    fn end(&self) -> Option<(Ending, Option<Color>)> {
        let first = self.arbiter.first_to_move();
        let tables = self.rules.tablebases.as_ref();
        let probe = || tables.and_then(|tables| self.arbiter.tablebase_result(tables));
        self.arbiter.end().or_else(probe).or_else(|| self.rules.adjudication.end(first, &self.moves))
    }

    /// Lets a player make a move. Returns `None` if the signal stopped the search.
    fn turn(
        &mut self,
        side: Color,
        player: &mut dyn Player,
        signal: &Signal,
        listen: &mut dyn FnMut(&GameEvent<'_>),
    ) -> Option<Turn> {
        let limits = Limits { report_interval: REPORT_INTERVAL, ..self.clocks.limits(side) };
        let started = Instant::now();
        let searched = player.search(self.arbiter.game(), &limits, signal, &mut |report| {
            listen(&GameEvent::Thinks(side, report));
            ControlFlow::Continue(())
        });
        let used = started.elapsed();
        if signal.is_stopped() {
            return None;
        }
        let outcome = match searched {
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
        // Untimed games are reproducible, so their records must not contain times.
        let ready = timing
            .and_then(|timing| timing.ready)
            .filter(|_| self.rules.controls().iter().any(Control::is_timed));
        let position = self.arbiter.game().position();
        let mut recorded = RecordedMove::new(position, m, &outcome, used, ready);
        if self.rules.detail {
            recorded.detail = Some(Box::new(MoveDetail::new(position, &outcome, self.clocks.left(side))));
        }
        self.arbiter.play(m);
        listen(&GameEvent::Moved(side, m, &recorded, self.clocks.left(side)));
        self.moves.push(recorded);
        Some(Turn::Moved)
    }
}
