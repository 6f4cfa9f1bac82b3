//! Threats against pieces and pawns, and restricted squares.

use shakmaty::{Bitboard, Rank};

use super::super::squares::{beside, up};
use super::Tally;
use super::army::{BISHOP, KNIGHT, QUEEN, ROOK};
use super::families::first;
use super::view::View;

#[inline]
pub(super) fn count(view: &View, tally: &mut impl Tally) {
    let (own, enemy) = (view.own, &view.enemy);
    let each = |squares: Bitboard| squares.count() as i32;
    let [knights, bishops, rooks, queens] = enemy.pieces;
    let minors = knights | bishops;
    let officers = enemy.officers();

    tally.add(first::PAWN_THREAT, each(own.by_pawns & minors));
    tally.add(first::PAWN_THREAT + 1, each(own.by_pawns & rooks));
    tally.add(first::PAWN_THREAT + 2, each(own.by_pawns & queens));

    let loose = !enemy.by_pawns;
    let by_minors = own.by_pieces[KNIGHT] | own.by_pieces[BISHOP];
    tally.add(first::MINOR_THREAT, each(by_minors & enemy.pawns & loose));
    tally.add(first::MINOR_THREAT + 1, each(by_minors & minors & loose));
    tally.add(first::MINOR_THREAT + 2, each(by_minors & rooks));
    tally.add(first::MINOR_THREAT + 3, each(by_minors & queens));

    let by_rooks = own.by_pieces[ROOK];
    tally.add(first::ROOK_THREAT, each(by_rooks & enemy.pawns & loose));
    tally.add(first::ROOK_THREAT + 1, each(by_rooks & minors & loose));
    tally.add(first::ROOK_THREAT + 2, each(by_rooks & queens));

    let weak = enemy.all & view.weak;
    tally.add(first::QUEEN_THREAT, each(own.by_pieces[QUEEN] & weak));
    tally.add(first::KING_THREAT, each(own.by_king & weak));

    let hanging = own.attacked & !enemy.attacked;
    tally.add(first::HANGING_PIECE, each(hanging & officers));
    tally.add(first::HANGING_PAWN, each(hanging & enemy.pawns));

    let free = !view.occupied;
    let once = up(own.pawns) & free;
    let steps = once | (up(once & Bitboard::from_rank(Rank::Third)) & free);
    let safe = steps & !enemy.by_pawns & (own.attacked | !enemy.attacked);
    tally.add(first::PUSH_THREAT, each(beside(up(safe)) & officers & !own.by_pawns));

    let contested = enemy.attacked & own.attacked & !enemy.by_pawns & !(enemy.twice & !own.twice);
    tally.add(first::RESTRICTION, each(contested));
}
