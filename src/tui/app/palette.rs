//! Search of the commands: the help and the palette.

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

/// The state of the help or the palette.
#[derive(Debug)]
pub(crate) struct Search {
    /// Whether the popup is the help, which shows all keys, or else the palette.
    pub(crate) help: bool,
    pub(super) input: Input,
    pub(super) cursor: Cursor,
}

/// A note that runs a command.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunCommand(pub(super) &'static Command);

impl Search {
    pub(super) fn help() -> Search {
        Search { help: true, input: Input::default(), cursor: Cursor::default() }
    }

    pub(super) fn palette() -> Search {
        Search { help: false, ..Search::help() }
    }

    /// Returns the commands that match the text. The help also searches the keys.
    pub(super) fn matches(&self) -> Vec<&'static Command> {
        commands::search(self.input.value(), self.help)
    }
}

impl Popup for Search {
    fn place(&self) -> Place {
        Place::Search
    }

    /// Draws nothing: the module `search_view` draws the popup, because it needs the whole [`App`](super::App).
    fn draw(&self, _draw: &mut Draw<'_>, _model: &Model, _area: Rect) {}

    fn perform(mut self: Box<Self>, model: &mut Model, action: Action) -> Vec<Effect> {
        let found = self.matches();
        if action == Action::Accept
            && let Some(command) = found.get(self.cursor.at)
        {
            return vec![Effect::Notify(Note::new(RunCommand(command)))];
        }
        self.cursor.move_in_list(action, model.hits.page(List::POPUP), found.len());
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
