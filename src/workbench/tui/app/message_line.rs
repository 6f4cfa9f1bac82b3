//! The line above the bottom bar: the latest message, or what the session is about to do.

use crate::job::report::State;
use crate::tui::prelude::*;

/// The most rows of a message. The log has longer ones.
const ROWS: usize = 3;
/// What dismisses an error.
const DISMISS: &str = "Esc dismisses";

/// The text of the line, wrapped to the width of the terminal.
pub(super) struct MessageLine {
    rows: Vec<String>,
    role: Role,
    /// The row that says how to dismiss the message, of a message that stays.
    dismiss: Option<usize>,
}

impl MessageLine {
    /// Returns the message, or the text without a message.
    pub(super) fn of(model: &Model, width: u16) -> MessageLine {
        let Some((severity, text)) = &model.notice else {
            let text = pausing(model).unwrap_or_default();
            return MessageLine { rows: vec![text], role: Role::Warning, dismiss: None };
        };
        let (mark, role) = match severity {
            Severity::Info => ("", Role::Key),
            Severity::Warning => ("", Role::Warning),
            Severity::Error => ("✗ ", Role::Error),
        };
        let stays = *severity == Severity::Error;
        let text = if text.starts_with('✗') { text.clone() } else { format!("{mark}{text}") };
        let room = usize::from(width).saturating_sub(2).max(8);
        let narrow = room.saturating_sub(DISMISS.len() + 2).max(8);
        let mut rows = wrap(&text, room);
        let free = |rows: &[String]| rows.iter().take(ROWS).position(|row| row.cells() <= narrow);
        if stays && free(&rows).is_none() {
            rows = wrap(&text, narrow);
        }
        let dismiss = if stays { free(&rows) } else { None };
        if rows.len() > ROWS {
            rows.truncate(ROWS);
            rows[ROWS - 1] = cut(&format!("{} …", rows[ROWS - 1]), room);
        }
        MessageLine { rows, role, dismiss }
    }

    /// Returns the number of rows, at least one.
    pub(super) fn height(&self) -> u16 {
        self.rows.len().max(1) as u16
    }

    /// Draws the message, if there is one.
    pub(super) fn draw(&self, draw: &mut Draw<'_>, area: Rect) {
        if self.rows.iter().all(String::is_empty) {
            return;
        }
        draw.clear(area);
        for (text, row) in self.rows.iter().zip(area.rows()) {
            draw.text(row.x + 1, row.y, row.width.saturating_sub(1), text, self.role);
        }
        if let Some(row) = self.dismiss.and_then(|row| area.rows().nth(row)) {
            let width = DISMISS.cells() as u16;
            let place = Rect { x: area.right().saturating_sub(width + 1), width, ..row };
            draw.text(place.x, place.y, width, DISMISS, Role::Dim);
        }
    }
}

/// Returns when the session pauses, if the user has asked for a pause.
fn pausing(model: &Model) -> Option<String> {
    let open = model.evolution.as_ref().filter(|open| open.pausing && open.state == State::Running)?;
    let next = open.latest().map_or(0, |record| record.generation + 1);
    Some(format!("Pausing after generation {}", thousands(next.into())))
}
