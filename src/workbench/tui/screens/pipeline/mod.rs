//! The Pipeline screen: the progress of pipelines from random bits to Evol\*, and the result of each stage.
//!
//! Each stage is an ordinary session, which can be opened and stepped like any other. A running pipeline opens one after
//! the other.

pub(crate) mod curves;
mod draw;
mod forms;
mod lists;
mod screen;
mod sorting;
mod state;
pub(crate) mod task;

use draw::draw;
pub(crate) use state::{Pane, State};

use crate::job::report::{Command as JobCommand, State as JobState};
use crate::pipeline::{Progress, StageStatus};
use crate::tui::action::{Action, ScreenId};
use crate::tui::background::BackgroundTask;
use crate::tui::background::organism::ReadOrganism;
use crate::tui::background::report::WriteReport;
use crate::tui::command::{Command, here_old, show};
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use state::{advance, open_stage, reload, task};
use task::Task;

pub(crate) const ID: ScreenId = ScreenId("pipeline");

/// An action of the screen's commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Run the pipeline, or pause it.
    Run,
    /// Open the selected stage.
    Open,
    /// Open the form of a new pipeline.
    New,
    /// Estimate the duration of each stage.
    Estimate,
    /// Open the form that repeats a stage.
    Repeat,
    /// Open the form that forks the pipeline at a stage.
    Fork,
    /// Select Evol\* as the subject and Evol0 as the rival.
    Take,
    /// Write a report of the pipeline and its stages.
    Report,
    /// Read the folder again.
    Refresh,
    /// Focus the other pane.
    Pane,
    /// Show the selected stage and the curves in place of the lists, or the lists again.
    Zoom,
}

here_old!(ID);

/// The command that shows this screen.
pub(crate) const SHOW: Command =
    show(ID, &["W"], "pipeline", "all stages from random bits to Evol*: their progress and their results");

/// The commands of this screen.
pub(crate) static COMMANDS: &[Command] = &[
    here(
        &Act::Run,
        &["Space"],
        "run",
        "run pipeline",
        "run the selected pipeline, stage after stage, or pause it",
    ),
    here(
        &Act::Open,
        &["Enter"],
        "open stage",
        "open stage",
        "open the session of the selected stage, paused",
    ),
    here(
        &Act::Zoom,
        &["z"],
        "",
        "zoom stage",
        "show the selected stage and the curves in place of the lists, or the lists again",
    ),
    here(
        &Act::New,
        &["n"],
        "new",
        "new pipeline",
        "create a pipeline: choose its preset, its seed and its start",
    ),
    here(
        &Act::Take,
        &["v"],
        "Evol*, Evol0",
        "take Evol*",
        "select Evol* as the subject of all screens, and Evol0 as the rival",
    ),
    here(
        &Act::Repeat,
        &["R"],
        "repeat",
        "repeat stage",
        "repeat the selected stage and those after it; the old results are kept",
    ),
    here(
        &Act::Fork,
        &["f"],
        "fork",
        "fork pipeline",
        "create a pipeline that starts from the results of the stages before the selected one",
    ),
    here(
        &Act::Estimate,
        &["t"],
        "time",
        "estimate time",
        "estimate the duration of each stage; takes some seconds",
    ),
    here(
        &Act::Pane,
        &["Tab"],
        "pane",
        "next pane of pipelines",
        "move the focus between pipelines and stages",
    ),
    here(
        &Act::Report,
        &["H"],
        "report",
        "write report of pipeline",
        "write a page of HTML with all figures of the pipeline and its stages into its folder report",
    ),
    here(&Act::Refresh, &["u"], "update", "update pipelines", "read the sessions folder again"),
];

/// A target of mouse clicks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A row of the pipelines.
    Row(usize),
    /// A row of the stages.
    Stage(usize),
    /// The details of the selected stage.
    Detail,
    /// The curves.
    Curves,
}

/// Returns whether the selected pipeline is running.
fn is_running(state: &State, model: &Model) -> bool {
    let Some(row) = state.selected() else { return false };
    let is_active = || open_stage(model, &row.folder).is_some_and(|open| open.state != JobState::Paused);
    state.running.as_ref() == Some(&row.folder) && (state.advancing.is_some() || is_active())
}

