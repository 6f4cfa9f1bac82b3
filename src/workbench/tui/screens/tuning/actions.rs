//! The actions of the commands and the mouse on the Tuning screen.

use std::sync::Arc;

use super::map::columns;
use super::state::{Baseline, Problems, State, SuiteSelection};
use super::tasks::ReadPositions;
use super::view::View;
use super::{Act, ID, Pane, Spot, lists, tuning};
use crate::tui::action::Action;
use crate::tui::background::BackgroundTask;
use crate::tui::cursor::Cursor;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::panes::values::{self, Values};
use crate::tui::playing;
use crate::tui::playing::side_panes::Activity;
use crate::tui::popups::forms::Form;

pub(super) fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    let activity = Activity::new(state, model);
    match act {
        Act::Open => return open(state, model),
        Act::Magnify => state.magnified = !state.magnified,
        Act::Baseline | Act::Untuned => compare(state, model, act == Act::Untuned),
        Act::ListAll => {
            state.lists_all = !state.lists_all;
            state.changes = Cursor::default();
        }
        Act::Subject => {
            let place = View::new(state, model).map(|view| (view.place(), view.open.earlier.is_none()));
            let Some((place, newest)) = place else { return Vec::new() };
            let chosen = tuning(model).and_then(|open| open.organism(place));
            // The champion of the newest generation is the subject by default.
            model.selection.choose(chosen.filter(|_| place > 0 || !newest));
        }
        Act::Rival => {
            let Some(place) = View::new(state, model).map(|view| view.place()) else { return Vec::new() };
            let chosen = tuning(model).and_then(|open| open.organism(place));
            model.selection.rival = if model.is_rival(place) { None } else { chosen };
        }
        Act::Earlier | Act::Later => return model.look_at_next(act == Act::Later),
        Act::GoTo => model.open(model.evolution.as_ref().and_then(Form::generation)),
        Act::NextPane => state.pane = state.pane.next(true, state.board, activity),
        Act::PreviousPane => state.pane = state.pane.next(false, state.board, activity),
        Act::Zoom => state.zoomed = !state.zoomed,
    }
    Vec::new()
}

/// Performs Enter in the focused pane.
fn open(state: &mut State, model: &mut Model) -> Vec<Effect> {
    match state.pane {
        Pane::Map if !state.magnified && columns(state, model).is_some_and(|columns| columns.is_binned()) => {
            state.magnified = true;
        }
        Pane::Map | Pane::Changes => {
            let selected =
                View::new(state, model).and_then(|view| Some(view.changes().get(state.changes.at)?.position));
            if let (Pane::Changes, Some(position)) = (state.pane, selected) {
                state.at = position;
            }
            state.previous_pane = state.pane;
            (state.board, state.pane) = (true, Pane::Board);
        }
        Pane::Board => return playing::play_on(state, model),
        Pane::Analysis | Pane::Evaluation => return playing::press_selection(state, model),
        Pane::Parameters => model.open(Some(Values::default())),
        Pane::Report | Pane::Curve => {}
    }
    Vec::new()
}

/// Makes the selected organism or the untuned search the baseline. The same baseline again resets it.
fn compare(state: &mut State, model: &mut Model, untuned: bool) {
    let Some(view) = View::new(state, model) else { return };
    let (name, nodes) = if untuned {
        ("untuned search".to_owned(), view.untuned())
    } else {
        let name = view.open.organism(view.place()).map(|organism| model.name_of(&organism));
        (name.unwrap_or_default(), Some(view.nodes(view.place()).to_vec()))
    };
    let Some(nodes) = nodes else { return };
    let baseline = Baseline { folder: view.open.folder.clone(), name, nodes: Arc::new(nodes) };
    let is_current = state.baseline.as_ref() == Some(&baseline);
    state.baseline = (!is_current).then_some(baseline);
    state.changes = Cursor::default();
}

/// Stores positions that were read.
pub(super) fn positions_read(state: &mut State, selection: SuiteSelection, problems: Problems) {
    if state.requested.as_ref() == Some(&selection) {
        state.problems = Some((selection, problems));
    }
}

/// Reads the positions when the screen is first shown, and moves the focus off a pane that is no longer available.
pub(super) fn refresh(state: &mut State, model: &mut Model) -> Option<Effect> {
    if model.screen != ID {
        return None;
    }
    let selection = tuning(model).and_then(|open| {
        let settings = open.settings.as_ref()?.objective.suite()?.clone();
        let measured = settings.quiet > 0 && open.latest().is_some();
        Some(SuiteSelection { settings, folder: open.folder.clone(), measured })
    });
    let activity = Activity::new(state, model);
    if selection.is_none() || state.problem().is_none() {
        state.board = false;
    }
    if !state.pane.is_shown(state.board, activity) {
        state.pane = if state.board { Pane::Board } else { Pane::Map };
    }
    let selection = selection?;
    if state.requested.as_ref() == Some(&selection) {
        return None;
    }
    if state.requested.as_ref().is_none_or(|requested| requested.folder != selection.folder) {
        state.at = 0;
    }
    (state.requested, state.problems) = (Some(selection.clone()), None);
    Some(Effect::BackgroundTask(BackgroundTask::new(ReadPositions(selection))))
}

