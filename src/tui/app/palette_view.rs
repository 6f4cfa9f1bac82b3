//! Drawing of the help and the palette.

use ratatui::layout::Rect;

use super::App;
use super::search::Search;
use crate::tui::draw::Draw;
use crate::tui::format::{cut, left, right};
use crate::tui::hit_map::{List, Target};
use crate::tui::popups::{frame, typing};
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;

/// Draws the matching commands: with all keys and descriptions in the help, with the name and the keys in the palette.
pub(super) fn draw(draw: &mut Draw<'_>, app: &App, area: Rect, search: &Search) {
    let (found, help) = (search.matches(), search.help);
    let (width, height) = if help { (96, area.height) } else { (64, area.height.min(22)) };
    let title = if help { "Help: type to search" } else { "Commands: type to search" };
    let inner = frame(draw, area, width, height, title, &format!("{} commands", found.len()));
    if inner.height < 2 || inner.width < 4 {
        return;
    }
    typing::draw(draw, Rect { height: 1, ..inner }, &search.input, "");
    let list = below(inner, 1);
    if found.is_empty() {
        draw.text(list.x, list.y, list.width, " no command matches; Esc closes", Role::Dim);
        return;
    }
    for (index, command, line) in draw.visible(list, List::POPUP, search.cursor.at, &found) {
        let selected = index == search.cursor.at;
        draw.row(line, Target::Row(List::POPUP, index), selected);
        let role = if command.enabled(app) { Role::Text } else { Role::Dim };
        let keys = command.keys.join(" ");
        let mark = if selected { "▸" } else { " " };
        draw.over(line.x, line.y, 1, mark, Role::Key, selected);
        let width = line.width.saturating_sub(2);
        if help {
            draw.over(line.x + 2, line.y, width.min(14), &left(&keys, 14), Role::Key, selected);
            draw.over(line.x + 17, line.y, width.saturating_sub(15).min(15), command.name, role, selected);
            let room = width.saturating_sub(32);
            draw.over(line.x + 34, line.y, room, &cut(command.about, usize::from(room)), Role::Dim, selected);
        } else {
            draw.over(line.x + 2, line.y, width, command.name, role, selected);
            let room = width.saturating_sub(17);
            draw.over(line.x + 18, line.y, room, &right(&keys, usize::from(room)), Role::Key, selected);
        }
    }
}