/// Returns whether all stages of the selected pipeline are complete.
fn is_complete(state: &State) -> bool {
    let is_complete = |(stage, _): &(StageStatus, String)| stage.progress == Progress::Complete;
    state
        .contents()
        .is_some_and(|contents| contents.organisms.is_some() && contents.stages.iter().all(is_complete))
}

/// Returns whether an action is possible now.
fn enabled(state: &State, model: &Model, act: Act) -> bool {
    let stage = state.selected_stage().map(|(stage, _)| stage);
    match act {
        Act::Run => state.contents().is_some() && !is_complete(state) && state.advancing.is_none(),
        Act::Open => stage.is_some() && state.advancing.is_none(),
        Act::Zoom => stage.is_some(),
        Act::Estimate => state.contents().is_some() && state.estimating.is_none(),
        Act::Repeat => {
            stage.is_some_and(|stage| stage.progress != Progress::Waiting) && !is_running(state, model)
        }
        Act::Fork => stage.is_some() && state.stage.at > 0,
        Act::Report => state.contents().is_some(),
        Act::Take => state.contents().is_some_and(|contents| contents.organisms.is_some()),
        Act::New | Act::Refresh | Act::Pane => true,
    }
}

/// Returns why an action is not possible now.
fn why_not(state: &State, model: &Model, act: Act) -> &'static str {
    match act {
        _ if state.advancing.is_some() => "wait until the next stage is open",
        _ if state.list.read.is_none() => "the saved pipelines are being read: try again in a moment",
        _ if state.selected().is_none() => "there is no pipeline yet: n creates one",
        _ if state.contents().is_none() => "this pipeline cannot be read",
        Act::Run => "all stages are complete: R repeats one, f forks the pipeline, n creates another",
        Act::Estimate => "the time is being estimated",
        Act::Repeat if is_running(state, model) => "pause the pipeline first: Space",
        Act::Repeat => "this stage has not started yet",
        Act::Fork => "the first stage cannot be forked: n creates a pipeline",
        Act::Take => "Evol0 and Evol* are written when all stages are complete",
        _ => "not possible now",
    }
}

/// Returns the label in the bottom bar, if it is not the usual one.
fn bar_label(state: &State, model: &Model, act: Act) -> Option<&'static str> {
    match act {
        Act::Run if is_running(state, model) => Some("pause"),
        Act::Zoom if state.zoomed => Some("lists"),
        Act::Zoom => hides_details(model).then_some("details"),
        _ => None,
    }
}

/// Returns whether the last frame shows stages, but no details or no curves.
fn hides_details(model: &Model) -> bool {
    let shows = |wanted: fn(&Spot) -> bool| model.hits.own::<Spot>().any(|spot| wanted(&spot));
    shows(|spot| matches!(spot, Spot::Stage(_)))
        && !(shows(|spot| *spot == Spot::Detail) && shows(|spot| *spot == Spot::Curves))
}

fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::New => {
            let form = forms::new_pipeline(model);
            model.open(Some(form));
            return Vec::new();
        }
        Act::Refresh => return vec![reload(model)],
        Act::Pane => {
            let pane = &mut state.pane;
            *pane = if *pane == Pane::List { Pane::Stages } else { Pane::List };
            state.zoomed = false;
            return Vec::new();
        }
        Act::Zoom => {
            (state.zoomed, state.pane) = (!state.zoomed, Pane::Stages);
            return Vec::new();
        }
        _ => {}
    }
    let stage = state.selected_stage().map(|(status, _)| status.stage);
    let Some((folder, stage)) = state.selected().map(|row| row.folder.clone()).zip(stage) else {
        return Vec::new();
    };
    match act {
        Act::Run => return run(state, model, &folder),
        Act::Open => return open(state, model, &folder),
        Act::Estimate => {
            state.estimating = Some(folder.clone());
            return vec![task(Task::Estimate(folder))];
        }
        Act::Report => return vec![Effect::BackgroundTask(BackgroundTask::new(WriteReport(folder)))],
        Act::Repeat => {
            let form = forms::repeat_stage(model, folder, stage);
            model.open(Some(form));
        }
        Act::Fork => {
            model.open(Some(forms::fork_pipeline(state, model, folder, stage)));
        }
        Act::Take => {
            let paths = state.contents().and_then(|contents| contents.organisms.clone());
            let read = |(path, rival): (std::path::PathBuf, bool)| {
                let from = path.display().to_string();
                Effect::BackgroundTask(BackgroundTask::new(ReadOrganism {
                    from,
                    place: None,
                    rival,
                    field: None,
                }))
            };
            return paths
                .into_iter()
                .flat_map(|[evol0, evolstar]| [(evolstar, false), (evol0, true)])
                .map(read)
                .collect();
        }
        Act::New | Act::Refresh | Act::Pane | Act::Zoom => {}
    }
    Vec::new()
}

