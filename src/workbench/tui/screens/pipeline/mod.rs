//! The view of Run for a pipeline: its stages from random bits to Evol\*, and the result of each.
//!
//! Each stage is an ordinary session, which can be opened and stepped like any other. A running pipeline opens one after
//! the other. Beside the other views of a stage, its pipeline is a strip.

mod commands;
pub(crate) mod curves;
mod draw;
mod forms;
mod state;
pub(crate) mod task;

pub(crate) use commands::COMMANDS;
pub(crate) use state::State;

use crate::job::report::Command as JobCommand;
use crate::tui::notes::{New, ShowPipeline};
use crate::tui::prelude::*;
use crate::tui::saved::Kind;
use crate::tui::work::LongWork;
use state::open_stage;
use task::Report;

pub(crate) const ID: ScreenId = ScreenId("pipeline");

static ABOUT: About =
    About { has_panes: true, figure_panes: "the stages, their curves", ..About::new(ID, "Stages") };

/// The stages of the pipeline.
pub(crate) const LIST: List = List("pipeline: stages");

panes! {
    static PANES: State, panes, draw::places;
    STAGES = Pane {
        draw: draw::stages,
        table: |state, model| draw::table(state, model),
        select: |state, _, row| state.stage.at = row,
        open: commands::open_if_possible,
        ..Pane::EMPTY
    };
    DETAIL = Pane { draw: draw::detail, ..Pane::EMPTY };
    CURVES = Pane { draw: curves::draw, ..Pane::EMPTY };
}

impl Place for State {
    parts!(about draw tables);

    fn status(&self, _model: &Model) -> Status {
        let card = self.folder.is_none().then(|| Card {
            title: "Pipeline",
            about: "No pipeline is open. A pipeline goes from random bits to an engine in three stages: moves of \
                    grandmasters or results of games, games between the champions, and a tuned search.".to_owned(),
            choices: vec![(action("new pipeline"), "create a pipeline; each stage is a session that you can step")],
        });
        Status {
            card,
            is_hidden: self.folder.is_none(),
            has_news: self.news,
            can_go_back: self.panes.is_zoomed,
            work: self.running.as_ref().map(|_| LongWork::Pipeline),
            ..Status::default()
        }
    }

    fn draw_strip(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) -> Rect {
        let shown = self.folder.as_ref().and_then(|folder| open_stage(model, folder));
        if shown.is_some() { draw::strip(draw, self, model, area) } else { area }
    }

    fn chart(&self, model: &Model) -> Option<Chart> {
        if self.panes.at == DETAIL { None } else { curves::chart(self, model) }
    }

    fn figures(&self, model: &Model) -> Option<ExportFigures> {
        curves::chart(self, model)?;
        let wanted = ["fitness", "stages"].map(Wanted::recorded).to_vec();
        Some(ExportFigures { folder: self.folder.clone()?, wanted })
    }

    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>> {
        match input {
            Input::Opened => {
                self.news = false;
                Some(self.folder.clone().map(state::read).into_iter().collect())
            }
            Input::Changed => Some(state::refresh(self, model)),
            Input::Back => self.panes.is_zoomed.then(|| {
                self.panes.is_zoomed = false;
                Vec::new()
            }),
            Input::Started(folder) => self.started(folder),
            Input::StartFailed => {
                (self.advancing, self.running) = (None, None);
                None
            }
            Input::Note(note) => {
                if let Some(ShowPipeline(folder)) = note.get() {
                    return Some(self.show(folder.clone()));
                }
                if note.get() == Some(&New(Kind::Pipeline)) {
                    commands::new(self, model);
                    return Some(Vec::new());
                }
                note.get::<Report>().map(|report| state::handle(self, model, report.clone()))
            }
            input => PANES.handle(self, model, &input),
        }
    }
}

impl State {
    /// Runs the session that was started, if it is a stage of the running pipeline.
    fn started(&mut self, folder: &Path) -> Option<Vec<Effect>> {
        self.advancing = None;
        let is_running = self.running.as_deref().is_some_and(|running| folder.parent() == Some(running));
        is_running.then(|| vec![Effect::Send(JobCommand::Run)])
    }
}
