//! The question what a pawn becomes.

use ratatui::layout::Rect;
use shakmaty::{Move, Role as Kind};

use super::frame;
use crate::tui::draw::Draw;
use crate::tui::model::{List, Target};
use crate::tui::theme::Role;

/// Draws it over `area`; the keys are on the move `at`.
pub(super) fn draw(draw: &mut Draw<'_>, area: Rect, moves: &[Move], at: usize) {
    let inner = frame(draw, area, 26, moves.len() as u16 + 2, "The pawn becomes", "");
    for (row, m) in moves.iter().enumerate().take(usize::from(inner.height)) {
        let line = Rect { y: inner.y + row as u16, height: 1, ..inner };
        draw.seen.note(line, Target::Row(List::Popup, row));
        let here = row == at;
        if here {
            draw.fill(line, Role::Cursor);
        }
        let (key, name) = match m.promotion() {
            Some(Kind::Queen) => ("q", "queen"),
            Some(Kind::Rook) => ("r", "rook"),
            Some(Kind::Bishop) => ("b", "bishop"),
            _ => ("n", "knight"),
        };
        draw.over(line.x, line.y, 1, if here { "▸" } else { " " }, Role::Key, here);
        draw.over(line.x + 2, line.y, line.width.saturating_sub(2), key, Role::Key, here);
        draw.over(line.x + 4, line.y, line.width.saturating_sub(4), name, Role::Text, here);
    }
}
