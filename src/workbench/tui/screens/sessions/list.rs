//! The pane with the list of sessions.

use super::items::{Item, Row, rows};
use super::{State, status};
use crate::tui::format::cut_start;
use crate::tui::measure;
use crate::tui::prelude::*;

/// The sessions, matches, pipelines and races.
pub(crate) const LIST: List = List("sessions");

/// Largest width of the names, in cells.
const NAME: usize = 32;
/// Least width of the progress.
const DONE: usize = 13;
/// The width of the curves.
const CURVE: usize = 12;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let note = model.sessions.root.display().to_string();
    let title = "Sessions   ▶ open  ‖ unfinished  ✓ complete  = marked  ← → fold";
    let inner = pane::draw(draw, area, title, &note, true);
    if let Some(error) = &model.sessions.error {
        paragraph(draw, inner, error, Role::Error);
    } else if !inner.is_empty() {
        table(state, model, usize::from(inner.width)).draw(draw, inner, true);
    }
}

/// Returns the table of the rows in a list of this width. The natural order is by the time of the last
/// change.
pub(super) fn table<'a>(state: &'a State, model: &'a Model, width: usize) -> Table<'a> {
    let rows = rows(state, model);
    let longest = rows.iter().map(|row| name_of(row).cells()).max().unwrap_or(0);
    let name = longest.clamp(4, NAME).min(width.saturating_sub(24).max(8));
    let done = rows.iter().map(|row| progress(row.item).cells()).max().unwrap_or(0).max(DONE);
    let text = |text: String| (text, Role::Text);
    let dim = |text: Option<String>| (text.unwrap_or_default(), Role::Dim);
    let title = move |row: &Row<'_>| {
        let is_readable = row.item.session().is_none_or(|row| row.readable);
        (cut_start(&name_of(row), name), if is_readable { Role::Text } else { Role::Error })
    };
    let curve = |row: &Row<'_>| {
        let best = row.item.session().and_then(|row| state.curve(row));
        (best.map_or_else(String::new, |best| bars::sparkline(best, CURVE)), Role::Organism)
    };
    let number = |row: &SessionRow| Some(row.measure().number(row.best? as f64));
    let share = |row: &SessionRow| Some(row.measure().percentage(row.best? as f64));
    let test = |row: &SessionRow| {
        let (score, largest) = row.test.filter(|(_, largest)| *largest > 0)?;
        Some(measure::of_test(row.settings.as_deref(), largest).number(score as f64))
    };
    let best = |row: &SessionRow| Some(Key::Number(row.measure().value(row.best? as f64)));
    let relative = |row: &SessionRow| Some(Key::Number(row.best? as f64 / row.train_total.max(1) as f64));
    Rows::new(LIST, rows, state.cursor.at)
        .marked(|row| (if state.marked.as_deref() == Some(row.item.folder()) { "=" } else { " " }, Role::Key))
        .mark(|row| {
            let (mark, _, role) = status(model, row.item);
            (mark, role)
        })
        .left("name", name, title)
        .sorted(|row| Some(Key::text(row.item.title())))
        .left("kind", 12, move |row| text(row.item.kind().to_owned()))
        .priority(3)
        .sorted(|row| Some(Key::text(row.item.kind())))
        .left("state", 16, |row| {
            let (_, status, role) = status(model, row.item);
            (status, role)
        })
        .priority(4)
        .sorted(|row| Some(Key::text(status(model, row.item).1)))
        .right("progress", done, move |row| text(progress(row.item)))
        .priority(1)
        .largest_first(|row| Some(Key::count(row.item.progress()?.0)))
        .left("best by gen", CURVE, curve)
        .priority(5)
        .right("best", 7, move |row| text(row.item.session().and_then(number).unwrap_or_default()))
        .priority(2)
        .largest_first(move |row| row.item.session().and_then(best))
        .right("%", 6, move |row| dim(row.item.session().and_then(share)))
        .named("share of the largest score")
        .priority(8)
        .largest_first(move |row| row.item.session().and_then(relative))
        .right("test", 7, move |row| text(row.item.session().and_then(test).unwrap_or_default()))
        .priority(10)
        .largest_first(|row| Some(Key::count(row.item.session()?.test?.0)))
        .right("changed", 10, move |row| dim(row.item.age().map(ago)))
        .named("time since the last change")
        .priority(7)
        .sorted(|row| Some(Key::Number(row.item.age()?.as_secs_f64())))
        .left("measure", 26, move |row| dim(row.item.session().and_then(measure_name)))
        .priority(6)
        .sorted(|row| Some(Key::text(measure_name(row.item.session()?)?)))
        .left("settings", 40, |row| about(row.item))
        .priority(9)
        .sorted(|row| match row.item {
            Item::Folder(row) if row.about.is_err() => None,
            item => Some(Key::text(about(item).0)),
        })
        .left("forked from", 32, move |row| dim(row.item.session().and_then(|row| row.forked_from.clone())))
        .priority(11)
        .sorted(|row| Some(Key::text(row.item.session()?.forked_from.as_ref()?)))
        .searched_by_cells()
        .table()
        .focused(true)
}

/// Returns what a session's best score is, with its unit.
pub(super) fn measure_name(row: &SessionRow) -> Option<String> {
    row.settings.as_ref()?;
    row.measure().titles.last().cloned()
}

/// Returns the name of a row: in the tree without that of the pipeline or race above it.
fn name_of(row: &Row<'_>) -> String {
    match (row.is_unfolded, row.item.session()) {
        (_, Some(session)) if row.is_child => {
            format!("  {}", session.given_name.clone().unwrap_or_else(|| session.name()))
        }
        (Some(true), _) => format!("▾ {}", row.item.title()),
        (Some(false), _) => format!("▸ {}", row.item.title()),
        (None, _) => row.item.title(),
    }
}

/// Describes the settings of a session, or what a folder contains, or why it cannot be read.
fn about(item: Item<'_>) -> Cell {
    match item {
        Item::Session(row) => (row.about.clone(), Role::Dim),
        Item::Folder(row) => match &row.about {
            Ok(about) => (about.clone(), Role::Dim),
            Err(why) => (why.clone(), Role::Error),
        },
    }
}

/// Returns how much of a row is done.
pub(super) fn progress(item: Item<'_>) -> String {
    let text = |(done, total)| format!("{} of {}", thousands(done), thousands(total));
    item.progress().map_or_else(String::new, text)
}

/// Formats a time span in its largest unit.
fn ago(span: Duration) -> String {
    let seconds = span.as_secs();
    match seconds {
        0..60 => "just now".to_owned(),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..172_800 => format!("{} h ago", seconds / 3600),
        _ => format!("{} d ago", seconds / 86_400),
    }
}
