//! The queen.

use super::ONE;
use super::view::View;

/// Squares queens can go to that nothing lesser attacks, with diminishing returns; three squares less for
/// a queen that cannot stay.
pub(super) fn mobility(view: &View) -> i32 {
    const WORTH: [i32; 28] = [
        0, 16, 30, 42, 53, 63, 72, 80, 87, 94, 100, 106, 111, 116, 120, 124, 128, 131, 134, 137, 140, 142,
        144, 146, 148, 150, 152, 154,
    ];
    let lesser = view.enemy_attacks.pawns | view.enemy_attacks.minor_pieces | view.enemy_attacks.rooks;
    let (safe, harassed) = (view.safe() & !lesser, view.harassed(lesser));
    view.queens
        .iter()
        .map(
            |queen| {
                if harassed.contains(queen.square) { -3 * ONE } else { WORTH[(queen.attacks & safe).count()] }
            },
        )
        .sum()
}
