//! The actions of the screen: commands, cursor movement, mouse clicks and scrolling.

use std::path::PathBuf;

use shakmaty::Role as Piece;

use super::{Act, Pane, Spot, State, file_forms, filter_form, lists};
use crate::disagreement::{Filter, Order, Outcome};
use crate::positions::PositionSource;
use crate::tui::action::Action;
use crate::tui::cursor::Cursor;
use crate::tui::hit_map::List;
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::playing::{self, evaluation};
use crate::tui::popups::forms::Form;
use crate::tui::table::Arrangement;

pub(super) fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::Open => return open(state, model),
        Act::Filter => model.open(Some(filter_form::form(state, model))),
        Act::Outcome => {
            let rival = model.rival().is_some();
            let needs_rival = |outcome| matches!(outcome, Outcome::RivalOnly | Outcome::SubjectOnly);
            let choices: Vec<Outcome> =
                Outcome::ALL.into_iter().filter(|outcome| rival || !needs_rival(*outcome)).collect();
            let filter = &mut state.filter;
            filter.outcome = next_choice(&choices, filter.outcome);
        }
        Act::RivalSolves => {
            let filter = &mut state.filter;
            let on = filter.outcome == Outcome::RivalOnly;
            filter.outcome = if on { Outcome::Disagree } else { Outcome::RivalOnly };
        }
        Act::Piece => {
            let choices: Vec<Option<Piece>> =
                [None].into_iter().chain(Piece::ALL.into_iter().map(Some)).collect();
            state.filter.role = next_choice(&choices, state.filter.role);
        }
        Act::ClearFilter => state.filter = Filter::default(),
        Act::Raise => step(state, model, 1),
        Act::Lower => step(state, model, -1),
        Act::Set => set(state, model),
        Act::CopyEpd => return copy(state, model),
        Act::Export => model.open(Some(file_forms::export(state))),
        Act::Load => model.open(Some(file_forms::load(state))),
        Act::NextPane | Act::PreviousPane => {
            let analysed = model.thinking.on.is_some();
            state.focus_pane(state.pane.next(act == Act::NextPane, analysed, state.table.play.is_some()));
        }
        Act::Zoom => state.zoomed = !state.zoomed,
    }
    Vec::new()
}

/// Opens the form for the value of the selected parameter.
pub(super) fn set(state: &mut State, model: &mut Model) {
    if let Some(parameter) = parameter(state, model) {
        unpin(state, model);
        if !model.evaluation_is_fixed() {
            model.open(Form::value(model, parameter));
        }
    }
}

/// Returns the choice after the current one; after the last one, the first.
fn next_choice<T: Copy + PartialEq>(choices: &[T], current: T) -> T {
    let next = choices.iter().position(|choice| *choice == current).map_or(0, |at| at + 1);
    choices[next % choices.len()]
}

fn copy(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let Some(entry) = state.entry() else { return Vec::new() };
    let text = entry.record().to_string();
    model.notice = Some((Severity::Info, format!("EPD copied: {text}")));
    vec![Effect::Copy(text)]
}

