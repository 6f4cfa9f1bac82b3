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

use super::model::Choices;
use super::screens::{HOME, RUN, Screens, TABS, VIEWS};
use super::theme::Theme;
use crate::tui::prelude::*;

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

    /// Tells the places that the workbench closes.
    pub(crate) fn close(&mut self) {
        let App { model, screens } = self;
        for place in screens.all_mut() {
            place.handle(model, Input::Closing);
        }
    }

    /// Returns the current screen.
    pub(crate) fn shown(&self) -> &dyn Place {
        screen(&self.screens, self.model.screen)
    }

    /// Returns the views of Run that have something to show. The view that is shown is one of them.
    pub(crate) fn views(&self) -> Vec<&dyn Place> {
        let is_shown = |id: ScreenId| id == self.model.home || !self.place(id).status(&self.model).is_hidden;
        VIEWS.into_iter().filter(|id| is_shown(*id)).map(|id| self.place(id)).collect()
    }

    /// Returns the view of Run that its key shows next, if it has several.
    fn next_view(&self) -> Option<&dyn Place> {
        let views = self.views();
        let at = views.iter().position(|view| view.about().id == self.model.home)?;
        views.get((at + 1) % views.len()).copied().filter(|view| view.about().id != self.model.home)
    }

    /// Returns the tab of the current screen, or of the one below an overlay.
    pub(crate) fn tab(&self) -> ScreenId {
        let shown = if self.shown().about().is_overlay { self.model.below } else { self.model.screen };
        if TABS.iter().any(|(id, ..)| *id == shown) { shown } else { RUN }
    }

    /// Returns a place, or the home screen if `id` is unknown.
    fn place(&self, id: ScreenId) -> &dyn Place {
        screen(&self.screens, id)
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
