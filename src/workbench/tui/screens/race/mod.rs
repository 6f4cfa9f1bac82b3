//! The Race screen: optimizers compared on one objective, with equal numbers of evaluations and several seeds.
//!
//! The workbench runs a race in the background ([`crate::race::Driver`]), independent of the open session.

mod chart;
mod draw;
mod forms;
mod lists;
mod screen;
mod sorting;
mod state;
pub(crate) mod task;

pub(crate) use state::{Pane, State};

use crate::tui::action::{Action, ScreenId};
use crate::tui::command::{Command, here_old, show};
use crate::tui::message::{Effect, RaceRequest};
use crate::tui::model::Model;
use state::reload;

pub(crate) const ID: ScreenId = ScreenId("race");

/// An action of the screen's commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Run the race, or pause it.
    Run,
    /// Open the best session of the selected optimizer.
    Open,
    /// Open the form of a new race.
    New,
    /// Read the folder again.
    Refresh,
    /// Focus the next pane.
    Pane,
}

here_old!(ID);

/// The command that shows this screen.
pub(crate) const SHOW: Command =
    show(ID, &["7", "C"], "race", "optimizers compared on one objective, with equal numbers of evaluations");

/// The commands of this screen.
pub(crate) static COMMANDS: &[Command] = &[
    here(
        &Act::Run,
        &["Space"],
        "run",
        "run race",
        "run the incomplete runs of the selected race in the background, or pause them",
    ),
    here(
        &Act::Open,
        &["Enter"],
        "open best run",
        "open best run",
        "open the session of the selected optimizer's best complete run",
    ),
    here(&Act::New, &["n"], "new", "new race", "create a race: choose optimizers, seeds and evaluations"),
    here(
        &Act::Pane,
        &["Tab"],
        "pane",
        "next pane of races",
        "move the focus between races, optimizers and tests",
    ),
    here(&Act::Refresh, &["u"], "update", "update races", "read the races again"),
];

/// A target of mouse clicks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A row of the races.
    Race(usize),
    /// A row of the optimizers.
    Optimizer(usize),
    /// The tests.
    Tests,
}

/// Returns whether an action is possible now.
fn enabled(state: &State, act: Act) -> bool {
    match act {
        Act::Run if state.is_running() => state.running.as_ref().is_some_and(|running| !running.stopping),
        Act::Run => state.running.is_none() && state.standing().is_some_and(|found| !found.is_complete()),
        Act::Open => state.best_run().is_some(),
        Act::New | Act::Refresh | Act::Pane => true,
    }
}

/// Returns why an action is not possible now.
fn why_not(state: &State, act: Act) -> &'static str {
    match act {
        _ if state.list.read.is_none() => "the saved races are being read: try again in a moment",
        _ if state.selected().is_none() => "there is no race yet: n creates one",
        _ if state.error().is_some() => "this race cannot be read",
        _ if state.standing().is_none() => "the runs are being read",
        Act::Run if state.is_running() => "the race is stopping",
        Act::Run if state.running.is_some() => "another race is running: pause it first",
        Act::Run => "all runs are complete: n creates another race",
        Act::Open => "no run of this optimizer is complete yet",
        Act::New | Act::Refresh | Act::Pane => "not possible now",
    }
}

fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::New => {
            let form = forms::new_race(model);
            model.open(Some(form));
        }
        Act::Refresh => {
            let running = state.running.as_ref().map(|running| running.folder.clone());
            state.standings.retain(|folder, _| Some(folder) == running.as_ref());
            return vec![reload(model)];
        }
        Act::Pane => {
            state.pane = match state.pane {
                Pane::Races => Pane::Optimizers,
                Pane::Optimizers => Pane::Tests,
                Pane::Tests => Pane::Races,
            };
        }
        Act::Run => return run(state, model),
        Act::Open => {
            let folder = state.selected().map(|row| row.folder.clone());
            let name =
                state.best_run().zip(state.standing()).map(|(run, found)| found.plan().folder_name(run));
            return folder
                .zip(name)
                .map(|(folder, name)| Effect::Resume(folder.join(name)))
                .into_iter()
                .collect();
        }
    }
    Vec::new()
}

/// Runs the selected race, or stops it.
fn run(state: &mut State, model: &Model) -> Vec<Effect> {
    if let Some(running) = &mut state.running {
        running.stopping = true;
        return vec![Effect::Race(RaceRequest::Stop)];
    }
    let Some(folder) = state.selected().map(|row| row.folder.clone()) else { return Vec::new() };
    state::started(state, &folder, model.now);
    vec![Effect::Race(RaceRequest::Run(folder))]
}

/// Handles a mouse click: selects the row.
fn clicked(state: &mut State, spot: Spot) {
    match spot {
        Spot::Race(row) => {
            state.pane = Pane::Races;
            select(state, row);
        }
        Spot::Optimizer(row) => {
            state.pane = Pane::Optimizers;
            state.optimizer.at = row;
        }
        Spot::Tests => state.pane = Pane::Tests,
    }
}

/// Scrolls the pane under the mouse wheel, without focusing it.
fn scrolled(state: &mut State, model: &mut Model, spot: Spot, action: Action) {
    let pane = match spot {
        Spot::Race(_) => Pane::Races,
        Spot::Optimizer(_) => Pane::Optimizers,
        Spot::Tests => Pane::Tests,
    };
    let before = std::mem::replace(&mut state.pane, pane);
    navigate(state, model, action);
    state.pane = before;
}

/// Selects a race.
fn select(state: &mut State, row: usize) {
    if row != state.list.cursor.at {
        state.list.cursor.at = row;
        (state.optimizer, state.test) = Default::default();
    }
}

/// Moves the cursor of the focused pane.
fn navigate(state: &mut State, model: &mut Model, action: Action) {
    let optimizers = state.standing().map_or(0, |standing| standing.plan().optimizers.len());
    match state.pane {
        Pane::Races => {
            let mut cursor = state.list.cursor;
            model.step(lists::RACES, &mut cursor, action, state.list.rows().len());
            select(state, cursor.at);
        }
        Pane::Optimizers => {
            model.step(lists::OPTIMIZERS, &mut state.optimizer, action, optimizers);
        }
        Pane::Tests => {
            let pairs = optimizers * optimizers.saturating_sub(1) / 2;
            state.test.move_in_list(action, model.hits.page(lists::TESTS), pairs);
        }
    }
}
