//! Positions, moves and names as every protocol writes them.

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

use crate::text;

pub(in crate::arena) use crate::positions::moves::{fen, uci};

/// The legal move that this text, as `e2e4` or `e7e8q`, stands for. In Chess960 the king castles onto its rook.
pub(in crate::arena) fn coordinates(text: &str, position: &Chess) -> Option<Move> {
    // Some engines write the piece of a promotion as a capital letter.
    let text = text.to_ascii_lowercase();
    text.parse::<UciMove>().ok()?.to_move(position).ok().filter(|m| position.is_legal(*m))
}

/// A name that can be shown: on one line, not too long, not empty.
pub(in crate::arena) fn name(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text::name(text).into_owned())
}
