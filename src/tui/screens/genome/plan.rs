//! What stands in which column of the table, by the width there is.

use ratatui::layout::Rect;

use super::sheet::Sheet;
use super::{Map, columns, lists};
use crate::tui::draw::Draw;

/// Width of the subject's column, where an edit is marked, and of the other columns of values.
pub(super) const NUMBER: u16 = 6;
pub(super) const OTHER: u16 = 5;

/// Width of diversity and convergence, in full and diversity alone.
pub(super) const CONVERGENCE: u16 = 24;
pub(super) const DIVERSITY: u16 = 10;

/// Whose values stand beside the subject's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Other {
    Rival,
    /// A paper's organism, the newest paper's being 0.
    Paper(usize),
}

/// What stands where.
pub(super) struct Plan {
    pub(super) area: Rect,
    pub(super) name: u16,
    /// Columns of values after the subject's: the rival's, where there is one, and the papers'.
    pub(super) others: Vec<Other>,
    /// Width of diversity and convergence at the right.
    pub(super) settled: u16,
    /// Where the heatmap begins, how many columns it has and how wide each is.
    pub(super) x: u16,
    pub(super) shown: usize,
    pub(super) cell: u16,
    /// The first organism shown.
    pub(super) first: usize,
    /// How many organisms or points of the curve there are.
    pub(super) len: usize,
    /// Lines of headings.
    pub(super) headings: u16,
}

impl Plan {
    /// Lays the table out in an area.
    pub(super) fn of(draw: &mut Draw<'_>, sheet: &Sheet<'_>, area: Rect, small: bool) -> Plan {
        let (name, others, settled) = match area.width {
            ..60 if small => (area.width.saturating_sub(NUMBER + 2), 0, 0),
            ..70 => (20, 0, 0),
            70..100 => (24, 1, DIVERSITY),
            _ => (31, 3, CONVERGENCE),
        };
        let rival = sheet.model.rival().map(|_| Other::Rival);
        let papers = (0..sheet.model.choices.papers.len()).map(Other::Paper);
        let others: Vec<Other> = rival.into_iter().chain(papers).take(others).collect();
        let x = area.x + 2 + name + NUMBER + OTHER * others.len() as u16 + 1;
        let room = area.right().saturating_sub(x + settled + u16::from(settled > 0));
        let room = if small && area.width < 60 { 0 } else { room };
        let len = match sheet.state.map {
            Map::Generations => sheet.points.len(),
            _ => sheet.organisms().len(),
        };
        let cell = columns::cell_width(room, len);
        let shown = usize::from(room / cell).min(len);
        let first = match sheet.state.map {
            // All generations have a column; views note how many there were.
            Map::Generations => draw.hits.scroll(lists::COLUMNS, 0, shown, shown),
            _ => draw.hits.scroll(lists::COLUMNS, sheet.place(), shown, len),
        };
        let headings = if area.height >= 14 && room > 0 { 2 } else { 1 };
        Plan { area, name, others, settled, x, shown, cell, first, len, headings }
    }

    /// The organism's place or the point of the curve in a column.
    pub(super) fn index(&self, map: Map, column: usize) -> usize {
        match map {
            Map::Generations => columns::point_of(column, self.shown, self.len),
            _ => self.first + column,
        }
    }

    /// The column of the cursor.
    pub(super) fn cursor(&self, sheet: &Sheet<'_>) -> Option<usize> {
        let column = match sheet.state.map {
            Map::Generations => columns::column_of(sheet.point()?.0, self.shown, self.len),
            _ => sheet.place().checked_sub(self.first)?,
        };
        (column < self.shown).then_some(column)
    }

    pub(super) fn column(&self, column: usize) -> u16 {
        self.x + column as u16 * self.cell
    }

    /// Where the column of one of the others begins.
    pub(super) fn other(&self, index: usize) -> u16 {
        self.area.x + 2 + self.name + NUMBER + OTHER * index as u16
    }
}
