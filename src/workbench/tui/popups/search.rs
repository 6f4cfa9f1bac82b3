//! The line in which the search of a list is typed. The list draws it and shows what is found while the user types.

use crate::tui::prelude::*;
use crate::tui::table::Typing;
use crate::tui::typing::{SearchInput, TextInput};

/// The line, while it is typed.
#[derive(Debug)]
pub(crate) struct SearchLine {
    pub(crate) list: List,
    input: SearchInput,
}

impl SearchLine {
    /// Returns an empty line.
    pub(crate) fn new(list: List) -> SearchLine {
        SearchLine { list, input: SearchInput::default() }
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &str {
        self.input.text()
    }

    /// Returns the place of the text cursor.
    pub(crate) fn typing(&self) -> Typing {
        Typing { list: self.list, column: self.input.column() }
    }
}

impl Popup for SearchLine {
    fn scope(&self) -> Scope {
        Scope::Finding
    }

    /// Closes the line and keeps the search.
    fn handle(self: Box<Self>, _model: &mut Model, _input: PopupInput) -> Vec<Effect> {
        Vec::new()
    }

    fn write(&mut self, text: &TextInput<'_>) {
        self.input.handle(text);
    }
}
