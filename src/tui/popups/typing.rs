//! A line of text input.

use crossterm::event::KeyCode;
use ratatui::layout::Rect;
use tui_input::{Input, InputRequest};

use crate::tui::draw::Draw;
use crate::tui::format::cut;
use crate::tui::keys::Key;
use crate::tui::theme::Role;

/// Draws the input line of a search, with a hint if the text is empty.
pub(crate) fn draw(draw: &mut Draw<'_>, line: Rect, input: &Input, hint: &str) {
    draw.text(line.x, line.y, line.width, " /", Role::Key);
    let room = line.width.saturating_sub(3);
    let skipped = input.visual_scroll(usize::from(room).max(1));
    let visible: String = input.value().chars().skip(skipped).collect();
    let is_empty = visible.is_empty();
    let (text, role) = if is_empty { (cut(hint, room.into()), Role::Dim) } else { (visible, Role::Text) };
    draw.text(line.x + 3, line.y, room, &text, role);
    let column = input.visual_cursor().saturating_sub(skipped) as u16;
    draw.cursor = Some((line.x + 3 + column.min(room.saturating_sub(1)), line.y));
}

/// Returns the editing request of a key.
pub(crate) fn request(key: Key) -> Option<InputRequest> {
    Some(match (key.code, key.ctrl) {
        (KeyCode::Backspace, _) => InputRequest::DeletePrevChar,
        (KeyCode::Delete, _) => InputRequest::DeleteNextChar,
        (KeyCode::Left, _) => InputRequest::GoToPrevChar,
        (KeyCode::Right, _) => InputRequest::GoToNextChar,
        (KeyCode::Home, _) | (KeyCode::Char('a'), true) => InputRequest::GoToStart,
        (KeyCode::End, _) | (KeyCode::Char('e'), true) => InputRequest::GoToEnd,
        (KeyCode::Char('w'), true) => InputRequest::DeletePrevWord,
        (KeyCode::Char('u'), true) => InputRequest::DeleteLine,
        _ => return None,
    })
}
