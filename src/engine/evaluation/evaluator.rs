//! The static evaluation, fast: what changes slowly is remembered.
//!
//! Most moves of a search leave the pawns, the kings and the number of pieces as they are, so the same [`Skeleton`]
//! is met again and again. It is kept in a table with what it adds to the score; the features that look at
//! where the pieces stand are counted anew each time. All of it is made of the same definitions as
//! [`Weights::evaluate`], and the score is the same to the bit.

use super::super::features::{Forces, Skeleton, piece_score, skeleton_features};
use super::super::pieces::Pieces;
use super::super::prefetch::prefetch;
use super::{Score, Weights};

/// Binary logarithm of the number of skeletons remembered: a quarter of a MiB, which stays in the caches.
const BITS: u32 = 12;

/// A skeleton and the sum of its features' worth. It fills a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Entry {
    skeleton: Skeleton,
    score: Score,
}

impl Entry {
    fn of(forces: &Forces, weights: &Weights) -> Entry {
        let skeleton = Skeleton::of(forces);
        Entry { skeleton, score: weights.score(&skeleton_features(&skeleton)) }
    }
}

/// Evaluates fast: the weights of an organism with a table of skeletons.
pub struct Evaluator {
    weights: Weights,
    table: Box<[Entry]>,
}

impl Evaluator {
    /// An evaluator that has met no position yet.
    #[must_use]
    pub fn new(weights: &Weights) -> Evaluator {
        // Every place holds a true entry from the start, that of the empty board.
        let entry = Entry::of(&Forces::of(&shakmaty::Board::empty()), weights);
        Evaluator { weights: weights.clone(), table: vec![entry; 1 << BITS].into_boxed_slice() }
    }

    /// The weights it evaluates with.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The static evaluation from White's point of view, in sixteenths, equal to [`Weights::evaluate`].
    ///
    /// `key` says where to look for the position's skeleton: it should depend on the skeleton only and tell skeletons
    /// apart. Where it does not, the score is right all the same, but found more slowly.
    #[inline]
    pub fn evaluate<B: Pieces>(&mut self, board: &B, key: u64) -> Score {
        let forces = Forces::of(board);
        let entry = &mut self.table[place(key)];
        if !entry.skeleton.is_of(&forces) {
            *entry = Entry::of(&forces, &self.weights);
        }
        entry.score + piece_score(&forces, &entry.skeleton, self.weights.as_array())
    }

    /// A position with the skeleton of this key will be evaluated soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.table[place(key)]);
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        *self = Evaluator::new(&self.weights);
    }
}

/// The place of a skeleton in the table.
#[inline]
fn place(key: u64) -> usize {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    (key.wrapping_mul(SPREAD) >> (u64::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests;
