//! Moves as engines write them and wish them written.

use shakmaty::san::San;
use shakmaty::{Chess, Move, Position};

use crate::arena::notation::{coordinates, uci};

/// The move as an engine is told it.
pub(super) fn write(m: Move, position: &Chess, san: bool) -> String {
    if san { San::from_move(position, m).to_string() } else { uci(position, m) }
}

/// The legal move of this text: coordinates, or as people write it, with or without a hyphen.
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

/// A promotion with the sign that some leave out: `e8=Q` for `e8Q`.
fn promotion(text: &str) -> String {
    let (square, piece) = text.split_at_checked(text.len().saturating_sub(1)).unwrap_or((text, ""));
    format!("{square}={piece}")
}

/// The moves up to the first that is not legal.
pub(super) fn line(position: &Chess, moves: &[String]) -> Vec<Move> {
    let mut position = position.clone();
    let mut line = Vec::with_capacity(moves.len());
    for text in moves {
        let Some(m) = read(text, &position) else { break };
        position.play_unchecked(m);
        line.push(m);
    }
    line
}
