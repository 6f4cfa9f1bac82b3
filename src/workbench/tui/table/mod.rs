//! Sorting and searching of lists.
//!
//! A pane declares its list as a [`Table`] with [`Rows`]: the columns with their headings, widths, cells and sort keys.
//! Drawing, sorting, searching and exporting use this declaration. An [`Arrangement`] is how the user sorted and searched a
//! list. The rows keep their numbers in all orders, so a cursor stays on its row, and commands and clicks need not know of
//! the order.

mod arrangement;
mod figure;
mod rows;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::tui::prelude::*;

pub(crate) use arrangement::{Arrangement, Order, Tables, Typing};
pub(crate) use rows::Rows;

/// What a row is sorted by.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Key {
    Number(f64),
    /// A text, whose capital letters do not matter.
    Text {
        /// The text as it is shown.
        shown: String,
        /// The text in lower case.
        folded: String,
    },
}

impl Key {
    /// Returns the key of a text.
    pub(crate) fn text(text: impl Into<String>) -> Key {
        let shown = text.into();
        Key::Text { folded: shown.to_lowercase(), shown }
    }

    /// Returns the key of a count.
    pub(crate) fn count(count: impl TryInto<u64>) -> Key {
        Key::Number(count.try_into().unwrap_or(u64::MAX) as f64)
    }

    fn compare(&self, other: &Key) -> Ordering {
        match (self, other) {
            (Key::Number(one), Key::Number(other)) => one.total_cmp(other),
            (Key::Text { folded: one, .. }, Key::Text { folded: other, .. }) => one.cmp(other),
            (Key::Number(_), Key::Text { .. }) => Ordering::Less,
            (Key::Text { .. }, Key::Number(_)) => Ordering::Greater,
        }
    }
}

/// A column of a table.
pub(crate) struct Column<'a> {
    /// The number of the column, which no other column of the table has.
    pub(crate) id: usize,
    /// The name in full, for messages and exports.
    pub(crate) name: Cow<'a, str>,
    /// The heading; empty for a column of marks.
    pub(crate) heading: Cow<'a, str>,
    pub(crate) heading_role: Role,
    /// The least width.
    pub(crate) width: usize,
    /// The largest width, if there is room beside the other columns.
    pub(crate) most: usize,
    /// The cells that a column wider than its least width leaves free.
    pub(crate) spare: usize,
    pub(crate) is_right: bool,
    /// Whether a text that is too long uses the room of empty cells next to it.
    pub(crate) overflows: bool,
    /// The blank cells before the column.
    pub(crate) gap: usize,
    /// The least width of a list that shows the column.
    pub(crate) least: u16,
    /// Of columns that do not all fit, those with small numbers are shown; 0 is always shown.
    pub(crate) priority: u8,
    /// The cell of a row; `None` if the place draws the column itself.
    pub(crate) cell: Option<RowCell<'a>>,
    pub(crate) order: ColumnOrder<'a>,
}

/// What a click on the heading of a column does.
pub(crate) enum ColumnOrder<'a> {
    Nothing,
    /// Restores the natural order.
    Natural,
    /// Sorts by the column.
    Sorts {
        /// Whether the first press sorts the largest value to the top.
        largest_first: bool,
        key: RowKey<'a>,
    },
}

/// The text of a row in a column, and its role.
pub(crate) type Cell = (String, Role);
/// Returns the cell of a row, as pieces that follow each other.
pub(crate) type RowCell<'a> = Box<dyn Fn(usize) -> Vec<Cell> + 'a>;
/// Returns what a row is sorted by; `None` if there is no value, so that the row comes last.
pub(crate) type RowKey<'a> = Box<dyn Fn(usize) -> Option<Key> + 'a>;
/// Returns the text of a row, in which words are searched.
type RowText<'a> = Box<dyn Fn(usize) -> String + 'a>;
/// Returns the text of a row that is the heading of a group.
type RowHeading<'a> = Box<dyn Fn(usize) -> Option<String> + 'a>;

