//! Drawing of the palette.

use super::palette::Palette;
use super::{App, commands};
use crate::tui::prelude::*;
use crate::tui::typing;

/// All rows, which are more than the visible ones.
pub(super) const ROWS: List = List("palette rows");

/// The greatest size of the popup.
const SIZE: (u16, u16) = (120, 26);
/// The columns of screens and keys.
const SCREEN: usize = 12;
const KEYS: usize = 10;

/// Draws the matching commands with their names, descriptions, screens and keys.
pub(super) fn draw(draw: &mut Draw<'_>, app: &App, area: Rect, palette: &Palette) {
    let found = commands::search(app, palette.input.text());
    let keymap = &app.model.keymap;
    let note = if found.len() == 1 { "1 command".to_owned() } else { format!("{} commands", found.len()) };
    let inner = frame(draw, area, SIZE.0, area.height.min(SIZE.1), "Commands: type to search", &note);
    if inner.height < 2 || inner.width < 4 {
        return;
    }
    typing::draw(draw, Rect { height: 1, ..inner }, &palette.input, "a word of the name or the description");
    let list = below(inner, 1);
    if found.is_empty() {
        draw.text(list.x, list.y, list.width, " no command matches; Esc closes", Role::Dim);
        return;
    }
    draw.hits.scroll(ROWS, 0, found.len(), found.len());
    let names = found.iter().map(|command| command.name.cells()).max().unwrap_or(0);
    for (index, command, line) in draw.visible(list, List::POPUP, palette.cursor.at, &found) {
        let selected = index == palette.cursor.at;
        draw.row(line, Target::Row(List::POPUP, index), selected);
        let role = if command.enabled(app) { Role::Text } else { Role::Dim };
        draw.over(line.x, line.y, 1, if selected { "▸" } else { " " }, Role::Key, selected);
        let width = usize::from(line.width).saturating_sub(3);
        draw.over(line.x + 2, line.y, width as u16, &left(command.name, names.min(width)), role, selected);
        let keys = right(&keymap.keys(command).collect::<Vec<_>>().join(" "), KEYS.min(width));
        let at = line.right().saturating_sub(KEYS as u16 + 1).max(line.x + 2);
        draw.over(at, line.y, line.right() - at, &keys, Role::Key, selected);
        // The screen and the description have the rest.
        let x = line.x + 4 + names as u16;
        let rest = usize::from(at.saturating_sub(x + 1));
        if rest < SCREEN {
            continue;
        }
        let screen = commands::screen_title(app, command);
        let (about, screen_at) = (rest - SCREEN, at - 1 - SCREEN as u16);
        draw.over(screen_at, line.y, SCREEN as u16, &left(screen, SCREEN), Role::Dim, selected);
        if about > 8 {
            draw.over(x, line.y, about as u16, &cut(command.about, about - 1), Role::Dim, selected);
        }
    }
}
