//! Sorting and searching of lists.
//!
//! A screen describes each of its lists as a [`Table`]: the columns, a key for each row and column, and the text of each
//! row. An [`Arrangement`] is how the user sorted and searched a list. The rows keep their numbers in all orders, so a
//! cursor stays on its row, and commands and clicks need not know of the order.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::action::Action;
use super::cursor::Cursor;
use super::hit_map::List;

/// What a row is sorted by.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Key {
    Number(f64),
    /// A text in lower case.
    Text(String),
}

impl Key {
    /// Returns the key of a text. Capital letters do not matter.
    pub(crate) fn text(text: impl AsRef<str>) -> Key {
        Key::Text(text.as_ref().to_lowercase())
    }

    /// Returns the key of a count.
    pub(crate) fn count(count: impl TryInto<u64>) -> Key {
        Key::Number(count.try_into().unwrap_or(u64::MAX) as f64)
    }

    fn compare(&self, other: &Key) -> Ordering {
        match (self, other) {
            (Key::Number(one), Key::Number(other)) => one.total_cmp(other),
            (Key::Text(one), Key::Text(other)) => one.cmp(other),
            (Key::Number(_), Key::Text(_)) => Ordering::Less,
            (Key::Text(_), Key::Number(_)) => Ordering::Greater,
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
        if *arrangement == NATURAL {
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    const LIST: List = List("test");
    const ROWS: [(&str, Option<f64>); 5] = [
        ("Rook", Some(5.0)),
        ("pawn", Some(1.0)),
        ("king", None),
        ("bishop", Some(3.0)),
        ("knight", Some(3.0)),
    ];

    fn table<'a>() -> Table<'a> {
        Table::new(LIST, ROWS.len(), 0)
            .ascending([(0, "piece")])
            .numbers([(1, "value")])
            .keys(|row, column| match column {
                0 => Some(Key::text(ROWS[row].0)),
                _ => ROWS[row].1.map(Key::Number),
            })
            .texts(|row| ROWS[row].0.to_owned())
    }

    fn arranged(column: Option<usize>, descending: bool, search: &str) -> Option<Vec<usize>> {
        table().arranged(&Arrangement { column, descending, search: search.to_owned() })
    }

    #[test]
    fn rows_are_sorted_both_ways_with_ties_in_natural_order_and_missing_values_last() {
        assert_eq!(arranged(None, false, ""), None);
        assert_eq!(arranged(None, true, ""), Some(vec![4, 3, 2, 1, 0]));
        assert_eq!(arranged(Some(0), false, ""), Some(vec![3, 2, 4, 1, 0]));
        assert_eq!(arranged(Some(0), true, ""), Some(vec![0, 1, 4, 2, 3]));
        assert_eq!(arranged(Some(1), true, ""), Some(vec![0, 3, 4, 1, 2]));
        assert_eq!(arranged(Some(1), false, ""), Some(vec![1, 3, 4, 0, 2]));
    }

    #[test]
    fn a_search_finds_all_words_in_any_case() {
        assert_eq!(arranged(None, false, "K"), Some(vec![0, 2, 4]));
        assert_eq!(arranged(Some(1), true, "k i"), Some(vec![4, 2]));
        assert_eq!(arranged(None, false, "queen"), Some(Vec::new()));
    }

    #[test]
    fn the_cursor_follows_the_order_on_screen_and_keeps_its_row() {
        let mut tables = Tables::default();
        tables.set_order(LIST, 5, arranged(Some(0), false, ""));
        let mut cursor = Cursor { at: 4 };
        tables.step(LIST, &mut cursor, Action::Down, 3, 5);
        assert_eq!(cursor.at, 1);
        tables.step(LIST, &mut cursor, Action::First, 3, 5);
        assert_eq!(cursor.at, 3);
        tables.set_order(LIST, 5, None);
        tables.step(LIST, &mut cursor, Action::Redraw, 3, 5);
        assert_eq!(cursor.at, 3);
        // An order of another number of rows is out of date.
        tables.set_order(LIST, 5, Some(vec![4]));
        assert_eq!(tables.order(LIST, 6).len(), 6);
    }

    #[test]
    fn a_list_in_natural_order_makes_no_keys_and_no_texts() {
        let made = Cell::new(0);
        let count = || made.set(made.get() + 1);
        let table = Table::new(LIST, 10_000, 0)
            .numbers([(0, "number")])
            .keys(|row, _| {
                count();
                Some(Key::count(row))
            })
            .texts(|row| {
                count();
                row.to_string()
            });
        assert_eq!(table.arranged(&Arrangement::default()), None);
        assert_eq!(made.get(), 0);
        let sorted = Arrangement { column: Some(0), descending: true, search: String::new() };
        assert_eq!(table.arranged(&sorted).map(|rows| rows[0]), Some(9999));
        assert_eq!(made.get(), 10_000, "a key for each row and no text");
    }

    #[test]
    fn a_sorted_list_has_no_headings() {
        let table = table().headings(|row| row == 2);
        let by_name = Arrangement { column: Some(0), ..Arrangement::default() };
        assert_eq!(table.arranged(&by_name), Some(vec![3, 4, 1, 0]));
    }
}
