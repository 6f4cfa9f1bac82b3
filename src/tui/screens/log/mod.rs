//! The Log screen: notices and errors, newest first.

mod lists;
mod screen;

use ratatui::layout::Rect;

use crate::tui::action::ScreenId;
use crate::tui::command::{Command, show};
use crate::tui::cursor::Cursor;
use crate::tui::draw::Draw;
use crate::tui::format::{clock, right, wrap};
use crate::tui::hit_map::Target;
use crate::tui::log::Severity;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::pane;

pub(crate) const ID: ScreenId = ScreenId("log");

/// The command that shows this screen.
pub(crate) const SHOW: Command = show(ID, &["0"], "log", "all notices and errors, newest first");

/// The state of the screen.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The selected entry; the newest is 0.
    cursor: Cursor,
}

fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let entries = &model.log.entries;
    let inner = pane::draw(draw, area, "Log", "newest first; minutes and seconds since the start", true);
    if entries.is_empty() {
        draw.text(inner.x, inner.y, inner.width, " The log is empty.", Role::Dim);
        return;
    }
    let page = usize::from(inner.height);
    let first = draw.hits.scroll(lists::LOG, state.cursor.at, page, entries.len());
    let width = usize::from(inner.width.saturating_sub(12));
    let mut y = inner.y;
    for (index, entry) in entries.iter().rev().enumerate().skip(first) {
        let (mark, role) = match entry.severity {
            Severity::Info => (" ", Role::Text),
            Severity::Warning => ("▲", Role::Warning),
            Severity::Error => ("✗", Role::Error),
        };
        let here = index == state.cursor.at;
        for (line, text) in wrap(&entry.text, width).iter().enumerate() {
            if y >= inner.bottom() {
                return;
            }
            let row = Rect { y, height: 1, ..inner };
            draw.row(row, Target::Row(lists::LOG, index), here);
            if line == 0 {
                draw.over(inner.x, y, 8, &right(&clock(entry.at), 8), Role::Dim, here);
                draw.over(inner.x.saturating_add(9), y, 1, mark, role, here);
            }
            draw.over(inner.x.saturating_add(11), y, width as u16, text, role, here);
            y += 1;
        }
    }
}
