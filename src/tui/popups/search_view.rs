//! How help and palette look.

use ratatui::layout::Rect;
use tui_input::Input;

use super::frame;
use super::search::Search;
use crate::tui::draw::Draw;
use crate::tui::format::{cut, left, right};
use crate::tui::model::{List, Model, Target};
use crate::tui::theme::Role;

/// The line in which a search is typed, with a hint while nothing is.
pub(super) fn typed(draw: &mut Draw<'_>, line: Rect, input: &Input, hint: &str) {
    draw.text(line.x, line.y, line.width, " /", Role::Key);
    let room = line.width.saturating_sub(3);
    let skipped = input.visual_scroll(usize::from(room).max(1));
    let visible: String = input.value().chars().skip(skipped).collect();
    let (text, role) = if visible.is_empty() { (hint, Role::Dim) } else { (visible.as_str(), Role::Text) };
    draw.text(line.x + 3, line.y, room, text, role);
    let column = input.visual_cursor().saturating_sub(skipped) as u16;
    draw.cursor = Some((line.x + 3 + column.min(room.saturating_sub(1)), line.y));
}

/// Draws the commands found: with all their keys and descriptions in the help, by name in the palette.
pub(super) fn draw(draw: &mut Draw<'_>, model: &Model, area: Rect, search: &Search, help: bool) {
    let found = search.found(help);
    let (width, height) = if help { (96, area.height) } else { (64, area.height.min(22)) };
    let title = if help { "Help: type to search" } else { "Commands: type to search" };
    let inner = frame(draw, area, width, height, title, &format!("{} commands", found.len()));
    if inner.height < 2 || inner.width < 4 {
        return;
    }
    typed(draw, Rect { height: 1, ..inner }, &search.input, "");
    let list = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    if found.is_empty() {
        draw.text(list.x, list.y, list.width, " nothing is called so; Esc closes", Role::Dim);
        return;
    }
    let page = usize::from(list.height);
    let first = draw.seen.scroll(List::Popup, search.cursor.at, page, found.len());
    for (row, (index, command)) in found.iter().enumerate().skip(first).take(page).enumerate() {
        let line = Rect { y: list.y + row as u16, height: 1, ..list };
        draw.seen.note(line, Target::Row(List::Popup, index));
        let here = index == search.cursor.at;
        if here {
            draw.fill(line, Role::Cursor);
        }
        let on = if command.enabled(model) { Role::Text } else { Role::Dim };
        let keys = command.keys.join(" ");
        let mark = if here { "▸" } else { " " };
        draw.over(line.x, line.y, 1, mark, Role::Key, here);
        let width = line.width.saturating_sub(2);
        if help {
            draw.over(line.x + 2, line.y, width.min(14), &left(&keys, 14), Role::Key, here);
            draw.over(line.x + 17, line.y, width.saturating_sub(15).min(15), command.name, on, here);
            let room = width.saturating_sub(32);
            draw.over(line.x + 34, line.y, room, &cut(command.about, usize::from(room)), Role::Dim, here);
        } else {
            draw.over(line.x + 2, line.y, width, command.name, on, here);
            let room = width.saturating_sub(17);
            draw.over(line.x + 18, line.y, room, &right(&keys, usize::from(room)), Role::Key, here);
        }
    }
}
