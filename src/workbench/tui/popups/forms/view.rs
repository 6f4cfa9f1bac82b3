//! Drawing of a form.

use std::borrow::Cow;

use ratatui::layout::Margin;
use tui_input::Input;

use super::super::draw_keys;
use super::Value;
use super::completion::CANDIDATES;
use crate::tui::model::Popup as _;
use crate::tui::prelude::*;

/// The least width of a form, and the margin around it, if the terminal is wide enough.
const WIDTH: u16 = 84;
const MARGIN: u16 = 4;
/// The least and the greatest width of the labels.
const LABEL: (u16, u16) = (12, 22);
/// The least and the greatest width of the column of values. A longer value shifts its hint.
const FIELD: (u16, u16) = (18, 24);
/// The blanks between a value and its hint.
const GAP: u16 = 2;
/// The most candidates of a completion that are listed at a time.
const CANDIDATE_ROWS: usize = 8;

/// A row of a form.
enum Row {
    /// A field with this index.
    Field(usize),
    /// The row that opens this many folded fields.
    More(usize),
    /// A line of the hint of the field above, which does not fit beside it.
    Hint(String),
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
    /// The width of the whole form without its border.
    inside: u16,
}

impl Columns {
    /// Returns the columns of the rows, as wide as the hints and the area allow.
    fn new(form: &Form, order: &[usize], area: Rect) -> Columns {
        let fields = || order.iter().filter_map(|index| Some((*index, form.fields.get(*index)?)));
        let widest = |widths: &mut dyn Iterator<Item = usize>| widths.max().unwrap_or(0).min(1000) as u16;
        let label = widest(&mut fields().map(|(_, field)| field.label.cells() + 2)).clamp(LABEL.0, LABEL.1);
        let name = |field: &Field| field.widest().0 + 4;
        let field = widest(&mut fields().map(|(_, field)| name(field))).clamp(FIELD.0, FIELD.1);
        let beside = widest(&mut fields().map(|(index, of)| {
            let hint = of.widest().1.max(hint(form, index, true).cells());
            name(of).max(field.into()) + usize::from(GAP) + hint
        }));
        let most = if area.width > WIDTH + MARGIN { area.width - MARGIN } else { area.width };
        let wanted = 2 + label + beside + MARGIN;
        let inside = wanted.max(WIDTH).min(most).saturating_sub(MARGIN);
        // The hints need the room more than short values do.
        let field = if wanted > most { FIELD.0 } else { field };
        Columns { label, field, inside }
    }

    /// Returns the width of the values with their hints.
    fn width(&self) -> usize {
        usize::from(self.inside.saturating_sub(2 + self.label))
    }

    /// Returns the width of a value. A long one shifts the hint.
    fn value_width(&self, field: &Field) -> u16 {
        let around = if matches!(field.value, Value::Choice { .. }) { 4 } else { 2 };
        self.field.max((text(field).cells().min(1000) as u16).saturating_add(around))
    }

    /// Returns the lines of the hint of a field, if it does not fit beside the focused field.
    fn wrapped(&self, form: &Form, index: usize) -> Vec<String> {
        let Some(field) = form.fields.get(index) else { return Vec::new() };
        let (hint, beside) = (hint(form, index, true), usize::from(self.value_width(field) + GAP));
        let fits = hint.cells() + beside <= self.width();
        if fits || hint.is_empty() { Vec::new() } else { wrap(&hint, self.width()) }
    }
}

/// Returns the value of a field as text.
fn text(field: &Field) -> Cow<'_, str> {
    match &field.value {
        Value::Players(players) if players.is_empty() => "none yet".into(),
        Value::Players(players) => {
            let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
            names.join(", ").into()
        }
        _ => field.shown().into(),
    }
}

/// Returns the hint of a field, of which the focused one has more.
fn hint(form: &Form, index: usize, focused: bool) -> String {
    let Some(field) = form.fields.get(index) else { return String::new() };
    let hint = form.spec.hint(&form.fields, index).unwrap_or_else(|| field.hint().to_owned());
    match field.path_help() {
        Some(help) if focused => format!("{hint}; {help}"),
        _ => hint,
    }
}

/// Draws the form over `area`.
pub(in crate::tui::popups) fn draw(draw: &mut Draw<'_>, area: Rect, form: &Form) {
    let order = form.order();
    let columns = Columns::new(form, &order, area);
    let (rows, focus) = rows(form, &order, &columns);
    // The form keeps its size when the focus moves.
    let wrapped = |index: usize| columns.wrapped(form, index).len();
    let most = order.iter().map(|index| wrapped(*index)).max().unwrap_or(0);
    let height = (rows.len() + most - wrapped(form.at).min(most)).saturating_add(5).min(1000) as u16;
    let inner = frame(draw, area, columns.inside + MARGIN, height, &form.title(), "");
    let inner = inner.inner(Margin::new(1, 0));
    let top = u16::from(inner.height > 4);
    let foot = (1 + top).min(inner.height.saturating_sub(1));
    let body = Rect { y: inner.y + top, height: inner.height.saturating_sub(foot + top), ..inner };
    let page = usize::from(body.height).max(1);
    // The last row of the focused field is visible, but the field itself is more important.
    let first = draw.hits.scroll(List::POPUP, focus.1, page, rows.len());
    let first =
        if focus.0 < first { draw.hits.scroll(List::POPUP, focus.0, page, rows.len()) } else { first };
    for (row, line) in rows.iter().skip(first).zip(body.rows()) {
        draw_row(draw, form, row, line, &columns);
    }
    footer(draw, inner, form);
}

