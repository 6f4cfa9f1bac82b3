//! One side's view of the board: everything the features of that side look at, computed once.
//!
//! The board is turned so that the side always plays up the board. A feature is therefore written once,
//! for a side playing up, and mirroring the colours cannot change it.

use shakmaty::Bitboard;

use super::forces::{Army, Attacks, Forces};
use super::skeleton::Skeleton;

/// What one side sees.
pub(super) struct View<'a> {
    pub(super) own: &'a Army,
    pub(super) skeleton: Skeleton,
    pub(super) enemy_attacks: Attacks,
}

impl View<'_> {
    /// White's and Black's view, of which this is White's skeleton.
    #[inline]
    pub(super) fn both<'a>(forces: &'a Forces, skeleton: &Skeleton) -> (View<'a>, View<'a>) {
        let Forces { white, black } = forces;
        (
            View { own: white, skeleton: *skeleton, enemy_attacks: black.attacks.turned() },
            View { own: black, skeleton: skeleton.turned(), enemy_attacks: white.attacks.turned() },
        )
    }

    /// Squares a piece can go to without being taken by a pawn: not own, not attacked by an enemy pawn.
    #[inline]
    pub(super) fn safe(&self) -> Bitboard {
        !(self.own.all | self.enemy_attacks.pawns)
    }

    /// Squares on which a piece cannot stay: attacked by a lesser piece (`by_lesser`), or attacked by
    /// anything and defended by nothing.
    #[inline]
    pub(super) fn harassed(&self, by_lesser: Bitboard) -> Bitboard {
        by_lesser | (self.enemy_attacks.all & !self.own.attacks.all)
    }
}
