//! The interface of the Pipeline screen to the workbench.

use std::path::Path;

use ratatui::layout::Rect;

use super::state::{handle, refresh, reload};
use super::task::Report;
use super::{Act, ID, Pane, Spot, State, curves, lists};
use crate::figures::Chart;
use crate::job::report::Command;
use crate::tui::action::{Action, ScreenId};
use crate::tui::background::figures::{ExportFigures, Wanted};
use crate::tui::card::Card;
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::hit_map::List;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::notes::ShowPipeline;
use crate::tui::screen::{Controls, Screen, Tab};
use crate::tui::table::Table;
use crate::tui::work::Work;

impl Screen for State {
    fn id(&self) -> ScreenId {
        ID
    }

    fn tab(&self) -> Tab {
        Tab { title: "Pipeline", short: "Pipe" }
    }

    fn card(&self, _model: &Model) -> Option<Card> {
        let nothing = matches!(&self.list.read, Some(Ok(rows)) if rows.is_empty());
        nothing.then(|| Card {
            title: "Pipeline",
            about: "No pipeline is saved here yet. A pipeline goes from random bits to an engine in three stages: moves \
                    of grandmasters or results of games, games between the champions, and a tuned search.".to_owned(),
            choices: vec![(Action::own(&Act::New), "create a pipeline; each stage is a session that you can step")],
        })
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        super::draw(draw, self, model, area);
    }

    fn has_news(&self, _model: &Model) -> bool {
        self.news
    }

    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect> {
        super::navigate(self, model, action);
        Vec::new()
    }

    fn tables<'a>(&'a self, _model: &'a Model) -> Vec<Table<'a>> {
        vec![super::sorting::pipelines(self)]
    }

    fn focused_list(&self, _model: &Model) -> Option<List> {
        (self.pane == Pane::List || self.selected().is_none()).then_some(lists::PIPELINES)
    }

    fn select_row(&mut self, _model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list == lists::PIPELINES {
            self.list.cursor.at = row;
        }
        Vec::new()
    }

    fn chart(&self, model: &Model) -> Option<Chart> {
        if self.pane == Pane::Stages { curves::chart(self, model) } else { None }
    }

    fn figures(&self, model: &Model) -> Option<ExportFigures> {
        curves::chart(self, model).filter(|_| self.pane == Pane::Stages)?;
        let wanted = ["fitness", "stages"].map(Wanted::recorded).to_vec();
        Some(ExportFigures { folder: self.selected()?.folder.clone(), wanted })
    }

    fn figure_panes(&self) -> &'static str {
        "the stages with their curves"
    }

    fn back(&mut self, _model: &mut Model) -> bool {
        std::mem::take(&mut self.zoomed)
    }

    fn opened(&mut self, model: &mut Model) -> Vec<Effect> {
        self.news = false;
        vec![reload(model)]
    }

    fn refresh(&mut self, model: &mut Model) -> Vec<Effect> {
        refresh(self, model)
    }

    fn receive(&mut self, model: &mut Model, note: &Note) -> Vec<Effect> {
        if let Some(ShowPipeline(folder)) = note.get() {
            self.list.select(folder.clone());
            self.pane = Pane::Stages;
            return vec![Effect::Show(ID)];
        }
        note.get::<Report>().map_or_else(Vec::new, |report| handle(self, model, report.clone()))
    }

    fn started(&mut self, folder: &Path) -> Option<Command> {
        self.advancing = None;
        let is_running = self.running.as_deref().is_some_and(|running| folder.parent() == Some(running));
        is_running.then_some(Command::Run)
    }

    fn start_failed(&mut self) {
        (self.advancing, self.running) = (None, None);
    }

    fn work(&self) -> Option<Work> {
        self.running.as_ref().map(|_| Work::Pipeline)
    }
}

impl Controls for State {
    type Act = Act;
    type Spot = Spot;

    fn enabled(&self, model: &Model, act: Act) -> bool {
        super::enabled(self, model, act)
    }

    fn bar_label(&self, model: &Model, act: Act) -> Option<&'static str> {
        super::bar_label(self, model, act)
    }

    fn why_not(&self, model: &Model, act: Act) -> Option<&'static str> {
        Some(super::why_not(self, model, act))
    }

    fn drops_edits(&self, model: &Model, act: Act) -> bool {
        match act {
            // The same command pauses a running pipeline.
            Act::Run => !super::is_running(self, model),
            Act::Open | Act::Take => true,
            _ => false,
        }
    }

    fn perform(&mut self, model: &mut Model, act: Act) -> Vec<Effect> {
        super::perform(self, model, act)
    }

    fn clicked(&mut self, model: &mut Model, spot: Spot) -> Vec<Effect> {
        super::clicked(self, model, spot)
    }

    fn scrolled(&mut self, model: &mut Model, spot: Spot, action: Action) -> Vec<Effect> {
        super::scrolled(self, model, spot, action);
        Vec::new()
    }
}
