//! The entries as a table that can be sorted and searched.

use super::{State, lists};
use crate::tui::format::clock;
use crate::tui::model::Model;
use crate::tui::table::{Key, Table};

/// The columns. The natural order is by time, newest first.
pub(super) const LEVEL: usize = 0;
pub(super) const TEXT: usize = 1;

/// Returns the table of the listed entries.
pub(super) fn entries<'a>(state: &State, model: &'a Model) -> Table<'a> {
    let entries = state.entries(model);
    let found = entries.clone();
    Table::new(lists::LOG, entries.len(), state.cursor.at)
        .numbers([(LEVEL, "level")])
        .ascending([(TEXT, "message")])
        .keys(move |row, column| {
            let entry = entries.get(row)?;
            Some(match column {
                LEVEL => Key::count(entry.severity as u64),
                _ => Key::text(&entry.text),
            })
        })
        .texts(move |row| {
            found.get(row).map_or_else(String::new, |entry| {
                format!("{} {} {}", clock(entry.at), entry.severity.name(), entry.text)
            })
        })
}
