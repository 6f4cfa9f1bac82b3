//! Sorting and searching of lists.
//!
//! A screen describes each of its lists as a [`Table`]: the columns, a key for each row and column, and the text of each
//! row. An [`Arrangement`] is how the user sorted and searched a list. The rows keep their numbers in all orders, so a
//! cursor stays on its row, and commands and clicks need not know of the order.

mod arrangement;
mod figure;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::cmp::Ordering;

pub(crate) use arrangement::{Arrangement, Order, Tables, Typing};

use super::hit_map::List;

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

/// A column by which a list can be sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    /// The number of the column, which no other column of the list has.
    pub(crate) id: usize,
    pub(crate) name: Cow<'static, str>,
    /// Whether the first press sorts the largest value to the top.
    pub(crate) descending_first: bool,
}

/// The rows of a list, for sorting and searching. Keys and texts are made only when the user sorts or searches.
pub(crate) struct Table<'a> {
    pub(crate) list: List,
    /// The number of rows.
    pub(crate) len: usize,
    /// The selected row.
    pub(crate) selected: usize,
    pub(crate) columns: Vec<Column>,
    key: RowKey<'a>,
    text: Option<RowText<'a>>,
    is_heading: Option<Box<dyn Fn(usize) -> bool + 'a>>,
    /// Whether the screen arranges the rows itself.
    pub(crate) own_order: bool,
}

/// Returns what a row is sorted by in a column; `None` if there is no value, so that the row comes last.
type RowKey<'a> = Box<dyn Fn(usize, usize) -> Option<Key> + 'a>;
/// Returns the text of a row, in which words are searched.
type RowText<'a> = Box<dyn Fn(usize) -> String + 'a>;

impl<'a> Table<'a> {
    /// Creates a table of `len` rows without columns.
    pub(crate) fn new(list: List, len: usize, selected: usize) -> Table<'a> {
        Table {
            list,
            len,
            selected,
            columns: Vec::new(),
            key: Box::new(|_, _| None),
            text: None,
            is_heading: None,
            own_order: false,
        }
    }

    /// Adds columns of numbers. The first press sorts the largest one to the top.
    pub(crate) fn numbers<N: Into<Cow<'static, str>>>(
        mut self,
        columns: impl IntoIterator<Item = (usize, N)>,
    ) -> Table<'a> {
        let column = |(id, name): (usize, N)| Column { id, name: name.into(), descending_first: true };
        self.columns.extend(columns.into_iter().map(column));
        self
    }

    /// Adds columns of texts, or of numbers whose smallest value comes first.
    pub(crate) fn ascending<N: Into<Cow<'static, str>>>(
        mut self,
        columns: impl IntoIterator<Item = (usize, N)>,
    ) -> Table<'a> {
        let column = |(id, name): (usize, N)| Column { id, name: name.into(), descending_first: false };
        self.columns.extend(columns.into_iter().map(column));
        self
    }

    /// Sets what a row is sorted by in a column.
    pub(crate) fn keys(mut self, key: impl Fn(usize, usize) -> Option<Key> + 'a) -> Table<'a> {
        self.key = Box::new(key);
        self
    }

    /// Makes the table searchable by the texts of its rows.
    pub(crate) fn texts(mut self, text: impl Fn(usize) -> String + 'a) -> Table<'a> {
        self.text = Some(Box::new(text));
        self
    }

    /// Sets which rows are headings of groups. A sorted list has no headings.
    pub(crate) fn headings(mut self, is_heading: impl Fn(usize) -> bool + 'a) -> Table<'a> {
        self.is_heading = Some(Box::new(is_heading));
        self
    }

    /// Marks a table whose screen arranges the rows itself.
    pub(crate) fn with_own_order(mut self) -> Table<'a> {
        self.own_order = true;
        self
    }

    /// Returns whether the rows can be searched.
    pub(crate) fn is_searchable(&self) -> bool {
        self.text.is_some()
    }

    /// Returns a column.
    pub(crate) fn column(&self, id: usize) -> Option<&Column> {
        self.columns.iter().find(|column| column.id == id)
    }

    /// Returns what a row is sorted by in a column.
    #[cfg(test)]
    pub(crate) fn key_of(&self, row: usize, column: usize) -> Option<Key> {
        (self.key)(row, column)
    }

    /// Returns the listed rows in their order; `None` if all rows are in their natural order. Rows without a key come
    /// last in both directions, and rows with equal keys keep their natural order.
    pub(crate) fn arranged(&self, arrangement: &Arrangement) -> Option<Vec<usize>> {
        if arrangement.is_natural() {
            return None;
        }
        let mut rows: Vec<usize> = (0..self.len).collect();
        let words = arrangement.words();
        if let Some(text) = self.text.as_ref().filter(|_| !words.is_empty()) {
            rows.retain(|row| contains_all(&text(*row), &words));
        }
        match arrangement.column {
            None if arrangement.descending => rows.reverse(),
            None => {}
            Some(column) => {
                if let Some(is_heading) = &self.is_heading {
                    rows.retain(|row| !is_heading(*row));
                }
                let mut keyed: Vec<(Option<Key>, usize)> =
                    rows.iter().map(|row| ((self.key)(*row, column), *row)).collect();
                keyed.sort_by(|(one, _), (other, _)| arrangement.compare(one.as_ref(), other.as_ref()));
                rows = keyed.into_iter().map(|(_, row)| row).collect();
            }
        }
        Some(rows)
    }
}

/// Returns whether a text contains all words, which are in lower case.
pub(crate) fn contains_all(text: &str, words: &[String]) -> bool {
    let text = text.to_lowercase();
    words.iter().all(|word| text.contains(word.as_str()))
}
