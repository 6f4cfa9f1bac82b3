//! Helpers shared by the tests of the engine: positions from random games, mirrored positions, random weights.

use proptest::prelude::*;
use rand::RngExt;
use shakmaty::fen::Epd;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use super::evaluation::Weights;
use super::features;
use super::schema::Schema;
use crate::positions::fen::into_position;
use crate::positions::moves::find_move;
use crate::randomness::Randomness;

/// Parses a FEN, or the four fields of an EPD.
pub(super) fn position(fen: &str) -> Chess {
    into_position(fen.parse().unwrap()).unwrap()
}

/// Returns the legal move in this notation.
pub(super) fn move_of(position: &Chess, text: &str) -> Move {
    find_move(position, text).unwrap_or_else(|error| panic!("{text} {error}: {}", fen(position)))
}

/// Formats a position as FEN, for messages.
pub(super) fn fen(position: &Chess) -> String {
    Epd::from_position(position, EnPassantMode::Legal).to_string()
}

/// Returns the position after at most `plies` random legal moves of a game seeded by `seed`.
pub(super) fn playout(seed: u64, plies: u32) -> Chess {
    let mut rng = Randomness::new(seed, "test", 0).stream(plies, "playout");
    let mut position = Chess::default();
    for _ in 0..plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        position.play_unchecked(legal[rng.random_range(0..legal.len())]);
    }
    position
}

/// Generates positions of random games, from openings to bare endgames.
pub(super) fn random_position() -> impl Strategy<Value = Chess> {
    (any::<u64>(), 0..250_u32).prop_map(|(seed, plies)| playout(seed, plies))
}

/// Returns the position with colours swapped.
pub(super) fn mirrored(position: &Chess) -> Chess {
    let setup = position.to_setup(EnPassantMode::Legal).into_mirrored();
    setup.position(CastlingMode::Standard).unwrap()
}

/// Returns the move in the position with colours swapped.
pub(super) fn mirrored_move(m: Move) -> Move {
    match m {
        Move::Normal { role, from, capture, to, promotion } => {
            Move::Normal { role, from: from.flip_vertical(), capture, to: to.flip_vertical(), promotion }
        }
        Move::EnPassant { from, to } => {
            Move::EnPassant { from: from.flip_vertical(), to: to.flip_vertical() }
        }
        Move::Castle { king, rook } => {
            Move::Castle { king: king.flip_vertical(), rook: rook.flip_vertical() }
        }
        Move::Put { .. } => unreachable!("chess has no drops"),
    }
}

/// Returns the weights of these 35 values.
pub(super) fn weights(values: &[i32]) -> Weights {
    Weights::new(&Schema::built_in("paper-2008").unwrap(), values).unwrap()
}

/// Generates weights within the ranges of the papers' schemas.
pub(super) fn random_weights() -> impl Strategy<Value = Weights> {
    (prop::collection::vec(0..1024, 5), prop::collection::vec(0..64, features::paper::COUNT - 5))
        .prop_map(|(material, others)| weights(&[material, others].concat()))
}

/// Returns random weights of the schema `extended`.
pub(super) fn extended_weights(seed: u64) -> Weights {
    let schema = Schema::built_in("extended").unwrap();
    let mut rng = Randomness::new(seed, "test", 0).stream(0, "weights");
    let values: Vec<i32> =
        schema.parameters.iter().map(|one| rng.random_range(one.range.0..=one.range.1)).collect();
    Weights::new(&schema, &values).unwrap()
}

/// Returns weights of material only: pawn 100, knight 300, bishop 300, rook 500, queen 900.
pub(super) fn material_only() -> Weights {
    let mut values = [0; features::paper::COUNT];
    values[..5].copy_from_slice(&[100, 300, 300, 500, 900]);
    weights(&values)
}
