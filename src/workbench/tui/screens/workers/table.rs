//! The workers as a table: its columns, which of them fit, and how it is sorted and searched.

use super::{State, lists};
use crate::job::WorkerStatus;
use crate::numbers::thousands;
use crate::tui::draw::Heading;
use crate::tui::format::{cut, left, right};
use crate::tui::model::Model;
use crate::tui::table::{Key, Table};
use crate::tui::theme::Role;
use crate::tui::workers::Activity;

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Name,
    Activity,
    Cores,
    Speed,
    Tasks,
    Rate,
    Faults,
    Seen,
}

/// The columns in their order on the screen.
const ALL: [Column; 8] = [
    Column::Name,
    Column::Activity,
    Column::Cores,
    Column::Speed,
    Column::Tasks,
    Column::Rate,
    Column::Faults,
    Column::Seen,
];

/// The columns that are left out where there is no room, the first one first.
const DISPENSABLE: [Column; 5] = [Column::Speed, Column::Tasks, Column::Cores, Column::Faults, Column::Seen];

/// The least and the largest width of the names.
const LEAST_NAME: usize = 12;
const MOST_NAME: usize = 40;

impl Column {
    fn heading(self) -> &'static str {
        match self {
            Column::Name => "worker",
            Column::Activity => "state",
            Column::Cores => "cores",
            Column::Speed => "Mnodes/s",
            Column::Tasks => "tasks",
            Column::Rate => "tasks/s",
            Column::Faults => "faults",
            Column::Seen => "last seen",
        }
    }

    /// Returns the width, for names the least one.
    fn width(self) -> usize {
        match self {
            Column::Name => LEAST_NAME,
            Column::Activity => 11,
            Column::Cores => 5,
            Column::Speed => 8,
            Column::Tasks => 9,
            Column::Rate => 9,
            Column::Faults => 6,
            Column::Seen => 9,
        }
    }

    fn is_text(self) -> bool {
        matches!(self, Column::Name | Column::Activity)
    }

    /// Returns the heading of a column of this width.
    pub(super) fn heading_of(self, width: usize) -> Heading<'static> {
        match self.is_text() {
            true => Heading::left(self.heading(), width).by(self as usize),
            false => Heading::right(self.heading(), width).by(self as usize),
        }
    }

    /// Returns the text and the style of a worker's cell.
    pub(super) fn cell(self, worker: &WorkerStatus, width: usize) -> (String, Role) {
        let (mark, word, role) = Activity::of(worker).sign();
        let (text, role) = match self {
            Column::Name => (cut(&worker.name, width), Role::Text),
            Column::Activity => (format!("{mark} {word}"), role),
            Column::Cores => (worker.threads.to_string(), Role::Text),
            Column::Speed => (format!("{:.2}", worker.nodes_per_second as f64 / 1e6), Role::Dim),
            Column::Tasks => (thousands(worker.tasks), Role::Text),
            Column::Rate => (rate(worker.tasks_per_second), Role::Text),
            Column::Faults if worker.faults > 0 => (thousands(worker.faults), Role::Error),
            Column::Faults => ("0".to_owned(), Role::Dim),
            Column::Seen => (seen(worker.last_seen), Role::Dim),
        };
        (if self.is_text() { left(&text, width) } else { right(&text, width) }, role)
    }

    fn key(self, worker: &WorkerStatus) -> Key {
        match self {
            Column::Name => Key::text(&worker.name),
            Column::Activity => Key::text(Activity::of(worker).sign().1),
            Column::Cores => Key::count(worker.threads),
            Column::Speed => Key::count(worker.nodes_per_second),
            Column::Tasks => Key::count(worker.tasks),
            Column::Rate => Key::Number(worker.tasks_per_second),
            Column::Faults => Key::count(worker.faults),
            Column::Seen => Key::Number(worker.last_seen),
        }
    }
}

/// Returns a number of tasks per second.
pub(super) fn rate(tasks: f64) -> String {
    if tasks >= 100.0 { thousands(tasks.round() as u64) } else { format!("{tasks:.1}") }
}

/// Returns how long ago a message came, in a few letters.
fn seen(seconds: f64) -> String {
    match seconds as u64 {
        0..=2 => "now".to_owned(),
        seconds @ 3..=119 => format!("{seconds} s ago"),
        seconds => format!("{} min ago", seconds / 60),
    }
}

/// Returns the columns that fit in a width, with their widths. Each is followed by a gap of one cell.
pub(super) fn columns(width: usize) -> Vec<(Column, usize)> {
    let mut columns = ALL.to_vec();
    let needed = |columns: &[Column]| columns.iter().map(|column| column.width() + 1).sum::<usize>();
    for dispensable in DISPENSABLE {
        if needed(&columns) > width {
            columns.retain(|column| *column != dispensable);
        }
    }
    // Names use what is left over, as far as they need it.
    let spare = width.saturating_sub(needed(&columns)).min(MOST_NAME - LEAST_NAME);
    let width_of = |column: Column| column.width() + if column == Column::Name { spare } else { 0 };
    columns.into_iter().map(|column| (column, width_of(column))).collect()
}

/// Returns the table of the workers.
pub(super) fn workers<'a>(state: &State, model: &'a Model) -> Table<'a> {
    let rows = model.workers.as_ref().map_or(&[][..], |workers| &workers.rows);
    let of = |texts: bool| {
        let columns = ALL.into_iter().filter(move |column| column.is_text() == texts);
        columns.map(|column| (column as usize, column.heading()))
    };
    Table::new(lists::WORKERS, rows.len(), state.cursor.at)
        .ascending(of(true))
        .numbers(of(false))
        .keys(move |row, column| {
            let column = ALL.into_iter().find(|known| *known as usize == column)?;
            Some(column.key(rows.get(row)?))
        })
        .texts(move |row| {
            rows.get(row).map_or_else(String::new, |worker| {
                let reason = worker.acceptance.reason().unwrap_or_default();
                format!("{} {} {reason}", worker.name, Activity::of(worker).sign().1)
            })
        })
}
