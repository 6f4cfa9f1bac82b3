//! Rooks.

use shakmaty::{Bitboard, Rank, attacks};

use super::super::ONE;
use super::super::squares::{beside, down, file_from_edge, file_of, fill_down};
use super::piece_info::{Attacker, count};
use super::view::View;

/// Files a, b, g and h.
const WING_FILES: Bitboard = Bitboard(0xc3c3_c3c3_c3c3_c3c3);

/// Returns the number of rooks on the enemy king's file if no own pawn is on it. Scales with the enemy's material: with
/// fewer pieces the king comes out and other endgame aims count more.
#[inline]
pub(super) fn on_enemy_king_file(view: &View) -> i32 {
    let file = file_of(view.pawn_king.enemy_king);
    if (file & view.pawn_king.pawns).any() { 0 } else { count(view.own.rooks & file) }
}

/// Returns the number of rooks that attack, along their own file, a square beside the enemy king on an adjacent file
/// that is one of `files`. Scales with the enemy's material.
#[inline]
fn beside_king(view: &View, files: Bitboard) -> i32 {
    let files = beside(file_of(view.pawn_king.enemy_king)) & files;
    let ring = attacks::king_attacks(view.pawn_king.enemy_king);
    let bears = |rook: &Attacker| (rook.attacks & ring & file_of(rook.square)).any();
    view.own.rooks_on(files).filter(bears).count() as i32
}

/// Rooks that attack along a file adjacent to the enemy king, if that file is c, d, e or f.
#[inline]
pub(super) fn beside_enemy_king_file(view: &View) -> i32 {
    beside_king(view, !WING_FILES)
}

/// Rooks that attack along a file adjacent to the enemy king, if that file is a, b, g or h.
#[inline]
pub(super) fn beside_enemy_king_file_abgh(view: &View) -> i32 {
    beside_king(view, WING_FILES)
}

/// Returns the number of rooks on the seventh rank while the enemy king is on the eighth or enemy pawns are on the
/// seventh.
#[inline]
pub(super) fn on_seventh_rank(view: &View) -> i32 {
    let seventh = Bitboard::from_rank(Rank::Seventh);
    let target =
        view.pawn_king.enemy_king.rank() == Rank::Eighth || (view.pawn_king.enemy_pawns & seventh).any();
    if target { ONE * count(view.own.rooks & seventh) } else { 0 }
}

/// 1 if two rooks defend each other.
#[inline]
pub(super) fn connected(view: &View) -> i32 {
    if (view.own.attacks.rooks & view.own.rooks).any() { ONE } else { 0 }
}

/// Mobility of a rook: target squares that no enemy pawn or minor piece attacks, with diminishing returns. A rook that
/// cannot stay ([`View::harassed`]) counts minus three squares instead.
#[inline]
pub(super) fn mobility(view: &View, rook: Attacker) -> i32 {
    const WORTH: [i32; 15] = [0, 16, 31, 44, 56, 67, 76, 84, 92, 99, 105, 111, 116, 121, 125];
    let lesser = view.enemy_attacks.pawns | view.enemy_attacks.minor_pieces;
    if view.harassed(lesser).contains(rook.square) {
        return -3 * ONE;
    }
    WORTH[(rook.attacks & view.safe() & !lesser).count()]
}

/// Returns the number of rooks behind an own passed pawn on its file, regardless of pieces between.
#[inline]
pub(super) fn behind_passed_pawn(view: &View) -> i32 {
    ONE * count(view.own.rooks & fill_down(down(view.pawn_king.passed)))
}

/// Rooks on files without own pawns.
#[inline]
fn without_own_pawn(view: &View) -> Bitboard {
    view.own.rooks & !view.pawn_king.files()
}

/// Returns the number of rooks on open files (no pawns).
#[inline]
pub(super) fn on_open_file(view: &View) -> i32 {
    ONE * count(without_own_pawn(view) & !view.pawn_king.enemy_files())
}

/// Returns the number of rooks on semi-open files (enemy pawns only).
#[inline]
pub(super) fn on_semi_open_file(view: &View) -> i32 {
    ONE * count(without_own_pawn(view) & view.pawn_king.enemy_files())
}

/// Weak enemy pawns (not defended by a pawn) that rooks attack along a file without own pawns. A pawn counts once for
/// each rook that attacks it.
#[inline]
pub(super) fn attacking_weak_pawn(view: &View) -> i32 {
    let weak = view.pawn_king.enemy_pawns & !view.enemy_attacks.pawns;
    let attacked = |rook: Attacker| count(rook.attacks & weak & file_of(rook.square));
    ONE * view.own.rooks_on(!view.pawn_king.files()).map(attacked).sum::<i32>()
}

/// Centrality of a rook's file: 0 on a and h to 3 on d and e.
#[inline]
pub(super) fn file_centrality(_: &View, rook: Attacker) -> i32 {
    ONE * file_from_edge(rook.square) as i32
}
