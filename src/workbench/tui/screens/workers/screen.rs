//! Implements the traits of a screen for the Workers screen.

use ratatui::layout::Rect;

use super::{Act, ID, State, command, lists, table};
use crate::tui::action::{Action, ScreenId};
use crate::tui::card::Card;
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
        Tab { title: "Workers", short: "Work" }
    }

    fn has_tab(&self, model: &Model) -> bool {
        model.workers.is_some() || model.screen == ID
    }

    fn card(&self, model: &Model) -> Option<Card> {
        let about = "Games and searches can be spread over several machines. Start a NATS server (nats-server -js), \
                     start the workbench with its address (eyas --workers nats://HOST), and start eyas worker \
                     nats://HOST on each machine. Then this screen shows who works."
            .to_owned();
        model.workers.is_none().then_some(Card {
            title: "Workers on other machines",
            about,
            choices: Vec::new(),
        })
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        super::draw(draw, self, model, area);
    }

    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect> {
        let len = model.workers.as_ref().map_or(0, |workers| workers.rows.len());
        model.step(lists::WORKERS, &mut self.cursor, action, len);
        model.workers.iter().for_each(|workers| self.remember(workers));
        Vec::new()
    }

    fn row_clicked(&mut self, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        self.select_row(model, list, row)
    }

    fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
        vec![table::workers(self, model)]
    }

    fn focused_list(&self, _model: &Model) -> Option<List> {
        Some(lists::WORKERS)
    }

    fn select_row(&mut self, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list == lists::WORKERS {
            self.cursor.at = row;
            model.workers.iter().for_each(|workers| self.remember(workers));
        }
        Vec::new()
    }

    fn refresh(&mut self, model: &mut Model) -> Vec<Effect> {
        model.workers.iter().for_each(|workers| self.follow(workers));
        Vec::new()
    }
}

impl Controls for State {
    type Act = Act;
    type Spot = ();

    fn enabled(&self, model: &Model, act: Act) -> bool {
        match act {
            Act::Copy => model.workers.is_some(),
        }
    }

    fn why_not(&self, _model: &Model, _act: Act) -> Option<&'static str> {
        Some("the workbench was started without --workers")
    }

    fn perform(&mut self, model: &mut Model, act: Act) -> Vec<Effect> {
        match act {
            Act::Copy => {
                let Some(text) = model.workers.as_ref().map(command) else { return Vec::new() };
                model.notice = Some((Severity::Info, format!("copied to the clipboard: {text}")));
                vec![Effect::Copy(text)]
            }
        }
    }
}
