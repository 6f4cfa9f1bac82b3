//! The commands of a race.

use super::state::{self, State};
use super::{ID, forms};
use crate::race::Standing;
use crate::tui::background::report::WriteReport;
use crate::tui::message::RaceRequest;
use crate::tui::prelude::*;

commands! {
    /// The commands of a race, the most useful first.
    pub(crate) static COMMANDS: State, Scope::On(ID);
    "run race" ["Space"] "run" "run the incomplete runs of the race in the background, or pause them"
        => [run, if can_run, label |state, _| state.is_running().then_some("pause")]
    "open best run" ["Enter"] "open best run" "open the session of the selected optimizer's best complete run"
        => [open, if best_run; drops_edits]
    "new race" ["n"] "new race" "create a race: choose optimizers, seeds and evaluations" => [new]
    "write report of race" ["H"] "report" "write a page of HTML with all figures of the race into its folder report"
        => [report, if standing]
    "update race" [] "" "read the race again" => [update, if folder]
}

fn folder(state: &State, _model: &Model) -> Result<std::path::PathBuf, &'static str> {
    state.folder.clone().ok_or("no race is open: Sessions lists them, n creates one")
}

/// Returns the runs of the race, or why there are none.
fn standing<'a>(state: &'a State, model: &Model) -> Result<&'a Standing, &'static str> {
    folder(state, model)?;
    if state.error().is_some() {
        return Err("this race cannot be read");
    }
    state.standing().ok_or("the runs are being read")
}

fn can_run(state: &State, model: &Model) -> Available {
    let standing = standing(state, model)?;
    match &state.running {
        Some(running) if state.is_running() && running.stopping => Err("the race is stopping"),
        Some(_) if state.is_running() => Ok(()),
        Some(_) => Err("another race is running: pause it first"),
        None if standing.is_complete() => Err("all runs are complete: n creates another race"),
        None => Ok(()),
    }
}

/// Returns the folder of the session of the selected optimizer's best run.
fn best_run(state: &State, model: &Model) -> Result<std::path::PathBuf, &'static str> {
    let standing = standing(state, model)?;
    let run = state.best_run().ok_or("no run of this optimizer is complete yet")?;
    Ok(folder(state, model)?.join(standing.plan().folder_name(run)))
}

fn run(state: &mut State, model: &mut Model) -> Option<Effect> {
    if let Some(running) = &mut state.running {
        running.stopping = true;
        return Some(Effect::Race(RaceRequest::Stop));
    }
    let folder = state.folder.clone()?;
    state::started(state, &folder, model.now);
    Some(Effect::Race(RaceRequest::Run(folder)))
}

pub(super) fn open(state: &mut State, model: &mut Model) -> Vec<Effect> {
    best_run(state, model).ok().map(Effect::Resume).into_iter().collect()
}

pub(super) fn new(_state: &mut State, model: &mut Model) {
    let form = forms::new_race(model);
    model.open(Some(form));
}

fn report(state: &mut State, _model: &mut Model) -> Option<Effect> {
    Some(Effect::background(WriteReport(state.folder.clone()?)))
}

fn update(state: &mut State, _model: &mut Model) {
    let running = state.running.as_ref().map(|running| running.folder.clone());
    state.standings.retain(|folder, _| Some(folder) == running.as_ref());
}
