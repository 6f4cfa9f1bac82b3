//! Implements the traits of a screen for the Log screen.

use ratatui::layout::Rect;

use super::{Act, ID, State, lists, table};
use crate::tui::action::{Action, ScreenId};
use crate::tui::cursor::{Cursor, next_of};
use crate::tui::draw::Draw;
use crate::tui::hit_map::List;
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::screen::{Controls, Screen, Tab};
use crate::tui::table::Table;

impl Screen for State {
    fn id(&self) -> ScreenId {
        ID
    }

    fn tab(&self) -> Tab {
        Tab { title: "Log", short: "Log" }
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        super::draw(draw, self, model, area);
    }

    fn has_news(&self, model: &Model) -> bool {
        let has_problem = || model.log.entries.iter().any(|entry| entry.severity != Severity::Info);
        model.log.unread && has_problem() && model.screen != ID
    }

    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect> {
        let len = self.entries(model).len();
        model.step(lists::LOG, &mut self.cursor, action, len);
        Vec::new()
    }

    fn row_clicked(&mut self, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        self.select_row(model, list, row)
    }

    fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
        vec![table::entries(self, model)]
    }

    fn focused_list(&self, _model: &Model) -> Option<List> {
        Some(lists::LOG)
    }

    fn select_row(&mut self, _model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list == lists::LOG {
            self.cursor.at = row;
        }
        Vec::new()
    }

    fn back(&mut self, _model: &mut Model) -> bool {
        let was_filtered = self.least != Severity::Info;
        (self.least, self.cursor) =
            (Severity::Info, if was_filtered { Cursor::default() } else { self.cursor });
        was_filtered
    }

    fn opened(&mut self, model: &mut Model) -> Vec<Effect> {
        model.log.unread = false;
        self.cursor = Cursor::default();
        Vec::new()
    }
}

impl Controls for State {
    type Act = Act;
    type Spot = ();

    fn enabled(&self, model: &Model, act: Act) -> bool {
        match act {
            Act::Level => !model.log.entries.is_empty(),
            Act::Copy => self.entries(model).get(self.cursor.at).is_some(),
        }
    }

    fn why_not(&self, _model: &Model, _act: Act) -> Option<&'static str> {
        Some("the log has no entries")
    }

    fn perform(&mut self, model: &mut Model, act: Act) -> Vec<Effect> {
        match act {
            Act::Level => {
                let selected = self.entries(model).get(self.cursor.at).copied().cloned();
                self.least = next_of(&Severity::ALL, self.least, true);
                let entries = self.entries(model);
                // The cursor stays on its entry, if that is still listed.
                let found =
                    selected.and_then(|selected| entries.iter().position(|entry| **entry == selected));
                self.cursor.at = found.unwrap_or(0);
            }
            Act::Copy => {
                if let Some(entry) = self.entries(model).get(self.cursor.at) {
                    let text = entry.text.clone();
                    model.notice = Some((Severity::Info, "copied to the clipboard".to_owned()));
                    return vec![Effect::Copy(text)];
                }
            }
        }
        Vec::new()
    }
}
