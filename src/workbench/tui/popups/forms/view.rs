//! Drawing of a form.

use ratatui::layout::{Margin, Rect};
use tui_input::Input;

use super::super::frame;
use super::completion::CANDIDATES;
use super::{Field, Form, Value};
use crate::tui::action::Action;
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, left, wrap};
use crate::tui::hit_map::{List, Target};
use crate::tui::theme::Role;

/// The least and the greatest width of a form, if the terminal is wide enough.
const WIDTH: (u16, u16) = (84, 150);
/// The least and the greatest width of the labels.
const LABEL: (u16, u16) = (12, 22);
/// The least width of a value.
const FIELD: u16 = 24;
/// The most rows of the hint of the focused field, below the fields.
const HINT: usize = 3;
/// The most candidates of a completion that are listed at a time.
const CANDIDATE_ROWS: usize = 8;

/// A row of a form.
enum Row {
    /// A field with this index.
    Field(usize),
    /// A line of the problem of the field above.
    Problem(String),
    /// A candidate with this index for the field above.
    Candidate(usize),
    /// A remark below the candidates.
    Remark(String),
}

/// The columns of a form.
struct Columns {
    label: u16,
    field: u16,
}

/// Draws the form over `area`.
pub(in crate::tui::popups) fn draw(draw: &mut Draw<'_>, area: Rect, form: &Form) {
    let width = area.width.saturating_sub(4).clamp(WIDTH.0.min(area.width), WIDTH.1);
    let inside = width.saturating_sub(4);
    let shown: Vec<usize> = (0..form.fields.len()).filter(|index| form.matters(*index)).collect();
    let labels = shown.iter().map(|index| form.fields[*index].label.cells() as u16).max().unwrap_or(0);
    let label = (labels + 2).clamp(LABEL.0, LABEL.1);
    let field = (inside.saturating_sub(2 + label) * 2 / 5).max(FIELD);
    let columns = Columns { label, field };
    let (rows, focus) = rows(form, &shown, usize::from(inside.saturating_sub(2 + label)));
    let hint = hint(form, &columns, inside);
    let height = (rows.len() + hint.len()).saturating_add(5) as u16;
    let inner = frame(draw, area, width, height, &form.title(), "");
    let inner = inner.inner(Margin::new(1, 0));
    let foot = (hint.len() as u16 + 1).min(inner.height.saturating_sub(1));
    let top = u16::from(inner.height > foot + 3);
    let body = Rect { y: inner.y + top, height: inner.height.saturating_sub(foot + top), ..inner };
    let page = usize::from(body.height).max(1);
    // The last row of the focused field is visible, but the field itself is more important.
    let first = draw.hits.scroll(List::POPUP, focus.1, page, rows.len());
    let first =
        if focus.0 < first { draw.hits.scroll(List::POPUP, focus.0, page, rows.len()) } else { first };
    for (row, line) in rows.iter().skip(first).zip(body.rows()) {
        draw_row(draw, form, row, line, &columns);
    }
    footer(draw, inner, form, &hint);
}

/// Returns the rows of the visible fields, and the first and the last row of the focused field. `width` is that of the
/// values with their hints.
fn rows(form: &Form, shown: &[usize], width: usize) -> (Vec<Row>, (usize, usize)) {
    let mut rows = Vec::with_capacity(shown.len());
    let mut focus = (0, 0);
    for index in shown {
        let first = rows.len();
        rows.push(Row::Field(*index));
        if let Some(problem) = &form.fields[*index].problem {
            rows.extend(wrap(&format!("✗ {problem}"), width).into_iter().map(Row::Problem));
        }
        if *index == form.at {
            candidates(form, &mut rows);
            focus = (first, rows.len() - 1);
        }
    }
    (rows, focus)
}

/// Adds the candidates of a completion around the current one.
fn candidates(form: &Form, rows: &mut Vec<Row>) {
    let Some(candidates) = &form.candidates else { return };
    let count = candidates.names().len();
    let first = candidates.at().unwrap_or(0).saturating_sub(CANDIDATE_ROWS / 2);
    let first = first.min(count.saturating_sub(CANDIDATE_ROWS));
    rows.extend((first..count.min(first + CANDIDATE_ROWS)).map(Row::Candidate));
    let more = if count > CANDIDATE_ROWS { format!("{count} in all; ") } else { String::new() };
    rows.push(Row::Remark(format!("{more}Tab: next, Enter: take it, Esc: back to the field")));
}

