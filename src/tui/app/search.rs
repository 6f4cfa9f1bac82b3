//! Searching the commands: help and palette.

use ratatui::layout::Rect;
use tui_input::{Input, InputRequest};

use super::commands;
use crate::tui::action::Action;
use crate::tui::command::{Command, Place};
use crate::tui::cursor::Cursor;
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::hit_map::List;
use crate::tui::keys::Key;
use crate::tui::message::Effect;
use crate::tui::model::{Model, Popup};
use crate::tui::popups::typing;

/// What is searched for, and the row the keys are on.
#[derive(Debug)]
pub(crate) struct Search {
    /// Whether this is the help, which tells all keys; else the palette.
    pub(crate) help: bool,
    /// The text typed.
    pub(crate) input: Input,
    /// The row under the cursor.
    pub(crate) cursor: Cursor,
}

/// A command that was found is to be run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found(pub(crate) &'static Command);

impl Search {
    /// All keys.
    pub(crate) fn help() -> Search {
        Search { help: true, input: Input::default(), cursor: Cursor::default() }
    }

    /// Commands by name.
    pub(crate) fn palette() -> Search {
        Search { help: false, ..Search::help() }
    }

    /// The commands that match; in the help keys are searched as well.
    pub(crate) fn found(&self) -> Vec<&'static Command> {
        commands::found(self.input.value(), self.help)
    }
}

impl Popup for Search {
    fn place(&self) -> Place {
        Place::Search
    }

    /// Which commands are possible now the model alone does not say: the workbench draws it.
    fn draw(&self, _draw: &mut Draw<'_>, _model: &Model, _area: Rect) {}

    fn perform(mut self: Box<Self>, model: &mut Model, action: Action) -> Vec<Effect> {
        let found = self.found();
        if action == Action::Accept
            && let Some(command) = found.get(self.cursor.at)
        {
            return vec![Effect::Notify(Note::new(Found(command)))];
        }
        self.cursor.moved(action, model.hits.page(List::POPUP), found.len());
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

    fn typed(&mut self, character: char) {
        self.input.handle(InputRequest::InsertChar(character));
        self.cursor = Cursor::default();
    }

    fn edit(&mut self, key: Key) {
        if let Some(request) = typing::request(key) {
            self.input.handle(request);
            self.cursor = Cursor::default();
        }
    }
}