/// Performs the command of Enter in the focused pane.
fn open(state: &mut State, model: &mut Model) -> Vec<Effect> {
    match state.pane {
        Pane::List | Pane::Board => return playing::play_on(state, model),
        Pane::Analysis => return playing::play_best(state, model),
        Pane::Why if state.shows_evaluation() => return playing::press_selection(state, model),
        Pane::Why => {
            let rows = state.comparison.as_ref().map_or(usize::MAX, |found| state.contribution_rows(found));
            if state.why.at >= rows && state.held_parameter.is_none() {
                state.unfolded = true;
            } else {
                return perform(state, model, Act::Set);
            }
        }
        Pane::Counterfactuals => {
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
        Pane::Totals => {
            let total = state.scan.totals().get(state.totals.at);
            state.filter = total.map_or_else(Filter::default, |total| total.class.narrow(&state.filter));
        }
    }
    Vec::new()
}

/// Returns the selected parameter of the focused pane.
pub(super) fn parameter(state: &State, model: &Model) -> Option<usize> {
    parameter_in(state, model, state.pane)
}

fn parameter_in(state: &State, model: &Model, pane: Pane) -> Option<usize> {
    match pane {
        Pane::Counterfactuals => {
            // While an edit is measured, the parameter that was edited stays selected.
            let changes = state.scan.counterfactuals().unwrap_or_default();
            let change = changes.get(state.counterfactuals.at);
            change.map(|change| change.parameter).or(state.held_parameter)
        }
        Pane::Why if state.shows_evaluation() => match evaluation::under_cursor(state, model)? {
            evaluation::RowKind::Parameter(index) => Some(index),
            _ => None,
        },
        Pane::Why => {
            let comparison = state.comparison.as_ref()?;
            let contributions = comparison.contributions.as_ref().ok()?;
            let is_listed = state.why.at < state.contribution_rows(comparison);
            let selected = contributions.get(state.why.at).filter(|_| is_listed);
            selected.map(|part| part.parameter).or(state.held_parameter)
        }
        Pane::List | Pane::Board | Pane::Analysis | Pane::Totals => None,
    }
}

/// Holds the selected parameter of a pane, so that the cursors stay on it.
fn hold(state: &mut State, model: &mut Model, pane: Pane) {
    state.held_parameter = None;
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
    let found = parameter(state, model).zip(model.subject());
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
fn step_line(state: &mut State, forward: bool) {
    let len = state.line_len();
    state.steps = if forward { (state.steps + 1).min(len) } else { state.steps.saturating_sub(1) };
}

/// Leaves the line, the zoom or the filter. Returns false if none of them is in use.
pub(super) fn back(state: &mut State) -> bool {
    if state.steps > 0 {
        state.steps = 0;
    } else if state.zoomed {
        state.zoomed = false;
    } else if state.is_filtered() {
        state.filter = Filter::default();
    } else {
        return false;
    }
    true
}

/// Loads other positions; `None` for the session's training set.
pub(super) fn load(state: &mut State, source: Option<PositionSource>) {
    // Read a file again after an error: it may have been corrected.
    if matches!(state.scan.load_result(), Some(Err(_))) {
        state.scan.clear_request();
    }
    if state.source == source && matches!(state.scan.load_result(), Some(Ok(_))) {
        return;
    }
    state.source = source;
    state.entry = None;
    state.user_selected = false;
    state.cursor = Cursor::default();
}

/// Shows the positions of a game, which were written to a file, and selects one of them.
pub(super) fn show_game(state: &mut State, model: &mut Model, path: PathBuf, index: usize) {
    load(state, Some(PositionSource::File(path)));
    state.filter = Filter { outcome: Outcome::All, ..Filter::default() };
    state.order = Order::File;
    *model.tables.arrangement_mut(lists::POSITIONS) = Arrangement::default();
    state.awaited = Some(index);
}

/// Moves the cursor of the focused pane.
pub(super) fn navigate(state: &mut State, model: &mut Model, action: Action) {
    navigate_in(state, model, state.pane, action);
}

fn navigate_in(state: &mut State, model: &mut Model, pane: Pane, action: Action) {
    match (pane, action) {
        (Pane::Board, Action::Left) => return step_line(state, false),
        (Pane::Board, Action::Right) => return step_line(state, true),
        (_, Action::Left | Action::Right) => return,
        _ => {}
    }
    match pane {
        Pane::List => {
            let mut cursor = state.cursor;
            model.step(lists::POSITIONS, &mut cursor, action, state.rows.len());
            state.select_row(cursor.at);
        }
        // The board moves the cursor of the analysis.
        Pane::Analysis => {}
        Pane::Board => {
            let len = state.scan.explanation().map_or(0, |why| why.candidates.len());
            model.step(lists::CANDIDATES, &mut state.candidates, action, len);
            state.steps = 0;
        }
        Pane::Why => {
            let len = state.comparison.as_ref().map_or(0, |comparison| {
                let all = comparison.contributions.as_ref().map_or(0, Vec::len);
                let rows = state.contribution_rows(comparison);
                rows + usize::from(rows < all)
            });
            model.step(lists::CONTRIBUTIONS, &mut state.why, action, len);
            hold(state, model, pane);
        }
        Pane::Counterfactuals => {
            let len = state.scan.counterfactuals().map_or(0, <[_]>::len);
            model.step(lists::COUNTERFACTUALS, &mut state.counterfactuals, action, len);
            hold(state, model, pane);
        }
        Pane::Totals => {
            let len = state.scan.totals().len();
            model.step(lists::TOTALS, &mut state.totals, action, len);
        }
    }
}

/// Handles a mouse click: focuses the pane and selects the row. A click on the selected row opens the row.
pub(super) fn clicked(state: &mut State, model: &mut Model, spot: Spot) -> Vec<Effect> {
    let had = state.pane == spot.pane();
    state.focus_pane(spot.pane());
    let Spot::Row(pane, row) = spot else { return Vec::new() };
    let cursor = match pane {
        Pane::List => &mut state.cursor,
        Pane::Board => &mut state.candidates,
        Pane::Analysis => &mut model.thinking.cursor,
        Pane::Why => &mut state.why,
        Pane::Counterfactuals => &mut state.counterfactuals,
        Pane::Totals => &mut state.totals,
    };
    let again = had && cursor.at == row;
    cursor.at = row;
    match pane {
        Pane::List => state.select_row(row),
        Pane::Board if !again => state.steps = 0,
        Pane::Why | Pane::Counterfactuals => hold(state, model, pane),
        // The first click on a class filters by it.
        Pane::Totals => return open(state, model),
        _ => {}
    }
    if again { open(state, model) } else { Vec::new() }
}

/// Moves the cursor of a list to a row.
pub(super) fn select_row(state: &mut State, model: &mut Model, list: List, row: usize) {
    match list {
        lists::POSITIONS => state.select_row(row),
        lists::CANDIDATES => (state.candidates.at, state.steps) = (row, 0),
        lists::CONTRIBUTIONS => {
            state.why.at = row;
            hold(state, model, Pane::Why);
        }
        lists::COUNTERFACTUALS => {
            state.counterfactuals.at = row;
            hold(state, model, Pane::Counterfactuals);
        }
        lists::TOTALS => state.totals.at = row,
        _ => {}
    }
}

/// Scrolls the pane under the mouse wheel, without focusing it.
pub(super) fn scrolled(state: &mut State, model: &mut Model, spot: Spot, action: Action) {
    navigate_in(state, model, spot.pane(), action);
}
