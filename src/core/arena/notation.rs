//! Positions, moves and names in the notation shared by all protocols.

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

use crate::text;

pub(in crate::arena) use crate::positions::moves::{fen, uci};

/// Returns the legal move that this text denotes, such as `e2e4` or `e7e8q`. In Chess960, castling is written as the
/// king's move onto its rook.
pub(in crate::arena) fn coordinates(text: &str, position: &Chess) -> Option<Move> {
    // Some engines write the promotion piece in upper case.
    let text = text.to_ascii_lowercase();
    text.parse::<UciMove>().ok()?.to_move(position).ok().filter(|m| position.is_legal(*m))
}

/// Returns the name on one line and cut to a length that can be displayed, or `None` if it is empty.
pub(in crate::arena) fn name(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text::name(text).into_owned())
}
