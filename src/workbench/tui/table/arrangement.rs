//! How the user sorted and searched lists, and the rows in the order that follows.

use std::cmp::Ordering;

use crate::tui::prelude::*;

/// How the user sorted and searched a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Arrangement {
    /// The column that the rows are sorted by; `None` for the natural order.
    pub(crate) column: Option<usize>,
    /// Whether the largest value, or the last row of the natural order, comes first.
    pub(crate) descending: bool,
    /// The words that listed rows contain.
    pub(crate) search: String,
}

/// All rows in their natural order.
static NATURAL: Arrangement = Arrangement { column: None, descending: false, search: String::new() };

impl Arrangement {
    /// Returns whether all rows are in their natural order.
    pub(crate) fn is_natural(&self) -> bool {
        *self == NATURAL
    }

    /// Returns the words to search, in lower case.
    pub(crate) fn words(&self) -> Vec<String> {
        self.search.to_lowercase().split_whitespace().map(str::to_owned).collect()
    }

    /// Compares two rows by their keys in the sorted column. A row without a key comes last.
    pub(crate) fn compare(&self, one: Option<&Key>, other: Option<&Key>) -> Ordering {
        match (one, other) {
            (Some(one), Some(other)) if self.descending => other.compare(one),
            (Some(one), Some(other)) => one.compare(other),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        }
    }

    /// Returns the mark beside the heading of a column: `▲` if the values increase downwards.
    pub(crate) fn mark(&self, column: Option<usize>) -> &'static str {
        match (self.column == column, self.descending) {
            (false, _) => "",
            (true, false) if column.is_none() => "",
            (true, true) if column.is_none() => "▲",
            (true, false) => "▲",
            (true, true) => "▼",
        }
    }
}

/// The rows of a list in the order on screen.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Order<'a> {
    /// All rows of a list in their natural order.
    Natural(usize),
    Rows(&'a [usize]),
}

impl Order<'_> {
    /// Returns the number of listed rows.
    pub(crate) fn len(self) -> usize {
        match self {
            Order::Natural(len) => len,
            Order::Rows(rows) => rows.len(),
        }
    }

    /// Returns the row at a place on the screen.
    pub(crate) fn row(self, place: usize) -> Option<usize> {
        match self {
            Order::Natural(len) => (place < len).then_some(place),
            Order::Rows(rows) => rows.get(place).copied(),
        }
    }

    /// Returns the place of a row on the screen, if the row is listed.
    pub(crate) fn place(self, row: usize) -> Option<usize> {
        match self {
            Order::Natural(len) => (row < len).then_some(row),
            Order::Rows(rows) => rows.iter().position(|listed| *listed == row),
        }
    }
}

/// A line that a search is typed into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Typing {
    pub(crate) list: List,
    /// The column of the text cursor within the text.
    pub(crate) column: usize,
}

/// How all lists are sorted and searched.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    arrangements: Vec<(List, Arrangement)>,
    /// The arranged lists: the number of all rows, and the listed rows in their order.
    orders: Vec<(List, usize, Vec<usize>)>,
    /// The list whose search is being typed.
    pub(crate) typing: Option<Typing>,
}

impl Tables {
    /// Returns how a list is sorted and searched.
    pub(crate) fn arrangement(&self, list: List) -> &Arrangement {
        self.arrangements.iter().find(|(known, _)| *known == list).map_or(&NATURAL, |(_, found)| found)
    }

    /// Returns how a list is sorted and searched, for a change.
    pub(crate) fn arrangement_mut(&mut self, list: List) -> &mut Arrangement {
        let at = self.arrangements.iter().position(|(known, _)| *known == list).unwrap_or_else(|| {
            self.arrangements.push((list, Arrangement::default()));
            self.arrangements.len() - 1
        });
        &mut self.arrangements[at].1
    }

    /// Sorts a list by a column, or reverses it if it is sorted by this column. `None` is the natural order.
    pub(crate) fn sort(&mut self, list: List, column: Option<usize>, descending_first: bool) {
        let arrangement = self.arrangement_mut(list);
        if arrangement.column == column {
            arrangement.descending = !arrangement.descending;
        } else {
            (arrangement.column, arrangement.descending) = (column, descending_first);
        }
    }

    /// Stores the order of a list of `len` rows; `None` for the natural order.
    pub(crate) fn set_order(&mut self, list: List, len: usize, rows: Option<Vec<usize>>) {
        self.orders.retain(|(known, ..)| *known != list);
        self.orders.extend(rows.map(|rows| (list, len, rows)));
    }

    /// Returns the order of a list of `len` rows.
    pub(crate) fn order(&self, list: List, len: usize) -> Order<'_> {
        let found = self.orders.iter().find(|(known, all, _)| (*known, *all) == (list, len));
        found.map_or(Order::Natural(len), |(_, _, rows)| Order::Rows(rows))
    }

    /// Moves a cursor in the order on screen, in a list of `len` rows of which `page` are visible.
    pub(crate) fn step(&self, list: List, cursor: &mut Cursor, action: Action, page: usize, len: usize) {
        let order = self.order(list, len);
        let mut place = Cursor { at: order.place(cursor.at).unwrap_or(cursor.at) };
        place.move_in_list(action, page, order.len());
        if let Some(row) = order.row(place.at) {
            cursor.at = row;
        }
    }
}
