//! The view of Run for a race: optimizers compared on one objective, with equal numbers of evaluations and several seeds.
//!
//! The workbench runs a race in the background ([`crate::race::Driver`]), independent of the open session.

mod commands;
mod draw;
mod forms;
mod state;
pub(crate) mod task;

pub(crate) use commands::COMMANDS;
pub(crate) use state::State;

use crate::race::ScoredSet;
use crate::tui::notes::{New, ShowRace};
use crate::tui::prelude::*;
use crate::tui::saved::Kind;
use crate::tui::work::LongWork;
use task::Report;

pub(crate) const ID: ScreenId = ScreenId("race");

static ABOUT: About = About {
    has_panes: true,
    figure_panes: "the optimizers, the chart, the rank tests",
    ..About::new(ID, "Race")
};

/// The optimizers, the curves and the rank tests.
pub(crate) const OPTIMIZERS: List = List("race: optimizers");
pub(crate) const TESTS: List = List("race: tests");

panes! {
    static PANES: State, panes, draw::places;
    TABLE = Pane {
        draw: draw::optimizers,
        table: |state, _| draw::optimizer_table(state),
        select: |state, _, row| state.optimizer.at = row,
        open: commands::open,
        ..Pane::EMPTY
    };
    CHART = Pane { draw: draw::chart, ..Pane::EMPTY };
    PAIRS = Pane {
        draw: draw::tests,
        table: |state, _| draw::pair_table(state),
        select: |state, _, row| state.pair.at = row,
        ..Pane::EMPTY
    };
}

impl Place for State {
    parts!(about draw tables);

    fn status(&self, _model: &Model) -> Status {
        let card = self.folder.is_none().then(|| Card {
            title: "Race",
            about: "No race is open. A race compares optimizers on one objective: each has several seeds and equally many \
                    evaluations, and a rank test decides.".to_owned(),
            choices: vec![(action("new race"), "create a race: optimizers, seeds and evaluations")],
        });
        Status {
            card,
            is_hidden: self.folder.is_none(),
            has_news: self.news,
            can_go_back: self.panes.is_zoomed,
            work: self.running.as_ref().map(|_| LongWork::Race),
            ..Status::default()
        }
    }

    fn chart(&self, _model: &Model) -> Option<Chart> {
        if self.panes.at == PAIRS { None } else { draw::medians_of(self) }
    }

    fn figures(&self, _model: &Model) -> Option<ExportFigures> {
        let standing = self.standing().filter(|standing| standing.evaluations().0 > 0)?;
        let is_compared = standing.comparison(ScoredSet::Train).is_some();
        let names: &[&str] = match self.panes.at {
            PAIRS if is_compared => &["tests"],
            PAIRS => return None,
            TABLE if is_compared => &["medians", "results"],
            _ => &["medians"],
        };
        let wanted = names.iter().map(|name| Wanted::recorded(name)).collect();
        Some(ExportFigures { folder: self.folder.clone()?, wanted })
    }

    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>> {
        match input {
            Input::Opened => {
                self.news = false;
                Some(Vec::new())
            }
            Input::Changed => Some(self.read(model)),
            Input::Back => self.panes.is_zoomed.then(|| {
                self.panes.is_zoomed = false;
                Vec::new()
            }),
            Input::Message(Message::Race(report)) => Some(state::reported(self, model, report)),
            Input::Note(note) => {
                if let Some(ShowRace(folder)) = note.get() {
                    self.show(folder.clone());
                    return Some(vec![Effect::Show(ID)]);
                }
                if note.get() == Some(&New(Kind::Race)) {
                    commands::new(self, model);
                    return Some(Vec::new());
                }
                note.get::<Report>().map(|report| state::handle(self, model, report))
            }
            input => PANES.handle(self, model, &input),
        }
    }
}
