//! Terms of passed pawns that depend on other pieces.

use shakmaty::{Bitboard, Square};

use super::super::squares::{distance, down, fill_down, fill_up, stop, up};
use super::Tally;
use super::army::{QUEEN, ROOK};
use super::families::first;
use super::pawns::steps;
use super::view::View;

#[inline]
pub(super) fn count(view: &View, tally: &mut impl Tally) {
    for pawn in view.passed {
        let here = Bitboard::from_square(pawn);
        let (steps, stop, path) = (steps(pawn), stop(pawn), fill_up(up(here)));
        if is_unstoppable(view, pawn) {
            tally.one(first::PASSED_UNSTOPPABLE);
        }
        if steps == 0 {
            continue;
        }
        if !view.occupied.contains(stop) {
            tally.add(first::PASSED_FREE_STOP, steps);
        } else if view.enemy.all.contains(stop) {
            tally.add(first::PASSED_ENEMY_STOP, steps);
        }
        if !view.enemy.attacked.contains(stop) {
            tally.add(first::PASSED_SAFE_STOP, steps);
        }
        if view.own.attacked.contains(stop) {
            tally.add(first::PASSED_HELD_STOP, steps);
        }
        if (path & view.occupied).is_empty() {
            tally.add(first::PASSED_FREE_PATH, steps);
        }
        if (path & view.enemy.attacked).is_empty() {
            tally.add(first::PASSED_SAFE_PATH, steps);
        }
        let behind = fill_down(down(here));
        if (behind & (view.own.pieces[ROOK] | view.own.pieces[QUEEN])).any() {
            tally.add(first::PASSED_ROOK_BEHIND, steps);
        }
        if (behind & (view.enemy.pieces[ROOK] | view.enemy.pieces[QUEEN])).any() {
            tally.add(first::PASSED_ENEMY_BEHIND, steps);
        }
    }
}

/// Whether the enemy has only king and pawns, and the king is outside the square of the pawn with either side to move.
#[inline]
fn is_unstoppable(view: &View, pawn: Square) -> bool {
    if view.enemy.officers().any() || (fill_up(up(Bitboard::from_square(pawn))) & view.own.all).any() {
        return false;
    }
    let promotion = Square::from_coords(pawn.file(), shakmaty::Rank::Eighth);
    let moves = 7 - i32::from(pawn.rank()).max(2);
    distance(promotion, view.enemy.king) > moves + 1
}
