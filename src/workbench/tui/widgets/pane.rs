//! A pane: an area with a border, a title and a note.

use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Widget as _};

use crate::tui::draw::PaneEdges;
use crate::tui::prelude::*;

/// Draws the border of `area`, with a title at the left and a note at the right of the top line. Returns the inside.
pub(crate) fn draw(draw: &mut Draw<'_>, area: Rect, title: &str, note: &str, focus: bool) -> Rect {
    draw.pane = None;
    if area.width < 2 || area.height < 2 {
        return Rect { width: 0, height: 0, ..area };
    }
    let style = |role| draw.theme.style(role);
    let border = style(if focus { Role::Focus } else { Role::Border });
    let mut block = Block::bordered().border_type(BorderType::Rounded).border_style(border);
    let room = usize::from(area.width).saturating_sub(4);
    if room > 2 && !title.is_empty() {
        // The mark shows which pane is focused in every theme.
        let mark = if focus { "▸" } else { " " };
        let title = Span::styled(format!("{mark}{} ", cut(title, room - 2)), style(Role::Title));
        let fits = title.width() + note.cells() + 2 <= room;
        block = block.title(title);
        if fits && !note.is_empty() {
            let note = Span::styled(format!(" {note} "), style(Role::Dim));
            block = block.title(Line::from(note).right_aligned());
        }
    }
    let inside = block.inner(area);
    block.render(area, draw.buffer);
    draw.pane = Some(PaneEdges { top: Rect { height: 1, ..area }, bordered: Some(area) });
    inside
}

/// The smallest width and height of a screen with borders around its panes.
const FRAMED_WIDTH: u16 = 60;
pub(crate) const FRAMED_HEIGHT: u16 = 14;

/// Returns whether a screen is too small for borders around its panes.
pub(crate) fn is_bare(area: Rect) -> bool {
    area.width < FRAMED_WIDTH || area.height < FRAMED_HEIGHT
}

/// The place and the look of a pane.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    /// The area, including the border.
    pub(crate) area: Rect,
    /// Whether the border is highlighted: the pane is focused and not the only one.
    pub(crate) highlighted: bool,
    /// Whether the pane is focused.
    pub(crate) focused: bool,
    /// Whether the pane has a title line but no border.
    pub(crate) bare: bool,
}

/// Returns the frames of the panes of a screen. The border of the only pane is not highlighted.
pub(crate) fn frames<P: Copy + PartialEq>(
    area: Rect,
    places: Vec<(P, Rect)>,
    focused: P,
) -> impl Iterator<Item = (P, Frame)> {
    let (bare, several) = (is_bare(area), places.len() > 1);
    places.into_iter().map(move |(pane, area)| {
        let focused = pane == focused;
        (pane, Frame { area, highlighted: focused && several, focused, bare })
    })
}

impl Frame {
    /// Draws the border, or only the title if the pane has none. Returns the inside.
    pub(crate) fn open(self, pen: &mut Draw<'_>, title: &str, note: &str) -> Rect {
        if !self.bare {
            return draw(pen, self.area, title, note, self.highlighted);
        }
        let used = self.area.height.min(1);
        pen.pane = (used > 0).then_some(PaneEdges { top: Rect { height: 1, ..self.area }, bordered: None });
        pen.text(self.area.x + 1, self.area.y, self.area.width.saturating_sub(1), title, Role::Title);
        below(self.area, used)
    }
}
