//! King shelter and pressure on the king. All terms scale with the attacking material: an exposed king matters only
//! while there are pieces to attack it.

use shakmaty::{Bitboard, Rank, attacks};

use super::super::ONE;
use super::super::squares::{beside, down, file_of, fill_down, fill_up, up};
use super::pawn_king::{FULL_SET, PawnKingEntry};
use super::piece_info::Attacker;
use super::view::View;

/// Files c to f, where pawns usually advance and give no lasting shelter.
const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
/// Files d and e.
const INNER_FILES: Bitboard = Bitboard(0x1818_1818_1818_1818);

/// Returns the own pawns on ranks above the king.
#[inline]
fn pawns_before_king(view: &PawnKingEntry) -> Bitboard {
    view.pawns & fill_up(up(Bitboard::from_rank(view.king.rank())))
}

/// Returns the number of squares beside the king on files without one of `pawns`.
#[inline]
fn beside_king_without(view: &PawnKingEntry, pawns: Bitboard) -> i32 {
    let files = fill_up(fill_down(pawns));
    (beside(Bitboard::from_square(view.king)) & !files).count() as i32
}

/// Missing shelter on the king's file: 1 if no own pawn is in front of the king or the king is on files c–f; 1 more on
/// d and e.
#[inline]
pub(super) fn no_friendly_pawn(view: &PawnKingEntry) -> i32 {
    let king = view.king;
    let bare = (pawns_before_king(view) & file_of(king)).is_empty() || CENTRE_FILES.contains(king);
    i32::from(bare) + i32::from(INNER_FILES.contains(king))
}

/// Returns the number of adjacent files without an own pawn in front of the king.
#[inline]
pub(super) fn no_friendly_pawn_adjacent(view: &PawnKingEntry) -> i32 {
    beside_king_without(view, pawns_before_king(view))
}

/// Returns the number of shelter files (the king's and the adjacent ones) on which the own pawn closest in front of the
/// king has advanced one step.
#[inline]
pub(super) fn friendly_pawn_advanced(view: &PawnKingEntry) -> i32 {
    let before = pawns_before_king(view);
    let nearest = before & !fill_up(up(before));
    let file = file_of(view.king);
    (nearest & Bitboard::from_rank(Rank::Third) & (file | beside(file))).count() as i32
}

/// 1 if no enemy pawn is on the king's file.
#[inline]
pub(super) fn no_enemy_pawn(view: &PawnKingEntry) -> i32 {
    i32::from((file_of(view.king) & view.enemy_pawns).is_empty())
}

/// Returns the number of adjacent files without any pawn. An own pawn on the file would keep rooks out.
#[inline]
pub(super) fn no_enemy_pawn_adjacent(view: &PawnKingEntry) -> i32 {
    beside_king_without(view, view.pawns | view.enemy_pawns)
}

/// Attacks on the king zone: the enemy king, the squares around it and those one rank in front of them.
#[derive(Default)]
pub(super) struct Pressure {
    /// Number of attacked squares, at most four per piece, multiplied by the piece's weight.
    units: i32,
    attackers: i32,
}

impl Pressure {
    #[inline]
    pub(super) fn add(&mut self, view: &View, piece: Attacker, weight: i32) {
        let ring = attacks::king_attacks(view.pawn_king.enemy_king);
        let zone = ring | Bitboard::from_square(view.pawn_king.enemy_king) | down(ring);
        let hits = piece.attacks & zone;
        if hits.any() {
            self.attackers += 1;
            self.units += weight * (hits.count() as i32).min(4);
        }
    }
}

/// Weighted attacks on the king zone times the number of attackers (at most five), scaled by the own material; in
/// eighths, so that an attack by two pieces counts a few units.
#[inline]
pub(super) fn pressure(view: &View, attacks: &Pressure) -> i32 {
    attacks.units * attacks.attackers.min(5) * ONE * view.pawn_king.strength() / FULL_SET / 8
}
