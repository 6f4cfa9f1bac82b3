//! A framed area with a title.

use ratatui::layout::Rect;

use crate::tui::draw::Draw;
use crate::tui::format::cut;
use crate::tui::format::unicode::Width as _;
use crate::tui::theme::Role;

/// Frames `area`, with a title at the left and a note at the right of its upper border; returns the inside.
pub(crate) fn draw(draw: &mut Draw<'_>, area: Rect, title: &str, note: &str, focus: bool) -> Rect {
    if area.width < 2 || area.height < 2 {
        return Rect { width: 0, height: 0, ..area };
    }
    let role = if focus { Role::Focus } else { Role::Border };
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    let line = "─".repeat(usize::from(area.width) - 2);
    draw.text(area.x, area.y, area.width, &format!("╭{line}╮"), role);
    draw.text(area.x, bottom, area.width, &format!("╰{line}╯"), role);
    for y in area.y + 1..bottom {
        draw.text(area.x, y, 1, "│", role);
        draw.text(right, y, 1, "│", role);
    }
    let room = usize::from(area.width).saturating_sub(4);
    if room > 2 && !title.is_empty() {
        // The mark says in every theme which pane has the keys.
        let mark = if focus { "▸" } else { " " };
        let title = format!("{mark}{} ", cut(title, room - 2));
        draw.text(area.x + 1, area.y, area.width - 2, &title, Role::Title);
        let left = room.saturating_sub(title.cells());
        if !note.is_empty() && note.cells() + 2 <= left {
            let note = format!(" {note} ");
            draw.text(right.saturating_sub(note.cells() as u16), area.y, area.width, &note, Role::Dim);
            draw.text(right, area.y, 1, "╮", role);
        }
    }
    Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 2 }
}

/// The smallest width and height of a screen whose panes have borders.
const FRAMED_WIDTH: u16 = 60;
pub(crate) const FRAMED_HEIGHT: u16 = 14;

/// Whether a screen of this size has no room for the borders of its panes.
pub(crate) fn is_bare(area: Rect) -> bool {
    area.width < FRAMED_WIDTH || area.height < FRAMED_HEIGHT
}

/// Where a pane of a screen is drawn, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    /// Its cells, with the border.
    pub(crate) area: Rect,
    /// Whether it stands out among others.
    pub(crate) focus: bool,
    /// Whether it has the keys.
    pub(crate) keys: bool,
    /// Whether there is no room for a border.
    pub(crate) bare: bool,
}

impl Frame {
    /// Draws the border, or where there is no room for it the title alone, and returns the inside.
    pub(crate) fn open(self, pen: &mut Draw<'_>, title: &str, note: &str) -> Rect {
        if !self.bare {
            return draw(pen, self.area, title, note, self.focus);
        }
        let used = self.area.height.min(1);
        pen.text(self.area.x + 1, self.area.y, self.area.width.saturating_sub(1), title, Role::Title);
        Rect { y: self.area.y + used, height: self.area.height - used, ..self.area }
    }
}
