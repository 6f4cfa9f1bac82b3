//! One side's view of the board: the input of its terms.

use shakmaty::{Bitboard, attacks};

use super::super::squares::{beside, down, fill_down};
use super::army::{Army, QUEEN};

/// The input of one side's terms. The side plays up the board.
pub(super) struct View<'a> {
    pub(super) own: &'a Army,
    /// The enemy's army from the own point of view.
    pub(super) enemy: Army,
    pub(super) occupied: Bitboard,
    /// The own passed pawns.
    pub(super) passed: Bitboard,
    /// Squares that no enemy pawn attacks and where no own king or blocked pawn stands.
    pub(super) mobility_area: Bitboard,
    /// Squares that enemy pawns attack now or could attack after advancing.
    pub(super) enemy_attack_span: Bitboard,
    /// Enemy squares that are attacked, not defended by a pawn, and not defended twice unless attacked twice.
    pub(super) weak: Bitboard,
    /// The squares beside the enemy king, and the king's.
    pub(super) ring: Bitboard,
    /// The ring, and the squares one rank in front of it.
    pub(super) zone: Bitboard,
}

impl View<'_> {
    #[inline]
    pub(super) fn new(own: &Army, enemy: Army, passed: Bitboard) -> View<'_> {
        let occupied = own.all | enemy.all;
        let blocked = own.pawns & down(occupied);
        let ring = attacks::king_attacks(enemy.king) | Bitboard::from_square(enemy.king);
        let held = enemy.by_pawns | (enemy.twice & !own.twice);
        View {
            own,
            occupied,
            passed,
            mobility_area: !(enemy.by_pawns | blocked | Bitboard::from_square(own.king)),
            enemy_attack_span: beside(fill_down(down(enemy.pawns))),
            weak: own.attacked & !held,
            ring,
            zone: ring | down(ring),
            enemy,
        }
    }

    /// Whether the side has a queen.
    #[inline]
    pub(super) fn has_queen(&self) -> bool {
        self.own.pieces[QUEEN].any()
    }
}
