//! The triangular table of principal variations.

use super::value::MAX_PLY;
use crate::engine::board::PackedMove;

/// The best line found from each ply.
pub(super) struct Lines {
    moves: Vec<[PackedMove; MAX_PLY]>,
    lengths: [usize; MAX_PLY + 2],
}

impl Lines {
    pub(super) fn new() -> Lines {
        Lines { moves: vec![[PackedMove::NONE; MAX_PLY]; MAX_PLY + 2], lengths: [0; MAX_PLY + 2] }
    }

    /// Clears all lines.
    pub(super) fn reset(&mut self) {
        self.lengths = [0; MAX_PLY + 2];
    }

    /// Clears the line at this ply.
    pub(super) fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// Sets the line at this ply to the move followed by the line of the next ply.
    pub(super) fn set(&mut self, ply: usize, m: PackedMove) {
        let length = self.lengths[ply + 1].min(MAX_PLY - 1);
        let (above, below) = self.moves.split_at_mut(ply + 1);
        above[ply][0] = m;
        above[ply][1..=length].copy_from_slice(&below[0][..length]);
        self.lengths[ply] = length + 1;
    }

    pub(super) fn at(&self, ply: usize) -> &[PackedMove] {
        &self.moves[ply][..self.lengths[ply]]
    }
}
