//! King shelter and pressure on the king. All of it is in proportion to the pieces that could attack: a
//! king in the open matters while there is somebody to attack it.

use shakmaty::{Bitboard, File, Rank, attacks};

use super::ONE;
use super::pawn_view::{down, fill_up, up};
use super::view::View;

/// Files c to f, where pawns move on and give no lasting shelter.
const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
/// Files d and e.
const INNER_FILES: Bitboard = Bitboard(0x1818_1818_1818_1818);

/// The files beside the king's, on the board.
fn adjacent_files(view: &View) -> impl Iterator<Item = File> {
    let king = view.own.king.file();
    [king.offset(-1), king.offset(1)].into_iter().flatten()
}

/// Own pawns on a file above the king's rank.
fn pawns_before_king(view: &View, file: File) -> Bitboard {
    view.own.pawns & Bitboard::from_file(file) & fill_up(up(Bitboard::from_rank(view.own.king.rank())))
}

/// Whether neither side has a pawn on the file.
fn is_open(view: &View, file: File) -> bool {
    (Bitboard::from_file(file) & (view.own.pawns | view.pawns.enemy)).is_empty()
}

fn scaled(view: &View, count: i32) -> i32 {
    ONE * count * view.enemy_strength / 12
}

/// The king without shelter on its own file: no own pawn before it, or on files c–f; on d and e one more.
pub(super) fn no_friendly_pawn(view: &View) -> i32 {
    let bare =
        pawns_before_king(view, view.own.king.file()).is_empty() || CENTRE_FILES.contains(view.own.king);
    scaled(view, i32::from(bare) + i32::from(INNER_FILES.contains(view.own.king)))
}

/// Neighbouring files without an own pawn before the king.
pub(super) fn no_friendly_pawn_adjacent(view: &View) -> i32 {
    let bare = adjacent_files(view).filter(|file| pawns_before_king(view, *file).is_empty());
    scaled(view, bare.count() as i32)
}

/// Files of the shelter (the king's and its neighbours) whose pawn, the one nearest before the king, has
/// advanced one step.
pub(super) fn friendly_pawn_advanced(view: &View) -> i32 {
    let advanced = adjacent_files(view)
        .chain([view.own.king.file()])
        .filter(|file| pawns_before_king(view, *file).first().is_some_and(|pawn| pawn.rank() == Rank::Third));
    scaled(view, advanced.count() as i32)
}

/// No enemy pawn on the king's file.
pub(super) fn no_enemy_pawn(view: &View) -> i32 {
    scaled(view, i32::from((Bitboard::from_file(view.own.king.file()) & view.pawns.enemy).is_empty()))
}

/// Neighbouring files with no pawn at all: where an own pawn still stands, no rook comes through.
pub(super) fn no_enemy_pawn_adjacent(view: &View) -> i32 {
    scaled(view, adjacent_files(view).filter(|file| is_open(view, *file)).count() as i32)
}

/// Attacks on the enemy king, the squares around it and those one rank before them, at most four a piece
/// and weighted by piece, times the number of attackers (at most five), in proportion to the own pieces;
/// in eighths, so that an attack of two pieces counts a few units.
pub(super) fn pressure(view: &View) -> i32 {
    let ring = attacks::king_attacks(view.enemy_king);
    let zone = ring | Bitboard::from_square(view.enemy_king) | down(ring);
    let (mut units, mut attackers) = (0, 0);
    for (pieces, weight) in [(&view.knights, 2), (&view.bishops, 2), (&view.rooks, 3), (&view.queens, 4)] {
        for piece in pieces.iter() {
            let hits = (piece.attacks & zone).count() as i32;
            if hits > 0 {
                attackers += 1;
                units += weight * hits.min(4);
            }
        }
    }
    units * attackers.min(5) * ONE * view.own_strength / 12 / 8
}
