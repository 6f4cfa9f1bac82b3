//! A pen over the frame's buffer: everything is clipped, every style comes from the theme.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::format::unicode::Width as _;
use super::hit_map::HitMap;
use super::theme::{Role, Theme};

/// The pen.
pub(crate) struct Draw<'a> {
    /// The cells.
    pub(crate) buffer: &'a mut Buffer,
    /// What everything looks like.
    pub(crate) theme: Theme,
    /// What was drawn where.
    pub(crate) hits: &'a mut HitMap,
    /// Where the terminal's cursor goes, while text is typed.
    pub(crate) cursor: Option<(u16, u16)>,
}

impl Draw<'_> {
    /// Writes a text into at most `width` cells of one line.
    pub(crate) fn text(&mut self, x: u16, y: u16, width: u16, text: &str, role: Role) {
        let style = self.theme.style(role);
        self.styled(x, y, width, text, style);
    }

    /// The same in any style.
    pub(crate) fn styled(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) {
        let area = self.buffer.area;
        if y < area.bottom() && y >= area.y && x < area.right() && width > 0 {
            self.buffer.set_stringn(x, y, text, usize::from(width), style);
        }
    }

    /// Writes a text on a line that may be the cursor's: there the ground stays and reversed text stays readable.
    pub(crate) fn over(&mut self, x: u16, y: u16, width: u16, text: &str, role: Role, on_cursor: bool) {
        let mut style = self.theme.style(role);
        if on_cursor {
            let ground = self.theme.style(Role::Cursor);
            if ground.add_modifier.contains(Modifier::REVERSED) {
                style = ground.add_modifier(style.add_modifier);
            } else if let Some(colour) = ground.bg {
                style = style.bg(colour);
            }
        }
        self.styled(x, y, width, text, style);
    }

    /// Writes spans one after the other, within `width` cells; returns the column after them.
    pub(crate) fn spans(&mut self, x: u16, y: u16, width: u16, spans: &[(&str, Role)]) -> u16 {
        let end = x.saturating_add(width);
        let mut at = x;
        for (text, role) in spans {
            let room = end.saturating_sub(at);
            self.text(at, y, room, text, *role);
            at = at.saturating_add(text.cells().min(usize::from(room)) as u16);
        }
        at
    }

    /// Gives an area a role's style and empties it.
    pub(crate) fn fill(&mut self, area: Rect, role: Role) {
        let area = area.intersection(self.buffer.area);
        let style = self.theme.style(role);
        for y in area.rows() {
            let blank = " ".repeat(usize::from(area.width));
            self.buffer.set_line(y.x, y.y, &Line::from(Span::styled(blank, style)), area.width);
        }
    }

    /// Empties an area to the ground.
    pub(crate) fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        for position in area.positions() {
            if let Some(cell) = self.buffer.cell_mut(position) {
                cell.reset();
                cell.set_style(self.theme.ground());
            }
        }
    }
}
