//! The declaration of a table of typed rows.

use std::borrow::Cow;
use std::rc::Rc;

use super::{Column, ColumnOrder};
use crate::tui::prelude::*;

/// A table that is being declared. The methods that add a column are followed by those that describe this column.
///
/// ```ignore
/// Rows::new(lists::LOG, entries, cursor.at)
///     .right("time", 8, |entry| (clock(entry.at), Role::Dim)).natural()
///     .rest("message", |entry| (entry.text.clone(), Role::Text)).sorted(|entry| Some(Key::text(&entry.text)))
///     .table()
/// ```
pub(crate) struct Rows<'a, R> {
    rows: Rc<dyn AsRef<[R]> + 'a>,
    /// The number of blank cells before the columns that follow.
    gap: usize,
    table: Table<'a>,
}

impl<'a, R: 'a> Rows<'a, R> {
    /// Creates a table without columns. The rows are a slice or a vector.
    pub(crate) fn new(list: List, rows: impl AsRef<[R]> + 'a, selected: usize) -> Rows<'a, R> {
        Rows { table: Table::new(list, rows.as_ref().len(), selected), rows: Rc::new(rows), gap: 1 }
    }

    /// Adds a column of texts.
    pub(crate) fn left(
        self,
        heading: impl Into<Cow<'a, str>>,
        width: usize,
        cell: impl Fn(&R) -> Cell + 'a,
    ) -> Rows<'a, R> {
        self.spans(heading, width, move |row| vec![cell(row)])
    }

    /// Adds a column of texts whose pieces have different roles.
    pub(crate) fn spans(
        mut self,
        heading: impl Into<Cow<'a, str>>,
        width: usize,
        cell: impl Fn(&R) -> Vec<Cell> + 'a,
    ) -> Rows<'a, R> {
        let heading = heading.into();
        let cell = self.of_row(move |row| Some(cell(row)));
        let cell = Box::new(move |row| cell(row).unwrap_or_default());
        self.table.columns.push(Column {
            id: self.table.columns.len(),
            name: heading.clone(),
            heading,
            heading_role: Role::Dim,
            width,
            most: width,
            spare: 0,
            is_right: false,
            overflows: false,
            gap: self.gap,
            least: 0,
            priority: 0,
            cell: Some(cell),
            order: ColumnOrder::Nothing,
        });
        self
    }

    /// Adds a column of numbers.
    pub(crate) fn right(
        self,
        heading: impl Into<Cow<'a, str>>,
        width: usize,
        cell: impl Fn(&R) -> Cell + 'a,
    ) -> Rows<'a, R> {
        self.left(heading, width, cell).at_right()
    }

    /// Aligns the heading and the last piece of each cell on the right.
    pub(crate) fn at_right(self) -> Rows<'a, R> {
        self.change(|column| column.is_right = true)
    }

    /// Adds a column of texts that has the rest of the room.
    pub(crate) fn rest(
        self,
        heading: impl Into<Cow<'a, str>>,
        cell: impl Fn(&R) -> Cell + 'a,
    ) -> Rows<'a, R> {
        self.left(heading, 0, cell).up_to(usize::MAX)
    }

    /// Adds a column that has the rest of the room, and that the place draws itself. The cursor leaves it and a blank at each
    /// side free.
    pub(crate) fn room(self, name: impl Into<Cow<'a, str>>) -> Rows<'a, R> {
        self.rest("", |_| (String::new(), Role::Text)).named(name).change(|column| column.cell = None)
    }

    /// Adds a column that is not shown, by which the rows can be sorted.
    pub(crate) fn hidden(self, name: impl Into<Cow<'a, str>>) -> Rows<'a, R> {
        self.spans(name, 0, |_| Vec::new()).shown(false)
    }

    /// Adds a column without a heading for a mark of one cell, without a gap before it.
    pub(crate) fn mark(self, cell: impl Fn(&R) -> (&'static str, Role) + 'a) -> Rows<'a, R> {
        let cell = move |row: &R| {
            let (mark, role) = cell(row);
            (mark.to_owned(), role)
        };
        self.left("", 1, cell).gap(0)
    }

    /// Returns the table.
    pub(crate) fn table(self) -> Table<'a> {
        self.table
    }

    /// Makes a click on the heading sort by the column, first the smallest value to the top.
    pub(crate) fn sorted(self, key: impl Fn(&R) -> Option<Key> + 'a) -> Rows<'a, R> {
        self.sorts(false, key)
    }

    /// Makes a click on the heading sort by the column, first the largest value to the top.
    pub(crate) fn largest_first(self, key: impl Fn(&R) -> Option<Key> + 'a) -> Rows<'a, R> {
        self.sorts(true, key)
    }

    fn sorts(self, largest_first: bool, key: impl Fn(&R) -> Option<Key> + 'a) -> Rows<'a, R> {
        let key = Box::new(self.of_row(key));
        self.change(|column| column.order = ColumnOrder::Sorts { largest_first, key })
    }

    /// Makes a click on the heading restore the natural order.
    pub(crate) fn natural(self) -> Rows<'a, R> {
        self.change(|column| column.order = ColumnOrder::Natural)
    }

    /// Sets the name in full, if the heading is short.
    pub(crate) fn named(self, name: impl Into<Cow<'a, str>>) -> Rows<'a, R> {
        self.change(|column| column.name = name.into())
    }

    /// Sets no blank cells before the columns that follow.
    pub(crate) fn without_gaps(mut self) -> Rows<'a, R> {
        self.gap = 0;
        self
    }

    /// Sets the number of blank cells before the column.
    pub(crate) fn gap(self, gap: usize) -> Rows<'a, R> {
        self.change(|column| column.gap = gap)
    }

    /// Sets the role of the heading.
    pub(crate) fn titled(self, role: Role) -> Rows<'a, R> {
        self.change(|column| column.heading_role = role)
    }

    /// Shows the column only in lists of at least this width.
    pub(crate) fn least_width(self, least: u16) -> Rows<'a, R> {
        self.change(|column| column.least = least)
    }

    /// Hides the column if `is_shown` is false. The list can still be sorted by it, and is exported with it.
    pub(crate) fn shown(self, is_shown: bool) -> Rows<'a, R> {
        if is_shown { self } else { self.least_width(u16::MAX) }
    }

    /// Lets a text that is too long use the room of empty cells: of those after a text, or before a number.
    pub(crate) fn overflowing(self) -> Rows<'a, R> {
        self.change(|column| column.overflows = true)
    }

    /// Shows the column only if it fits beside those with smaller numbers.
    pub(crate) fn priority(self, priority: u8) -> Rows<'a, R> {
        self.change(|column| column.priority = priority)
    }

    /// Makes the column wider, up to this width, where there is room beside the others.
    pub(crate) fn up_to(self, most: usize) -> Rows<'a, R> {
        self.change(|column| column.most = most)
    }

    /// Leaves cells free that a wider column would have.
    pub(crate) fn spare(self, cells: usize) -> Rows<'a, R> {
        self.change(|column| column.spare = cells)
    }

    /// Makes the table searchable by these texts.
    pub(crate) fn searched(mut self, text: impl Fn(&R) -> String + 'a) -> Rows<'a, R> {
        let text = self.of_row(move |row| Some(text(row)));
        self.table.text = Some(Box::new(move |row| text(row).unwrap_or_default()));
        self
    }

    /// Makes the table searchable by the texts of all cells.
    pub(crate) fn searched_by_cells(mut self) -> Rows<'a, R> {
        self.table.is_searched_by_cells = true;
        self
    }

    /// Sets the texts of rows that are headings of groups. They fill the row, and a sorted list does not have them.
    pub(crate) fn grouped(mut self, heading: impl Fn(&R) -> Option<String> + 'a) -> Rows<'a, R> {
        self.table.heading = Some(Box::new(self.of_row(heading)));
        self
    }

    /// Sets the marks at the beginning of rows that are not selected.
    pub(crate) fn marked(mut self, mark: impl Fn(&R) -> (&'static str, Role) + 'a) -> Rows<'a, R> {
        let mark = self.of_row(move |row| Some(mark(row)));
        self.table.mark = Some(Box::new(move |row| {
            let (mark, role) = mark(row).unwrap_or((" ", Role::Key));
            (mark.to_owned(), role)
        }));
        self
    }

    /// Marks the selected row only by its background.
    pub(crate) fn without_mark(mut self) -> Rows<'a, R> {
        self.table.is_marked = false;
        self
    }

    /// Shows no selected row.
    pub(crate) fn hide_cursor(mut self, hidden: bool) -> Rows<'a, R> {
        self.table.hides_cursor = hidden;
        self
    }

    fn change(mut self, change: impl FnOnce(&mut Column<'a>)) -> Rows<'a, R> {
        if let Some(column) = self.table.columns.last_mut() {
            change(column);
        }
        self
    }

    /// Returns a function of the number of a row.
    fn of_row<T>(&self, function: impl Fn(&R) -> Option<T> + 'a) -> impl Fn(usize) -> Option<T> + 'a {
        let rows = Rc::clone(&self.rows);
        move |row| function((*rows).as_ref().get(row)?)
    }
}
