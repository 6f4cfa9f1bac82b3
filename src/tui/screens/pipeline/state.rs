//! What the Pipeline screen knows, and how a pipeline goes from stage to stage.

use std::path::{Path, PathBuf};

use crate::job::Opening;
use crate::job::report::{Command, State as JobState};
use crate::pipeline::Stage;
use crate::pipeline::{Estimate, Plan};
use crate::tui::background::BackgroundTask;
use crate::tui::background::pipeline::{Report, Row, Shown, Task};
use crate::tui::commands::Action;
use crate::tui::evolution::Evolution;
use crate::tui::message::Effect;
use crate::tui::model::{Cursor, Model, Weight};
use crate::tui::screens::Screen;
use crate::tui::screens::pipeline::curves::Trace;

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

/// Whether the session in a folder runs as a stage of the pipeline that goes on by itself.
fn drives(model: &Model, folder: &Path) -> bool {
    model.pipeline.running.as_deref().is_some_and(|running| folder.parent() == Some(running))
}

/// Finds what comes next in a pipeline.
pub(super) fn advance(model: &mut Model, folder: &Path, run: bool) -> Vec<Effect> {
    model.pipeline.asked = Some(folder.to_owned());
    vec![task(Task::Next { folder: folder.to_owned(), run })]
}

pub(super) fn task(task: Task) -> Effect {
    Effect::BackgroundTask(BackgroundTask::Pipeline(Box::new(task)))
}

/// Asks for the curves of the pipeline under the cursor, and goes on with the next stage when one is complete.
pub(crate) fn refresh(model: &mut Model) -> Vec<Effect> {
    let mut effects = go_on(model);
    let chosen = model.pipeline.chosen().map(|row| row.folder.clone());
    if model.screen == Screen::Pipeline && chosen.is_some() && chosen != model.pipeline.looked {
        model.pipeline.looked.clone_from(&chosen);
        effects.extend(chosen.map(|folder| task(Task::Curves(folder))));
    }
    effects
}

/// Goes on with the next stage when one is complete, and lets go where the person does something else.
fn go_on(model: &mut Model) -> Vec<Effect> {
    let Some(folder) = model.pipeline.running.clone() else { return Vec::new() };
    if model.pipeline.asked.is_some() {
        return Vec::new();
    }
    match open_stage(model, &folder).map(|open| open.state) {
        Some(JobState::Done) => advance(model, &folder, true),
        Some(JobState::Failed | JobState::Stopped) | None => {
            model.pipeline.running = None;
            Vec::new()
        }
        Some(_) => Vec::new(),
    }
}

/// The list again.
pub(crate) fn listing(model: &Model) -> Effect {
    task(Task::List(model.sessions.root.clone()))
}

/// An task came back.
pub(crate) fn score_positions(model: &mut Model, report: Report) -> Vec<Effect> {
    match report {
        Report::Listed(rows) => {
            let before = model.pipeline.chosen().map(|row| row.folder.clone());
            model.pipeline.rows = Some(rows);
            model.pipeline.looked = None;
            let rows = model.pipeline.rows();
            let again = before.and_then(|folder| rows.iter().position(|row| row.folder == folder));
            let (len, stages) = (rows.len(), model.pipeline.shown().map_or(0, |shown| shown.legs.len()));
            let state = &mut model.pipeline;
            state.cursor.at = again.unwrap_or(state.cursor.at);
            state.cursor.moved(Action::Redraw, 0, len);
            state.stage.moved(Action::Redraw, 0, stages);
        }
        Report::Next { folder, next: Some(next), run } => {
            // Until it is started it is asked for.
            model.pipeline.running = run.then_some(folder);
            let effect = match next.opening {
                Opening::New(settings) => Effect::Begin { settings, folder: Some(next.folder) },
                Opening::Resume => Effect::Resume(next.folder),
            };
            return vec![effect, listing(model)];
        }
        Report::Next { folder, next: None, .. } => {
            model.pipeline.asked = None;
            model.pipeline.running = None;
            model.pipeline.news = model.screen != Screen::Pipeline;
            let text = format!("complete: Evol0 and Evol* are in {}", folder.display());
            model.say(Weight::Plain, text);
            return vec![listing(model)];
        }
        Report::Curves(folder, traces) => model.pipeline.curves = Some((folder, traces)),
        Report::Estimated(folder, estimates) => {
            model.pipeline.trying = None;
            model.pipeline.estimates = Some((folder, estimates));
        }
        Report::Changed(folder) => {
            model.screen = Screen::Pipeline;
            model.pipeline.pane = Pane::Stages;
            model.pipeline.stage = Cursor::default();
            // What was begun last stands first.
            model.pipeline.cursor = Cursor::default();
            model.pipeline.rows = None;
            model.pipeline.estimates = None;
            model.pipeline.trying = Some(folder.clone());
            return vec![listing(model), task(Task::Estimate(folder))];
        }
        Report::Refused(folder, why) => {
            let state = &mut model.pipeline;
            for waiting in [&mut state.asked, &mut state.trying, &mut state.running] {
                if waiting.as_ref() == Some(&folder) {
                    *waiting = None;
                }
            }
            model.say(Weight::Error, why);
        }
    }
    Vec::new()
}

/// A job was started: what it is told where the pipeline runs.
pub(crate) fn started(model: &mut Model, folder: &Path) -> Option<Command> {
    model.pipeline.asked = None;
    drives(model, folder).then_some(Command::Run)
}

/// A job could not be started.
pub(crate) fn refused(model: &mut Model) {
    (model.pipeline.asked, model.pipeline.running) = (None, None);
}
