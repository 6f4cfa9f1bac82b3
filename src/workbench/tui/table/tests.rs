use std::cell::Cell;

use super::*;
use crate::tui::action::Action;
use crate::tui::cursor::Cursor;

const LIST: List = List("test");
const ROWS: [(&str, Option<f64>); 5] =
    [("Rook", Some(5.0)), ("pawn", Some(1.0)), ("king", None), ("bishop", Some(3.0)), ("knight", Some(3.0))];

type Row = (&'static str, Option<f64>);

fn rows<'a>() -> Rows<'a, Row> {
    Rows::new(LIST, ROWS, 0)
        .hidden("piece")
        .sorted(|(piece, _)| Some(Key::text(*piece)))
        .hidden("value")
        .largest_first(|(_, value)| value.map(Key::Number))
        .searched(|(piece, _)| (*piece).to_owned())
}

fn arranged(column: Option<usize>, descending: bool, search: &str) -> Option<Vec<usize>> {
    rows().table().arranged(&Arrangement { column, descending, search: search.to_owned() })
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
    let table = Rows::new(LIST, Vec::from_iter(0..10_000_u32), 0)
        .right("number", 5, |number| (number.to_string(), Role::Text))
        .largest_first(|number| {
            count();
            Some(Key::count(*number))
        })
        .searched(|number| {
            count();
            number.to_string()
        })
        .table();
    assert_eq!(table.arranged(&Arrangement::default()), None);
    assert_eq!(made.get(), 0);
    let sorted = Arrangement { column: Some(0), descending: true, search: String::new() };
    assert_eq!(table.arranged(&sorted).map(|rows| rows[0]), Some(9999));
    assert_eq!(made.get(), 10_000, "a key for each row and no text");
}

#[test]
fn a_sorted_list_has_no_headings() {
    let heading = |(piece, _): &Row| (*piece == "king").then(String::new);
    let table = rows().grouped(heading).table();
    let by_name = Arrangement { column: Some(0), ..Arrangement::default() };
    assert_eq!(table.arranged(&by_name), Some(vec![3, 4, 1, 0]));
}
