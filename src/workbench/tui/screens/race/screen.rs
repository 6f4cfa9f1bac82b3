//! The interface of the Race screen to the workbench.

use ratatui::layout::Rect;

use super::state::{handle, refresh, reload, report};
use super::task::Report;
use super::{Act, ID, Pane, Spot, State, lists};
use crate::figures::Chart;
use crate::race::ScoredSet;
use crate::tui::action::{Action, ScreenId};
use crate::tui::background::figures::{ExportFigures, Wanted};
use crate::tui::card::Card;
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::hit_map::List;
use crate::tui::message::{Effect, Message};
use crate::tui::model::Model;
use crate::tui::notes::ShowRace;
use crate::tui::screen::{Controls, Screen, Tab};
use crate::tui::table::Table;
use crate::tui::work::Work;

impl Screen for State {
    fn id(&self) -> ScreenId {
        ID
    }

    fn tab(&self) -> Tab {
        Tab { title: "Race", short: "Race" }
    }

    fn card(&self, _model: &Model) -> Option<Card> {
        let nothing = matches!(&self.list.read, Some(Ok(rows)) if rows.is_empty());
        nothing.then(|| Card {
            title: "Race",
            about: "No race is saved here yet. A race compares optimizers on one objective: each has several seeds and \
                    equally many evaluations, and a rank test decides.".to_owned(),
            choices: vec![(Action::own(&Act::New), "create a race: optimizers, seeds and evaluations")],
        })
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        super::draw::draw(draw, self, model, area);
    }

    fn has_news(&self, _model: &Model) -> bool {
        self.news
    }

    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect> {
        super::navigate(self, model, action);
        Vec::new()
    }

    fn tables<'a>(&'a self, _model: &'a Model) -> Vec<Table<'a>> {
        super::sorting::tables(self)
    }

    fn focused_list(&self, _model: &Model) -> Option<List> {
        match self.pane {
            Pane::Races => Some(lists::RACES),
            _ if self.selected().is_none() => Some(lists::RACES),
            Pane::Optimizers => Some(lists::OPTIMIZERS),
            Pane::Tests => None,
        }
    }

    fn select_row(&mut self, _model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        match list {
            lists::RACES => super::select(self, row),
            lists::OPTIMIZERS => self.optimizer.at = row,
            _ => {}
        }
        Vec::new()
    }

    fn chart(&self, _model: &Model) -> Option<Chart> {
        if self.pane == Pane::Optimizers { super::chart::of(self) } else { None }
    }

    fn figures(&self, _model: &Model) -> Option<ExportFigures> {
        let standing = self.standing().filter(|standing| standing.evaluations().0 > 0)?;
        let compared = standing.comparison(ScoredSet::Train).is_some();
        let names: &[&str] = match self.pane {
            Pane::Races => return None,
            Pane::Optimizers if compared => &["medians", "results"],
            Pane::Optimizers => &["medians"],
            Pane::Tests if compared => &["tests"],
            Pane::Tests => return None,
        };
        let wanted = names.iter().map(|name| Wanted::recorded(name)).collect();
        Some(ExportFigures { folder: self.selected()?.folder.clone(), wanted })
    }

    fn figure_panes(&self) -> &'static str {
        "the optimizers with the chart, the rank tests"
    }

    fn opened(&mut self, model: &mut Model) -> Vec<Effect> {
        self.news = false;
        vec![reload(model)]
    }

    fn refresh(&mut self, model: &mut Model) -> Vec<Effect> {
        refresh(self, model)
    }

    fn accepts(&self, message: &Message) -> bool {
        matches!(message, Message::Race(_))
    }

    fn handle(&mut self, model: &mut Model, message: Message) -> Vec<Effect> {
        match message {
            Message::Race(found) => report(self, model, found),
            _ => Vec::new(),
        }
    }

    fn receive(&mut self, model: &mut Model, note: &Note) -> Vec<Effect> {
        if let Some(ShowRace(folder)) = note.get() {
            self.list.select(folder.clone());
            self.pane = Pane::Optimizers;
            return vec![Effect::Show(ID)];
        }
        note.get::<Report>().map_or_else(Vec::new, |report| handle(self, model, report.clone()))
    }

    fn work(&self) -> Option<Work> {
        self.running.as_ref().map(|_| Work::Race)
    }
}

impl Controls for State {
    type Act = Act;
    type Spot = Spot;

    fn enabled(&self, _model: &Model, act: Act) -> bool {
        super::enabled(self, act)
    }

    fn bar_label(&self, _model: &Model, act: Act) -> Option<&'static str> {
        (act == Act::Run && self.is_running()).then_some("pause")
    }

    fn why_not(&self, _model: &Model, act: Act) -> Option<&'static str> {
        Some(super::why_not(self, act))
    }

    fn drops_edits(&self, _model: &Model, act: Act) -> bool {
        act == Act::Open
    }

    fn perform(&mut self, model: &mut Model, act: Act) -> Vec<Effect> {
        super::perform(self, model, act)
    }

    fn clicked(&mut self, _model: &mut Model, spot: Spot) -> Vec<Effect> {
        super::clicked(self, spot);
        Vec::new()
    }

    fn scrolled(&mut self, model: &mut Model, spot: Spot, action: Action) -> Vec<Effect> {
        super::scrolled(self, model, spot, action);
        Vec::new()
    }
}
