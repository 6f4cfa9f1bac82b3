//! Piece counts.

use super::ONE;
use super::pawn_view::PawnView;
use super::view::{Attacker, View};

/// Pawns.
pub(super) fn pawns(view: &PawnView) -> i32 {
    ONE * view.own.count() as i32
}

/// A piece of any other kind.
pub(super) fn piece(_: &View, _: Attacker) -> i32 {
    ONE
}
