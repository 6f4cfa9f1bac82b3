//! The commands and the navigation of the Population screen.

use super::{ID, Pane, State, estimate, lists};
use crate::tui::action::Action;
use crate::tui::command::{Command, here_old, show};
use crate::tui::cursor::{Cursor, next_of};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::panes::values;
use crate::tui::popups::forms::Form;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Makes the organism under the cursor the subject.
    Subject,
    /// Makes the organism under the cursor the rival, or removes the rival.
    Rival,
    Earlier,
    Later,
    /// Opens the form to select a generation.
    GoTo,
    /// Opens the form to fork the open session at the displayed generation.
    Fork,
    NextPane,
    PreviousPane,
    /// Shows one pane alone, or all panes again.
    Zoom,
}

here_old!(ID);

pub(crate) const SHOW: Command = show(ID, &["1"], "population", "the population and its fitness");

pub(crate) static ORGANISMS: &[Command] = &[
    here(
        &Act::Subject,
        &["Enter"],
        "subject",
        "make subject",
        "study the organism under the cursor on all screens",
    ),
    here(
        &Act::Rival,
        &["r"],
        "rival",
        "make rival",
        "compare the subject with the organism under the cursor; again to stop",
    ),
];

pub(crate) static GENERATIONS: &[Command] = &[
    here(
        &Act::Earlier,
        &["<", ","],
        "earlier",
        "earlier generation",
        "show the organisms of the previous generation",
    ),
    here(&Act::Later, &[">", "."], "", "later generation", "show the organisms of the next generation"),
    here(&Act::GoTo, &["#"], "", "go to generation", "show the organisms of any generation of this run"),
    here(&Act::Fork, &["f"], "", "fork here", "start a new session from the displayed generation"),
];

pub(crate) static PANES: &[Command] = &[
    here(&Act::NextPane, &["Tab"], "pane", "next pane of population", "focus the next pane"),
    here(&Act::PreviousPane, &["Shift-Tab"], "", "previous pane of population", "focus the previous pane"),
    here(&Act::Zoom, &["z"], "", "zoom population", "show one pane alone, or all panes again"),
];

pub(super) fn enabled(model: &Model, act: Act) -> bool {
    let open = model.evolution.as_ref();
    match act {
        Act::Subject | Act::Rival | Act::GoTo | Act::Fork => open.and_then(|open| open.record()).is_some(),
        Act::Earlier => {
            open.and_then(|open| open.viewed_generation()).is_some_and(|generation| generation > 0)
        }
        Act::Later => open.is_some_and(|open| open.looking_back()),
        Act::NextPane | Act::PreviousPane | Act::Zoom => true,
    }
}

pub(super) fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    let place = state.organisms.at;
    match act {
        Act::Subject => {
            if let Some(open) = &model.evolution {
                let champion = place == open.champion_place() && open.earlier.is_none();
                let chosen = if champion { None } else { open.organism(place) };
                model.selection.choose(chosen);
            }
        }
        Act::Rival => {
            let chosen = model.evolution.as_ref().and_then(|open| open.organism(place));
            model.selection.rival = if model.is_rival(place) { None } else { chosen };
        }
        Act::Earlier | Act::Later => return model.look_at_next(act == Act::Later),
        Act::GoTo => model.open(model.evolution.as_ref().and_then(Form::generation)),
        Act::Fork => model.open(Form::fork_open(model)),
        Act::NextPane | Act::PreviousPane => {
            state.pane = next_of(&Pane::available(model), state.pane, act == Act::NextPane);
        }
        Act::Zoom => state.zoomed = !state.zoomed,
    }
    Vec::new()
}

/// Moves the cursor of the focused pane.
pub(super) fn navigate(state: &mut State, model: &mut Model, action: Action) {
    let Some(open) = &model.evolution else { return };
    let parameters = open.schema.as_ref().map_or(0, |schema| schema.len());
    match (state.pane, action) {
        (Pane::Organisms, Action::Left) => state.first_parameter = state.first_parameter.saturating_sub(1),
        (Pane::Organisms, Action::Right) => {
            state.first_parameter = (state.first_parameter + 1).min(parameters.saturating_sub(1));
        }
        (Pane::Organisms, _) => {
            let len = open.record().map_or(0, |record| record.population.len());
            model.step(lists::ORGANISMS, &mut state.organisms, action, len);
        }
        (Pane::Estimate, _) => model.step(lists::ESTIMATE, &mut state.estimate, action, estimate::rows(open)),
        (Pane::Values, _) => {
            let (rows, mut cursor) = (values::rows(open), model.values);
            model.step(values::LIST, &mut cursor, action, rows);
            model.values = cursor;
        }
        (Pane::Runs, _) => {
            let (mut cursor, runs) = (Cursor { at: open.shown }, open.runs.len());
            model.step(lists::RUNS, &mut cursor, action, runs);
            if let Some(open) = &mut model.evolution {
                open.show_run(cursor.at);
            }
        }
        _ => {}
    }
}
