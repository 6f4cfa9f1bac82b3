//! The workbench itself: it waits for what happens, takes it in, and draws. Of its screens it knows what the trait
//! [`Screen`](super::screen::Screen) says.

pub(crate) mod commands;
pub(crate) mod event_loop;
mod mouse;
mod perform;
pub(crate) mod search;
mod search_view;
pub(crate) mod terminal;
mod update;
mod view;
pub(crate) mod worker;

use std::path::PathBuf;

use super::action::ScreenId;
use super::erased::Constant;
use super::model::{Choices, Model};
use super::playing::BoardHost;
use super::screen::AnyScreen;
use super::screens::{HOME, Screens};
use super::theme::Theme;

/// Everything the workbench knows. `update` changes it, `view` reads it.
#[derive(Debug)]
pub(crate) struct App {
    /// What all screens share.
    pub(crate) model: Model,
    /// The screens, each with its own state.
    pub(crate) screens: Screens,
}

impl App {
    /// The workbench before anything happened.
    pub(crate) fn new(theme: Theme, ascii: bool, root: PathBuf, choices: Choices) -> App {
        App { model: Model::new(HOME, theme, ascii, root, choices), screens: Screens::default() }
    }

    /// The screen shown.
    pub(crate) fn shown(&self) -> &dyn AnyScreen {
        screen(&self.screens, self.model.screen)
    }

    /// Whether Esc would do something.
    pub(crate) fn can_go_back(&self) -> bool {
        self.model.popup.is_some()
            || self.model.screen != self.model.home
            || self.shown().can_go_back(&self.model)
            || self.model.selection.pinned.is_some()
    }
}

/// A screen by its name; the home screen where none is called so.
fn screen(screens: &Screens, id: ScreenId) -> &dyn AnyScreen {
    let [home, ..] = screens.all();
    screens.all().into_iter().find(|screen| screen.id() == id).unwrap_or(home)
}

/// The same, to be changed.
fn screen_mut(screens: &mut Screens, id: ScreenId) -> &mut dyn AnyScreen {
    let [home, others @ ..] = screens.all_mut();
    match others.into_iter().find(|screen| screen.id() == id) {
        Some(other) => other,
        None => home,
    }
}

/// The screen to which a command belongs: its own, or the one shown, for what can be done with a board.
fn owner(screens: &Screens, shown: ScreenId, act: Constant) -> ScreenId {
    screens.all().into_iter().find(|screen| screen.owns(act)).map_or(shown, |screen| screen.id())
}

/// The board of the screen shown.
fn board(app: &App) -> Option<&dyn BoardHost> {
    app.shown().board().filter(|board| board.board_state().is_some())
}
