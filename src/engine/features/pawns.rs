//! Pawn structure and advance.

use shakmaty::{Bitboard, Square};

use super::ONE;
use super::view::{View, beside, down, fill_down, fill_up, up};

/// Files c to f.
const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
/// Files d and e.
const INNER_FILES: Bitboard = Bitboard(0x1818_1818_1818_1818);

/// Pawns that a pawn defends or stands beside.
fn supported(view: &View) -> Bitboard {
    view.own.pawns & (view.attacks.pawns | beside(view.own.pawns))
}

/// Advance of the pawns on files c–f, in steps that grow towards the middle of the board: the fourth
/// rank is where a centre pawn begins to count. Pawns on d and e count once, on c and f half; a supported
/// pawn half as much again.
pub(super) fn centre_advance(view: &View) -> i32 {
    const BY_RANK: [i32; 8] = [0, 0, 1, 3, 4, 5, 6, 0];
    let (supported, pawns) = (supported(view), view.own.pawns & CENTRE_FILES);
    let halves = |pawn: Square| {
        let shares = 1 + i32::from(INNER_FILES.contains(pawn)) + i32::from(supported.contains(pawn));
        BY_RANK[usize::from(pawn.rank())] * shares
    };
    pawns.into_iter().map(halves).sum::<i32>() * ONE / 2
}

/// Steps that the pawns on files a, b, g and h have advanced; a supported pawn's count twice.
pub(super) fn wing_advance(view: &View) -> i32 {
    let (supported, pawns) = (supported(view), view.own.pawns & !CENTRE_FILES);
    let steps = |pawn: Square| (i32::from(pawn.rank()) - 1) * (1 + i32::from(supported.contains(pawn)));
    pawns.into_iter().map(steps).sum::<i32>() * ONE
}

/// Passed pawns by rank, growing as they near promotion.
pub(super) fn passed(view: &View) -> i32 {
    const BY_RANK: [i32; 8] = [0, 1, 1, 2, 4, 7, 11, 0];
    view.passed.into_iter().map(|pawn| BY_RANK[usize::from(pawn.rank())]).sum::<i32>() * ONE
}

/// Pawns with another own pawn before them on the file.
pub(super) fn doubled(view: &View) -> i32 {
    ONE * (view.own.pawns & fill_down(down(view.own.pawns))).count() as i32
}

/// Pawns with no own pawn on the neighbouring files.
pub(super) fn isolated(view: &View) -> i32 {
    ONE * (view.own.pawns & !beside(view.pawn_files)).count() as i32
}

/// Pawns, not isolated, that no own pawn can come to defend and whose next square an enemy pawn attacks.
pub(super) fn backward(view: &View) -> i32 {
    let undefendable = view.own.pawns & !beside(fill_up(view.own.pawns)) & beside(view.pawn_files);
    ONE * (up(undefendable) & view.enemy_attacks.pawns).count() as i32
}

/// Squares of the own camp (ranks 3 and 4, files b–g) that no own pawn can ever defend.
pub(super) fn weak_squares(view: &View) -> i32 {
    let camp = Bitboard(0x0000_0000_7e7e_0000);
    ONE * (camp & !view.pawn_attack_span).count() as i32
}

/// How much farther the enemy king is than the own one from the square before a passed pawn (half the
/// own king's distance is taken off), weighted by the pawn's steps and growing as enemy pieces leave the
/// board; in quarters, so that it counts like the other pawn terms.
pub(super) fn passed_enemy_king_distance(view: &View) -> i32 {
    let race = |pawn: Square| {
        let front = Square::from_coords(pawn.file(), pawn.rank().offset(1).unwrap_or(pawn.rank()));
        let lead = 2 * front.distance(view.enemy_king) as i32 - front.distance(view.king) as i32;
        lead * (i32::from(pawn.rank()) - 1)
    };
    let total: i32 = view.passed.into_iter().map(race).sum();
    total * ONE * (12 - view.enemy_strength) / 12 / 4
}
