//! Checks by playing, for both protocols.

use std::ops::ControlFlow;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use shakmaty::fen::Fen;
use shakmaty::{Chess, Position};

use super::Finding;
use crate::arena::control::{Clocks, Control};
use crate::arena::notation::coordinates;
use crate::arena::settings::MARGIN;
use crate::arena::{Claim, Player, PlayerError};
use crate::engine::search::{Game, Limits, SearchResult, Signal};
use crate::positions::fen::into_position;

/// The longest time of a search without a time limit.
const LONGEST_SEARCH: Duration = Duration::from_secs(10);

/// The number of times that a late search is tried, because the machine may be busy.
const TRIES: usize = 3;

/// The time by which a move in all tries exceeds its limit and loses every game, on a busy machine too.
const LATE: Duration = Duration::from_millis(250);

/// The time control of the game, and its length.
const CLOCK: &str = "2+0.05";
const PLIES: usize = 40;

/// A middle game with Black to move.
pub(in crate::arena) const MIDDLE_GAME: &str =
    "r2q1rk1/pp1bbppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 b - - 4 10";

/// The number of plies after which an engine may give up.
const SENSIBLE: usize = 12;

/// The moves that engines get wrong, after which they must move: the kind of move, the start as a FEN unless it is the usual
/// one, and the moves.
const SPECIAL_MOVES: [(&str, &str, &str); 5] = [
    ("kingside castling", "", "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1"),
    ("queenside castling", "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R b KQkq - 0 1", "e8c8"),
    ("taking en passant", "", "e2e4 a7a6 e4e5 d7d5 e5d6"),
    ("promotion to a queen", "8/P5k1/8/8/8/8/5PK1/8 w - - 0 1", "a7a8q"),
    ("promotion to a knight", "8/P5k1/8/8/8/8/5PK1/8 w - - 0 1", "a7a8n"),
];

/// Returns a game from a start, given as a FEN or empty for the usual one, with moves. An illegal move ends it.
pub(in crate::arena) fn game_of(fen: &str, moves: &str) -> Game {
    let start = fen.parse::<Fen>().ok().and_then(|fen| into_position(fen).ok());
    let mut game = Game::new(start.unwrap_or_else(Chess::default));
    for text in moves.split_whitespace() {
        let Some(m) = coordinates(text, game.position()) else { break };
        game.play(m);
    }
    game
}

/// Does some work whose signal stops after `time`. Returns how long after that it ended; `None` if it ended before.
pub(in crate::arena) fn stopped_after<T>(
    time: Duration,
    work: impl FnOnce(&Signal) -> T,
) -> (T, Option<Duration>) {
    let signal = Signal::default();
    let (done, waits) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let signal = &signal;
        let timer = scope.spawn(move || {
            let is_over = waits.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout);
            is_over.then(|| {
                signal.stop();
                Instant::now()
            })
        });
        let result = work(signal);
        let ended = Instant::now();
        drop(done);
        // The timer cannot panic.
        let stopped = timer.join().ok().flatten();
        (result, stopped.and_then(|stopped| ended.checked_duration_since(stopped)))
    })
}

/// Searches under a limit other than time, which an engine may ignore.
pub(in crate::arena) fn limited(
    player: &mut dyn Player,
    game: &Game,
    limits: &Limits,
) -> Result<SearchResult, PlayerError> {
    stopped_after(LONGEST_SEARCH, |signal| {
        player.search(game, limits, signal, &mut |_| ControlFlow::Continue(()))
    })
    .0
}

/// Checks the time of a search, which returns what it used.
pub(in crate::arena) fn timed(
    allowed: Duration,
    search: &mut dyn FnMut() -> Result<Duration, PlayerError>,
) -> Result<Finding, PlayerError> {
    let margin = Duration::from_millis(MARGIN);
    let mut used = Duration::MAX;
    for _ in 0..TRIES {
        used = used.min(search()?);
        if used <= allowed + margin {
            break;
        }
    }
    let seen = format!("moved after {} of {} ms", used.as_millis(), allowed.as_millis());
    Ok(match used.saturating_sub(allowed) {
        over if over <= margin => Finding::Passed(seen),
        over if over <= LATE => Finding::Warning(seen),
        _ => Finding::Failed(seen),
    })
}

/// Checks that the engine understands moves that are more than a piece on another square.
pub(in crate::arena) fn special_moves(
    player: &mut dyn Player,
    signal: &Signal,
) -> Result<Finding, PlayerError> {
    for (kind, fen, moves) in SPECIAL_MOVES {
        player.forget(signal)?;
        let game = game_of(fen, moves);
        if let Err(error) = limited(player, &game, &Limits::depth(2)) {
            let PlayerError { fault, .. } = &error;
            return if fault.is_of_move() {
                Ok(Finding::Failed(format!("after {kind}: {fault}")))
            } else {
                Err(error)
            };
        }
    }
    Ok(Finding::Passed("castling, en passant and promotions".to_owned()))
}

/// Checks a game of the engine with itself. A game lost on time is played again, because the machine may be busy.
pub(in crate::arena) fn game(player: &mut dyn Player, signal: &Signal) -> Result<Finding, PlayerError> {
    let mut finding = play(player, signal)?;
    for _ in 1..TRIES {
        if !matches!(finding, Finding::Failed(_)) {
            break;
        }
        finding = play(player, signal)?;
    }
    Ok(finding)
}

fn play(player: &mut dyn Player, signal: &Signal) -> Result<Finding, PlayerError> {
    player.forget(signal)?;
    let Ok(control) = CLOCK.parse() else { return Ok(Finding::Skipped(String::new())) };
    let mut clocks = Clocks::new(Control::Clock(control), LATE);
    let mut game = Game::default();
    for ply in 0..PLIES {
        let side = game.position().turn();
        if game.position().legal_moves().is_empty() {
            break;
        }
        let started = Instant::now();
        let found = player.search(&game, &clocks.limits(side), signal, &mut |_| ControlFlow::Continue(()))?;
        let used = player.timing().map_or_else(|| started.elapsed(), |timing| timing.used);
        let number = ply / 2 + 1;
        let Some(best) = found.best else {
            let what = if player.claim() == Some(Claim::Draw) { "claimed a draw" } else { "gave up" };
            let seen = format!("it {what} at move {number}");
            return Ok(if ply < SENSIBLE { Finding::Failed(seen) } else { Finding::Passed(seen) });
        };
        if let Err(over) = clocks.press(side, used) {
            let over = over.as_millis();
            return Ok(Finding::Failed(format!(
                "at move {number} it exceeded its clock by {over} ms, {CLOCK}"
            )));
        }
        game.play(best);
    }
    Ok(Finding::Passed(format!("{} plies with itself, {CLOCK}", game.moves().len())))
}

/// Returns what a claim in a balanced position is: no move.
pub(in crate::arena) fn gave_up(player: &mut dyn Player) -> Finding {
    let what = if player.claim() == Some(Claim::Draw) { "claimed a draw" } else { "resigned" };
    Finding::Failed(format!("it {what} in a balanced position"))
}
