//! The state of the Pipeline screen, and how it starts one stage of a pipeline after the other.

use std::path::{Path, PathBuf};

use super::ID;
use super::curves::Trace;
use super::task::{Contents, Report, Row, Task};

use crate::job::Opening;
use crate::job::report::State as JobState;
use crate::pipeline::{Estimate, Plan, Stage, StageStatus};
use crate::tui::action::Action;
use crate::tui::background::BackgroundTask;
use crate::tui::cursor::Cursor;
use crate::tui::evolution::Evolution;
use crate::tui::listing::Listing;
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;

/// A pane of the screen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Pane {
    /// The pipelines.
    List,
    /// The stages of the selected pipeline.
    #[default]
    Stages,
}

/// The state of the screen.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The pipelines.
    pub(crate) list: Listing<Contents>,
    /// The selected stage of the selected pipeline.
    pub(crate) stage: Cursor,
    /// The focused pane.
    pub(crate) pane: Pane,
    /// The pipeline whose stages run automatically one after the other.
    pub(crate) running: Option<PathBuf>,
    /// The pipeline whose next stage is being determined or started.
    pub(crate) advancing: Option<PathBuf>,
    /// The pipeline whose durations are being estimated.
    pub(crate) estimating: Option<PathBuf>,
    /// The estimated durations of a pipeline's stages.
    pub(crate) estimates: Option<(PathBuf, Vec<Estimate>)>,
    /// The curves of a pipeline's stages.
    pub(crate) curves: Option<(PathBuf, Vec<Trace>)>,
    /// The pipeline whose curves were requested last.
    pub(crate) requested_curves: Option<PathBuf>,
    /// Whether a pipeline was completed while another screen was shown.
    pub(crate) news: bool,
}

impl State {
    pub(super) fn selected(&self) -> Option<&Row> {
        self.list.selected()
    }

    /// Returns the contents of the selected pipeline.
    pub(super) fn contents(&self) -> Option<&Contents> {
        self.selected()?.contents.as_ref().ok()
    }

    /// Returns the plan of the selected pipeline.
    pub(crate) fn plan(&self) -> Option<&Plan> {
        self.contents().map(|contents| &contents.plan)
    }

    /// Returns the status of the selected stage, and the description of its result.
    pub(super) fn selected_stage(&self) -> Option<&(StageStatus, String)> {
        self.contents()?.stages.get(self.stage.at)
    }

    /// Returns the estimated duration of a stage of the selected pipeline.
    pub(super) fn estimate(&self, stage: Stage) -> Option<Estimate> {
        let (folder, estimates) = self.estimates.as_ref()?;
        self.selected().filter(|row| row.folder == *folder)?;
        estimates.iter().find(|estimate| estimate.stage == stage).copied()
    }
}

/// Returns the open session if it is a stage of the pipeline in `folder`.
pub(super) fn open_stage<'a>(model: &'a Model, folder: &Path) -> Option<&'a Evolution> {
    model.evolution.as_ref().filter(|open| open.folder.parent() == Some(folder))
}

/// Starts the task that determines the next stage of a pipeline. `run` says whether to run it then.
pub(super) fn advance(state: &mut State, folder: &Path, run: bool) -> Vec<Effect> {
    state.advancing = Some(folder.to_owned());
    vec![task(Task::Next { folder: folder.to_owned(), run })]
}

pub(super) fn task(task: Task) -> Effect {
    Effect::BackgroundTask(BackgroundTask::new(task))
}

/// Requests the curves of the selected pipeline, and advances the running pipeline if its open stage is complete.
pub(super) fn refresh(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let mut effects = continue_running(state, model);
    let selected = state.selected().map(|row| row.folder.clone());
    if model.screen == ID && selected.is_some() && selected != state.requested_curves {
        state.requested_curves.clone_from(&selected);
        effects.extend(selected.map(|folder| task(Task::Curves(folder))));
    }
    effects
}

/// Advances the running pipeline when its open stage is complete. The pipeline no longer runs if another session was
/// opened, or if the stage failed or was stopped.
fn continue_running(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let Some(folder) = state.running.clone() else { return Vec::new() };
    if state.advancing.is_some() {
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

/// Returns the effect that lists the pipelines again.
pub(super) fn reload(model: &Model) -> Effect {
    task(Task::List(model.sessions.root.clone()))
}

/// Handles the report of a background task.
pub(super) fn handle(state: &mut State, model: &mut Model, report: Report) -> Vec<Effect> {
    match report {
        Report::Listed(rows) => {
            state.list.replace(rows);
            state.requested_curves = None;
            let stages = state.contents().map_or(0, |contents| contents.stages.len());
            state.stage.move_in_list(Action::Redraw, 0, stages);
        }
        Report::Next { folder, next: Some(next), run } => {
            // `advancing` stays set until the stage has started.
            state.running = run.then_some(folder);
            let effect = match next.opening {
                Opening::New(settings) => Effect::Start { settings, folder: Some(next.folder) },
                Opening::Resume => Effect::Resume(next.folder),
            };
            return vec![effect, reload(model)];
        }
        Report::Next { folder, next: None, .. } => {
            state.advancing = None;
            state.running = None;
            state.news = model.screen != ID;
            let text = format!("pipeline complete: Evol0 and Evol* are in {}", folder.display());
            model.show_notice(Severity::Info, text);
            return vec![reload(model)];
        }
        Report::Curves(folder, traces) => state.curves = Some((folder, traces)),
        Report::Estimated(folder, estimates) => {
            state.estimating = None;
            state.estimates = Some((folder, estimates));
        }
        Report::Changed(folder) => {
            model.screen = ID;
            state.pane = Pane::Stages;
            state.stage = Cursor::default();
            // The newest pipeline is the first row.
            state.list = Listing::default();
            state.estimates = None;
            state.estimating = Some(folder.clone());
            return vec![reload(model), task(Task::Estimate(folder))];
        }
        Report::Failed(folder, why) => {
            for pending in [&mut state.advancing, &mut state.estimating, &mut state.running] {
                if pending.as_ref() == Some(&folder) {
                    *pending = None;
                }
            }
            model.show_notice(Severity::Error, why);
        }
    }
    Vec::new()
}
