//! Drawing of a form.

use ratatui::layout::{Margin, Rect};
use tui_input::Input;

use super::super::frame;
use super::{Field, Form, Value};
use crate::tui::action::Action;
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, left};
use crate::tui::hit_map::{List, Target};
use crate::tui::theme::Role;

const LABEL: u16 = 16;
const FIELD: u16 = 24;

/// Draws the form over `area`.
pub(in crate::tui::popups) fn draw(draw: &mut Draw<'_>, area: Rect, form: &Form) {
    let shown: Vec<usize> = (0..form.fields.len()).filter(|index| form.matters(*index)).collect();
    let height = (shown.len() as u16).saturating_add(6);
    let inner = frame(draw, area, 84, height, &form.title(), "");
    let inner = inner.inner(Margin::new(1, 0));
    let page = usize::from(inner.height.saturating_sub(3)).max(1);
    let at = shown.iter().position(|index| *index == form.at).unwrap_or(0);
    let first = draw.hits.scroll(List::POPUP, at, page, shown.len());
    let mut cut_hint = None;
    for (row, index) in shown.iter().skip(first).take(page).enumerate() {
        let y = inner.y.saturating_add(row as u16).saturating_add(u16::from(inner.height > 4));
        if y < inner.bottom() {
            let line = Rect { y, height: 1, ..inner };
            draw.hits.note(line, Target::Row(List::POPUP, *index));
            let (focused, item) = (*index == form.at, &form.fields[*index]);
            if !field(draw, line, item, focused, form.selected) && focused {
                cut_hint = Some(item.hint.as_str());
            }
        }
    }
    footer(draw, inner, form, cut_hint);
}

/// Draws a field. If it is focused, `selected` tells whether its whole text is selected. Returns whether its hint is shown
/// whole.
fn field(draw: &mut Draw<'_>, line: Rect, field: &Field, focused: bool, selected: bool) -> bool {
    let role = if focused { Role::Key } else { Role::Text };
    draw.text(line.x, line.y, line.width, if focused { "▸" } else { " " }, Role::Key);
    draw.text(line.x + 2, line.y, LABEL.min(line.width.saturating_sub(2)), field.label, role);
    let x = line.x.saturating_add(2 + LABEL);
    // A long value covers the hint. A longer text scrolls.
    let around = if matches!(field.value, Value::Text(_)) { 2 } else { 4 };
    let width = FIELD.max((field.shown().cells() as u16).saturating_add(around));
    let room = line.right().saturating_sub(x).min(width);
    let text = match &field.value {
        Value::Text(input) => {
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
    match &field.problem {
        Some(_) => draw.text(x, line.y, room, "✗ see below", Role::Error),
        None => draw.text(x, line.y, room, &cut(&field.hint, usize::from(room)), Role::Dim),
    }
    field.hint.cells() <= usize::from(room)
}

/// Returns how many cells of a text are hidden at the left, so that the cursor is visible.
fn scrolled(input: &Input, room: u16) -> usize {
    input.visual_scroll(usize::from(room.saturating_sub(1)).max(1))
}

/// Draws the problem of a field, or a hint that does not fit in its line, and the keys.
fn footer(draw: &mut Draw<'_>, inner: Rect, form: &Form, hint: Option<&str>) {
    if inner.height < 3 {
        return;
    }
    let problem = form.fields.iter().find_map(|field| Some((field.label, field.problem.as_ref()?)));
    let problem = problem.map(|(label, text)| (format!("✗ {label}: {text}"), Role::Error));
    if let Some((line, role)) = problem.or_else(|| hint.map(|hint| (hint.to_owned(), Role::Dim))) {
        let text = cut(&line, usize::from(inner.width));
        draw.text(inner.x, inner.bottom() - 2, inner.width, &text, role);
    }
    let mut x = inner.x;
    for (key, label, action) in [
        ("Enter", "accept", Action::Accept),
        ("Esc", "cancel", Action::Back),
        ("Tab", "next field", Action::NextField),
    ] {
        let width = (key.cells() + 1 + label.cells()) as u16;
        if x + width > inner.right() {
            break;
        }
        draw.text(x, inner.bottom() - 1, width, key, Role::Key);
        draw.text(x + key.cells() as u16 + 1, inner.bottom() - 1, width, label, Role::Dim);
        draw.hits.note(Rect { x, y: inner.bottom() - 1, width, height: 1 }, Target::Act(action));
        x += width + 3;
    }
}
