//! The Genome screen's implementation of the workbench's traits.

use std::sync::Arc;

use ratatui::layout::Rect;

use super::sheet::Sheet;
use super::tasks::Spread;
use super::{Act, ID, Spot, State, actions, drawing, figure, lists, table};
use crate::tui::action::{Action, ScreenId};
use crate::tui::background::figures::{ExportFigures, Wanted};
use crate::tui::card::Card;
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::general_commands;
use crate::tui::hit_map::List;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::screen::{Controls, Screen, Tab};
use crate::tui::table::Table;

impl Screen for State {
    fn id(&self) -> ScreenId {
        ID
    }

    fn tab(&self) -> Tab {
        Tab { title: "Genome", short: "Gen" }
    }

    fn shows_run(&self) -> bool {
        true
    }

    fn card(&self, model: &Model) -> Option<Card> {
        (model.evolution.is_none() && model.subject().is_none()).then(|| Card {
            title: "Genome",
            about: "No session is open and no subject is selected. This screen shows the parameters of all organisms as \
                    heatmaps: by organism, by generation, and bit by bit.".to_owned(),
            choices: vec![
                (Action::own(&general_commands::NEW_RUN), "start a run from random organisms"),
                (Action::own(&general_commands::CHOOSE_SUBJECT), "look at an organism of a file, a session or a paper"),
            ],
        })
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        drawing::draw(draw, self, model, area);
    }

    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect> {
        actions::navigate(self, model, action);
        Vec::new()
    }

    fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
        Sheet::new(self, model).map(|sheet| table::table(&sheet)).into_iter().collect()
    }

    fn focused_list(&self, _model: &Model) -> Option<List> {
        Some(lists::GENES)
    }

    fn select_row(&mut self, model: &mut Model, _list: List, row: usize) -> Vec<Effect> {
        let locus = Sheet::new(self, model).and_then(|sheet| table::locus(&sheet, row));
        self.locus = locus.unwrap_or(self.locus);
        Vec::new()
    }

    fn figures(&self, model: &Model) -> Option<ExportFigures> {
        let folder = model.evolution.as_ref()?.folder.clone();
        Some(ExportFigures { folder, wanted: vec![Wanted::Shown(Box::new(figure::of(self, model)?))] })
    }

    fn figure_panes(&self) -> &'static str {
        "the three heatmaps, once a generation is measured"
    }

    fn refresh(&mut self, model: &mut Model) -> Vec<Effect> {
        actions::refresh(self, model).into_iter().collect()
    }

    fn receive(&mut self, _model: &mut Model, note: &Note) -> Vec<Effect> {
        if let Some(Spread { request, moments }) = note.get() {
            self.moments = Some((request.clone(), Some(Arc::clone(moments))));
        }
        Vec::new()
    }
}

impl Controls for State {
    type Act = Act;
    type Spot = Spot;

    fn enabled(&self, model: &Model, act: Act) -> bool {
        actions::enabled(self, model, act)
    }

    fn perform(&mut self, model: &mut Model, act: Act) -> Vec<Effect> {
        actions::perform(self, model, act)
    }

    fn clicked(&mut self, model: &mut Model, spot: Spot) -> Vec<Effect> {
        actions::clicked(self, model, spot)
    }

    fn scrolled(&mut self, model: &mut Model, _spot: Spot, action: Action) -> Vec<Effect> {
        actions::navigate(self, model, action);
        Vec::new()
    }
}
