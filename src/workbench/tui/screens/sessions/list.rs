//! The pane with the list of sessions.

use std::time::Duration;

use ratatui::layout::Rect;

use super::items::{Item, items};
use super::{State, lists, status};
use crate::tui::draw::{Draw, Heading};
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut_start, left, right, thousands};
use crate::tui::hit_map::Target;
use crate::tui::measure;
use crate::tui::model::Model;
use crate::tui::saved::SessionRow;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::lines::paragraph;
use crate::tui::widgets::{bars, pane};

/// Largest width of the names, in cells.
const NAME: usize = 32;
/// Least width of the progress.
const DONE: usize = 13;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let sessions = &model.sessions;
    let note = sessions.root.display().to_string();
    let title = "Sessions and matches   ▶ open  ‖ unfinished  ✓ complete  = marked";
    let inner = pane::draw(draw, area, title, &note, true);
    if inner.is_empty() {
        return;
    }
    if let Some(error) = &sessions.error {
        paragraph(draw, inner, error, Role::Error);
        return;
    }
    let items = items(state, model);
    let longest = items.iter().map(|item| item.title().cells()).max().unwrap_or(0);
    let name = longest.clamp(4, NAME).min(usize::from(inner.width).saturating_sub(24).max(8));
    let done = items.iter().map(|item| progress(*item).cells()).max().unwrap_or(0).max(DONE);
    let columns = columns(usize::from(inner.width).saturating_sub(name + 4), done);
    let mut headings = vec![Heading::gap(3), Heading::left("name", name).by(Column::Name as usize)];
    for column in &columns {
        headings.push(Heading::gap(1));
        headings.push(column.heading(done));
    }
    draw.headings(Rect { height: 1, ..inner }, lists::SESSIONS, &headings);
    let list = below(inner, 1);
    for (index, item, line) in draw.visible(list, lists::SESSIONS, state.cursor.at, &items) {
        draw.hits.note(line, Target::Row(lists::SESSIONS, index));
        draw_row(draw, state, model, line, *item, index == state.cursor.at, (name, done, &columns));
    }
}

/// A column of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    Name,
    Kind,
    State,
    Done,
    /// The course of the best score.
    Curve,
    Best,
    Share,
    Test,
    Age,
    Measure,
    About,
    Forked,
}

impl Column {
    /// All columns from left to right.
    pub(super) const ALL: [Column; 12] = [
        Column::Name,
        Column::Kind,
        Column::State,
        Column::Done,
        Column::Curve,
        Column::Best,
        Column::Share,
        Column::Test,
        Column::Age,
        Column::Measure,
        Column::About,
        Column::Forked,
    ];
    /// The columns after the name, the most useful first.
    const BY_IMPORTANCE: [Column; 11] = [
        Column::Done,
        Column::Best,
        Column::Kind,
        Column::State,
        Column::Curve,
        Column::Measure,
        Column::Age,
        Column::Share,
        Column::About,
        Column::Test,
        Column::Forked,
    ];

    /// Returns the width. The progress has the width `done`.
    fn width(self, done: usize) -> usize {
        match self {
            Column::Name => NAME,
            Column::Kind | Column::Curve => 12,
            Column::State => 16,
            Column::Done => done,
            Column::Best | Column::Test => 7,
            Column::Share => 6,
            Column::Age => 10,
            Column::Measure => 26,
            Column::About => 40,
            Column::Forked => 32,
        }
    }

    /// Returns the name in full.
    pub(super) fn name(self) -> &'static str {
        match self {
            Column::Name => "name",
            Column::Kind => "kind",
            Column::State => "state",
            Column::Done => "progress",
            Column::Curve => "best by generation",
            Column::Best => "best",
            Column::Share => "share of the largest score",
            Column::Test => "test",
            Column::Age => "time since the last change",
            Column::Measure => "measure",
            Column::About => "settings",
            Column::Forked => "forked from",
        }
    }

    fn is_number(self) -> bool {
        matches!(self, Column::Done | Column::Best | Column::Share | Column::Test | Column::Age)
    }

    fn heading(self, done: usize) -> Heading<'static> {
        let text = match self {
            Column::Curve => "best by gen",
            Column::Share => "%",
            Column::Age => "changed",
            _ => self.name(),
        };
        let heading = match self.is_number() {
            true => Heading::right(text, self.width(done)),
            false => Heading::left(text, self.width(done)),
        };
        if self == Column::Curve { heading } else { heading.by(self as usize) }
    }
}

