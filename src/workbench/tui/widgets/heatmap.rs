//! Parts of heatmaps: their cells, the mark above a column, and the legend.

use ratatui::style::Style;

use crate::tui::prelude::*;
use crate::tui::theme::heat::Ramp;

/// Fills a cell. Cells are written directly to the buffer, because a frame has thousands of them.
pub(crate) fn paint(draw: &mut Draw<'_>, area: Rect, glyph: &str, style: Style) {
    for position in area.positions() {
        if let Some(cell) = draw.buffer.cell_mut(position) {
            cell.set_symbol(glyph).set_style(style);
        }
    }
}

/// Marks a column in the line above a heatmap. Beside the mark is the first text that fits in the line.
pub(crate) fn mark_column(draw: &mut Draw<'_>, line: Rect, x: u16, texts: &[String]) {
    draw.text(x, line.y, 1, "▼", Role::Key);
    for text in texts {
        let cells = text.cells() as u16;
        if x + 1 + cells <= line.right() {
            return draw.text(x + 1, line.y, cells, text, Role::Key);
        }
        if line.x + cells < x {
            return draw.text(x - cells - 1, line.y, cells, text, Role::Key);
        }
    }
}

/// Draws cells with increasing shares between the meanings of both ends.
pub(crate) fn legend(
    draw: &mut Draw<'_>,
    line: Rect,
    ramp: &Ramp,
    (low, high): (&str, &str),
    shares: impl Iterator<Item = f64>,
) {
    let mut x = draw.spans(line.x, line.y, line.width, &[(low, Role::Dim)]);
    for share in shares {
        let (glyph, style) = ramp.cell(share);
        draw.styled(x, line.y, line.right().saturating_sub(x).min(1), glyph, style);
        x = x.saturating_add(1);
    }
    draw.text(x, line.y, line.right().saturating_sub(x), high, Role::Dim);
}
