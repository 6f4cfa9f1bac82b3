//! The arrangement of the table's columns in the available width.

use ratatui::layout::Rect;

use super::sheet::Sheet;
use super::{Map, columns, lists};
use crate::tui::draw::Draw;

/// Width of the subject's column, which has a mark for an edit.
pub(super) const NUMBER: u16 = 6;
/// Width of the other columns of values.
pub(super) const OTHER: u16 = 5;

/// Width of the columns for diversity and convergence.
pub(super) const CONVERGENCE: u16 = 24;
/// Width of the column for diversity alone.
pub(super) const DIVERSITY: u16 = 10;

/// An organism whose values are shown beside the subject's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Other {
    Rival,
    /// A paper's organism; 0 is the newest paper.
    Paper(usize),
}

/// The arrangement of the table's columns.
pub(super) struct Plan {
    pub(super) area: Rect,
    pub(super) name: u16,
    /// Columns of values after the subject's: those of the rival, if there is one, and of the papers.
    pub(super) others: Vec<Other>,
    /// Width of the columns for diversity and convergence at the right.
    pub(super) diversity_width: u16,
    /// The left edge of the heatmap.
    pub(super) x: u16,
    /// The number of visible columns of the heatmap.
    pub(super) shown: usize,
    /// Width of a column of the heatmap.
    pub(super) cell: u16,
    /// The first visible organism.
    pub(super) first: usize,
    /// The number of organisms or generations.
    pub(super) len: usize,
    pub(super) headings: u16,
}

impl Plan {
    /// Arranges the table in an area.
    pub(super) fn new(draw: &mut Draw<'_>, sheet: &Sheet<'_>, area: Rect, small: bool) -> Plan {
        let (name, others, diversity_width) = match area.width {
            ..60 if small => (area.width.saturating_sub(NUMBER + 2), 0, 0),
            ..70 => (20, 0, 0),
            70..100 => (24, 1, DIVERSITY),
            _ => (31, 3, CONVERGENCE),
        };
        let rival = sheet.model.rival().map(|_| Other::Rival);
        let papers = (0..sheet.model.choices.papers.len()).map(Other::Paper);
        let others: Vec<Other> = rival.into_iter().chain(papers).take(others).collect();
        let x = area.x + 2 + name + NUMBER + OTHER * others.len() as u16 + 1;
        let available = area.right().saturating_sub(x + diversity_width + u16::from(diversity_width > 0));
        let available = if small && area.width < 60 { 0 } else { available };
        let len = match sheet.state.map {
            Map::Generations => sheet.points.len(),
            _ => sheet.organisms().len(),
        };
        let cell = columns::cell_width(available, len);
        let shown = usize::from(available / cell).min(len);
        let first = match sheet.state.map {
            // The columns sample all generations; only their number is recorded.
            Map::Generations => draw.hits.scroll(lists::COLUMNS, 0, shown, shown),
            _ => draw.hits.scroll(lists::COLUMNS, sheet.place(), shown, len),
        };
        let headings = if area.height >= 14 && available > 0 { 2 } else { 1 };
        Plan { area, name, others, diversity_width, x, shown, cell, first, len, headings }
    }

    /// Returns the organism's place or the index of the generation in a column.
    pub(super) fn index(&self, map: Map, column: usize) -> usize {
        match map {
            Map::Generations => columns::point_of(column, self.shown, self.len),
            _ => self.first + column,
        }
    }

    /// Returns the cursor's column, if it is visible.
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

    /// Returns the left edge of one of the other organisms' columns.
    pub(super) fn other(&self, index: usize) -> u16 {
        self.area.x + 2 + self.name + NUMBER + OTHER * index as u16
    }
}
