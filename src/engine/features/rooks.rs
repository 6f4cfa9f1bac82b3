//! Rooks.

use shakmaty::{Bitboard, Rank, attacks};

use super::ONE;
use super::forces::Attacker;
use super::minor::file_centrality as centrality;
use super::skeleton::{down, file_of, fill_down};
use super::view::View;

/// Files a, b, g and h.
const WING_FILES: Bitboard = Bitboard(0xc3c3_c3c3_c3c3_c3c3);

/// A rook on the enemy king's file with no own pawn on it. In proportion to the enemy's pieces: as they
/// leave the board, their king comes out and the endgame's other aims count more.
#[inline]
pub(super) fn on_enemy_king_file(view: &View, rook: Attacker) -> i32 {
    let bears = rook.square.file() == view.skeleton.enemy_king.file() && !has_own_pawn(view, rook);
    i32::from(bears)
}

/// Whether there is an own pawn on the rook's file.
#[inline]
fn has_own_pawn(view: &View, rook: Attacker) -> bool {
    (file_of(rook.square) & view.skeleton.pawns).any()
}

/// Whether there is an enemy pawn on the rook's file.
#[inline]
fn has_enemy_pawn(view: &View, rook: Attacker) -> bool {
    (file_of(rook.square) & view.skeleton.enemy_pawns).any()
}

/// A rook that attacks, along its own file, a square next to the enemy king on a neighbouring file that is
/// one of `files`; in proportion to the enemy's pieces.
#[inline]
fn beside_king(view: &View, rook: Attacker, files: Bitboard) -> i32 {
    let ring = attacks::king_attacks(view.skeleton.enemy_king) & !file_of(view.skeleton.enemy_king) & files;
    i32::from((rook.attacks & ring & file_of(rook.square)).any())
}

/// A rook bearing on a file beside the enemy king, where that file is c, d, e or f.
#[inline]
pub(super) fn beside_enemy_king_file(view: &View, rook: Attacker) -> i32 {
    beside_king(view, rook, !WING_FILES)
}

/// A rook bearing on a file beside the enemy king, where that file is a, b, g or h.
#[inline]
pub(super) fn beside_enemy_king_file_abgh(view: &View, rook: Attacker) -> i32 {
    beside_king(view, rook, WING_FILES)
}

/// A rook on the seventh rank while the enemy king stands on the eighth or enemy pawns on the seventh.
#[inline]
pub(super) fn on_seventh_rank(view: &View, rook: Attacker) -> i32 {
    let target = view.skeleton.enemy_king.rank() == Rank::Eighth
        || (view.skeleton.enemy_pawns & Bitboard::from_rank(Rank::Seventh)).any();
    if target && rook.square.rank() == Rank::Seventh { ONE } else { 0 }
}

/// Whether two rooks defend each other.
#[inline]
pub(super) fn connected(view: &View) -> i32 {
    if (view.own.attacks.rooks & view.own.rooks).any() { ONE } else { 0 }
}

/// Squares a rook can go to that no enemy pawn or minor piece attacks, with diminishing returns; a rook
/// that cannot stay ([`View::harassed`]) counts minus three squares instead.
#[inline]
pub(super) fn mobility(view: &View, rook: Attacker) -> i32 {
    const WORTH: [i32; 15] = [0, 16, 31, 44, 56, 67, 76, 84, 92, 99, 105, 111, 116, 121, 125];
    let lesser = view.enemy_attacks.pawns | view.enemy_attacks.minor_pieces;
    if view.harassed(lesser).contains(rook.square) {
        return -3 * ONE;
    }
    WORTH[(rook.attacks & view.safe() & !lesser).count()]
}

/// A rook behind an own passed pawn on its file, whatever stands between.
#[inline]
pub(super) fn behind_passed_pawn(view: &View, rook: Attacker) -> i32 {
    if fill_down(down(view.skeleton.passed)).contains(rook.square) { ONE } else { 0 }
}

/// A rook on a file without pawns.
#[inline]
pub(super) fn on_open_file(view: &View, rook: Attacker) -> i32 {
    if has_own_pawn(view, rook) || has_enemy_pawn(view, rook) { 0 } else { ONE }
}

/// A rook on a file with enemy pawns only.
#[inline]
pub(super) fn on_semi_open_file(view: &View, rook: Attacker) -> i32 {
    if !has_own_pawn(view, rook) && has_enemy_pawn(view, rook) { ONE } else { 0 }
}

/// Weak enemy pawns (no pawn defends them) that a rook attacks along a file without own pawns; a pawn counts
/// for each rook that attacks it.
#[inline]
pub(super) fn attacking_weak_pawn(view: &View, rook: Attacker) -> i32 {
    let attacked =
        rook.attacks & file_of(rook.square) & view.skeleton.enemy_pawns & !view.enemy_attacks.pawns;
    if attacked.is_empty() || has_own_pawn(view, rook) { 0 } else { ONE * attacked.count() as i32 }
}

/// A rook by the centrality of its file: 0 on a and h to 3 on d and e.
#[inline]
pub(super) fn file_centrality(_: &View, rook: Attacker) -> i32 {
    ONE * centrality(rook.square) as i32
}
