//! The queen.

use super::super::ONE;
use super::piece_info::Attacker;
use super::view::View;

/// Mobility of a queen: target squares that no lesser piece attacks, with diminishing returns. A queen that cannot stay
/// ([`View::harassed`]) counts minus three squares instead.
#[inline]
pub(super) fn mobility(view: &View, queen: Attacker) -> i32 {
    const WORTH: [i32; 28] = [
        0, 16, 30, 42, 53, 63, 72, 80, 87, 94, 100, 106, 111, 116, 120, 124, 128, 131, 134, 137, 140, 142,
        144, 146, 148, 150, 152, 154,
    ];
    let lesser = view.enemy_attacks.pawns | view.enemy_attacks.minor_pieces | view.enemy_attacks.rooks;
    if view.harassed(lesser).contains(queen.square) {
        return -3 * ONE;
    }
    WORTH[(queen.attacks & view.safe() & !lesser).count()]
}
