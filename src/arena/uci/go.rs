//! Positions and limits as UCI writes them.

use std::fmt::Write as _;
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position};

use crate::engine::search::{Game, Limits, Time};

/// A position's FEN.
pub(super) fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// The command that sets up the game.
pub(super) fn position(game: &Game) -> String {
    let mut text = if *game.start() == Chess::default() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", fen(game.start()))
    };
    if !game.moves().is_empty() {
        text += " moves";
        push_moves(&mut text, game.moves());
    }
    text
}

/// The command that begins a search for this side. Both sides are told the clock of the one to move; what is to
/// be kept back is taken off it.
pub(super) fn go(limits: &Limits, side: Color) -> String {
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
        Time::Clock { left, increment, moves_to_go } => {
            let (own, other) = if side == Color::White { ('w', 'b') } else { ('b', 'w') };
            for side in [own, other] {
                number(&mut text, &format!("{side}time"), least(left));
            }
            for side in [own, other] {
                number(&mut text, &format!("{side}inc"), increment.as_millis());
            }
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
        push_moves(&mut text, &limits.moves);
    }
    text
}

fn push_moves(text: &mut String, moves: &[Move]) {
    for m in moves {
        let _ = write!(text, " {}", UciMove::from_standard(*m));
    }
}

/// The move of this text, if it is legal.
pub(super) fn legal(text: &str, position: &Chess) -> Option<Move> {
    // Some engines write the piece of a promotion as a capital letter.
    let text = text.to_ascii_lowercase();
    text.parse::<UciMove>().ok()?.to_move(position).ok().filter(|m| position.is_legal(*m))
}
