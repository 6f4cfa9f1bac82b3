//! The commands of the Positions screen.

use super::state::State;
use super::time::TurnFilter;
use super::{ANALYSIS, COUNTERFACTUALS, ID, LIST, TIME, TOTALS, WHY, forms};
use crate::disagreement::{AgreementFilter, Filter};
use crate::tui::playing::{self, evaluation};
use crate::tui::popups::forms::value;
use crate::tui::prelude::*;

commands! {
    /// The commands listed before those of the board.
    pub(crate) static FIRST: State, Scope::On(ID);
    "open row" ["Enter"] "play on"
        "use the selected row: play moves on the board, change a value, filter by a class or by what was learned"
        => [open, if can_open, label open_label]
    "filter positions" ["F"] "filter" "filter positions by outcome, phase, piece, capture, player, text or mark"
        => [forms::filter]
    "mark position" ["m"] "mark" "mark this position, or remove its mark: F lists what is marked, x exports it"
        => [State::mark, if entry, label mark_label]
}

commands! {
    /// The commands listed after those of the board, the most useful first.
    pub(crate) static COMMANDS: State, Scope::On(ID);
    "rival solves" ["r"] "rival solves"
        "list what the rival solves and the subject does not; again: all disagreements"
        => [rival_solves, if has_rival]
    "value one up" ["+"] "" "increase the selected parameter by one"
        => [|state, model| step(state, model, 1), if parameter, label |state, _| of_parameter(state, "up")]
    "value one down" ["-"] "" "decrease the selected parameter by one"
        => [|state, model| step(state, model, -1), if parameter, label |state, _| of_parameter(state, "down")]
    "set value of position" ["="] "" "enter the value of the selected parameter"
        => [set, if parameter, label |state, _| (state.pane() == COUNTERFACTUALS).then_some("set")]
    "export positions" ["x"] "export" "write the listed or the marked positions to an EPD file"
        => [forms::export, if is_listed]
    "load positions" ["Ctrl-O"] "load" "load other positions: an EPD file with sm or bm, or a set included in Eyas"
        => [forms::load]
}

fn entry(state: &State, _model: &Model) -> Available {
    state.entry().map(drop).ok_or("no position is selected")
}

fn can_open(state: &State, model: &Model) -> Available {
    if matches!(state.pane(), TOTALS | TIME) { Ok(()) } else { entry(state, model) }
}

fn has_rival(_state: &State, model: &Model) -> Available {
    model.rival().map(drop).ok_or("there is no rival: R selects one")
}

/// Returns the selected parameter of the focused pane.
fn parameter(state: &State, model: &Model) -> Result<usize, &'static str> {
    let selected = parameter_in(state, model, state.pane());
    selected.ok_or("no parameter is selected: Tab focuses the panes on the right")
}

fn is_listed(state: &State, _model: &Model) -> Available {
    let is_any = state.listed_count() > 0 || state.has_marks();
    if is_any { Ok(()) } else { Err("no position is listed") }
}

fn mark_label(state: &State, _model: &Model) -> Option<&'static str> {
    state.entry.filter(|entry| state.is_marked(*entry as u32)).map(|_| "unmark")
}

fn open_label(state: &State, model: &Model) -> Option<&'static str> {
    Some(match state.pane() {
        LIST if let Some(group) = state.selected_heading(model) => match state.is_folded(group) {
            true => "unfold",
            false => "fold",
        },
        ANALYSIS => "play it",
        WHY => "set value",
        COUNTERFACTUALS => "apply",
        TOTALS => "filter class",
        TIME => match state.turned {
            None => "list learned",
            Some(TurnFilter::Learned) => "list forgotten",
            Some(_) => "list all",
        },
        _ => "play on",
    })
}

