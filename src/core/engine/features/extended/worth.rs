//! Weighted sums of terms: the middlegame and the endgame in one integer.

use shakmaty::Square;

use super::families::TERMS;
use super::{Tally, squares};
use crate::engine::evaluation::Score;
use crate::engine::features::ONE;

/// The most squares to which a queen can move.
const MOST_MOVES: usize = 27;

/// The weights of the terms, in packed form: the middlegame in the lower 32 bits, the endgame in the upper ones. Sums of
/// packed numbers are packed sums.
pub(in crate::engine) struct TermWeights {
    terms: [i64; TERMS],
    /// The sum of all terms of a piece on a square, for each kind of piece.
    pieces: [[i64; 64]; 4],
    /// The sum of all terms of a mobility, for each kind of piece.
    mobility: [[i64; MOST_MOVES + 1]; 4],
}

impl TermWeights {
    /// Packs weights in the order of the features.
    pub(in crate::engine) fn new(weights: &[i16]) -> Box<TermWeights> {
        let weight = |index: usize| weights.get(index).copied().map_or(0, i64::from);
        let terms: [i64; TERMS] = std::array::from_fn(|term| weight(2 * term) + (weight(2 * term + 1) << 32));
        let on = |kind: usize, square: u32| {
            let mut sum = 0;
            squares::of_piece(kind, Square::new(square), |term| sum += terms[term]);
            sum
        };
        let moving = |kind: usize, moves: usize| {
            let mut sum = 0;
            squares::of_mobility(kind, moves, |term, count| sum += terms[term] * i64::from(count));
            sum
        };
        Box::new(TermWeights {
            terms,
            pieces: std::array::from_fn(|kind| std::array::from_fn(|square| on(kind, square as u32))),
            mobility: std::array::from_fn(|kind| std::array::from_fn(|moves| moving(kind, moves))),
        })
    }

    /// Returns an empty sum.
    #[inline]
    pub(super) fn worth(&self) -> Worth<'_> {
        Worth { weights: self, sum: 0 }
    }
}

/// A packed sum of weighted terms.
pub(super) struct Worth<'a> {
    weights: &'a TermWeights,
    pub(super) sum: i64,
}

impl Tally for Worth<'_> {
    #[inline]
    fn add(&mut self, term: usize, count: i32) {
        self.sum += self.weights.terms[term] * i64::from(count);
    }

    #[inline]
    fn one(&mut self, term: usize) {
        self.sum += self.weights.terms[term];
    }

    #[inline]
    fn when(&mut self, holds: bool, term: usize) {
        self.sum += self.weights.terms[term] & -i64::from(holds);
    }

    #[inline]
    fn piece(&mut self, kind: usize, square: Square) {
        self.sum += self.weights.pieces[kind][usize::from(square)];
    }

    #[inline]
    fn mobility(&mut self, kind: usize, count: usize) {
        self.sum += self.weights.mobility[kind][count.min(MOST_MOVES)];
    }
}

/// Returns the score of a packed sum at a phase, in sixteenths of a centipawn.
#[inline]
pub(super) fn at_phase(sum: i64, phase: i32) -> Score {
    let middlegame = sum as i32;
    let endgame = ((sum - i64::from(middlegame)) >> 32) as i32;
    middlegame * phase + endgame * (ONE - phase)
}
