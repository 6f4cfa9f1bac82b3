//! The state of the view, and how it starts one stage of a pipeline after the other.

use std::collections::BTreeMap;

use super::ID;
use super::curves::Trace;
use super::task::{Contents, Report, Row, Task};

use crate::job::Opening;
use crate::job::report::State as JobState;
use crate::pipeline::{self, Estimate, PipelinePlan, Stage, StageStatus};
use crate::tui::prelude::*;
use crate::tui::work::LongWork;

/// The state of the view.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(super) panes: PaneFocus,
    /// The folder of the pipeline shown.
    pub(crate) folder: Option<PathBuf>,
    /// The pipeline shown, once it is read.
    pub(crate) row: Option<Row>,
    /// The folder of the session that was opened last, whose pipeline was looked for.
    followed: PathBuf,
    /// The selected stage.
    pub(crate) stage: Cursor,
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
    /// The times for which stages have worked since the workbench was opened, by the folders of their sessions.
    worked: BTreeMap<PathBuf, WorkedTime>,
    /// Whether a pipeline was completed while another screen was shown.
    pub(crate) news: bool,
}

/// The time for which a stage has worked, which may have been opened several times.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct WorkedTime {
    /// The time before it was last opened.
    earlier: Duration,
    /// The time since then.
    latest: Duration,
}

impl WorkedTime {
    /// Sets the time since the session was opened. A shorter time than before means that it was opened again.
    fn set(&mut self, elapsed: Duration) {
        if elapsed < self.latest {
            self.earlier += self.latest;
        }
        self.latest = elapsed;
    }

    fn whole(self) -> Duration {
        self.earlier + self.latest
    }
}

impl State {
    /// Shows a pipeline.
    pub(super) fn show(&mut self, folder: PathBuf) -> Vec<Effect> {
        self.follow(folder);
        self.panes = PaneFocus::default();
        vec![Effect::Show(ID)]
    }

    /// Makes a pipeline the one shown.
    fn follow(&mut self, folder: PathBuf) {
        if self.folder.as_ref() != Some(&folder) {
            (self.row, self.stage, self.curves) = Default::default();
        }
        self.folder = Some(folder);
    }

    /// Returns the contents of the pipeline.
    pub(super) fn contents(&self) -> Option<&Contents> {
        self.row.as_ref()?.contents.as_ref().ok()
    }

    /// Returns the plan of the pipeline.
    pub(crate) fn plan(&self) -> Option<&PipelinePlan> {
        self.contents().map(|contents| &contents.plan)
    }

    /// Returns the status of the selected stage, and the description of its result.
    pub(super) fn selected_stage(&self) -> Option<&(StageStatus, String)> {
        self.contents()?.stages.get(self.stage.at)
    }

    /// Returns the estimated duration of a stage of the pipeline.
    pub(super) fn estimate(&self, stage: Stage) -> Option<Estimate> {
        let (folder, estimates) = self.estimates.as_ref()?;
        self.folder.as_ref().filter(|shown| *shown == folder)?;
        estimates.iter().find(|estimate| estimate.stage == stage).copied()
    }

    /// Returns the time for which a stage has worked since the workbench was opened; `None` if it has not.
    pub(super) fn worked(&self, status: &StageStatus) -> Option<Duration> {
        self.worked.get(&status.folder).map(|worked| worked.whole()).filter(|whole| !whole.is_zero())
    }

    /// Returns the expected duration of a stage of the pipeline. It is known after trials, or from the speed of
    /// the stages that have worked since the workbench was opened.
    pub(super) fn expected(&self, model: &Model, status: &StageStatus) -> Option<Duration> {
        if let Some(estimate) = self.estimate(status.stage) {
            return Some(estimate.duration);
        }
        let contents = self.contents()?;
        let cost = |stage| pipeline::cost(&contents.plan, stage);
        let (mut seconds, mut done) = (0.0, 0.0);
        for (stage, _) in &contents.stages {
            let share = 1.0 - remaining(model, stage);
            // The first generations of a stage are too few to show its speed.
            if let Some(worked) = self.worked(stage).filter(|_| share >= 0.05) {
                seconds += worked.as_secs_f64();
                done += cost(stage.stage) * share;
            }
        }
        (done > 0.0).then(|| Duration::try_from_secs_f64(cost(status.stage) * seconds / done).ok())?
    }

    /// Returns the share of the pipeline's work that is done, weighted by the costs of the stages.
    pub(crate) fn share_done(&self, model: &Model) -> f64 {
        let Some(contents) = self.contents() else { return 0.0 };
        let expected: Option<Vec<f64>> = contents
            .stages
            .iter()
            .map(|(stage, _)| Some(self.estimate(stage.stage)?.duration.as_secs_f64()))
            .collect();
        let costs = expected.unwrap_or_else(|| {
            contents.stages.iter().map(|(stage, _)| pipeline::cost(&contents.plan, stage.stage)).collect()
        });
        let stages = contents.stages.iter().zip(&costs);
        let done: f64 = stages.map(|((stage, _), cost)| cost * (1.0 - remaining(model, stage))).sum();
        let all: f64 = costs.iter().sum();
        if all > 0.0 { done / all } else { 0.0 }
    }

