//! The positions of a set, prepared for mentors and organisms.

use shakmaty::{Chess, Color, Position};

use super::answer::Reason;
use super::book::Key;
use crate::positions::Example;
use crate::positions::fen::fields;

/// A position of a set.
#[derive(Debug, Clone)]
pub struct PreparedPosition {
    /// The key of the position's answers: equal for equal positions in any set.
    pub key: Key,
    /// The position, or why it is left out for all mentors.
    pub position: Result<Chess, Reason>,
}

/// Returns the positions of a set in its order, as [`prepare`] does.
#[must_use]
pub fn prepare_positions(examples: &[Example], white_to_move: bool) -> Vec<PreparedPosition> {
    examples.iter().map(|example| prepare(&example.position, white_to_move)).collect()
}

/// Prepares a position. With `white_to_move`, White is to move in it (2008, section 3.3), and a right to capture en
/// passant is removed.
#[must_use]
pub fn prepare(original: &Chess, white_to_move: bool) -> PreparedPosition {
    let position = match original.turn() {
        Color::Black if white_to_move => original.clone().swap_turn().map_err(|_| Reason::NotWhite),
        _ => Ok(original.clone()),
    };
    let position = match position {
        Ok(position) if position.legal_moves().is_empty() => Err(Reason::Over),
        position => position,
    };
    PreparedPosition { key: key(position.as_ref().unwrap_or(original)), position }
}

/// Returns the key of a position: a hash of its placement, side to move and rights.
fn key(position: &Chess) -> Key {
    let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 position of a mentor");
    hasher.update(fields(position).as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    Key::from_le_bytes(first)
}
