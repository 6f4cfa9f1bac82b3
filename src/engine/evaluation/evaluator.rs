//! Fast static evaluation with a pawn-king hash table.
//!
//! Most moves of a search do not change the pawns, the kings and the number of pieces, so the same [`PawnKingEntry`]
//! occurs again and again. A table keeps it with its contribution to the score. Features that depend on the squares of
//! the other pieces are recomputed each time. The definitions are those of [`Weights::evaluate`], and the scores are
//! identical.

use super::super::features::{PawnKingEntry, PieceInfo, pawn_king_features, piece_score};
use super::super::pieces::Pieces;
use super::super::prefetch::prefetch;
use super::{Score, Weights};

/// Binary logarithm of the number of table entries: a quarter of a MiB, which stays in the CPU caches.
const BITS: u32 = 12;

/// A pawn-king entry with the weighted sum of its features. It fills a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Entry {
    pawn_king: PawnKingEntry,
    score: Score,
}

impl Entry {
    fn of(pieces: &PieceInfo, weights: &Weights) -> Entry {
        let pawn_king = PawnKingEntry::of(pieces);
        Entry { pawn_king, score: weights.score(&pawn_king_features(&pawn_king)) }
    }
}

/// Fast evaluator: an organism's weights with a pawn-king hash table.
pub struct Evaluator {
    weights: Weights,
    table: Box<[Entry]>,
}

impl Evaluator {
    /// Returns an evaluator with an empty table.
    #[must_use]
    pub fn new(weights: &Weights) -> Evaluator {
        // Fill the table with a valid entry, that of the empty board.
        let entry = Entry::of(&PieceInfo::of(&shakmaty::Board::empty()), weights);
        Evaluator { weights: weights.clone(), table: vec![entry; 1 << BITS].into_boxed_slice() }
    }

    /// Returns the weights of the evaluation.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Returns the static evaluation from White's point of view, in sixteenths of a centipawn. Equal to
    /// [`Weights::evaluate`].
    ///
    /// `key` selects the table entry. It should depend only on the pawn-king structure of the position and differ
    /// between structures. Otherwise the score is still right, but slower to compute.
    #[inline]
    pub fn evaluate<B: Pieces>(&mut self, board: &B, key: u64) -> Score {
        let pieces = PieceInfo::of(board);
        let entry = &mut self.table[place(key)];
        if !entry.pawn_king.is_of(&pieces) {
            *entry = Entry::of(&pieces, &self.weights);
        }
        entry.score + piece_score(&pieces, &entry.pawn_king, self.weights.as_array())
    }

    /// Prefetches the table entry for this key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.table[place(key)]);
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        *self = Evaluator::new(&self.weights);
    }
}

/// Returns the table index of a key.
#[inline]
fn place(key: u64) -> usize {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    (key.wrapping_mul(SPREAD) >> (u64::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests;