/// Returns the label in the panes with parameters.
fn of_parameter(state: &State, label: &'static str) -> Option<&'static str> {
    matches!(state.pane(), WHY | COUNTERFACTUALS).then_some(label)
}

fn rival_solves(state: &mut State, _model: &mut Model) {
    let is_on = state.filter.outcome == AgreementFilter::RivalOnly;
    state.filter.outcome = if is_on { AgreementFilter::Disagree } else { AgreementFilter::RivalOnly };
}

fn clear_filter(state: &mut State) {
    state.set_filter(Filter::default());
}

/// Opens the form for the value of the selected parameter.
pub(super) fn set(state: &mut State, model: &mut Model) {
    if let Ok(parameter) = parameter(state, model) {
        unpin(state, model);
        if !model.evaluation_is_fixed() {
            model.open(value::form(model, parameter));
        }
    }
}

/// Uses the selected row of the focused pane.
pub(super) fn open(state: &mut State, model: &mut Model) {
    match state.pane() {
        LIST if let Some(group) = state.selected_heading(model) => {
            let action = if state.is_folded(group) { Action::Right } else { Action::Left };
            state.fold(model, action);
        }
        ANALYSIS => playing::play_best(state, model),
        WHY if state.shows_evaluation() => playing::press_selection(state, model),
        WHY => {
            let rows = state.comparison.as_ref().map_or(usize::MAX, |found| state.contribution_rows(found));
            if state.why.at >= rows && state.held_parameter.is_none() {
                state.unfolded = true;
            } else {
                set(state, model);
            }
        }
        COUNTERFACTUALS => {
            let change = state.scan.counterfactuals().and_then(|all| all.get(state.counterfactuals.at));
            if let Some(change) = change.copied() {
                state.user_selected = true;
                state.held_parameter = Some(change.parameter);
                unpin(state, model);
                if !model.evaluation_is_fixed() {
                    model.edit(change.parameter, change.value);
                }
            }
        }
        TOTALS => {
            let total = state.scan.totals().get(state.totals.at);
            state.filter = total.map_or_else(Filter::default, |total| total.class.narrow(&state.filter));
        }
        TIME => state.next_turned(),
        _ => playing::play_on(state, model),
    }
}

fn parameter_in(state: &State, model: &Model, pane: usize) -> Option<usize> {
    match pane {
        COUNTERFACTUALS => {
            // While an edit is measured, the parameter that was edited stays selected.
            let changes = state.scan.counterfactuals().unwrap_or_default();
            let change = changes.get(state.counterfactuals.at);
            change.map(|change| change.parameter).or(state.held_parameter)
        }
        WHY if state.shows_evaluation() => match evaluation::under_cursor(state, model)? {
            evaluation::RowKind::Parameter(index) => Some(index),
            _ => None,
        },
        WHY => {
            state.comparison.as_ref()?.contributions.as_ref().ok()?;
            state.contribution().map(|part| part.parameter).or(state.held_parameter)
        }
        _ => None,
    }
}

/// Selects a row of a pane with parameters, and holds its parameter, so that the cursors stay on it.
pub(super) fn hold(state: &mut State, model: &mut Model, pane: usize, row: usize) {
    let cursor = if pane == WHY { &mut state.why } else { &mut state.counterfactuals };
    (cursor.at, state.held_parameter) = (row, None);
    state.held_parameter = parameter_in(state, model, pane);
}

/// Selects the pinned champion as the subject, so that an edit changes the organism that is shown.
fn unpin(state: &mut State, model: &mut Model) {
    if let Some(pinned) = state.pinned.take() {
        model.selection.choose(Some(pinned));
    }
}

/// Changes the value of the selected parameter, and holds the parameter.
fn step(state: &mut State, model: &mut Model, by: i32) {
    unpin(state, model);
    let found = parameter(state, model).ok().zip(model.subject());
    if let Some((parameter, subject)) = found
        && !model.evaluation_is_fixed()
        && let Some(value) = subject.values.get(parameter)
    {
        state.user_selected = true;
        state.held_parameter = Some(parameter);
        if !model.edit(parameter, value.saturating_add(by)) {
            model.notice = Some((Severity::Warning, "the value is at the end of its range".to_owned()));
        }
    }
}

/// Steps one ply forward or back along the line of the selected candidate.
pub(super) fn step_line(state: &mut State, _model: &mut Model, action: Action) {
    state.steps = match action {
        Action::Left => state.steps.saturating_sub(1),
        _ => (state.steps + 1).min(state.line_len()),
    };
}

/// Leaves the line, the zoom or the filter. Returns false if none of them is in use.
pub(super) fn back(state: &mut State) -> bool {
    let zoomed = &mut state.board_state.panes.is_zoomed;
    if state.steps > 0 {
        state.steps = 0;
    } else if *zoomed {
        *zoomed = false;
    } else if state.is_filtered() {
        clear_filter(state);
    } else {
        return false;
    }
    true
}
