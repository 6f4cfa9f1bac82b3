//! Popups: their common frame, questions, and forms.

pub(crate) mod confirm;
pub(crate) mod forms;
pub(crate) mod players;
pub(crate) mod search;

use crate::tui::prelude::*;

/// Clears the middle of `area` and draws the border of a popup with at most this size. Returns the inside.
pub(crate) fn frame(
    draw: &mut Draw<'_>,
    area: Rect,
    width: u16,
    height: u16,
    title: &str,
    note: &str,
) -> Rect {
    let width = width.min(area.width);
    let height = height.min(area.height);
    let outer =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    draw.clear(outer);
    draw.hits.note(outer, Target::Popup);
    pane::draw(draw, outer, title, note, true)
}

/// Draws keys with their labels side by side, as far as they fit. A click performs the action.
fn draw_keys(draw: &mut Draw<'_>, mut line: Rect, role: Role, keys: &[(&str, &str, Action)]) {
    for (key, label, action) in keys {
        let width = (key.cells() + 1 + label.cells()) as u16;
        if line.is_empty() || width > line.width {
            break;
        }
        draw.spans(line.x, line.y, width, &[(key, Role::Key), (" ", role), (label, role)]);
        draw.hits.note(Rect { width, ..line }, Target::Act(*action));
        [_, line] = split_left(line, width + 3);
    }
}
