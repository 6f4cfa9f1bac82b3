//! What the Pipeline screen knows, and how a pipeline goes from stage to stage.

use std::path::{Path, PathBuf};

use super::ID;
use super::curves::Trace;
use super::task::{Report, Row, Shown, Task};

use crate::job::Opening;
use crate::job::report::State as JobState;
use crate::pipeline::Stage;
use crate::pipeline::{Estimate, Plan};
use crate::tui::action::Action;
use crate::tui::background::BackgroundTask;
use crate::tui::cursor::Cursor;
use crate::tui::evolution::Evolution;
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;

/// Which pane has the keys.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Pane {
    /// The pipelines.
    List,
    /// The stages of the one under the cursor.
    #[default]
    Stages,
}

/// What the screen knows.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The pipelines, newest first; none before they were read.
    pub(crate) rows: Option<Result<Vec<Row>, String>>,
    /// The pipeline under the cursor.
    pub(crate) cursor: Cursor,
    /// Its stage under the cursor.
    pub(crate) stage: Cursor,
    pub(crate) pane: Pane,
    /// The one that goes on from stage to stage by itself.
    pub(crate) running: Option<PathBuf>,
    /// The one whose next stage is being looked for.
    pub(crate) asked: Option<PathBuf>,
    /// The one whose time is being tried.
    pub(crate) trying: Option<PathBuf>,
    /// How long the stages of one would take.
    pub(crate) estimates: Option<(PathBuf, Vec<Estimate>)>,
    /// The curves of one's stages.
    pub(crate) curves: Option<(PathBuf, Vec<Trace>)>,
    /// The one whose curves were asked for.
    pub(crate) looked: Option<PathBuf>,
    /// Whether something came to its end unlooked at.
    pub(crate) news: bool,
}

impl State {
    /// The pipelines read.
    pub(super) fn rows(&self) -> &[Row] {
        match &self.rows {
            Some(Ok(rows)) => rows,
            Some(Err(_)) | None => &[],
        }
    }

    /// The pipeline under the cursor.
    pub(super) fn chosen(&self) -> Option<&Row> {
        self.rows().get(self.cursor.at)
    }

    /// What it holds.
    pub(super) fn shown(&self) -> Option<&Shown> {
        self.chosen()?.content.as_ref().ok()
    }

    /// The plan of the pipeline under the cursor.
    pub(crate) fn plan(&self) -> Option<&Plan> {
        self.shown().map(|shown| &shown.plan)
    }

    /// The stage under the cursor.
    pub(super) fn stage(&self) -> Option<Stage> {
        Some(self.shown()?.legs.get(self.stage.at)?.0.stage)
    }

    /// How long a stage of the pipeline under the cursor would take.
    pub(super) fn estimate(&self, stage: Stage) -> Option<Estimate> {
        let (folder, estimates) = self.estimates.as_ref()?;
        let here = self.chosen().is_some_and(|row| row.folder == *folder);
        estimates.iter().find(|estimate| here && estimate.stage == stage).copied()
    }
}

/// The open session, where it is a stage of this pipeline.
pub(super) fn open_stage<'a>(model: &'a Model, folder: &Path) -> Option<&'a Evolution> {
    model.evolution.as_ref().filter(|open| open.folder.parent() == Some(folder))
}

/// Finds what comes next in a pipeline.
pub(super) fn advance(state: &mut State, folder: &Path, run: bool) -> Vec<Effect> {
    state.asked = Some(folder.to_owned());
    vec![task(Task::Next { folder: folder.to_owned(), run })]
}

pub(super) fn task(task: Task) -> Effect {
    Effect::BackgroundTask(BackgroundTask::new(task))
}

/// Asks for the curves of the pipeline under the cursor, and goes on with the next stage when one is complete.
pub(super) fn refresh(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let mut effects = go_on(state, model);
    let chosen = state.chosen().map(|row| row.folder.clone());
    if model.screen == ID && chosen.is_some() && chosen != state.looked {
        state.looked.clone_from(&chosen);
        effects.extend(chosen.map(|folder| task(Task::Curves(folder))));
    }
    effects
}

/// Goes on with the next stage when one is complete, and lets go where the person does something else.
fn go_on(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let Some(folder) = state.running.clone() else { return Vec::new() };
    if state.asked.is_some() {
        return Vec::new();
    }
    match open_stage(model, &folder).map(|open| open.state) {
        Some(JobState::Done) => advance(state, &folder, true),
        Some(JobState::Failed | JobState::Stopped) | None => {
            state.running = None;
            Vec::new()
        }
        Some(_) => Vec::new(),
    }
}

/// The list again.
pub(super) fn listing(model: &Model) -> Effect {
    task(Task::List(model.sessions.root.clone()))
}

/// An task came back.
pub(super) fn hear(state: &mut State, model: &mut Model, report: Report) -> Vec<Effect> {
    match report {
        Report::Listed(rows) => {
            let before = state.chosen().map(|row| row.folder.clone());
            state.rows = Some(rows);
            state.looked = None;
            let rows = state.rows();
            let again = before.and_then(|folder| rows.iter().position(|row| row.folder == folder));
            let (len, stages) = (rows.len(), state.shown().map_or(0, |shown| shown.legs.len()));
            state.cursor.at = again.unwrap_or(state.cursor.at);
            state.cursor.moved(Action::Redraw, 0, len);
            state.stage.moved(Action::Redraw, 0, stages);
        }
        Report::Next { folder, next: Some(next), run } => {
            // Until it is started it is asked for.
            state.running = run.then_some(folder);
            let effect = match next.opening {
                Opening::New(settings) => Effect::Start { settings, folder: Some(next.folder) },
                Opening::Resume => Effect::Resume(next.folder),
            };
            return vec![effect, listing(model)];
        }
        Report::Next { folder, next: None, .. } => {
            state.asked = None;
            state.running = None;
            state.news = model.screen != ID;
            let text = format!("complete: Evol0 and Evol* are in {}", folder.display());
            model.show_notice(Severity::Plain, text);
            return vec![listing(model)];
        }
        Report::Curves(folder, traces) => state.curves = Some((folder, traces)),
        Report::Estimated(folder, estimates) => {
            state.trying = None;
            state.estimates = Some((folder, estimates));
        }
        Report::Changed(folder) => {
            model.screen = ID;
            state.pane = Pane::Stages;
            state.stage = Cursor::default();
            // What was begun last stands first.
            state.cursor = Cursor::default();
            state.rows = None;
            state.estimates = None;
            state.trying = Some(folder.clone());
            return vec![listing(model), task(Task::Estimate(folder))];
        }
        Report::Refused(folder, why) => {
            for waiting in [&mut state.asked, &mut state.trying, &mut state.running] {
                if waiting.as_ref() == Some(&folder) {
                    *waiting = None;
                }
            }
            model.show_notice(Severity::Error, why);
        }
    }
    Vec::new()
}
