//! What lies over the screens: help, palette, forms, questions, values.

mod comparison;
pub(crate) mod confirm;
pub(crate) mod forms;
pub(crate) mod players;
mod promotion;
pub(crate) mod search;
mod search_view;

use ratatui::layout::Rect;

use super::draw::Draw;
use super::model::{List, Model, Popup, Target};
use super::screens::population::values;
use super::widgets::pane;

/// Draws the popup that is open over `area`.
pub(crate) fn draw(draw: &mut Draw<'_>, model: &Model, area: Rect) {
    let Some(popup) = &model.popup else { return };
    draw.seen.note(area, Target::Outside);
    match popup {
        Popup::Help(search) => search_view::draw(draw, model, area, search, true),
        Popup::Palette(search) => search_view::draw(draw, model, area, search, false),
        Popup::Players(players) => players::draw(draw, area, players),
        Popup::Form(form) => forms::view::draw(draw, area, form),
        Popup::Confirm(confirm) => confirm::draw(draw, area, confirm),
        Popup::Comparison { of, cursor } => comparison::draw(draw, area, of, cursor.at, model.ascii),
        Popup::Promotion { moves, cursor } => promotion::draw(draw, area, moves, cursor.at),
        Popup::Values { cursor } => {
            let Some(open) = &model.evolution else { return };
            let inner = frame(draw, area, 78, area.height, "Parameter values", "");
            values::table(draw, model, open, inner, List::Values, Some(cursor.at));
        }
    }
}

/// Clears the middle of `area` for a popup of at most this size, frames it and returns its inside.
fn frame(draw: &mut Draw<'_>, area: Rect, width: u16, height: u16, title: &str, note: &str) -> Rect {
    let width = width.min(area.width);
    let height = height.min(area.height);
    let outer =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    draw.clear(outer);
    draw.seen.note(outer, Target::Popup);
    pane::draw(draw, outer, title, note, true)
}
