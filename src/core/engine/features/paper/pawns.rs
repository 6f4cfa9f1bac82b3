//! Pawn structure and advance.

use shakmaty::{Bitboard, Square};

use super::super::ONE;
use super::super::squares::{beside, distance, down, fill_down, fill_up, stop, up};
use super::pawn_king::{FULL_SET, PawnKingEntry};

/// Files c to f.
const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
/// Files d and e.
const INNER_FILES: Bitboard = Bitboard(0x1818_1818_1818_1818);

/// Returns the own pawns that are defended by or beside an own pawn.
fn supported(view: &PawnKingEntry) -> Bitboard {
    view.pawns & (view.attacks() | beside(view.pawns))
}

/// Advance of the pawns on files c–f by rank. The step to the fourth rank, which gains space in the centre, counts
/// twice. Pawns on d and e count in full, on c and f half; supported pawns count half a unit more.
pub(super) fn centre_advance(view: &PawnKingEntry) -> i32 {
    const BY_RANK: [i32; 8] = [0, 0, 1, 3, 4, 5, 6, 0];
    let (supported, pawns) = (supported(view), view.pawns & CENTRE_FILES);
    let halves = |pawn: Square| {
        let shares = 1 + i32::from(INNER_FILES.contains(pawn)) + i32::from(supported.contains(pawn));
        BY_RANK[usize::from(pawn.rank())] * shares
    };
    pawns.into_iter().map(halves).sum::<i32>() * ONE / 2
}

/// Returns the number of steps that the pawns on files a, b, g and h have advanced. Steps of a supported pawn count
/// twice.
pub(super) fn wing_advance(view: &PawnKingEntry) -> i32 {
    let (supported, pawns) = (supported(view), view.pawns & !CENTRE_FILES);
    let steps = |pawn: Square| (i32::from(pawn.rank()) - 1) * (1 + i32::from(supported.contains(pawn)));
    pawns.into_iter().map(steps).sum::<i32>() * ONE
}

/// Passed pawns by rank, increasing towards promotion.
pub(super) fn passed(view: &PawnKingEntry) -> i32 {
    const BY_RANK: [i32; 8] = [0, 1, 1, 2, 4, 7, 11, 0];
    view.passed.into_iter().map(|pawn| BY_RANK[usize::from(pawn.rank())]).sum::<i32>() * ONE
}

/// Returns the number of pawns with an own pawn in front of them on the file.
pub(super) fn doubled(view: &PawnKingEntry) -> i32 {
    ONE * (view.pawns & fill_down(down(view.pawns))).count() as i32
}

/// Returns the number of pawns with no own pawn on the adjacent files.
pub(super) fn isolated(view: &PawnKingEntry) -> i32 {
    ONE * (view.pawns & !beside(view.files())).count() as i32
}

/// Returns the number of pawns that are not isolated, have all adjacent pawns further up the board, so that no own pawn
/// can defend them, and have a stop square attacked by an enemy pawn.
pub(super) fn backward(view: &PawnKingEntry) -> i32 {
    let undefendable = view.pawns & !beside(fill_up(view.pawns)) & beside(view.files());
    ONE * (up(undefendable) & view.enemy_attacks()).count() as i32
}

/// Returns the number of squares on ranks 3 and 4, files b–g, that no own pawn defends or could defend after advancing.
pub(super) fn weak_squares(view: &PawnKingEntry) -> i32 {
    let camp = Bitboard(0x0000_0000_7e7e_0000);
    ONE * (camp & !view.attack_span).count() as i32
}

/// King distance to passed pawns: twice the enemy king's distance from the stop square of a passed pawn minus the own
/// king's, times the steps of the pawn; scaled up from 0 as enemy pieces are exchanged; in quarters, so that it counts
/// like the other pawn terms.
pub(super) fn passed_enemy_king_distance(view: &PawnKingEntry) -> i32 {
    let race = |pawn: Square| {
        let front = stop(pawn);
        let lead = 2 * distance(front, view.enemy_king) - distance(front, view.king);
        lead * (i32::from(pawn.rank()) - 1)
    };
    let total: i32 = view.passed.into_iter().map(race).sum();
    total * ONE * (FULL_SET - view.enemy_strength()) / FULL_SET / 4
}
