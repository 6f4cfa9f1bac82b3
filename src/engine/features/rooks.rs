//! Rooks.

use shakmaty::{Bitboard, Rank, Square, attacks};

use super::ONE;
use super::minor::file_centrality as centrality;
use super::pawn_view::{file_of, fill_up, up};
use super::view::View;

/// Files a, b, g and h.
const WING_FILES: Bitboard = Bitboard(0xc3c3_c3c3_c3c3_c3c3);

fn count(view: &View, holds: impl Fn(Square) -> bool) -> i32 {
    ONE * view.own.rooks.into_iter().filter(|rook| holds(*rook)).count() as i32
}

/// Rooks on the enemy king's file with no own pawn on it, in proportion to the enemy's pieces: as they
/// leave the board, their king comes out and the endgame's other aims count more.
pub(super) fn on_enemy_king_file(view: &View) -> i32 {
    let bears =
        |rook: Square| rook.file() == view.enemy_king.file() && (file_of(rook) & view.own.pawns).is_empty();
    count(view, bears) * view.enemy_strength / 12
}

/// Rooks that attack, along their own file, a square next to the enemy king on a neighbouring file that is
/// one of `files`; in proportion to the enemy's pieces.
fn beside_king(view: &View, files: Bitboard) -> i32 {
    let ring = attacks::king_attacks(view.enemy_king) & !file_of(view.enemy_king) & files;
    let hits = view.rooks.iter().filter(|rook| (rook.attacks & ring & file_of(rook.square)).any());
    ONE * hits.count() as i32 * view.enemy_strength / 12
}

/// Rooks bearing on a file beside the enemy king, where that file is c, d, e or f.
pub(super) fn beside_enemy_king_file(view: &View) -> i32 {
    beside_king(view, !WING_FILES)
}

/// Rooks bearing on a file beside the enemy king, where that file is a, b, g or h.
pub(super) fn beside_enemy_king_file_abgh(view: &View) -> i32 {
    beside_king(view, WING_FILES)
}

/// Rooks on the seventh rank while the enemy king stands on the eighth or enemy pawns on the seventh.
pub(super) fn on_seventh_rank(view: &View) -> i32 {
    let target = view.enemy_king.rank() == Rank::Eighth
        || (view.pawns.enemy & Bitboard::from_rank(Rank::Seventh)).any();
    if target { count(view, |rook| rook.rank() == Rank::Seventh) } else { 0 }
}

/// Whether two rooks defend each other.
pub(super) fn connected(view: &View) -> i32 {
    if view.rooks.iter().any(|rook| (rook.attacks & view.own.rooks).any()) { ONE } else { 0 }
}

/// Squares rooks can go to that no enemy pawn or minor piece attacks, with diminishing returns; a rook
/// that cannot stay ([`View::harassed`]) counts minus three squares instead.
pub(super) fn mobility(view: &View) -> i32 {
    const WORTH: [i32; 15] = [0, 16, 31, 44, 56, 67, 76, 84, 92, 99, 105, 111, 116, 121, 125];
    let lesser = view.enemy_attacks.pawns | view.enemy_attacks.minor_pieces;
    let (safe, harassed) = (view.safe() & !lesser, view.harassed(lesser));
    view.rooks
        .iter()
        .map(
            |rook| {
                if harassed.contains(rook.square) { -3 * ONE } else { WORTH[(rook.attacks & safe).count()] }
            },
        )
        .sum()
}

/// Rooks behind an own passed pawn on its file, whatever stands between.
pub(super) fn behind_passed_pawn(view: &View) -> i32 {
    count(view, |rook| (fill_up(up(Bitboard::from_square(rook))) & view.pawns.passed).any())
}

/// Rooks on files without pawns.
pub(super) fn on_open_file(view: &View) -> i32 {
    ONE * (view.own.rooks & !(view.pawns.files() | view.pawns.enemy_files())).count() as i32
}

/// Rooks on files with enemy pawns only.
pub(super) fn on_semi_open_file(view: &View) -> i32 {
    ONE * (view.own.rooks & !view.pawns.files() & view.pawns.enemy_files()).count() as i32
}

/// Weak enemy pawns (no pawn defends them) that rooks attack along a file without own pawns; a pawn counts
/// for each rook that attacks it.
pub(super) fn attacking_weak_pawn(view: &View) -> i32 {
    let weak = view.pawns.enemy & !view.enemy_attacks.pawns & !view.pawns.files();
    let attacked = view.rooks.iter().map(|rook| (rook.attacks & weak & file_of(rook.square)).count() as i32);
    ONE * attacked.sum::<i32>()
}

/// Rooks by the centrality of their file: 0 on a and h to 3 on d and e.
pub(super) fn file_centrality(view: &View) -> i32 {
    ONE * view.own.rooks.into_iter().map(|rook| centrality(rook) as i32).sum::<i32>()
}
