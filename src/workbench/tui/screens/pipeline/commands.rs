//! The commands of a pipeline.

use super::state::{self, advance, open_stage};
use super::task::{Contents, Task};
use super::{ID, State, forms};
use crate::job::report::{Command as JobCommand, State as JobState};
use crate::pipeline::{Progress, StageStatus};
use crate::tui::background::organism::ReadOrganism;
use crate::tui::background::report::WriteReport;
use crate::tui::prelude::*;

commands! {
    /// The commands of a pipeline, the most useful first.
    pub(crate) static COMMANDS: State, Scope::On(ID);
    "run pipeline" ["Space"] "run" "run the pipeline, stage after stage, or pause it"
        => [run, if can_run, label |state, model| is_running(state, model).then_some("pause")]
    "open stage" ["Enter"] "open stage" "open the session of the selected stage, paused"
        => [open, if can_open; drops_edits]
    "new pipeline" ["n"] "new pipeline" "create a pipeline: choose its preset, its seed and its start" => [new]
    "take Evol*" ["K"] "Evol*, Evol0" "select Evol* as the subject of all screens, and Evol0 as the rival"
        => [take, if organisms; drops_edits]
    "repeat stage" ["Ctrl-R"] "repeat" "repeat the selected stage and those after it; the old results are kept"
        => [repeat, if can_repeat]
    "fork pipeline" ["B"] "fork" "create a pipeline that starts from the results of the stages before the selected one"
        => [fork, if can_fork]
    "estimate time" ["J"] "time" "estimate the duration of each stage; takes some seconds" => [estimate, if can_estimate]
    "write report of pipeline" ["H"] "report"
        "write a page of HTML with all figures of the pipeline and its stages into its folder report"
        => [report, if contents]
    "update pipeline" [] "" "read the pipeline again"
        => [|state: &mut State, _: &mut Model| state.folder.clone().map(state::read), if folder]
}

fn folder(state: &State, _model: &Model) -> Result<PathBuf, &'static str> {
    state.folder.clone().ok_or("no pipeline is open: Sessions lists them, n creates one")
}

/// Returns what the pipeline contains, or why that is not known.
fn contents<'a>(state: &'a State, model: &Model) -> Result<&'a Contents, &'static str> {
    folder(state, model)?;
    if state.advancing.is_some() {
        return Err("wait until the next stage is open");
    }
    state.row.as_ref().ok_or("the pipeline is being read: try again in a moment")?;
    state.contents().ok_or("this pipeline cannot be read")
}

fn stage<'a>(state: &'a State, model: &Model) -> Result<&'a StageStatus, &'static str> {
    contents(state, model)?;
    state.selected_stage().map(|(stage, _)| stage).ok_or("no stage is selected")
}

/// Returns whether the pipeline is running.
pub(super) fn is_running(state: &State, model: &Model) -> bool {
    let Some(folder) = &state.folder else { return false };
    let is_active = || open_stage(model, folder).is_some_and(|open| open.state != JobState::Paused);
    state.running.as_ref() == Some(folder) && (state.advancing.is_some() || is_active())
}

/// Returns whether all stages of the pipeline are complete.
pub(super) fn is_complete(state: &State) -> bool {
    let is_complete = |(stage, _): &(StageStatus, String)| stage.progress == Progress::Complete;
    state
        .contents()
        .is_some_and(|contents| contents.organisms.is_some() && contents.stages.iter().all(is_complete))
}

fn can_run(state: &State, model: &Model) -> Available {
    contents(state, model)?;
    match is_complete(state) {
        true => Err("all stages are complete: Ctrl-R repeats one, B forks the pipeline, n creates another"),
        false => Ok(()),
    }
}

fn can_open(state: &State, model: &Model) -> Available {
    stage(state, model).map(drop)
}

fn organisms(state: &State, model: &Model) -> Result<[PathBuf; 2], &'static str> {
    let organisms = contents(state, model)?.organisms.clone();
    organisms.ok_or("Evol0 and Evol* are written when all stages are complete")
}

