//! The Pipeline screen: where a whole run stands, from random bits to Evol\*, and what each stage led to.
//!
//! Each stage is an ordinary session: it is opened, stepped and looked at like any other. Running the pipeline opens one
//! after the other.

pub(crate) mod curves;
mod draw;
mod state;

pub(crate) use draw::draw;
pub(crate) use state::{Pane, State, listing, refresh, refused, score_positions, started};

use crate::job::report::{Command as JobCommand, State as JobState};
use crate::pipeline::Progress;
use crate::tui::background::pipeline::Task;
use crate::tui::commands::{Action, Command, Place, here};
use crate::tui::message::Effect;
use crate::tui::model::{List, Model, Popup, Weight};
use crate::tui::popups::forms::Form;
use crate::tui::screens::Screen;
use state::{advance, open_stage, task};

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

here!(Action::Pipeline, Place::On(Screen::Pipeline));

/// The commands of this screen.
pub(crate) static COMMANDS: &[Command] = &[
    here(
        Act::Run,
        &["Space"],
        "run",
        "run pipeline",
        "run the pipeline under the cursor, stage after stage, or pause it",
    ),
    here(
        Act::Open,
        &["Enter"],
        "open stage",
        "open stage",
        "open the session of the stage under the cursor, paused",
    ),
    here(
        Act::New,
        &["n"],
        "new",
        "new pipeline",
        "plan a new pipeline: its preset, seed, and what it starts from",
    ),
    here(
        Act::Take,
        &["v"],
        "Evol*, Evol0",
        "take Evol*",
        "Evol* becomes the subject of all screens, Evol0 the rival",
    ),
    here(
        Act::Repeat,
        &["R"],
        "repeat",
        "repeat stage",
        "the stage under the cursor and those after it once more",
    ),
    here(
        Act::Fork,
        &["f"],
        "fork",
        "fork pipeline",
        "another pipeline with what the stages before this one led to",
    ),
    here(
        Act::Estimate,
        &["t"],
        "time",
        "estimate time",
        "try how long each stage would take; takes some seconds",
    ),
    here(Act::Pane, &["Tab"], "pane", "next pane", "from the pipelines to the stages, and back"),
    here(Act::Refresh, &["u"], "update", "update pipelines", "read the sessions folder again"),
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
fn runs(model: &Model) -> bool {
    let Some(row) = model.pipeline.chosen() else { return false };
    let going = || open_stage(model, &row.folder).is_some_and(|open| open.state != JobState::Paused);
    model.pipeline.running.as_ref() == Some(&row.folder) && (model.pipeline.asked.is_some() || going())
}

/// Whether all its stages are complete.
fn is_complete(model: &Model) -> bool {
    model.pipeline.shown().is_some_and(|shown| {
        shown.organisms.is_some() && shown.legs.iter().all(|(leg, _)| leg.progress == Progress::Complete)
    })
}

/// Whether a command would do something now.
pub(crate) fn enabled(model: &Model, act: Act) -> bool {
    let state = &model.pipeline;
    let leg = state.shown().and_then(|shown| shown.legs.get(state.stage.at)).map(|(leg, _)| leg);
    match act {
        Act::Run => state.shown().is_some() && !is_complete(model) && state.asked.is_none(),
        Act::Open => leg.is_some() && state.asked.is_none(),
        Act::Estimate => state.shown().is_some() && state.trying.is_none(),
        Act::Repeat => leg.is_some_and(|leg| leg.progress != Progress::Waiting) && !runs(model),
        Act::Fork => leg.is_some() && state.stage.at > 0,
        Act::Take => state.shown().is_some_and(|shown| shown.organisms.is_some()),
        Act::New | Act::Refresh | Act::Pane => true,
    }
}

/// Why a command would do nothing now.
pub(crate) fn why_not(model: &Model, act: Act) -> &'static str {
    match act {
        _ if model.pipeline.asked.is_some() => "the next stage is being opened",
        _ if model.pipeline.chosen().is_none() => "there is no pipeline yet: n plans one",
        _ if model.pipeline.shown().is_none() => "this pipeline cannot be read",
        Act::Run => "all stages are complete: R repeats one, f forks the pipeline, n plans another",
        Act::Estimate => "the time is being tried",
        Act::Repeat if runs(model) => "pause it first: Space",
        Act::Repeat => "this stage was not begun yet",
        Act::Fork => "nothing comes before this stage: n plans a new pipeline",
        Act::Take => "Evol0 and Evol* come when all stages are complete",
        _ => "not possible now",
    }
}

/// Its word in the bottom bar, where it is another than usual.
pub(crate) fn word(model: &Model, act: Act) -> Option<&'static str> {
    (act == Act::Run && runs(model)).then_some("pause")
}

