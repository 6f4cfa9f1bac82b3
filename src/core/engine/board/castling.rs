//! Castling with king and rook on any file, as in Chess960. Standard chess is a special case.
//!
//! A castling right is stored as the square of its rook. Each castling move has one encoding, which depends on the
//! squares only: the king's step of two squares if king and rook are on their standard files, otherwise the king onto
//! its own rook. No other move has the same squares.

use shakmaty::{Bitboard, File, Square, attacks};

use super::Board;
use crate::engine::pieces::Pieces;

/// The squares of a castling move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Castling {
    pub(super) king_from: Square,
    pub(super) king_to: Square,
    pub(super) rook_from: Square,
    pub(super) rook_to: Square,
}

impl Castling {
    /// Returns the castling of this king and rook, which are on the same rank.
    pub(super) fn new(king: Square, rook: Square) -> Castling {
        let (king_file, rook_file) = if king < rook { (File::G, File::F) } else { (File::C, File::D) };
        Castling {
            king_from: king,
            king_to: Square::from_coords(king_file, king.rank()),
            rook_from: rook,
            rook_to: Square::from_coords(rook_file, king.rank()),
        }
    }

    /// Returns whether king and rook are on the files of standard chess.
    fn is_usual(self) -> bool {
        self.king_from.file() == File::E && matches!(self.rook_from.file(), File::A | File::H)
    }

    /// Returns the target square in the encoding of the move.
    pub(super) fn target(self) -> Square {
        if self.is_usual() { self.king_to } else { self.rook_from }
    }

    /// Returns the squares that must be empty.
    fn path(self) -> Bitboard {
        if self.is_usual() {
            return attacks::between(self.king_from, self.rook_from);
        }
        let way = |from, to| attacks::between(from, to).with(to);
        (way(self.king_from, self.king_to) | way(self.rook_from, self.rook_to))
            .without(self.king_from)
            .without(self.rook_from)
    }

    /// Returns the occupied squares after castling.
    pub(super) fn occupied_after(self, occupied: Bitboard) -> Bitboard {
        occupied.without(self.king_from).without(self.rook_from).with(self.king_to).with(self.rook_to)
    }
}

impl Board {
    /// Returns the castling that a legal king move encodes, or `None` for a normal king move.
    pub(super) fn castling_of(&self, king: Square, to: Square) -> Option<Castling> {
        if self.by_color(self.turn).contains(to) {
            return Some(Castling::new(king, to));
        }
        let file = if king < to { File::H } else { File::A };
        (king.abs_diff(to) == 2).then(|| Castling::new(king, Square::from_coords(file, king.rank())))
    }

    /// Returns the rooks with which the side to move may still castle.
    pub(super) fn castling_rooks(&self) -> Bitboard {
        self.castling & Bitboard::from_rank(self.turn.backrank())
    }

    /// Returns whether the side to move, not in check, may castle with a rook of [`Board::castling_rooks`].
    pub(super) fn may_castle(&self, castling: Castling) -> bool {
        let occupied = self.occupied();
        if !occupied.is_disjoint(castling.path()) {
            return false;
        }
        // The rook may shield the king, so test the squares with the occupancy after castling.
        let after = castling.occupied_after(occupied);
        let way = attacks::between(castling.king_from, castling.king_to).with(castling.king_to);
        way.into_iter().all(|square| !self.is_attacked(square, after))
    }
}
