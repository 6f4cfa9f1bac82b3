//! Parses and formats moves of xboard engines.

use shakmaty::san::San;
use shakmaty::{Chess, Move, Position};

use crate::arena::notation::{coordinates, uci};

/// Formats a move for the engine.
pub(super) fn write(m: Move, position: &Chess, san: bool) -> String {
    if san { San::from_move(position, m).to_string() } else { uci(position, m) }
}

/// Returns the legal move that this text denotes, in coordinate notation or SAN, with or without a hyphen.
pub(super) fn read(text: &str, position: &Chess) -> Option<Move> {
    let text = text.trim_end_matches(['+', '#', '!', '?', ',', ';', '.']);
    coordinates(&text.replace(['-', '=', 'x'], ""), position).or_else(|| {
        let text = match text.chars().next()? {
            'O' => text.to_owned(),
            '0' | 'o' => text.replace(['0', 'o'], "O"),
            _ => text.replace('-', ""),
        };
        let san = text.parse::<San>().or_else(|error| promotion(&text).parse().map_err(|_| error)).ok()?;
        san.to_move(position).ok().filter(|m| position.is_legal(*m))
    })
}

/// Inserts the sign that some engines omit in a promotion: `e8=Q` for `e8Q`.
fn promotion(text: &str) -> String {
    let (square, piece) = text.split_at_checked(text.len().saturating_sub(1)).unwrap_or((text, ""));
    format!("{square}={piece}")
}