/// Does what a command says.
pub(crate) fn perform(model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::New => {
            let form = Form::new_pipeline(model);
            model.popup = Some(Popup::Form(Box::new(form)));
            return Vec::new();
        }
        Act::Refresh => return vec![listing(model)],
        Act::Pane => {
            let pane = &mut model.pipeline.pane;
            *pane = if *pane == Pane::List { Pane::Stages } else { Pane::List };
            return Vec::new();
        }
        _ => {}
    }
    let Some((folder, stage)) =
        model.pipeline.chosen().map(|row| row.folder.clone()).zip(model.pipeline.stage())
    else {
        return Vec::new();
    };
    match act {
        Act::Run => return run(model, &folder),
        Act::Open => return open(model, &folder),
        Act::Estimate => {
            model.pipeline.trying = Some(folder.clone());
            return vec![task(Task::Estimate(folder))];
        }
        Act::Repeat => {
            let form = Form::repeat_stage(model, folder, stage);
            model.popup = Some(Popup::Form(Box::new(form)));
        }
        Act::Fork => {
            let form = Form::fork_pipeline(model, folder, stage);
            model.popup = Some(Popup::Form(Box::new(form)));
        }
        Act::Take => {
            let paths = model.pipeline.shown().and_then(|shown| shown.organisms.clone());
            let read = |(path, rival): (std::path::PathBuf, bool)| {
                let from = path.display().to_string();
                Effect::BackgroundTask(crate::tui::background::BackgroundTask::Organism {
                    from,
                    place: None,
                    rival,
                })
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
fn run(model: &mut Model, folder: &std::path::Path) -> Vec<Effect> {
    if runs(model) {
        model.pipeline.running = None;
        return vec![Effect::Send(JobCommand::Pause)];
    }
    match open_stage(model, folder) {
        Some(open) if open.alive() => {
            model.pipeline.running = Some(folder.to_owned());
            if let Some(open) = &mut model.evolution {
                open.touched = true;
            }
            vec![Effect::Send(JobCommand::Run)]
        }
        _ => advance(model, folder, true),
    }
}

/// Opens the stage under the cursor; the next one that is not begun is begun.
fn open(model: &mut Model, folder: &std::path::Path) -> Vec<Effect> {
    let Some((leg, _)) =
        model.pipeline.shown().and_then(|shown| shown.legs.get(model.pipeline.stage.at)).cloned()
    else {
        return Vec::new();
    };
    if open_stage(model, folder).is_some_and(|open| open.folder == leg.folder && open.alive()) {
        let settings = model.evolution.as_ref().and_then(|open| open.settings.as_ref());
        model.screen = settings.map_or(Screen::Population, Screen::of);
        return Vec::new();
    }
    let waits = |place: usize| {
        let legs = model.pipeline.shown().map_or(&[][..], |shown| &shown.legs);
        legs.get(place).is_some_and(|(leg, _)| leg.progress != Progress::Complete)
    };
    match leg.progress {
        Progress::Waiting if model.pipeline.stage.at > 0 && waits(model.pipeline.stage.at - 1) => {
            let text = "the stage before is not complete: open that, or run the pipeline with Space";
            model.notice = Some((Weight::Warning, text.to_owned()));
            Vec::new()
        }
        Progress::Waiting => advance(model, folder, false),
        Progress::Damaged(why) => {
            model.notice = Some((Weight::Error, why));
            Vec::new()
        }
        Progress::Begun { .. } | Progress::Complete => vec![Effect::Resume(leg.folder)],
    }
}

/// Something was clicked.
pub(crate) fn clicked(model: &mut Model, spot: Spot) -> Vec<Effect> {
    match spot {
        Spot::Row(row) => {
            model.pipeline.pane = Pane::List;
            model.pipeline.cursor.at = row;
            Vec::new()
        }
        Spot::Stage(row) => {
            let again = model.pipeline.pane == Pane::Stages && model.pipeline.stage.at == row;
            model.pipeline.pane = Pane::Stages;
            model.pipeline.stage.at = row;
            if again && enabled(model, Act::Open) { perform(model, Act::Open) } else { Vec::new() }
        }
    }
}

/// The wheel was turned over something.
pub(crate) fn rolled(model: &mut Model, spot: Spot, action: Action) {
    let pane = if matches!(spot, Spot::Row(_)) { Pane::List } else { Pane::Stages };
    let before = std::mem::replace(&mut model.pipeline.pane, pane);
    walk(model, action);
    model.pipeline.pane = before;
}

/// Moves the cursor.
pub(crate) fn walk(model: &mut Model, action: Action) {
    let page = model.seen.page(List::Pipelines);
    let stages = model.pipeline.shown().map_or(0, |shown| shown.legs.len());
    let rows = model.pipeline.rows().len();
    match model.pipeline.pane {
        Pane::List => model.pipeline.cursor.moved(action, page, rows),
        Pane::Stages => model.pipeline.stage.moved(action, stages, stages),
    }
}
