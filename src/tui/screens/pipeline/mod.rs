//! The Pipeline screen: where a whole run stands, from random bits to Evol\*, and what each stage led to.
//!
//! Each stage is an ordinary session: it is opened, stepped and looked at like any other. Running the pipeline opens one
//! after the other.

pub(crate) mod curves;
mod draw;
mod forms;
mod lists;
mod screen;
mod state;
pub(crate) mod task;

use draw::draw;
pub(crate) use state::{Pane, State};

use crate::job::report::{Command as JobCommand, State as JobState};
use crate::pipeline::Progress;
use crate::tui::action::{Action, ScreenId};
use crate::tui::background::BackgroundTask;
use crate::tui::background::organism::ReadOrganism;
use crate::tui::command::{Command, here, show};
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use state::{advance, listing, open_stage, task};
use task::Task;

/// The name of the screen.
pub(crate) const ID: ScreenId = ScreenId("pipeline");

/// What can be done here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Run the pipeline, or pause it.
    Run,
    /// Open the stage under the cursor.
    Open,
    /// The form of a new pipeline.
    New,
    /// Try how long it would take.
    Estimate,
    /// The form that repeats a stage.
    Repeat,
    /// The form that forks the pipeline at a stage.
    Fork,
    /// Evol\* becomes the subject and Evol0 the rival.
    Take,
    /// Read the folder again.
    Refresh,
    /// The other pane.
    Pane,
}

here!(ID);

/// The command that shows this screen.
pub(crate) const SHOW: Command =
    show(ID, &["W"], "pipeline", "whole runs from random bits to Evol*: where they stand, stage by stage");

/// The commands of this screen.
pub(crate) static COMMANDS: &[Command] = &[
    here(
        &Act::Run,
        &["Space"],
        "run",
        "run pipeline",
        "run the pipeline under the cursor, stage after stage, or pause it",
    ),
    here(
        &Act::Open,
        &["Enter"],
        "open stage",
        "open stage",
        "open the session of the stage under the cursor, paused",
    ),
    here(
        &Act::New,
        &["n"],
        "new",
        "new pipeline",
        "plan a new pipeline: its preset, seed, and what it starts from",
    ),
    here(
        &Act::Take,
        &["v"],
        "Evol*, Evol0",
        "take Evol*",
        "Evol* becomes the subject of all screens, Evol0 the rival",
    ),
    here(
        &Act::Repeat,
        &["R"],
        "repeat",
        "repeat stage",
        "the stage under the cursor and those after it once more",
    ),
    here(
        &Act::Fork,
        &["f"],
        "fork",
        "fork pipeline",
        "another pipeline with what the stages before this one led to",
    ),
    here(
        &Act::Estimate,
        &["t"],
        "time",
        "estimate time",
        "try how long each stage would take; takes some seconds",
    ),
    here(&Act::Pane, &["Tab"], "pane", "next pane", "from the pipelines to the stages, and back"),
    here(&Act::Refresh, &["u"], "update", "update pipelines", "read the sessions folder again"),
];

/// What can be clicked here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A row of the pipelines.
    Row(usize),
    /// A row of the stages.
    Stage(usize),
}

/// Whether the pipeline under the cursor runs.
fn runs(state: &State, model: &Model) -> bool {
    let Some(row) = state.chosen() else { return false };
    let going = || open_stage(model, &row.folder).is_some_and(|open| open.state != JobState::Paused);
    state.running.as_ref() == Some(&row.folder) && (state.asked.is_some() || going())
}

/// Whether all its stages are complete.
fn is_complete(state: &State) -> bool {
    state.shown().is_some_and(|shown| {
        shown.organisms.is_some() && shown.legs.iter().all(|(leg, _)| leg.progress == Progress::Complete)
    })
}

/// Whether a command would do something now.
fn enabled(state: &State, model: &Model, act: Act) -> bool {
    let leg = state.shown().and_then(|shown| shown.legs.get(state.stage.at)).map(|(leg, _)| leg);
    match act {
        Act::Run => state.shown().is_some() && !is_complete(state) && state.asked.is_none(),
        Act::Open => leg.is_some() && state.asked.is_none(),
        Act::Estimate => state.shown().is_some() && state.trying.is_none(),
        Act::Repeat => leg.is_some_and(|leg| leg.progress != Progress::Waiting) && !runs(state, model),
        Act::Fork => leg.is_some() && state.stage.at > 0,
        Act::Take => state.shown().is_some_and(|shown| shown.organisms.is_some()),
        Act::New | Act::Refresh | Act::Pane => true,
    }
}