/// Returns what a session's best score is, with its unit.
pub(super) fn measure_name(row: &SessionRow) -> Option<String> {
    row.settings.as_ref()?;
    row.measure().titles.last().cloned()
}

/// Returns the text of a row in a column.
pub(super) fn text(state: &State, model: &Model, item: Item<'_>, column: Column) -> (String, Role) {
    let of_session =
        |text: fn(&SessionRow) -> Option<String>| item.session().and_then(text).unwrap_or_default();
    match column {
        Column::Name => (item.title(), Role::Text),
        Column::Kind => (item.kind().to_owned(), Role::Text),
        Column::State => {
            let (_, status, role) = status(model, item);
            (status, role)
        }
        Column::Done => (progress(item), Role::Text),
        Column::Curve => {
            let curve = item.session().and_then(|row| state.curve(row));
            (curve.map_or_else(String::new, |best| bars::sparkline(best, column.width(DONE))), Role::Organism)
        }
        Column::Best => (of_session(|row| Some(row.measure().number(row.best? as f64))), Role::Text),
        Column::Share => (of_session(|row| Some(row.measure().percentage(row.best? as f64))), Role::Dim),
        Column::Test => {
            let number = |row: &SessionRow| {
                let (score, largest) = row.test.filter(|(_, largest)| *largest > 0)?;
                Some(measure::of_test(row.settings.as_deref(), largest).number(score as f64))
            };
            (of_session(number), Role::Text)
        }
        Column::Age => (item.age().map_or_else(String::new, ago), Role::Dim),
        Column::Measure => (of_session(measure_name), Role::Dim),
        Column::About => match item {
            Item::Session(row) => (row.about.clone(), Role::Dim),
            Item::Match(row) => match &row.about {
                Ok(about) => (about.clone(), Role::Dim),
                Err(why) => (why.clone(), Role::Error),
            },
        },
        Column::Forked => (of_session(|row| row.forked_from.clone()), Role::Dim),
    }
}

/// Returns how much of a session or a match is done.
fn progress(item: Item<'_>) -> String {
    let text = |(done, total)| format!("{} of {}", thousands(done), thousands(total));
    item.progress().map_or_else(String::new, text)
}

/// Returns the columns that fit into `room` cells, from left to right. The progress has the width `done`.
fn columns(mut room: usize, done: usize) -> Vec<Column> {
    let mut fit = Vec::new();
    for column in Column::BY_IMPORTANCE {
        if column.width(done) < room {
            room -= column.width(done) + 1;
            fit.push(column);
        }
    }
    Column::ALL.into_iter().filter(|column| fit.contains(column)).collect()
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

fn draw_row(
    draw: &mut Draw<'_>,
    state: &State,
    model: &Model,
    line: Rect,
    item: Item<'_>,
    here: bool,
    (name, done, columns): (usize, usize, &[Column]),
) {
    if here {
        draw.fill(line, Role::Cursor);
    }
    let (mark, _, role) = status(model, item);
    let marked = state.marked.as_deref() == Some(item.folder());
    let cursor = if here {
        "▸"
    } else if marked {
        "="
    } else {
        " "
    };
    draw.over(line.x, line.y, 1, cursor, Role::Key, here);
    draw.over(line.x + 1, line.y, line.width.saturating_sub(1).min(1), mark, role, here);
    let readable = item.session().is_none_or(|row| row.readable);
    let text_role = if readable { Role::Text } else { Role::Error };
    draw.over(line.x + 3, line.y, name as u16, &cut_start(&item.title(), name), text_role, here);
    let mut x = line.x.saturating_add(4 + name as u16);
    for column in columns {
        let (text, role) = text(state, model, item, *column);
        let width = column.width(done);
        let text = if column.is_number() { right(&text, width) } else { left(&text, width) };
        let room = line.right().saturating_sub(x).min(width as u16);
        draw.over(x, line.y, room, &text, role, here);
        x = x.saturating_add(width as u16 + 1);
    }
}
