//! Lines of text in a pane, from the top down to where it ends.

use ratatui::layout::Rect;

use crate::tui::draw::Draw;
use crate::tui::format::cut;
use crate::tui::theme::Role;

/// Writes line after line; what has no room is left out.
pub(crate) struct Lines<'a, 'b> {
    pub(crate) draw: &'a mut Draw<'b>,
    /// What is left of the pane.
    rest: Rect,
}

impl<'a, 'b> Lines<'a, 'b> {
    /// In the inside of a pane, a cell from its border.
    pub(crate) fn of(draw: &'a mut Draw<'b>, inside: Rect) -> Lines<'a, 'b> {
        Lines { draw, rest: Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside } }
    }

    /// Cells of a line.
    pub(crate) fn width(&self) -> u16 {
        self.rest.width
    }

    /// The next line; `None` where there is no room for it.
    pub(crate) fn next(&mut self) -> Option<Rect> {
        let Rect { y, height, .. } = self.rest;
        let below = height.checked_sub(1)?;
        let line = Rect { height: 1, ..self.rest };
        self.rest = Rect { y: y + 1, height: below, ..self.rest };
        Some(line)
    }

    /// A line of text, cut where it is too long.
    pub(crate) fn text(&mut self, text: &str, role: Role) {
        if let Some(Rect { x, y, width, .. }) = self.next() {
            self.draw.text(x, y, width, &cut(text, usize::from(width)), role);
        }
    }
}
