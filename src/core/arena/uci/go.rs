//! Formats positions and limits as UCI commands.

use std::fmt::Write as _;
use std::time::Duration;

use shakmaty::{Chess, Color, Move, Position as _};

use crate::arena::notation::{fen, uci};
use crate::engine::search::{Game, Limits, Remaining, Time};

/// Returns the `position` command for the game.
pub(super) fn position(game: &Game) -> String {
    let start = game.start();
    let mut text = if *start == Chess::default() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", fen(start))
    };
    if !game.moves().is_empty() {
        text += " moves";
        push_moves(&mut text, start, game.moves());
    }
    text
}

/// Returns the `go` command for this position. An unknown opponent's clock is replaced by the mover's. The overhead is
/// subtracted from the mover's clock.
pub(super) fn go(limits: &Limits, position: &Chess) -> String {
    let side = position.turn();
    let mut text = "go".to_owned();
    let number = |text: &mut String, name: &str, value: u128| {
        // Writing to a string cannot fail.
        let _ = write!(text, " {name} {value}");
    };
    let least = |time: Duration| time.saturating_sub(limits.overhead).as_millis().max(1);
    if let Some(depth) = limits.depth {
        number(&mut text, "depth", depth.into());
    }
    if let Some(nodes) = limits.nodes {
        number(&mut text, "nodes", nodes.into());
    }
    if let Some(mate) = limits.mate {
        number(&mut text, "mate", mate.into());
    }
    match limits.time {
        Time::Unlimited => {}
        Time::Move(time) => number(&mut text, "movetime", least(time)),
        Time::Clock { left, increment, opponent, moves_to_go } => {
            let (own, other) = if side == Color::White { ('w', 'b') } else { ('b', 'w') };
            number(&mut text, &format!("{own}time"), least(left));
            let opponent_time = opponent.map_or_else(|| least(left), |clock| clock.left.as_millis());
            number(&mut text, &format!("{other}time"), opponent_time);
            let opponent = opponent.unwrap_or(Remaining { left, increment });
            number(&mut text, &format!("{own}inc"), increment.as_millis());
            number(&mut text, &format!("{other}inc"), opponent.increment.as_millis());
            if let Some(moves) = moves_to_go {
                number(&mut text, "movestogo", moves.into());
            }
        }
    }
    if text == "go" {
        text += " infinite";
    }
    if !limits.moves.is_empty() {
        text += " searchmoves";
        push_moves(&mut text, position, &limits.moves);
    }
    text
}

/// Appends moves in the notation of the variant. `position` can be any position of the game.
fn push_moves(text: &mut String, position: &Chess, moves: &[Move]) {
    for m in moves {
        let _ = write!(text, " {}", uci(position, *m));
    }
}
