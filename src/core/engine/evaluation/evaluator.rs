//! Fast static evaluation with a pawn-king hash table.
//!
//! Most moves of a search do not change the pawns and the kings, so the same pawn-king entry occurs again and again. A
//! table keeps it with its contribution to the score. Features that depend on the squares of the other pieces are
//! recomputed each time. The definitions are those of [`Weights::evaluate`], and the scores are identical.
//!
//! An entry is used only if all of it is equal, so a collision of hashes costs time but never gives a wrong score. Weights of
//! extended terms have both phases in one integer, so that the phase is applied once.

use super::super::features::{FeatureSet, extended, paper};
use super::super::pieces::Pieces;
use super::super::prefetch::prefetch;
use super::{Score, Weights};

/// Binary logarithm of the number of table entries, which stay in the CPU caches.
const BITS: u32 = 12;

/// A pawn-king entry with the weighted sum of its features. It fills a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Entry<Key, Sum> {
    pawn_king: Key,
    score: Sum,
}

/// The part of an evaluator that depends on the set of features.
enum Kind {
    Paper { weights: [i16; paper::COUNT], table: Box<[Entry<paper::PawnKingEntry, Score>]> },
    Extended { weights: Box<extended::TermWeights>, table: Box<[Entry<extended::PawnKingEntry, i64>]> },
}

impl Kind {
    fn new(weights: &Weights) -> Kind {
        // Fill the table with a valid entry, that of the empty board.
        let empty = shakmaty::Board::empty();
        match weights.set {
            FeatureSet::Paper => {
                let mut array = [0; paper::COUNT];
                array.iter_mut().zip(&weights.values).for_each(|(to, from)| *to = *from);
                let entry = paper_entry(&paper::PieceInfo::of(&empty), &array);
                Kind::Paper { weights: array, table: vec![entry; 1 << BITS].into_boxed_slice() }
            }
            FeatureSet::Extended => {
                let packed = extended::TermWeights::new(&weights.values);
                let entry = extended_entry(&empty, &packed);
                Kind::Extended { weights: packed, table: vec![entry; 1 << BITS].into_boxed_slice() }
            }
        }
    }
}

fn paper_entry(
    pieces: &paper::PieceInfo,
    weights: &[i16; paper::COUNT],
) -> Entry<paper::PawnKingEntry, Score> {
    let pawn_king = paper::PawnKingEntry::of(pieces);
    Entry { pawn_king, score: paper::pawn_king_score(&pawn_king, weights) }
}

fn extended_entry(
    board: &impl Pieces,
    weights: &extended::TermWeights,
) -> Entry<extended::PawnKingEntry, i64> {
    let pawn_king = extended::PawnKingEntry::of(board);
    Entry { pawn_king, score: extended::pawn_king_score(&pawn_king, weights) }
}

/// Fast evaluator: an organism's weights with a pawn-king hash table.
pub struct Evaluator(Kind);

impl Evaluator {
    /// Returns an evaluator with an empty table.
    #[must_use]
    pub fn new(weights: &Weights) -> Evaluator {
        Evaluator(Kind::new(weights))
    }

    /// Returns the static evaluation from White's point of view, in sixteenths of a centipawn. Equal to
    /// [`Weights::evaluate`].
    ///
    /// `key` selects the table entry of the papers' features. It should depend only on the pawn-king structure of the
    /// position and differ between structures. Otherwise the score is still right, but slower to compute. The extended
    /// features have a key of their own, as their entries do not depend on the strength of the pieces.
    #[inline]
    pub fn evaluate<B: Pieces>(&mut self, board: &B, key: u64) -> Score {
        match &mut self.0 {
            Kind::Paper { weights, table } => {
                let pieces = paper::PieceInfo::of(board);
                let entry = &mut table[place(key)];
                if !entry.pawn_king.is_of(&pieces) {
                    *entry = paper_entry(&pieces, weights);
                }
                entry.score + paper::piece_score(&pieces, &entry.pawn_king, weights)
            }
            Kind::Extended { weights, table } => {
                let entry = &mut table[place(extended::pawn_king_key(board))];
                if !entry.pawn_king.is_of(board) {
                    *entry = extended_entry(board, weights);
                }
                extended::fast_score(board, &entry.pawn_king, entry.score, weights)
            }
        }
    }

    /// Prefetches the table entry that [`Evaluator::evaluate`] needs.
    #[inline]
    pub fn prefetch<B: Pieces>(&self, board: &B, key: u64) {
        match &self.0 {
            Kind::Paper { table, .. } => prefetch(&table[place(key)]),
            Kind::Extended { table, .. } => prefetch(&table[place(extended::pawn_king_key(board))]),
        }
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
