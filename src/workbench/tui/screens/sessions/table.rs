//! The list as a table that can be sorted and searched.

use super::items::{Item, items};
use super::{State, list, lists, status};
use crate::tui::model::Model;
use crate::tui::table::{Key, Table};

/// Returns the table of sessions and matches. The natural order is by the time of the last change.
pub(super) fn table<'a>(state: &'a State, model: &'a Model) -> Table<'a> {
    use list::Column;
    let rows = std::rc::Rc::new(items(state, model));
    let found = std::rc::Rc::clone(&rows);
    let of = |columns: &[Column]| -> Vec<(usize, &'static str)> {
        columns.iter().map(|column| (*column as usize, column.name())).collect()
    };
    Table::new(lists::SESSIONS, rows.len(), state.cursor.at)
        .ascending(of(&[Column::Name, Column::Kind, Column::State]))
        .numbers(of(&[Column::Done, Column::Best, Column::Share, Column::Test]))
        .ascending(of(&[Column::Age, Column::Measure, Column::About, Column::Forked]))
        .keys(move |row, column| {
            let item = *rows.get(row)?;
            let column = Column::ALL.into_iter().find(|known| *known as usize == column)?;
            key(model, item, column)
        })
        .texts(move |row| {
            let Some(item) = found.get(row).copied() else { return String::new() };
            let cells = Column::ALL.into_iter().map(|column| list::text(state, model, item, column).0);
            format!("{} {}", item.title(), cells.collect::<Vec<String>>().join(" "))
        })
}

/// Returns what a row is sorted by in a column.
fn key(model: &Model, item: Item<'_>, column: list::Column) -> Option<Key> {
    use list::Column;
    let session = item.session();
    Some(match column {
        Column::Name => Key::text(item.title()),
        Column::Kind => Key::text(item.kind()),
        Column::State => Key::text(status(model, item).1),
        Column::Done => Key::count(item.progress()?.0),
        Column::Curve => return None,
        Column::Best => {
            let row = session?;
            Key::Number(row.measure().value(row.best? as f64))
        }
        Column::Share => {
            let row = session?;
            Key::Number(row.best? as f64 / row.train_total.max(1) as f64)
        }
        Column::Test => Key::count(session?.test?.0),
        Column::Age => Key::Number(item.age()?.as_secs_f64()),
        Column::Measure => Key::text(list::measure_name(session?)?),
        Column::About => match item {
            Item::Session(row) => Key::text(&row.about),
            Item::Match(row) => Key::text(row.about.as_ref().ok()?),
        },
        Column::Forked => Key::text(session?.forked_from.as_ref()?),
    })
}