/// Runs the pipeline, or pauses it after the current generation.
fn run(state: &mut State, model: &mut Model, folder: &std::path::Path) -> Vec<Effect> {
    if is_running(state, model) {
        state.running = None;
        return vec![Effect::Send(JobCommand::Pause)];
    }
    match open_stage(model, folder) {
        Some(open) if open.alive() => {
            state.running = Some(folder.to_owned());
            if let Some(open) = &mut model.evolution {
                open.worth_keeping = true;
            }
            vec![Effect::Send(JobCommand::Run)]
        }
        _ => advance(state, folder, true),
    }
}

/// Opens the selected stage. A waiting stage is started if the stage before it is complete.
fn open(state: &mut State, model: &mut Model, folder: &std::path::Path) -> Vec<Effect> {
    let Some((status, _)) = state.selected_stage().cloned() else { return Vec::new() };
    if open_stage(model, folder).is_some_and(|open| open.folder == status.folder && open.alive()) {
        return vec![Effect::ShowObjective(status.stage.objective())];
    }
    let previous = state.stage.at.checked_sub(1).and_then(|at| state.contents()?.stages.get(at));
    match status.progress {
        Progress::Waiting if previous.is_some_and(|(stage, _)| stage.progress != Progress::Complete) => {
            let text = "the previous stage is not complete: open that one, or run the pipeline with Space";
            model.notice = Some((Severity::Warning, text.to_owned()));
            Vec::new()
        }
        Progress::Waiting => advance(state, folder, false),
        Progress::Damaged(error) => {
            model.notice = Some((Severity::Error, error));
            Vec::new()
        }
        Progress::Begun { .. } | Progress::Complete => vec![Effect::Resume(status.folder)],
    }
}

/// Handles a mouse click: selects the row; a click on the selected stage opens it.
fn clicked(state: &mut State, model: &mut Model, spot: Spot) -> Vec<Effect> {
    match spot {
        Spot::Row(row) => {
            state.pane = Pane::List;
            state.list.cursor.at = row;
            Vec::new()
        }
        Spot::Stage(row) => {
            let again = state.pane == Pane::Stages && state.stage.at == row;
            state.pane = Pane::Stages;
            state.stage.at = row;
            if again && enabled(state, model, Act::Open) && model.may_drop_edits() {
                perform(state, model, Act::Open)
            } else {
                Vec::new()
            }
        }
        Spot::Detail | Spot::Curves => Vec::new(),
    }
}

/// Scrolls the pane under the mouse wheel, without focusing it.
fn scrolled(state: &mut State, model: &mut Model, spot: Spot, action: Action) {
    let pane = if matches!(spot, Spot::Row(_)) { Pane::List } else { Pane::Stages };
    let before = std::mem::replace(&mut state.pane, pane);
    navigate(state, model, action);
    state.pane = before;
}

/// Moves the cursor of the focused pane.
fn navigate(state: &mut State, model: &mut Model, action: Action) {
    let stages = state.contents().map_or(0, |contents| contents.stages.len());
    let rows = state.list.rows().len();
    match state.pane {
        Pane::List => model.step(lists::PIPELINES, &mut state.list.cursor, action, rows),
        Pane::Stages => state.stage.move_in_list(action, stages, stages),
    }
}
