//! King shelter and pressure on the king. All of it is in proportion to the pieces that could attack: a
//! king in the open matters while there is somebody to attack it.

use shakmaty::{Bitboard, Rank, attacks};

use super::ONE;
use super::forces::Attacker;
use super::skeleton::{FULL_SET, Skeleton, beside, down, file_of, fill_down, fill_up, up};
use super::view::View;

/// Files c to f, where pawns move on and give no lasting shelter.
const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
/// Files d and e.
const INNER_FILES: Bitboard = Bitboard(0x1818_1818_1818_1818);

/// Own pawns above the king's rank.
#[inline]
fn pawns_before_king(view: &Skeleton) -> Bitboard {
    view.pawns & fill_up(up(Bitboard::from_rank(view.king.rank())))
}

/// The squares beside the king on the files of which `pawns` has none.
#[inline]
fn beside_king_without(view: &Skeleton, pawns: Bitboard) -> i32 {
    let files = fill_up(fill_down(pawns));
    (beside(Bitboard::from_square(view.king)) & !files).count() as i32
}

/// The king without shelter on its own file: no own pawn before it, or on files c–f; on d and e one more.
#[inline]
pub(super) fn no_friendly_pawn(view: &Skeleton) -> i32 {
    let king = view.king;
    let bare = (pawns_before_king(view) & file_of(king)).is_empty() || CENTRE_FILES.contains(king);
    i32::from(bare) + i32::from(INNER_FILES.contains(king))
}

/// Neighbouring files without an own pawn before the king.
#[inline]
pub(super) fn no_friendly_pawn_adjacent(view: &Skeleton) -> i32 {
    beside_king_without(view, pawns_before_king(view))
}

/// Files of the shelter (the king's and its neighbours) whose pawn, the one nearest before the king, has
/// advanced one step.
#[inline]
pub(super) fn friendly_pawn_advanced(view: &Skeleton) -> i32 {
    let before = pawns_before_king(view);
    let nearest = before & !fill_up(up(before));
    let file = file_of(view.king);
    (nearest & Bitboard::from_rank(Rank::Third) & (file | beside(file))).count() as i32
}

/// No enemy pawn on the king's file.
#[inline]
pub(super) fn no_enemy_pawn(view: &Skeleton) -> i32 {
    i32::from((file_of(view.king) & view.enemy_pawns).is_empty())
}

/// Neighbouring files with no pawn at all: where an own pawn still stands, no rook comes through.
#[inline]
pub(super) fn no_enemy_pawn_adjacent(view: &Skeleton) -> i32 {
    beside_king_without(view, view.pawns | view.enemy_pawns)
}

/// Attacks on the enemy king, the squares around it and those one rank before them.
#[derive(Default)]
pub(super) struct Pressure {
    /// Squares attacked, at most four a piece, weighted by piece.
    units: i32,
    attackers: i32,
}

impl Pressure {
    /// Adds the attacks of a piece of this weight.
    #[inline]
    pub(super) fn add(&mut self, view: &View, piece: Attacker, weight: i32) {
        let ring = attacks::king_attacks(view.skeleton.enemy_king);
        let zone = ring | Bitboard::from_square(view.skeleton.enemy_king) | down(ring);
        let hits = piece.attacks & zone;
        if hits.any() {
            self.attackers += 1;
            self.units += weight * (hits.count() as i32).min(4);
        }
    }
}

/// The weighted attacks on the enemy king times the number of attackers (at most five), in proportion to the own
/// pieces; in eighths, so that an attack of two pieces counts a few units.
#[inline]
pub(super) fn pressure(view: &View, attacks: &Pressure) -> i32 {
    attacks.units * attacks.attackers.min(5) * ONE * view.skeleton.strength() / FULL_SET / 8
}