fn can_repeat(state: &State, model: &Model) -> Available {
    let stage = stage(state, model)?;
    match stage.progress {
        _ if is_running(state, model) => Err("pause the pipeline first: Space"),
        Progress::Waiting => Err("this stage has not started yet"),
        _ => Ok(()),
    }
}

fn can_fork(state: &State, model: &Model) -> Available {
    stage(state, model)?;
    let is_first = state.stage.at == 0;
    if is_first { Err("the first stage cannot be forked: n creates a pipeline") } else { Ok(()) }
}

fn can_estimate(state: &State, model: &Model) -> Available {
    contents(state, model)?;
    if state.estimating.is_some() { Err("the time is being estimated") } else { Ok(()) }
}

/// Runs the pipeline, or pauses it after the current generation.
fn run(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let Some(folder) = state.folder.clone() else { return Vec::new() };
    if is_running(state, model) {
        state.running = None;
        return vec![Effect::Send(JobCommand::Pause)];
    }
    if !model.may_drop_edits() {
        return Vec::new();
    }
    match open_stage(model, &folder) {
        Some(open) if open.alive() => {
            state.running = Some(folder);
            if let Some(open) = &mut model.evolution {
                open.worth_keeping = true;
            }
            vec![Effect::Send(JobCommand::Run)]
        }
        _ => advance(state, &folder, true),
    }
}

/// Opens the stage that was clicked.
pub(super) fn open_if_possible(state: &mut State, model: &mut Model) -> Vec<Effect> {
    match can_open(state, model) {
        Ok(()) if model.may_drop_edits() => open(state, model),
        _ => Vec::new(),
    }
}

/// Opens the selected stage. A waiting stage is started if the stage before it is complete.
fn open(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let found = state.selected_stage().cloned().zip(state.folder.clone());
    let Some(((status, _), folder)) = found else { return Vec::new() };
    if open_stage(model, &folder).is_some_and(|open| open.folder == status.folder && open.alive()) {
        return vec![model.show_session()];
    }
    let previous = state.stage.at.checked_sub(1).and_then(|at| state.contents()?.stages.get(at));
    match status.progress {
        Progress::Waiting if previous.is_some_and(|(stage, _)| stage.progress != Progress::Complete) => {
            model.warn("the previous stage is not complete: open that one, or run the pipeline with Space");
            Vec::new()
        }
        Progress::Waiting => advance(state, &folder, false),
        Progress::Damaged(error) => {
            model.notice = Some((Severity::Error, error.to_owned()));
            Vec::new()
        }
        Progress::Begun { .. } | Progress::Complete => vec![Effect::Resume(status.folder)],
    }
}

pub(super) fn new(_state: &mut State, model: &mut Model) {
    let form = forms::new_pipeline(model);
    model.open(Some(form));
}

fn take(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let Ok([evol0, evolstar]) = organisms(state, model) else { return Vec::new() };
    let read = |(path, rival): (PathBuf, bool)| {
        let from = path.display().to_string();
        Effect::background(ReadOrganism { from, place: None, rival, field: None })
    };
    [(evolstar, false), (evol0, true)].map(read).into()
}

fn repeat(state: &mut State, model: &mut Model) {
    let found = stage(state, model).ok().map(|status| status.stage).zip(state.folder.clone());
    let form = found.map(|(stage, folder)| forms::repeat_stage(model, folder, stage));
    model.open(form);
}

fn fork(state: &mut State, model: &mut Model) {
    let found = stage(state, model).ok().map(|status| status.stage).zip(state.folder.clone());
    let form = found.map(|(stage, folder)| forms::fork_pipeline(state, model, folder, stage));
    model.open(form);
}

fn estimate(state: &mut State, _model: &mut Model) -> Option<Effect> {
    state.estimating = state.folder.clone();
    Some(state::task(Task::Estimate(state.folder.clone()?)))
}

fn report(state: &mut State, _model: &mut Model) -> Option<Effect> {
    let folder: &Path = state.folder.as_deref()?;
    Some(Effect::background(WriteReport(folder.to_owned())))
}
