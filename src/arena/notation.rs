//! Positions, moves and names as every protocol writes them.

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

pub(in crate::arena) use crate::positions::moves::fen;

/// Letters of a name that are kept.
const NAME: usize = 100;

/// The legal move that this text, as `e2e4` or `e7e8q`, stands for.
pub(in crate::arena) fn coordinates(text: &str, position: &Chess) -> Option<Move> {
    // Some engines write the piece of a promotion as a capital letter.
    let text = text.to_ascii_lowercase();
    text.parse::<UciMove>().ok()?.to_move(position).ok().filter(|m| position.is_legal(*m))
}

/// A name that can be shown: on one line, not too long, not empty.
pub(in crate::arena) fn name(text: &str) -> Option<String> {
    let visible = text.trim().chars().filter(|letter| !letter.is_control());
    Some(visible.take(NAME).collect()).filter(|name: &String| !name.is_empty())
}
