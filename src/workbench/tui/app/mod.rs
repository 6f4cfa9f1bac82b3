//! The application: its event loop, and the frame around the screens. It uses the screens only through the trait
//! [`Place`].

mod announcement;
mod card_view;
pub(crate) mod commands;
pub(crate) mod event_loop;
pub(crate) mod help;
mod help_view;
mod lists;
mod message_line;
mod mouse;
pub(crate) mod palette;
mod palette_view;
mod perform;
pub(crate) mod settings;
pub(crate) mod terminal;
mod update;
mod view;
pub(crate) mod worker;
pub(crate) mod workers;

use std::path::PathBuf;

use super::action::ScreenId;
use super::erased::Constant;
use super::model::{Choices, Model};
use super::place::{Place, old};
use super::playing::BoardHost;
use super::screens::{HOME, Screens};
use super::theme::Theme;

/// The state of the application. `update` changes it, `view` draws it.
#[derive(Debug)]
pub(crate) struct App {
    /// The state that all screens share.
    pub(crate) model: Model,
    /// The screens with their own state.
    pub(crate) screens: Screens,
}

impl App {
    pub(crate) fn new(theme: Theme, ascii: bool, root: PathBuf, choices: Choices) -> App {
        App { model: Model::new(HOME, theme, ascii, root, choices), screens: Screens::default() }
    }

    /// Returns the current screen.
    pub(crate) fn shown(&self) -> &dyn Place {
        screen(&self.screens, self.model.screen)
    }

    /// Returns the screen that owns a command. Commands of boards belong to the current screen.
    fn owner(&self, act: Constant) -> &dyn Place {
        self.screens.all().into_iter().find(|place| old::owns(*place, act)).unwrap_or_else(|| self.shown())
    }

    /// Returns whether Esc has an effect.
    pub(crate) fn can_go_back(&self) -> bool {
        self.model.popup.is_some()
            || self.model.chart.cursor.is_some()
            || self.model.screen != self.model.home
            || self.shown().status(&self.model).can_go_back
            || lists::is_searched(self)
            || self.model.selection.pinned.is_some()
    }
}

/// Returns a screen, or the home screen if `id` is unknown.
fn screen(screens: &Screens, id: ScreenId) -> &dyn Place {
    let [home, ..] = screens.all();
    screens.all().into_iter().find(|place| place.about().id == id).unwrap_or(home)
}

fn screen_mut(screens: &mut Screens, id: ScreenId) -> &mut dyn Place {
    let [home, others @ ..] = screens.all_mut();
    match others.into_iter().find(|place| place.about().id == id) {
        Some(other) => other,
        None => home,
    }
}

/// Returns the board of the current screen.
fn board(app: &App) -> Option<&dyn BoardHost> {
    app.shown().board().filter(|board| board.board_state().is_some())
}
