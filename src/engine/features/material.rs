//! Piece counts.

use super::ONE;
use super::pawn_view::PawnView;
use super::view::View;

pub(super) fn pawns(view: &PawnView) -> i32 {
    ONE * view.own.count() as i32
}

pub(super) fn knights(view: &View) -> i32 {
    ONE * view.own.knights.count() as i32
}

pub(super) fn bishops(view: &View) -> i32 {
    ONE * view.own.bishops.count() as i32
}

pub(super) fn rooks(view: &View) -> i32 {
    ONE * view.own.rooks.count() as i32
}

pub(super) fn queens(view: &View) -> i32 {
    ONE * view.own.queens.count() as i32
}
