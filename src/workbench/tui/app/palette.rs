//! The palette: every command by its name.

use crate::tui::prelude::*;
use crate::tui::typing::SearchInput;

/// The state of the palette.
#[derive(Debug, Default)]
pub(crate) struct Palette {
    pub(super) input: SearchInput,
    pub(super) cursor: Cursor,
}

/// A note that runs the command at a row of the palette with this text.
#[derive(Debug, Clone)]
pub(super) struct RunFound {
    pub(super) query: String,
    pub(super) row: usize,
}

impl Popup for Palette {
    fn scope(&self) -> Scope {
        Scope::Search
    }

    fn handle(mut self: Box<Self>, model: &mut Model, input: PopupInput) -> Vec<Effect> {
        match input {
            PopupInput::Command(Action::Accept) => {}
            PopupInput::Row(List::POPUP, row) => self.cursor.at = row,
            PopupInput::Command(action) => {
                let rows = model.hits.page(super::palette_view::ROWS);
                self.cursor.move_in_list(action, model.hits.page(List::POPUP), rows);
                return model.keep(self);
            }
            PopupInput::Row(..) => return model.keep(self),
        }
        let note = RunFound { query: self.input.text().to_owned(), row: self.cursor.at };
        model.keep(self);
        vec![Effect::Notify(Note::new(note))]
    }

    fn search(&mut self) -> Option<(&mut SearchInput, &mut Cursor)> {
        Some((&mut self.input, &mut self.cursor))
    }
}
