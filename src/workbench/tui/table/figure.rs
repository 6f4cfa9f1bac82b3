//! Lists as tables that can be exported.

use super::{Key, Order, Table};
use crate::figures::table::{Cell, Column};
use crate::figures::{self, Content, Figure};

/// The number of decimals of a number that is not whole.
const DECIMALS: usize = 4;

impl Table<'_> {
    /// Returns the listed rows in the order on screen, with a cell for each column by which they can be sorted. The name
    /// is made of that of the list.
    pub(crate) fn figure(&self, order: Order<'_>) -> Figure {
        let columns = self.sortable().map(|column| Column::new(&column.name, "")).collect();
        let cell =
            |row, column: &super::Column<'_>| self.key_of(row, column.id).map_or(Cell::Empty, Key::cell);
        let rows = (0..order.len()).filter_map(|place| order.row(place));
        let rows = rows.map(|row| self.sortable().map(|column| cell(row, column)).collect()).collect();
        let (screen, list) = self.list.0.split_once(": ").unwrap_or((self.list.0, self.list.0));
        let (name, title) = if screen == list {
            (list.to_owned(), list.to_owned())
        } else {
            (format!("{screen}-{list}"), format!("{screen}: {list}"))
        };
        let name = name.replace(' ', "-");
        Figure::new(&name, &capitalized(&title), Content::Table(figures::Table { columns, rows }))
    }
}

impl Key {
    fn cell(self) -> Cell {
        match self {
            Key::Number(number) if number.fract() == 0.0 => Cell::Number(number, 0),
            Key::Number(number) => Cell::number(Some(number), DECIMALS),
            Key::Text { shown, .. } => Cell::Text(shown),
        }
    }
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