    /// Returns the time for which the stages of the pipeline have worked since the workbench was opened, and the
    /// time left for all of them, if it is known.
    pub(super) fn timing(&self, model: &Model, runs: bool) -> Timing {
        let stages = self.contents().map_or(&[][..], |contents| &contents.stages);
        let left = |(stage, _): &(StageStatus, String)| {
            if remaining(model, stage) == 0.0 {
                return Some(Duration::ZERO);
            }
            let of_job = own_session(model, stage).and_then(|open| open.timing(model.now).left);
            of_job.or_else(|| Some(self.expected(model, stage)?.mul_f64(remaining(model, stage))))
        };
        Timing {
            elapsed: stages.iter().filter_map(|(stage, _)| self.worked(stage)).sum(),
            left: stages.iter().map(left).try_fold(Duration::ZERO, |sum, left| sum.checked_add(left?)),
            runs,
        }
    }
}

/// Returns the open session if it is that of a stage and its job is alive.
pub(super) fn own_session<'a>(model: &'a Model, status: &StageStatus) -> Option<&'a Evolution> {
    model.evolution.as_ref().filter(|open| open.folder == status.folder && open.alive())
}

/// Returns the numbers of generations of all runs that the open session has measured and that it will measure.
pub(super) fn generations_of(open: &Evolution) -> (u64, u64) {
    let settings = open.settings.as_ref();
    let each = settings.map_or(0, |settings| u64::from(settings.generations));
    let measured =
        |record: &Arc<GenerationRecord>| each * u64::from(record.run) + u64::from(record.generation);
    (open.latest().map_or(0, measured), settings.map_or(0, generations))
}

/// Returns the number of generations of all runs.
pub(super) fn generations(settings: &Experiment) -> u64 {
    u64::from(settings.generations) * u64::from(settings.runs)
}

/// Returns the remaining share of a stage: from the open session if it is that of the stage.
pub(super) fn remaining(model: &Model, status: &StageStatus) -> f64 {
    match own_session(model, status).map(generations_of) {
        Some((done, requested)) => 1.0 - done as f64 / requested.max(1) as f64,
        None => status.remaining(),
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
    Effect::background(task)
}

/// Returns the effect that reads a pipeline.
pub(super) fn read(folder: PathBuf) -> Effect {
    task(Task::Read(folder))
}

/// Looks for the pipeline of a session that was opened, and advances the running pipeline if its open stage is complete.
pub(super) fn refresh(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    if let Some(open) = &model.evolution {
        let parent = open.folder.parent();
        if state.followed != open.folder {
            state.followed.clone_from(&open.folder);
            effects.extend(parent.map(|parent| read(parent.to_owned())));
        }
        if parent == state.folder.as_deref() {
            let elapsed = open.timing(model.now).elapsed;
            state.worked.entry(open.folder.clone()).or_default().set(elapsed);
        }
    }
    effects.extend(continue_running(state, model));
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
        found @ (Some(JobState::Failed | JobState::Stopped) | None) => {
            state.running = None;
            if found == Some(JobState::Failed) {
                let text = format!("pipeline failed: {}", folder.display());
                model.works.end(LongWork::Pipeline, text, Some(folder));
            }
            Vec::new()
        }
        Some(_) => Vec::new(),
    }
}

/// Handles the report of a background task.
pub(super) fn handle(state: &mut State, model: &mut Model, report: Report) -> Vec<Effect> {
    match report {
        Report::Read(row, curves) => {
            let is_of_session = open_stage(model, &row.folder).is_some();
            if is_of_session && row.contents.is_ok() {
                state.follow(row.folder.clone());
            }
            if state.folder.as_ref() == Some(&row.folder) {
                state.curves = Some((row.folder.clone(), curves));
                state.row = Some(*row);
                let stages = state.contents().map_or(0, |contents| contents.stages.len());
                state.stage.move_in_list(Action::Redraw, 0, stages);
            }
        }
        Report::Next { folder, next: Some(next), run } => {
            // `advancing` stays set until the stage has started.
            state.running = run.then_some(folder.clone());
            let effect = match next.opening {
                Opening::New(settings) => Effect::Start { settings, folder: Some(next.folder) },
                Opening::Resume => Effect::Resume(next.folder),
            };
            return vec![effect, read(folder)];
        }
        Report::Next { folder, next: None, .. } => {
            state.advancing = None;
            state.running = None;
            state.news = model.screen != ID;
            let text = format!("pipeline complete: Evol0 and Evol* are in {}", folder.display());
            model.works.end(LongWork::Pipeline, text.clone(), Some(folder.clone()));
            model.show_notice(Severity::Info, text);
            return vec![read(folder), Effect::ListSessions];
        }
        Report::Estimated(folder, estimates) => {
            state.estimating = None;
            state.estimates = Some((folder, estimates));
        }
        Report::Changed(folder) => {
            model.pending_form = None;
            state.estimates = None;
            state.estimating = Some(folder.clone());
            let mut effects = state.show(folder.clone());
            effects.extend([task(Task::Estimate(folder)), Effect::ListSessions]);
            return effects;
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
