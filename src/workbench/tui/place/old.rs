//! Screens of the old framework as places, until they are moved.

use std::fmt::Debug;
use std::ops::{Deref, DerefMut};

use ratatui::layout::Rect;

use super::{About, Input, Place, Status};
use crate::figures::Chart;
use crate::tui::background::figures::ExportFigures;
use crate::tui::draw::Draw;
use crate::tui::erased::{Constant, Value};
use crate::tui::message::{Effect, Message};
use crate::tui::model::Model;
use crate::tui::playing::BoardHost;
use crate::tui::screen::{AnyScreen, Controls, Screen};
use crate::tui::table::Table;

/// The commands of a screen of the old framework.
pub(crate) trait OldScreen {
    fn screen(&self) -> &dyn AnyScreen;
}

/// A screen of the old framework.
#[derive(Debug)]
pub(crate) struct Old<S> {
    screen: S,
    about: About,
}

impl<S: Screen + Default> Default for Old<S> {
    fn default() -> Old<S> {
        let screen = S::default();
        let tab = screen.tab();
        let about = About {
            id: screen.id(),
            title: tab.title,
            short: tab.short,
            objective: screen.objective(),
            shows_run: screen.shows_run(),
            live: screen.live(),
            figure_panes: screen.figure_panes(),
            has_panes: false,
            is_overlay: false,
        };
        Old { screen, about }
    }
}

impl<S> Deref for Old<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.screen
    }
}

impl<S> DerefMut for Old<S> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.screen
    }
}

impl<S: Screen + Controls + 'static> OldScreen for Old<S> {
    fn screen(&self) -> &dyn AnyScreen {
        &self.screen
    }
}

impl<S: Screen + Controls + Debug + 'static> Place for Old<S> {
    fn about(&self) -> &About {
        &self.about
    }

    fn status(&self, model: &Model) -> Status {
        Status {
            card: self.screen.card(model),
            is_hidden: !self.screen.has_tab(model),
            has_news: self.screen.has_news(model),
            bar_label: self.screen.show_bar_label(model),
            main_command: self.screen.main_command(model),
            can_go_back: self.screen.can_go_back(model),
            work: self.screen.work(),
            redraw_interval: self.screen.redraw_interval(model),
        }
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        Screen::draw(&self.screen, draw, model, area);
    }

    fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
        let focused = self.screen.focused_list(model);
        let tables = self.screen.tables(model).into_iter();
        tables
            .map(|table| {
                let is_focused = focused == Some(table.list);
                table.focused(is_focused)
            })
            .collect()
    }

    fn chart(&self, model: &Model) -> Option<Chart> {
        self.screen.chart(model)
    }

    fn figures(&self, model: &Model) -> Option<ExportFigures> {
        self.screen.figures(model)
    }

    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>> {
        let screen = &mut self.screen;
        Some(match input {
            Input::Opened => screen.opened(model),
            Input::Changed => screen.refresh(model),
            Input::Move(action) => screen.navigate(model, action),
            Input::Back => return screen.back(model).then(Vec::new),
            Input::Row(list, row) => screen.row_clicked(model, list, row),
            Input::Select(list, row) => screen.select_row(model, list, row),
            Input::Generation(generation) => screen.look_at(model, generation),
            Input::Message(message) if screen.accepts(message) => {
                Screen::handle(screen, model, std::mem::replace(message, Message::Resized))
            }
            Input::Message(_) => return None,
            Input::Note(note) => screen.receive(model, note),
            Input::Fact(fact) => {
                screen.observe(model, fact);
                Vec::new()
            }
            Input::Started(folder) => screen.started(folder).into_iter().map(Effect::Send).collect(),
            Input::StartFailed => {
                screen.start_failed();
                Vec::new()
            }
            Input::Act(act) => AnyScreen::perform(screen, model, act),
            Input::ActFocus(act) => {
                AnyScreen::focus_for(screen, act);
                Vec::new()
            }
            Input::Spot(spot) => AnyScreen::clicked(screen, model, spot),
            Input::SpotFocus(spot) => {
                AnyScreen::focus_at(screen, spot);
                Vec::new()
            }
            Input::SpotWheel(spot, action) => AnyScreen::scrolled(screen, model, spot, action),
            Input::NextPane(forward) => {
                screen.board_mut()?.next_pane(model, forward);
                Vec::new()
            }
            Input::Zoom => {
                screen.board_mut()?.zoom();
                Vec::new()
            }
            Input::Pane(_) | Input::Part(..) | Input::Wheel(..) => return None,
        })
    }

    fn board(&self) -> Option<&dyn BoardHost> {
        self.screen.board()
    }

    fn board_mut(&mut self) -> Option<&mut dyn BoardHost> {
        self.screen.board_mut()
    }

    fn old(&self) -> Option<&dyn OldScreen> {
        Some(self)
    }
}

/// Returns whether a click target belongs to a place.
pub(crate) fn owns_spot(place: &dyn Place, spot: &Value) -> bool {
    place.old().is_some_and(|old| old.screen().owns_spot(spot))
}

/// Returns the screen of the old framework that owns a command.
pub(crate) fn owns(place: &dyn Place, act: Constant) -> bool {
    place.old().is_some_and(|old| old.screen().owns(act))
}
