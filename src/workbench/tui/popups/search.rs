//! The line in which the search of a list is typed. The list draws it and shows what is found while the user types.

use crate::tui::keys::Key;
use crate::tui::prelude::*;
use crate::tui::table::Typing;
use crate::tui::typing::SearchInput;

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
    fn perform(self: Box<Self>, _model: &mut Model, _action: Action) -> Vec<Effect> {
        Vec::new()
    }

    fn clicked(self: Box<Self>, _model: &mut Model, _list: List, _row: usize) -> Vec<Effect> {
        Vec::new()
    }

    fn typed(&mut self, character: char) {
        self.input.typed(character);
    }

    fn pasted(&mut self, text: &str) {
        self.input.pasted(text);
    }

    fn edit(&mut self, key: Key) {
        self.input.edit(key);
    }
}
