//! Builds the game that a `position` command describes.

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, PositionError};

use super::command::{Start, quoted};
use crate::engine::search::Game;
use crate::positions::Variant;
use crate::positions::fen::into_position;

/// Why a `position` command is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum GameError {
    #[error("invalid FEN: {0}")]
    Fen(String),
    #[error("illegal position: {0}")]
    Position(String),
    #[error("illegal move {text} (move {number})")]
    Move { number: usize, text: String },
}

/// Returns the game from `start` with these moves. In standard chess, castling rights can still make a position one of
/// Chess960.
pub(crate) fn game(start: &Start, moves: &[String], variant: Variant) -> Result<Game, GameError> {
    let start = match start {
        Start::Initial => Chess::default(),
        Start::Fen(fen) => position(fen)?,
    };
    let mut game = Game::new(variant.apply(start));
    for (index, text) in moves.iter().enumerate() {
        let m = find_move(game.position(), text);
        let m = m.ok_or_else(|| GameError::Move { number: index + 1, text: quoted(text) })?;
        game.play(m);
    }
    Ok(game)
}

/// Parses a FEN. The move counters may be missing, and everything after them is ignored.
fn position(fen: &str) -> Result<Chess, GameError> {
    let fen = read(fen).map_err(|error| GameError::Fen(error.to_string()))?;
    // Castling rights without a rook and en passant without a pawn are common in FENs typed by hand, and their meaning
    // is clear. Excessive material and impossible checks make a position unreachable but not unplayable: the board, the
    // move lists and the evaluation support any setup.
    into_position(fen)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| GameError::Position(error.to_string()))
}

/// Parses the six fields of a FEN, or as many as possible: at least the four of an EPD.
fn read(text: &str) -> Result<Fen, ParseFenError> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let first = |count: usize| fields[..count.min(fields.len())].join(" ").parse::<Fen>();
    first(6).or_else(|_| first(5)).or_else(|_| first(4))
}

/// Returns the legal move of this text in UCI notation.
pub(super) fn find_move(position: &Chess, text: &str) -> Option<Move> {
    let m = UciMove::from_ascii(text.to_ascii_lowercase().as_bytes()).ok()?;
    m.to_move(position).ok()
}

#[cfg(test)]
mod tests;
