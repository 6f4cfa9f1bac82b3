//! The static evaluation, fast: what only the pawns decide is remembered.
//!
//! Most moves of a search leave the pawns where they are, so a structure of pawns is met again and again. Its
//! view (spans, passed pawns) and what it adds to the score are kept in a table; the features that look at
//! pieces are counted anew each time. Both sums are made of the same definitions as
//! [`Weights::evaluate`], and the score is the same to the bit.

use super::super::features::{PawnView, score_of_pawns, score_of_pieces};
use super::super::pieces::Pieces;
use super::{Score, Weights};

/// Number of remembered structures, a power of two.
const ENTRIES: usize = 8192;

/// A structure of pawns. The view holds where the pawns stand, so a structure with the same key is not
/// mistaken for it.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Entry {
    white: PawnView,
    score: Score,
}

/// Evaluates fast: the weights of an organism with a table of pawn structures.
pub struct Evaluator {
    weights: Weights,
    table: Box<[Entry]>,
}

impl Evaluator {
    /// An evaluator that remembers nothing yet.
    #[must_use]
    pub fn new(weights: &Weights) -> Evaluator {
        // No pawns at all is the one structure known from the start: its features are all known to it too.
        let white = PawnView::of(&shakmaty::Board::empty());
        let bare = Entry { white, score: score_of_pawns(weights.as_array(), &white) };
        Evaluator { weights: weights.clone(), table: vec![bare; ENTRIES].into_boxed_slice() }
    }

    /// The weights it evaluates with.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The static evaluation from White's point of view, equal to [`Weights::evaluate`].
    ///
    /// `pawn_key` should depend on the pawns of both sides only and tell structures apart; where it does
    /// not, the score is right all the same, only later.
    #[inline]
    pub fn evaluate<B: Pieces>(&mut self, board: &B, pawn_key: u64) -> Score {
        let weights = self.weights.as_array();
        let entry = &mut self.table[pawn_key as usize % ENTRIES];
        if !entry.white.is_of(board) {
            let white = PawnView::of(board);
            *entry = Entry { white, score: score_of_pawns(weights, &white) };
        }
        entry.score + score_of_pieces(weights, board, &entry.white)
    }

    /// Forgets all structures, as if it were new.
    pub fn clear(&mut self) {
        *self = Evaluator::new(&self.weights);
    }
}
