//! Implements the traits of a screen for the Log screen.

use std::convert::Infallible;

use ratatui::layout::Rect;

use super::{ID, State, lists};
use crate::tui::action::{Action, ScreenId};
use crate::tui::cursor::Cursor;
use crate::tui::draw::Draw;
use crate::tui::hit_map::List;
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::screen::{Controls, Screen, Tab};

impl Screen for State {
    fn id(&self) -> ScreenId {
        ID
    }

    fn tab(&self) -> Tab {
        Tab { key: "0", title: "Log", short: "Log" }
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        super::draw(draw, self, model, area);
    }

    fn has_news(&self, model: &Model) -> bool {
        let has_problem = || model.log.entries.iter().any(|entry| entry.severity != Severity::Info);
        model.log.unread && has_problem() && model.screen != ID
    }

    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect> {
        self.cursor.move_in_list(action, model.hits.page(lists::LOG), model.log.entries.len());
        Vec::new()
    }

    fn row_clicked(&mut self, _model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list == lists::LOG {
            self.cursor.at = row;
        }
        Vec::new()
    }

    fn opened(&mut self, model: &mut Model) -> Vec<Effect> {
        model.log.unread = false;
        self.cursor = Cursor::default();
        Vec::new()
    }
}

impl Controls for State {
    type Act = Infallible;
    type Spot = Infallible;

    fn enabled(&self, _model: &Model, act: Infallible) -> bool {
        match act {}
    }

    fn perform(&mut self, _model: &mut Model, act: Infallible) -> Vec<Effect> {
        match act {}
    }
}