/// Returns the rows, and the first and the last row of the focused field.
fn rows(form: &Form, order: &[usize], columns: &Columns) -> (Vec<Row>, (usize, usize)) {
    let mut rows = Vec::with_capacity(order.len());
    let mut focus = (0, 0);
    for index in order {
        let first = rows.len();
        let field = form.fields.get(*index);
        rows.push(field.map_or_else(|| Row::More(form.folded().count()), |_| Row::Field(*index)));
        if *index == form.at {
            rows.extend(columns.wrapped(form, *index).into_iter().map(Row::Hint));
        }
        if let Some(problem) = field.and_then(|field| field.problem.as_ref()) {
            rows.extend(wrap(&format!("✗ {problem}"), columns.width()).into_iter().map(Row::Problem));
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
            field(draw, line, form, *index, columns);
        }
        Row::More(count) => {
            draw.hits.note(line, Target::Row(List::POPUP, form.fields.len()));
            let is_focused = form.is_at_more();
            draw.text(line.x, line.y, line.width, if is_focused { "▸" } else { " " }, Role::Key);
            draw.text(
                line.x + 2,
                line.y,
                columns.label.min(line.width.saturating_sub(2)),
                "more",
                Role::Text,
            );
            let text = left(&format!("▸ {count} settings"), usize::from(columns.field.min(room)));
            draw.text(x, line.y, room, &text, if is_focused { Role::Cursor } else { Role::Text });
            let labels: Vec<&str> = form.folded().map(|index| form.fields[index].label.trim()).collect();
            let x = x.saturating_add(columns.field + GAP);
            let room = line.right().saturating_sub(x);
            draw.text(x, line.y, room, &cut(&labels.join(", "), usize::from(room)), Role::Dim);
        }
        Row::Hint(text) => draw.text(x, line.y, room, text, Role::Dim),
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

/// Draws a field. If it is focused, its whole text may be selected.
fn field(draw: &mut Draw<'_>, line: Rect, form: &Form, index: usize, columns: &Columns) {
    let (field, focused) = (&form.fields[index], index == form.at);
    let role = if focused { Role::Key } else { Role::Text };
    draw.text(line.x, line.y, line.width, if focused { "▸" } else { " " }, Role::Key);
    draw.text(line.x + 2, line.y, columns.label.min(line.width.saturating_sub(2)), field.label, role);
    let x = line.x.saturating_add(2 + columns.label);
    let width = columns.value_width(field);
    let room = line.right().saturating_sub(x).min(width);
    let shown = match &field.value {
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
        Value::Players(_) => left(&cut(&text(field), usize::from(room)), usize::from(room)),
    };
    draw.text(x, line.y, room, &shown, if focused { Role::Cursor } else { Role::Text });
    if focused && form.selected && matches!(field.value, Value::Text(_)) {
        let style = draw.theme.pointer(draw.theme.style(Role::Cursor), true);
        let width = room.min(field.shown().cells() as u16);
        draw.styled(x, line.y, width, &shown, style);
    }
    if let (true, Value::Text(input)) = (focused, &field.value)
        && room > 0
    {
        let column = (input.visual_cursor().saturating_sub(scrolled(input, room)) as u16).min(room - 1);
        draw.cursor = Some((x + column, line.y));
    }
    // The focused field has its whole hint below, if it does not fit.
    if focused && !columns.wrapped(form, index).is_empty() {
        return;
    }
    let x = x.saturating_add(width.saturating_add(GAP));
    let room = line.right().saturating_sub(x);
    draw.text(x, line.y, room, &cut(&hint(form, index, focused), usize::from(room)), Role::Dim);
}

/// Returns how many cells of a text are hidden at the left, so that the cursor is visible.
fn scrolled(input: &Input, room: u16) -> usize {
    input.visual_scroll(usize::from(room.saturating_sub(1)).max(1))
}

/// Draws the keys.
fn footer(draw: &mut Draw<'_>, inner: Rect, form: &Form) {
    if inner.height < 2 {
        return;
    }
    let completes = form.fields.get(form.at).is_some_and(|field| field.path_help().is_some());
    let (tab, action) =
        if completes { ("complete", Action::Complete) } else { ("next field", Action::NextField) };
    let back = if form.parent.is_some() { "back" } else { "cancel" };
    let accept = ("Enter", form.bar_label().unwrap_or("accept"), Action::Accept);
    let line = Rect { y: inner.bottom() - 1, ..inner };
    draw_keys(draw, line, Role::Dim, &[accept, ("Esc", back, Action::Back), ("Tab", tab, action)]);
}
