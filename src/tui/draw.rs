//! Drawing of text and areas into the frame's buffer, clipped and styled by the theme.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::format::unicode::Width as _;
use super::hit_map::{HitMap, List, Target};
use super::theme::{Role, Theme};

/// Draws into the frame's buffer.
pub(crate) struct Draw<'a> {
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) theme: Theme,
    /// The click targets and list positions drawn so far.
    pub(crate) hits: &'a mut HitMap,
    /// The position of the terminal's cursor while text is typed.
    pub(crate) cursor: Option<(u16, u16)>,
}

impl Draw<'_> {
    /// Writes a text into at most `width` cells of one line.
    pub(crate) fn text(&mut self, x: u16, y: u16, width: u16, text: &str, role: Role) {
        let style = self.theme.style(role);
        self.styled(x, y, width, text, style);
    }

    /// Writes a text in any style into at most `width` cells of one line.
    pub(crate) fn styled(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) {
        let area = self.buffer.area;
        if y < area.bottom() && y >= area.y && x < area.right() && width > 0 {
            self.buffer.set_stringn(x, y, text, usize::from(width), style);
        }
    }

    /// Writes a text on a row of a list. The selected row keeps its background; without colours the text is reversed.
    pub(crate) fn over(&mut self, x: u16, y: u16, width: u16, text: &str, role: Role, on_cursor: bool) {
        let mut style = self.theme.style(role);
        if on_cursor {
            let cursor = self.theme.style(Role::Cursor);
            if cursor.add_modifier.contains(Modifier::REVERSED) {
                style = cursor.add_modifier(style.add_modifier);
            } else if let Some(colour) = cursor.bg {
                style = style.bg(colour);
            }
        }
        self.styled(x, y, width, text, style);
    }

    /// Writes spans one after another within `width` cells. Returns the column after the last span.
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

    /// Returns the visible rows of a list of `len` rows and their places, so that row `at` is visible.
    pub(crate) fn visible_rows(
        &mut self,
        area: Rect,
        list: List,
        at: usize,
        len: usize,
    ) -> impl Iterator<Item = (usize, Rect)> + use<> {
        let first = self.hits.scroll(list, at, usize::from(area.height), len);
        (first..len).zip(area.rows())
    }

    /// Returns the visible items of a list, their indices and their places, so that item `at` is visible.
    pub(crate) fn visible<'i, T>(
        &mut self,
        area: Rect,
        list: List,
        at: usize,
        items: &'i [T],
    ) -> impl Iterator<Item = (usize, &'i T, Rect)> + use<'i, T> {
        let rows = self.visible_rows(area, list, at, items.len());
        rows.filter_map(|(index, place)| Some((index, items.get(index)?, place)))
    }

    /// Makes a row of a list a click target, and highlights the row if it is selected.
    pub(crate) fn row(&mut self, place: Rect, target: Target, selected: bool) {
        self.hits.note(place, target);
        if selected {
            self.fill(place, Role::Cursor);
        }
    }

    /// Replaces the content of an area by blanks in a role's style.
    pub(crate) fn fill(&mut self, area: Rect, role: Role) {
        let area = area.intersection(self.buffer.area);
        let style = self.theme.style(role);
        for y in area.rows() {
            let blank = " ".repeat(usize::from(area.width));
            self.buffer.set_line(y.x, y.y, &Line::from(Span::styled(blank, style)), area.width);
        }
    }

    /// Replaces the content of an area by the theme's background.
    pub(crate) fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        for position in area.positions() {
            if let Some(cell) = self.buffer.cell_mut(position) {
                cell.reset();
                cell.set_style(self.theme.background());
            }
        }
    }
}
