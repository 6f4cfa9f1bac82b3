//! The list of sessions.

use ratatui::layout::Rect;

use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, left, right, thousands, wrap};
use crate::tui::model::{List, Model, SessionRow, Target};
use crate::tui::theme::Role;
use crate::tui::widgets::pane;

/// The widest column of names.
const NAME: usize = 32;
const NUMBERS: u16 = 25;

/// Draws it.
pub(super) fn draw(draw: &mut Draw<'_>, model: &Model, area: Rect) {
    let sessions = &model.sessions;
    let note = sessions.root.display().to_string();
    let inner = pane::draw(draw, area, "Sessions   ● open  ‖ unfinished  ✓ complete", &note, true);
    if inner.is_empty() {
        return;
    }
    if let Some(error) = &sessions.error {
        lines(draw, inner, error, Role::Error);
        return;
    }
    if sessions.rows.is_empty() {
        lines(draw, inner, "No session is saved here yet. Esc goes back; n begins a run.", Role::Dim);
        return;
    }
    let longest = sessions.rows.iter().map(|row| name_of(row).cells()).max().unwrap_or(0);
    let name = (longest.clamp(4, NAME) as u16).min(inner.width.saturating_sub(NUMBERS + 3).max(8));
    let about = inner.width.saturating_sub(name + NUMBERS + 5);
    let heading = format!(
        "   {} {} {}",
        left("name", usize::from(name)),
        left("       generation    best", usize::from(NUMBERS)),
        left("what", usize::from(about)),
    );
    draw.text(inner.x, inner.y, inner.width, &heading, Role::Dim);
    let list = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    let page = usize::from(list.height);
    let first = draw.seen.scroll(List::Sessions, sessions.cursor.at, page, sessions.rows.len());
    for (line, (index, row)) in sessions.rows.iter().enumerate().skip(first).take(page).enumerate() {
        let line = Rect { y: list.y + line as u16, height: 1, ..list };
        draw.seen.note(line, Target::Row(List::Sessions, index));
        let open = model.evolution.as_ref().is_some_and(|open| open.folder == row.folder);
        self::row(draw, line, row, index == sessions.cursor.at, open, (name, about));
    }
}

fn row(draw: &mut Draw<'_>, line: Rect, row: &SessionRow, here: bool, open: bool, widths: (u16, u16)) {
    if here {
        draw.fill(line, Role::Cursor);
    }
    let (state, role) = match (row.readable, row.unfinished(), open) {
        (false, ..) => ("✗", Role::Error),
        (_, _, true) => ("●", Role::Subject),
        (_, true, _) => ("‖", Role::Key),
        _ => ("✓", Role::Good),
    };
    draw.over(line.x, line.y, 1, if here { "▸" } else { " " }, Role::Key, here);
    draw.over(line.x + 1, line.y, line.width.saturating_sub(1).min(1), state, role, here);
    let name = name_of(row);
    let (name_width, about_width) = widths;
    let text = if row.readable { Role::Text } else { Role::Error };
    draw.over(line.x + 3, line.y, name_width, &cut(&name, usize::from(name_width)), text, here);
    let x = line.x.saturating_add(4 + name_width);
    let progress = row
        .progress
        .map_or_else(String::new, |(done, asked)| format!("{} / {}", thousands(done), thousands(asked)));
    let best = row.best.map_or_else(String::new, thousands);
    let numbers = format!("{} {}", right(&progress, 17), right(&best, 7));
    draw.over(x, line.y, NUMBERS.min(line.right().saturating_sub(x)), &numbers, Role::Text, here);
    let x = x.saturating_add(NUMBERS + 1);
    draw.over(x, line.y, about_width, &cut(&row.about, usize::from(about_width)), Role::Dim, here);
}

fn name_of(row: &SessionRow) -> String {
    row.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn lines(draw: &mut Draw<'_>, area: Rect, text: &str, role: Role) {
    let width = usize::from(area.width.saturating_sub(2));
    for (line, text) in wrap(text, width).iter().enumerate().take(usize::from(area.height)) {
        draw.text(area.x + 1, area.y + line as u16, area.width.saturating_sub(2), text, role);
    }
}
