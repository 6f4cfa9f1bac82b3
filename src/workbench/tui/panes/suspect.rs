//! The reason not to trust the results of the open session, above the panes of its screens.

use crate::tui::prelude::*;

/// The most rows of the text, and those in a low terminal. The result of the command line has all of it.
const ROWS: usize = 3;
const ROWS_IF_LOW: usize = 1;

/// The least height of an area that is not low.
const LOW: u16 = 28;

/// Draws the reason, if there is one. Returns the area below it.
pub(crate) fn draw(draw: &mut Draw<'_>, open: &Evolution, area: Rect) -> Rect {
    let Some(why) = &open.suspect else { return area };
    let mut lines = wrap(&format!("suspect: {why}"), usize::from(area.width.saturating_sub(2)));
    lines.truncate(if area.height < LOW { ROWS_IF_LOW } else { ROWS });
    for (line, row) in lines.iter().zip(area.rows()) {
        draw.text(row.x + 1, row.y, row.width.saturating_sub(1), line, Role::Bad);
    }
    below(area, (lines.len() as u16).min(area.height))
}