fn draw_row(draw: &mut Draw<'_>, form: &Form, row: &Row, line: Rect, columns: &Columns) {
    let x = line.x.saturating_add(2 + columns.label);
    let room = line.right().saturating_sub(x);
    match row {
        Row::Field(index) => {
            draw.hits.note(line, Target::Row(List::POPUP, *index));
            field(draw, line, &form.fields[*index], *index == form.at, form.selected, columns);
        }
        Row::Problem(text) => draw.text(x, line.y, room, text, Role::Error),
        Row::Remark(text) => draw.text(x, line.y, room, &cut(text, usize::from(room)), Role::Dim),
        Row::Candidate(index) => {
            let Some(candidates) = &form.candidates else { return };
            let is_current = candidates.at() == Some(*index);
            let name = candidates.names().get(*index).map_or("", String::as_str);
            let text = format!("{} {name}", if is_current { "▸" } else { " " });
            draw.hits.note(line, Target::Row(CANDIDATES, *index));
            let role = if is_current { Role::Cursor } else { Role::Text };
            draw.text(x, line.y, room, &cut(&text, usize::from(room)), role);
        }
    }
}

/// Returns the width of a value. A long one covers the hint.
fn value_width(field: &Field, columns: &Columns) -> u16 {
    let around = if matches!(field.value, Value::Text(_)) { 2 } else { 4 };
    columns.field.max((field.shown().cells() as u16).saturating_add(around))
}

/// Draws a field. If it is focused, `selected` says whether its whole text is selected.
fn field(draw: &mut Draw<'_>, line: Rect, field: &Field, focused: bool, selected: bool, columns: &Columns) {
    let role = if focused { Role::Key } else { Role::Text };
    draw.text(line.x, line.y, line.width, if focused { "▸" } else { " " }, Role::Key);
    draw.text(line.x + 2, line.y, columns.label.min(line.width.saturating_sub(2)), field.label, role);
    let x = line.x.saturating_add(2 + columns.label);
    let width = value_width(field, columns);
    let room = line.right().saturating_sub(x).min(width);
    let text = match &field.value {
        Value::Text(input) => {
            // A longer text scrolls.
            let skipped = if focused { scrolled(input, room) } else { 0 };
            let visible: String = field.shown().chars().skip(skipped).collect();
            let text = if focused { visible } else { cut(&visible, usize::from(room)) };
            left(&text, usize::from(room))
        }
        Value::Choice { .. } => {
            let name = cut(field.shown(), usize::from(room).saturating_sub(4));
            left(&format!("‹ {name} ›"), usize::from(room))
        }
    };
    draw.text(x, line.y, room, &text, if focused { Role::Cursor } else { Role::Text });
    if focused && selected && matches!(field.value, Value::Text(_)) {
        let style = draw.theme.pointer(draw.theme.style(Role::Cursor), true);
        let width = room.min(field.shown().cells() as u16);
        draw.styled(x, line.y, width, &text, style);
    }
    if let (true, Value::Text(input)) = (focused, &field.value)
        && room > 0
    {
        let column = (input.visual_cursor().saturating_sub(scrolled(input, room)) as u16).min(room - 1);
        draw.cursor = Some((x + column, line.y));
    }
    let x = x.saturating_add(width.saturating_add(2));
    let room = line.right().saturating_sub(x);
    draw.text(x, line.y, room, &cut(&field.hint, usize::from(room)), Role::Dim);
}

/// Returns how many cells of a text are hidden at the left, so that the cursor is visible.
fn scrolled(input: &Input, room: u16) -> usize {
    input.visual_scroll(usize::from(room.saturating_sub(1)).max(1))
}

/// Returns the hint of the focused field as lines, if it does not fit beside the field.
fn hint(form: &Form, columns: &Columns, inside: u16) -> Vec<String> {
    let Some(field) = form.fields.get(form.at) else { return vec![String::new()] };
    let used = 4 + columns.label + value_width(field, columns);
    let path = field.path_help().map(|help| format!("{}; {help}", field.hint));
    if path.is_none() && field.hint.cells() <= usize::from(inside.saturating_sub(used)) {
        return vec![String::new()];
    }
    let mut lines = wrap(&path.unwrap_or_else(|| field.hint.clone()), usize::from(inside));
    lines.truncate(HINT);
    lines.insert(0, String::new());
    lines
}

/// Draws the hint of the focused field, and the keys.
fn footer(draw: &mut Draw<'_>, inner: Rect, form: &Form, hint: &[String]) {
    if inner.height < 2 {
        return;
    }
    let keys = inner.bottom() - 1;
    for (line, y) in hint.iter().rev().zip((inner.y..keys).rev()) {
        draw.text(inner.x, y, inner.width, line, Role::Dim);
    }
    let completes = form.fields.get(form.at).is_some_and(|field| field.path_help().is_some());
    let (tab, action) =
        if completes { ("complete", Action::Complete) } else { ("next field", Action::NextField) };
    let back = if form.parent.is_some() { "back" } else { "cancel" };
    let mut x = inner.x;
    for (key, label, action) in
        [("Enter", "accept", Action::Accept), ("Esc", back, Action::Back), ("Tab", tab, action)]
    {
        let width = (key.cells() + 1 + label.cells()) as u16;
        if x + width > inner.right() {
            break;
        }
        draw.text(x, keys, width, key, Role::Key);
        draw.text(x + key.cells() as u16 + 1, keys, width, label, Role::Dim);
        draw.hits.note(Rect { x, y: keys, width, height: 1 }, Target::Act(action));
        x += width + 3;
    }
}