/// Why a command would do nothing now.
fn why_not(state: &State, model: &Model, act: Act) -> &'static str {
    match act {
        _ if state.asked.is_some() => "the next stage is being opened",
        _ if state.chosen().is_none() => "there is no pipeline yet: n plans one",
        _ if state.shown().is_none() => "this pipeline cannot be read",
        Act::Run => "all stages are complete: R repeats one, f forks the pipeline, n plans another",
        Act::Estimate => "the time is being tried",
        Act::Repeat if runs(state, model) => "pause it first: Space",
        Act::Repeat => "this stage was not begun yet",
        Act::Fork => "nothing comes before this stage: n plans a new pipeline",
        Act::Take => "Evol0 and Evol* come when all stages are complete",
        _ => "not possible now",
    }
}

/// Its word in the bottom bar, where it is another than usual.
fn word(state: &State, model: &Model, act: Act) -> Option<&'static str> {
    (act == Act::Run && runs(state, model)).then_some("pause")
}

/// Does what a command says.
fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::New => {
            model.open(Some(forms::new_pipeline(model)));
            return Vec::new();
        }
        Act::Refresh => return vec![listing(model)],
        Act::Pane => {
            let pane = &mut state.pane;
            *pane = if *pane == Pane::List { Pane::Stages } else { Pane::List };
            return Vec::new();
        }
        _ => {}
    }
    let Some((folder, stage)) = state.chosen().map(|row| row.folder.clone()).zip(state.stage()) else {
        return Vec::new();
    };
    match act {
        Act::Run => return run(state, model, &folder),
        Act::Open => return open(state, model, &folder),
        Act::Estimate => {
            state.trying = Some(folder.clone());
            return vec![task(Task::Estimate(folder))];
        }
        Act::Repeat => {
            model.open(Some(forms::repeat_stage(state, model, folder, stage)));
        }
        Act::Fork => {
            model.open(Some(forms::fork_pipeline(state, model, folder, stage)));
        }
        Act::Take => {
            let paths = state.shown().and_then(|shown| shown.organisms.clone());
            let read = |(path, rival): (std::path::PathBuf, bool)| {
                let from = path.display().to_string();
                Effect::BackgroundTask(BackgroundTask::new(ReadOrganism { from, place: None, rival }))
            };
            return paths
                .into_iter()
                .flat_map(|[evol0, evolstar]| [(evolstar, false), (evol0, true)])
                .map(read)
                .collect();
        }
        Act::New | Act::Refresh | Act::Pane => {}
    }
    Vec::new()
}

/// Runs the pipeline, or pauses it after the generation in work.
fn run(state: &mut State, model: &mut Model, folder: &std::path::Path) -> Vec<Effect> {
    if runs(state, model) {
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

/// Opens the stage under the cursor; the next one that is not begun is begun.
fn open(state: &mut State, model: &mut Model, folder: &std::path::Path) -> Vec<Effect> {
    let Some((leg, _)) = state.shown().and_then(|shown| shown.legs.get(state.stage.at)).cloned() else {
        return Vec::new();
    };
    if open_stage(model, folder).is_some_and(|open| open.folder == leg.folder && open.alive()) {
        return vec![Effect::ShowObjective(leg.stage.objective())];
    }
    let waits = |place: usize| {
        let legs = state.shown().map_or(&[][..], |shown| &shown.legs);
        legs.get(place).is_some_and(|(leg, _)| leg.progress != Progress::Complete)
    };
    match leg.progress {
        Progress::Waiting if state.stage.at > 0 && waits(state.stage.at - 1) => {
            let text = "the stage before is not complete: open that, or run the pipeline with Space";
            model.notice = Some((Severity::Warning, text.to_owned()));
            Vec::new()
        }
        Progress::Waiting => advance(state, folder, false),
        Progress::Damaged(why) => {
            model.notice = Some((Severity::Error, why));
            Vec::new()
        }
        Progress::Begun { .. } | Progress::Complete => vec![Effect::Resume(leg.folder)],
    }
}

/// Something was clicked.
fn clicked(state: &mut State, model: &mut Model, spot: Spot) -> Vec<Effect> {
    match spot {
        Spot::Row(row) => {
            state.pane = Pane::List;
            state.cursor.at = row;
            Vec::new()
        }
        Spot::Stage(row) => {
            let again = state.pane == Pane::Stages && state.stage.at == row;
            state.pane = Pane::Stages;
            state.stage.at = row;
            if again && enabled(state, model, Act::Open) {
                perform(state, model, Act::Open)
            } else {
                Vec::new()
            }
        }
    }
}

/// The wheel was turned over something.
fn rolled(state: &mut State, model: &mut Model, spot: Spot, action: Action) {
    let pane = if matches!(spot, Spot::Row(_)) { Pane::List } else { Pane::Stages };
    let before = std::mem::replace(&mut state.pane, pane);
    navigate(state, model, action);
    state.pane = before;
}

/// Moves the cursor.
fn navigate(state: &mut State, model: &mut Model, action: Action) {
    let page = model.hits.page(lists::PIPELINES);
    let stages = state.shown().map_or(0, |shown| shown.legs.len());
    let rows = state.rows().len();
    match state.pane {
        Pane::List => state.cursor.moved(action, page, rows),
        Pane::Stages => state.stage.moved(action, stages, stages),
    }
}
