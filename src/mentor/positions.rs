//! The positions of a set as mentors and organisms see them.

use shakmaty::fen::Epd;
use shakmaty::{Chess, Color, EnPassantMode, Position};

use super::answer::Reason;
use super::book::Key;
use crate::positions::Example;

/// A position of a set.
#[derive(Debug, Clone)]
pub struct Place {
    /// By what answers to it are kept: the same for the same position wherever it stands.
    pub key: Key,
    /// The position, or why it is left out for everybody.
    pub position: Result<Chess, Reason>,
}

/// The positions of a set, in its order; with `white_to_move` it is White's turn in all of them (2008, section 3.3), a
/// right to capture en passant then being lost.
#[must_use]
pub fn places(examples: &[Example], white_to_move: bool) -> Vec<Place> {
    examples.iter().map(|example| place(&example.position, white_to_move)).collect()
}

fn place(given: &Chess, white_to_move: bool) -> Place {
    let position = match given.turn() {
        Color::Black if white_to_move => given.clone().swap_turn().map_err(|_| Reason::NotWhite),
        _ => Ok(given.clone()),
    };
    let position =
        position.and_then(
            |position| {
                if position.legal_moves().is_empty() { Err(Reason::Over) } else { Ok(position) }
            },
        );
    Place { key: key(position.as_ref().unwrap_or(given)), position }
}

/// The key of a position: a hash of its placement, turn and rights.
fn key(position: &Chess) -> Key {
    let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 position of a mentor");
    hasher.update(Epd::from_position(position, EnPassantMode::Legal).to_string().as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    Key::from_le_bytes(first)
}