/// Goes one step back within the screen. Returns false if there is no step.
pub(super) fn back(state: &mut State, model: &mut Model) -> bool {
    let looking_back = model.evolution.as_mut().filter(|open| open.looking_back());
    if state.board_state.evaluation && state.board {
        state.board_state.evaluation = false;
    } else if state.board {
        (state.board, state.pane) =
            (false, if state.previous_pane == Pane::Changes { Pane::Changes } else { Pane::Map });
    } else if state.zoomed {
        state.zoomed = false;
    } else if state.magnified {
        state.magnified = false;
    } else if let Some(open) = looking_back {
        open.view_newest();
    } else {
        return false;
    }
    true
}

/// Moves the cursor of the focused pane.
pub(super) fn navigate(state: &mut State, model: &mut Model, action: Action) -> Vec<Effect> {
    let pane = state.pane;
    navigate_pane(state, model, pane, action)
}

fn navigate_pane(state: &mut State, model: &mut Model, pane: Pane, action: Action) -> Vec<Effect> {
    match pane {
        Pane::Map => navigate_map(state, model, action),
        Pane::Changes => {
            let Some(view) = View::new(state, model) else { return Vec::new() };
            let changes = view.changes();
            let mut cursor = state.changes;
            model.step(lists::CHANGES, &mut cursor, action, changes.len());
            state.changes = cursor;
            if let Some(changed) = changes.get(state.changes.at) {
                state.at = changed.position;
            }
        }
        Pane::Board => {
            let positions = View::new(state, model).map_or(0, |view| view.positions());
            let mut at = Cursor { at: state.at };
            at.move_in_list(action, 10, positions);
            state.at = at.at;
        }
        Pane::Parameters => {
            let rows = tuning(model).map_or(0, values::rows);
            let mut cursor = model.values;
            model.step(values::LIST, &mut cursor, action, rows);
            model.values = cursor;
        }
        Pane::Curve => return navigate_generations(model, action),
        Pane::Report | Pane::Analysis | Pane::Evaluation => {}
    }
    Vec::new()
}

/// Goes to an earlier or a later generation.
fn navigate_generations(model: &mut Model, action: Action) -> Vec<Effect> {
    let Some(at) = tuning(model).and_then(|open| open.viewed_generation()) else { return Vec::new() };
    let to = match action {
        Action::Left | Action::Up => at.saturating_sub(1),
        Action::Right | Action::Down => at.saturating_add(1),
        Action::PageUp => at.saturating_sub(10),
        Action::PageDown => at.saturating_add(10),
        Action::First => 0,
        _ => u32::MAX,
    };
    model.look_at(to)
}

fn navigate_map(state: &mut State, model: &mut Model, action: Action) {
    let Some((place, organisms)) = View::new(state, model).map(|view| (view.place(), view.rows())) else {
        return;
    };
    let Some(columns) = columns(state, model) else { return };
    let page = model.hits.page(lists::ROWS).max(2);
    let (here, last) = (columns.column_of(state.at), columns.len().saturating_sub(1));
    let column = match action {
        Action::Left => here.saturating_sub(1),
        Action::Right => here + 1,
        Action::First => 0,
        Action::Last => last,
        _ => here,
    };
    state.place = match action {
        Action::Up => place.saturating_sub(1),
        Action::Down => place + 1,
        Action::PageUp => place.saturating_sub(page - 1),
        Action::PageDown => place + page - 1,
        _ => place,
    }
    .min(organisms.saturating_sub(1));
    if column != here {
        state.at = columns.first(column.min(last));
    }
}

/// Handles a click: selects a cell or a row, or opens the selected one.
pub(super) fn clicked(state: &mut State, model: &mut Model, spot: Spot) -> Vec<Effect> {
    match spot {
        Spot::Pane(pane) => {
            state.pane = pane;
            return Vec::new();
        }
        Spot::Cell(place, column) => {
            let Some(columns) = columns(state, model) else { return Vec::new() };
            let again =
                state.pane == Pane::Map && state.place == place && columns.column_of(state.at) == column;
            state.pane = Pane::Map;
            if !again {
                (state.place, state.at) = (place, columns.first(column));
                return Vec::new();
            }
        }
        Spot::Row(row) => {
            let again = state.pane == Pane::Changes && state.changes.at == row;
            state.pane = Pane::Changes;
            state.changes.at = row;
            let position = View::new(state, model).and_then(|view| Some(view.changes().get(row)?.position));
            if let Some(position) = position {
                state.at = position;
            }
            if !again {
                return Vec::new();
            }
        }
    }
    if state.problem().is_some() { open(state, model) } else { Vec::new() }
}

/// Handles the wheel: scrolls the pane under the mouse.
pub(super) fn scrolled(state: &mut State, model: &mut Model, spot: Spot, action: Action) -> Vec<Effect> {
    match spot {
        Spot::Pane(Pane::Map) | Spot::Cell(..) => navigate_pane(state, model, Pane::Map, action),
        Spot::Pane(Pane::Changes) | Spot::Row(_) => navigate_pane(state, model, Pane::Changes, action),
        Spot::Pane(pane) => navigate_pane(state, model, pane, action),
    }
}
