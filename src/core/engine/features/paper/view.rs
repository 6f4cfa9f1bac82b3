//! One side's view of the board: the input of its features, computed once.
//!
//! The board is flipped so that the side always plays up the board. A feature is therefore written once, and mirroring
//! the colours cannot change it.

use shakmaty::Bitboard;

use super::pawn_king::PawnKingEntry;
use super::piece_info::{Attacks, PieceInfo, SidePieces};

/// The input of one side's features.
pub(super) struct View<'a> {
    pub(super) own: &'a SidePieces,
    pub(super) pawn_king: PawnKingEntry,
    pub(super) enemy_attacks: Attacks,
}

impl View<'_> {
    /// Returns White's and Black's view. `pawn_king` is White's pawn-king entry.
    #[inline]
    pub(super) fn both<'a>(pieces: &'a PieceInfo, pawn_king: &PawnKingEntry) -> (View<'a>, View<'a>) {
        let PieceInfo { white, black } = pieces;
        (
            View { own: white, pawn_king: *pawn_king, enemy_attacks: black.attacks.turned() },
            View { own: black, pawn_king: pawn_king.turned(), enemy_attacks: white.attacks.turned() },
        )
    }

    /// Squares a piece can move to without being captured by a pawn: not occupied by an own piece and not attacked by
    /// an enemy pawn.
    #[inline]
    pub(super) fn safe(&self) -> Bitboard {
        !(self.own.all | self.enemy_attacks.pawns)
    }

    /// Squares on which a piece cannot stay: attacked by a lesser piece (`by_lesser`), or attacked by any piece and not
    /// defended.
    #[inline]
    pub(super) fn harassed(&self, by_lesser: Bitboard) -> Bitboard {
        by_lesser | (self.enemy_attacks.all & !self.own.attacks.all)
    }
}
