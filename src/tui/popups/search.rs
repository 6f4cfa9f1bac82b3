//! Searching the commands: the state behind help and palette.

use tui_input::{Input, InputRequest};

use crate::tui::commands::{self, Command};
use crate::tui::keys::Key;
use crate::tui::model::Cursor;
use crossterm::event::KeyCode;

/// What is searched for, and the row the keys are on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Search {
    /// The text typed.
    pub(crate) input: Input,
    /// The row under the cursor.
    pub(crate) cursor: Cursor,
}

impl Search {
    /// The commands that match; `keys_too` where keys are searched as well.
    pub(crate) fn found(&self, keys_too: bool) -> Vec<&'static Command> {
        commands::found(self.input.value(), keys_too)
    }

    /// A character was typed.
    pub(crate) fn typed(&mut self, character: char) {
        self.input.handle(InputRequest::InsertChar(character));
        self.cursor = Cursor::default();
    }

    /// Another key.
    pub(crate) fn edit(&mut self, key: Key) {
        if let Some(request) = request(key) {
            self.input.handle(request);
            self.cursor = Cursor::default();
        }
    }
}

/// What an editing key asks of a line of text.
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
