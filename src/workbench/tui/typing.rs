//! The line of text input of a search.

use crossterm::event::KeyCode;
use tui_input::{Input, InputRequest};

use crate::tui::keys::Key;
use crate::tui::prelude::*;

/// Text input of a popup.
#[derive(Debug)]
pub(crate) enum TextInput<'t> {
    Typed(char),
    /// A pasted text without control characters.
    Pasted(&'t str),
    /// An editing key.
    Key(Key),
}

/// The text of a search and its cursor. As `/` begins a search everywhere, it types nothing while the text is empty; a
/// second `/` belongs to a text that begins with one, such as a path.
#[derive(Debug, Clone, Default)]
pub(crate) struct SearchInput {
    input: Input,
    /// Whether a `/` was pressed while the text was empty.
    slash: bool,
}

impl SearchInput {
    /// Returns the text.
    pub(crate) fn text(&self) -> &str {
        self.input.value()
    }

    /// Returns the column of the cursor.
    pub(crate) fn column(&self) -> usize {
        self.input.visual_cursor()
    }

    /// Empties the text.
    pub(crate) fn clear(&mut self) {
        *self = SearchInput::default();
    }

    /// Handles text input and returns whether it has an effect.
    pub(crate) fn handle(&mut self, text: &TextInput<'_>) -> bool {
        match text {
            TextInput::Typed(character) => self.typed(*character),
            TextInput::Pasted(text) => self.pasted(text),
            TextInput::Key(key) => return self.edit(*key),
        }
        true
    }

    fn typed(&mut self, character: char) {
        let begins = character == '/' && self.text().is_empty() && !self.slash;
        if begins {
            self.slash = true;
            return;
        }
        if character == '/' && std::mem::take(&mut self.slash) && !self.text().is_empty() {
            // The text is a path: it began with the first slash.
            let (text, cursor) = (format!("/{}", self.text()), self.input.cursor() + 1);
            self.input = Input::new(text).with_cursor(cursor);
        }
        self.input.handle(InputRequest::InsertChar(character));
    }

    /// Inserts a pasted text as it is.
    fn pasted(&mut self, text: &str) {
        self.slash = false;
        for character in text.chars() {
            self.input.handle(InputRequest::InsertChar(character));
        }
    }

    /// Handles an editing key and returns whether there is one.
    fn edit(&mut self, key: Key) -> bool {
        let Some(request) = request(key) else { return false };
        self.input.handle(request);
        self.slash &= !self.text().is_empty();
        true
    }
}

/// Draws the input line of a search, with a hint if the text is empty.
pub(crate) fn draw(draw: &mut Draw<'_>, line: Rect, search: &SearchInput, hint: &str) {
    let input = &search.input;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> String {
        let mut search = SearchInput::default();
        text.chars().for_each(|character| search.typed(character));
        search.text().to_owned()
    }

    #[test]
    fn a_slash_begins_a_search_or_a_path() {
        for (keys, text) in [
            ("/", ""),
            ("/toga", "toga"),
            ("//", "/"),
            ("//engine", "/engine"),
            ("/usr/games/toga2", "/usr/games/toga2"),
            ("a/b", "a/b"),
            ("./a/b", "./a/b"),
        ] {
            assert_eq!(typed(keys), text, "{keys}");
        }
    }

    #[test]
    fn an_emptied_search_begins_again() {
        let mut search = SearchInput::default();
        let backspace = Key::from_name("Backspace").unwrap();
        search.typed('/');
        search.typed('a');
        assert!(search.edit(backspace));
        search.typed('/');
        assert_eq!(search.text(), "");
        search.typed('b');
        assert_eq!(search.text(), "b");
    }

    #[test]
    fn a_pasted_path_is_kept() {
        let mut search = SearchInput::default();
        search.pasted("/opt/engine");
        assert_eq!(search.text(), "/opt/engine");
    }
}
