//! Piece counts.

use super::super::ONE;
use super::pawn_king::PawnKingEntry;
use super::piece_info::Attacker;
use super::view::View;

/// Returns the number of pawns.
pub(super) fn pawns(view: &PawnKingEntry) -> i32 {
    ONE * view.pawns.count() as i32
}

/// Count of one piece of another kind.
pub(super) fn piece(_: &View, _: Attacker) -> i32 {
    ONE
}
