//! The pane with the list of sessions.

use std::time::Duration;

use ratatui::layout::Rect;

use super::{State, lists, status};
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, left, right, thousands};
use crate::tui::hit_map::Target;
use crate::tui::measure::{self};
use crate::tui::model::Model;
use crate::tui::saved::SessionRow;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::lines::paragraph;
use crate::tui::widgets::pane;

/// Largest width of the names, in cells.
const NAME: usize = 32;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let sessions = &model.sessions;
    let note = sessions.root.display().to_string();
    let inner = pane::draw(draw, area, "Sessions   ● open  ‖ unfinished  ✓ complete  = marked", &note, true);
    if inner.is_empty() {
        return;
    }
    if let Some(error) = &sessions.error {
        paragraph(draw, inner, error, Role::Error);
        return;
    }
    let longest = sessions.rows.iter().map(|row| row.name().cells()).max().unwrap_or(0);
    let name = longest.clamp(4, NAME).min(usize::from(inner.width).saturating_sub(24).max(8));
    let columns = columns(usize::from(inner.width).saturating_sub(name + 4));
    let mut heading = format!("   {}", left("name", name));
    for column in &columns {
        heading += " ";
        heading += &column.heading();
    }
    draw.text(inner.x, inner.y, inner.width, &heading, Role::Dim);
    let list = below(inner, 1);
    for (index, row, line) in draw.visible(list, lists::SESSIONS, state.cursor.at, &sessions.rows) {
        draw.hits.note(line, Target::Row(lists::SESSIONS, index));
        draw_row(draw, state, model, line, row, index == state.cursor.at, (name, &columns));
    }
}

/// A column after the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    State,
    Done,
    Best,
    Share,
    Test,
    Age,
    About,
    Forked,
}

impl Column {
    /// All columns from left to right.
    const ALL: [Column; 8] = [
        Column::State,
        Column::Done,
        Column::Best,
        Column::Share,
        Column::Test,
        Column::Age,
        Column::About,
        Column::Forked,
    ];
    /// All columns, the most useful first.
    const BY_IMPORTANCE: [Column; 8] = [
        Column::Done,
        Column::Best,
        Column::State,
        Column::Share,
        Column::Age,
        Column::About,
        Column::Test,
        Column::Forked,
    ];

    fn width(self) -> usize {
        match self {
            Column::State => 16,
            Column::Done => 13,
            Column::Best | Column::Test => 7,
            Column::Share => 6,
            Column::Age => 10,
            Column::About => 40,
            Column::Forked => 32,
        }
    }

    fn heading(self) -> String {
        let (text, number) = match self {
            Column::State => ("state", false),
            Column::Done => ("generation", true),
            Column::Best => ("best", true),
            Column::Share => ("%", true),
            Column::Test => ("test", true),
            Column::Age => ("changed", true),
            Column::About => ("  settings", false),
            Column::Forked => ("forked from", false),
        };
        if number { right(text, self.width()) } else { left(text, self.width()) }
    }

    fn cell(self, model: &Model, row: &SessionRow) -> (String, Role) {
        let (_, status, role) = status(model, row);
        let (text, role) = match self {
            Column::State => return (left(&status, self.width()), role),
            Column::About => return (left(&format!("  {}", row.about), self.width()), Role::Dim),
            Column::Forked => {
                return (left(row.forked_from.as_deref().unwrap_or(""), self.width()), Role::Dim);
            }
            Column::Done => {
                let progress = |(done, total)| format!("{} of {}", thousands(done), thousands(total));
                (row.progress.map_or_else(String::new, progress), Role::Text)
            }
            Column::Best => {
                let number = |best: u64| row.measure().number(best as f64);
                (row.best.map_or_else(String::new, number), Role::Text)
            }
            Column::Share => {
                let share = |best: u64| row.measure().percentage(best as f64);
                (row.best.map_or_else(String::new, share), Role::Dim)
            }
            Column::Test => {
                let number = |(measure, largest): (u64, u64)| {
                    measure::of_test(row.settings.as_deref(), largest).number(measure as f64)
                };
                let test = row.test.filter(|(_, largest)| *largest > 0);
                (test.map_or_else(String::new, number), Role::Text)
            }
            Column::Age => (row.age.map_or_else(String::new, ago), Role::Dim),
        };
        (right(&text, self.width()), role)
    }
}

/// Returns the columns that fit into `room` cells, from left to right.
fn columns(mut room: usize) -> Vec<Column> {
    let mut fit = Vec::new();
    for column in Column::BY_IMPORTANCE {
        if column.width() < room {
            room -= column.width() + 1;
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
    row: &SessionRow,
    here: bool,
    (name, columns): (usize, &[Column]),
) {
    if here {
        draw.fill(line, Role::Cursor);
    }
    let (mark, _, role) = status(model, row);
    let marked = state.marked.as_ref() == Some(&row.folder);
    let cursor = if here {
        "▸"
    } else if marked {
        "="
    } else {
        " "
    };
    draw.over(line.x, line.y, 1, cursor, Role::Key, here);
    draw.over(line.x + 1, line.y, line.width.saturating_sub(1).min(1), mark, role, here);
    let text = if row.readable { Role::Text } else { Role::Error };
    draw.over(line.x + 3, line.y, name as u16, &cut(&row.name(), name), text, here);
    let mut x = line.x.saturating_add(4 + name as u16);
    for column in columns {
        let (text, role) = column.cell(model, row);
        let room = line.right().saturating_sub(x).min(column.width() as u16);
        draw.over(x, line.y, room, &text, role, here);
        x = x.saturating_add(column.width() as u16 + 1);
    }
}
