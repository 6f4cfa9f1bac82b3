//! Terms of pawns and kings.

use shakmaty::{Bitboard, Rank, Square};

use super::super::squares::{
    beside, distance, down, file_from_edge, file_of, fill_down, fill_up, left, right, stop, up,
};
use super::Tally;
use super::families::first;
use super::pawn_king::PawnView;

/// Counts all terms that depend only on pawns and kings.
pub(super) fn count(view: &PawnView, tally: &mut impl Tally) {
    structure(view, tally);
    candidates(view, tally);
    passed(view, tally);
    shelter(view, tally);
    tally.one(first::KING_SQUARE + 4 * usize::from(view.king.rank()) + file_from_edge(view.king));
}

fn structure(view: &PawnView, tally: &mut impl Tally) {
    let PawnView { pawns, enemy_pawns, .. } = *view;
    for pawn in pawns {
        tally.one(first::PAWN);
        if let Some(row) = usize::from(pawn.rank()).checked_sub(1).filter(|row| *row < 6) {
            tally.one(first::PAWN_SQUARE + 4 * row + file_from_edge(pawn));
        }
    }
    let (files, opposed) = (view.files(), view.opposed());
    let behind = pawns & fill_down(down(pawns));
    let isolated = pawns & !beside(files);
    let undefendable = pawns & !beside(fill_up(pawns)) & !isolated;
    let backward = undefendable & down(view.enemy_attacks() | enemy_pawns) & !view.passed;
    let each = |squares: Bitboard| squares.count() as i32;
    tally.add(first::ISOLATED, each(isolated));
    tally.add(first::ISOLATED_OPEN, each(isolated & !opposed));
    tally.add(first::DOUBLED, each(behind));
    tally.add(first::DOUBLED_ISOLATED, each(behind & isolated));
    tally.add(first::BACKWARD, each(backward));
    tally.add(first::BACKWARD_OPEN, each(backward & !opposed));
    for pawn in pawns & view.attacks() {
        if let Some(row) = usize::from(pawn.rank()).checked_sub(2).filter(|row| *row < 5) {
            tally.one(first::SUPPORTED + row);
        }
    }
    for pawn in pawns & beside(pawns) {
        if let Some(row) = usize::from(pawn.rank()).checked_sub(1).filter(|row| *row < 6) {
            tally.one(first::PHALANX + row);
        }
    }
    let file_bits = files & Bitboard::from_rank(Rank::First);
    tally
        .add(first::PAWN_ISLANDS, each(file_bits & !(file_bits.shift(1) & Bitboard::from_rank(Rank::First))));
    tally.add(first::LEVER, each(pawns & view.enemy_attacks()));
    let advanced = Bitboard::from_rank(Rank::Fifth) | Bitboard::from_rank(Rank::Sixth);
    tally.add(first::BLOCKED_PAWN, each(pawns & advanced & down(enemy_pawns)));
}

/// Pawns without a pawn before them on their file that have at least as many helpers on the adjacent files as there are
/// enemy pawns that could stop them.
fn candidates(view: &PawnView, tally: &mut impl Tally) {
    let free = view.pawns & !view.opposed() & !fill_down(down(view.pawns)) & !view.passed;
    for pawn in free {
        let here = Bitboard::from_square(pawn);
        let sentries = view.enemy_pawns & beside(fill_up(up(here)));
        let helpers = view.pawns & beside(fill_down(here));
        let row = usize::from(pawn.rank()).saturating_sub(1);
        if helpers.count() >= sentries.count() && row < 5 {
            tally.one(first::CANDIDATE + row);
        }
    }
}

/// Returns the weight of a passed pawn in the terms “per step”: its steps from the third rank.
#[inline]
pub(super) fn steps(pawn: Square) -> i32 {
    (i32::from(pawn.rank()) - 2).max(0)
}

fn passed(view: &PawnView, tally: &mut impl Tally) {
    for pawn in view.passed {
        let row = usize::from(pawn.rank()).saturating_sub(1).min(5);
        let (steps, stop) = (steps(pawn), stop(pawn));
        tally.one(first::PASSED + row);
        tally.add(first::PASSED_EDGE, file_from_edge(pawn) as i32);
        tally.add(first::PASSED_OWN_KING, distance(stop, view.king).min(5) * steps);
        tally.add(first::PASSED_ENEMY_KING, distance(stop, view.enemy_king).min(5) * steps);
        let here = Bitboard::from_square(pawn);
        let neighbours = beside(here | up(here) | down(here));
        if (view.passed & neighbours).any() {
            tally.add(first::PASSED_CONNECTED, steps);
        }
    }
}

/// Own and enemy pawns before the king on its file and the adjacent ones.
fn shelter(view: &PawnView, tally: &mut impl Tally) {
    let rank = Bitboard::from_rank(view.king.rank());
    let before = fill_up(rank);
    let row = |nearest: Option<Square>| nearest.map_or(0, |pawn| usize::from(pawn.rank()).min(6));
    let file = file_of(view.king);
    let files = [(file, true), (left(file), false), (right(file), false)];
    for (file, is_own) in files.into_iter().filter(|(file, _)| file.any()) {
        let own = (view.pawns & before & file).first();
        let enemy = (view.enemy_pawns & before & file).first();
        let (shelter, storm) = if is_own {
            (first::SHELTER, first::STORM)
        } else {
            (first::SHELTER_BESIDE, first::STORM_BESIDE)
        };
        tally.one(shelter + row(own));
        tally.one(storm + row(enemy));
        if let (Some(own), Some(enemy)) = (own, enemy)
            && stop(own) == enemy
        {
            tally.one(first::STORM_BLOCKED);
        }
    }
    let nearest = view.pawns.into_iter().map(|pawn| distance(pawn, view.king)).min();
    tally.add(first::PAWN_DISTANCE, nearest.unwrap_or(0));
}
