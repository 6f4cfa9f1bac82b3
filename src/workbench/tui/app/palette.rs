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

    fn perform(mut self: Box<Self>, model: &mut Model, action: Action) -> Vec<Effect> {
        if action == Action::Accept {
            let note = RunFound { query: self.input.text().to_owned(), row: self.cursor.at };
            model.popup = Some(self);
            return vec![Effect::Notify(Note::new(note))];
        }
        let rows = model.hits.page(super::palette_view::ROWS);
        self.cursor.move_in_list(action, model.hits.page(List::POPUP), rows);
        model.popup = Some(self);
        Vec::new()
    }

    fn clicked(mut self: Box<Self>, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list == List::POPUP {
            self.cursor.at = row;
            return self.perform(model, Action::Accept);
        }
        model.popup = Some(self);
        Vec::new()
    }

    fn search(&mut self) -> Option<(&mut SearchInput, &mut Cursor)> {
        Some((&mut self.input, &mut self.cursor))
    }
}