/// A list: its columns, with the cells and sort keys of the rows. Cells are made for the rows that are drawn, keys and
/// texts when the user sorts or searches.
pub(crate) struct Table<'a> {
    pub(crate) list: List,
    /// The number of rows.
    pub(crate) len: usize,
    /// The selected row.
    pub(crate) selected: usize,
    /// Whether the list belongs to the focused pane.
    pub(crate) is_focused: bool,
    pub(crate) columns: Vec<Column<'a>>,
    text: Option<RowText<'a>>,
    /// Whether words are searched in all cells of a row.
    is_searched_by_cells: bool,
    heading: Option<RowHeading<'a>>,
    /// Whether the screen arranges the rows itself.
    pub(crate) own_order: bool,
    /// Returns the mark of a row that is not selected.
    pub(crate) mark: Option<Box<dyn Fn(usize) -> Cell + 'a>>,
    /// Whether the selected row has a mark at its beginning.
    pub(crate) is_marked: bool,
    /// Whether the cursor is hidden.
    pub(crate) hides_cursor: bool,
}

impl<'a> Table<'a> {
    /// Creates a table of `len` rows without columns.
    pub(crate) fn new(list: List, len: usize, selected: usize) -> Table<'a> {
        Table {
            list,
            len,
            selected,
            is_focused: false,
            columns: Vec::new(),
            text: None,
            is_searched_by_cells: false,
            heading: None,
            own_order: false,
            mark: None,
            is_marked: true,
            hides_cursor: false,
        }
    }

    /// Returns the text of a row that is the heading of a group.
    pub(crate) fn heading(&self, row: usize) -> Option<String> {
        self.heading.as_ref()?(row)
    }

    /// Marks a table whose screen arranges the rows itself.
    pub(crate) fn with_own_order(mut self) -> Table<'a> {
        self.own_order = true;
        self
    }

    /// Sets whether the list belongs to the focused pane.
    pub(crate) fn focused(mut self, is_focused: bool) -> Table<'a> {
        self.is_focused = is_focused;
        self
    }

    /// Returns whether the rows can be searched.
    pub(crate) fn is_searchable(&self) -> bool {
        self.is_searched_by_cells || self.text.is_some()
    }

    /// Returns the text of a row, in which words are searched.
    fn searched_text(&self, row: usize) -> String {
        match &self.text {
            Some(text) => text(row),
            None => {
                let cells = self.columns.iter().filter_map(|column| column.cell.as_ref());
                let text = |cell: &RowCell<'_>| cell(row).into_iter().map(|(text, _)| text).collect();
                cells.map(text).collect::<Vec<String>>().join(" ")
            }
        }
    }

    /// Returns the columns that the rows can be sorted by, from left to right.
    pub(crate) fn sortable(&self) -> impl Iterator<Item = &Column<'a>> {
        self.columns.iter().filter(|column| matches!(column.order, ColumnOrder::Sorts { .. }))
    }

    /// Returns a column.
    pub(crate) fn column(&self, id: usize) -> Option<&Column<'a>> {
        self.columns.iter().find(|column| column.id == id)
    }

    /// Returns what a row is sorted by in a column. The heading of a group has no values.
    pub(crate) fn key_of(&self, row: usize, column: usize) -> Option<Key> {
        match &self.column(column)?.order {
            ColumnOrder::Sorts { key, .. } if self.heading(row).is_none() => key(row),
            _ => None,
        }
    }

    /// Returns the listed rows in their order; `None` if all rows are in their natural order. Rows without a key come
    /// last in both directions, and rows with equal keys keep their natural order.
    pub(crate) fn arranged(&self, arrangement: &Arrangement) -> Option<Vec<usize>> {
        if arrangement.is_natural() {
            return None;
        }
        let mut rows: Vec<usize> = (0..self.len).collect();
        let words = arrangement.words();
        if self.is_searchable() && !words.is_empty() {
            rows.retain(|row| contains_all(&self.searched_text(*row), &words));
        }
        match arrangement.column {
            None if arrangement.descending => rows.reverse(),
            None => {}
            Some(column) => {
                rows.retain(|row| self.heading(*row).is_none());
                let mut keyed: Vec<(Option<Key>, usize)> =
                    rows.iter().map(|row| (self.key_of(*row, column), *row)).collect();
                keyed.sort_by(|(one, _), (other, _)| arrangement.compare(one.as_ref(), other.as_ref()));
                rows = keyed.into_iter().map(|(_, row)| row).collect();
            }
        }
        Some(rows)
    }
}

impl Column<'_> {
    /// Returns whether the first press sorts the largest value to the top.
    pub(crate) fn is_largest_first(&self) -> bool {
        matches!(self.order, ColumnOrder::Sorts { largest_first: true, .. })
    }
}

/// Returns whether a text contains all words, which are in lower case.
pub(crate) fn contains_all(text: &str, words: &[String]) -> bool {
    let text = text.to_lowercase();
    words.iter().all(|word| text.contains(word.as_str()))
}
