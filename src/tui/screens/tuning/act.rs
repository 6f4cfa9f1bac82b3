//! What each command of the screen does, and what the mouse means here.

use std::sync::Arc;

use super::map::columns;
use super::state::{Base, Read, State, Trained};
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
use crate::tui::playing::beside::Going;
use crate::tui::popups::forms::Form;

/// Does what a command says.
pub(super) fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    let going = Going::of(state, model);
    match act {
        Act::Open => return open(state, model),
        Act::Close => state.close = !state.close,
        Act::Sort => state.sorted = !state.sorted,
        Act::Base | Act::Untuned => compare(state, model, act == Act::Untuned),
        Act::Listed => {
            state.all = !state.all;
            state.changes = Cursor::default();
        }
        Act::Subject => {
            let place = View::of(state, model).map(|view| (view.place(), view.open.earlier.is_none()));
            let Some((place, newest)) = place else { return Vec::new() };
            let chosen = tuning(model).and_then(|open| open.organism(place));
            // The champion of the newest generation is the subject by itself.
            model.selection.choose(chosen.filter(|_| place > 0 || !newest));
        }
        Act::Rival => {
            let Some(place) = View::of(state, model).map(|view| view.place()) else { return Vec::new() };
            let chosen = tuning(model).and_then(|open| open.organism(place));
            model.selection.rival = if model.is_rival(place) { None } else { chosen };
        }
        Act::Earlier | Act::Later => return model.look_at_next(act == Act::Later),
        Act::GoTo => model.open(model.evolution.as_ref().and_then(Form::generation)),
        Act::NextPane => state.pane = state.pane.next(true, state.board, going),
        Act::PreviousPane => state.pane = state.pane.next(false, state.board, going),
        Act::Zoom => state.zoomed = !state.zoomed,
    }
    Vec::new()
}

/// What Enter means in each pane.
fn open(state: &mut State, model: &mut Model) -> Vec<Effect> {
    match state.pane {
        Pane::Map if !state.close && columns(state, model).is_some_and(|columns| columns.binned()) => {
            state.close = true;
        }
        Pane::Map | Pane::Changes => {
            let listed =
                View::of(state, model).and_then(|view| Some(view.changes().get(state.changes.at)?.position));
            if let (Pane::Changes, Some(position)) = (state.pane, listed) {
                state.at = position;
            }
            state.before = state.pane;
            (state.board, state.pane) = (true, Pane::Board);
        }
        Pane::Board => return playing::perform(state, model, playing::Act::PlayOn),
        Pane::Analysis | Pane::Evaluation => return playing::perform(state, model, playing::Act::Press),
        Pane::Parameters => model.open(Some(Values::default())),
        Pane::Report | Pane::Curve => {}
    }
    Vec::new()
}

/// Takes the organism under the cursor, or the untuned search, to compare organisms with; where that was done before,
/// generation 0's best again.
fn compare(state: &mut State, model: &mut Model, untuned: bool) {
    let Some(view) = View::of(state, model) else { return };
    let (name, nodes) = if untuned {
        ("untuned search".to_owned(), view.untuned())
    } else {
        let who = view.open.organism(view.place()).map(|organism| model.name_of(&organism));
        (who.unwrap_or_default(), Some(view.nodes(view.place())))
    };
    let Some(nodes) = nodes else { return };
    let base = Base { folder: view.open.folder.clone(), name, nodes: Arc::new(nodes.to_vec()) };
    let again = state.base.as_ref() == Some(&base);
    state.base = (!again).then_some(base);
    state.changes = Cursor::default();
}

/// The positions were read.
pub(super) fn opened(state: &mut State, trained: Trained, problems: Read) {
    if state.asked.as_ref() == Some(&trained) {
        state.opened = Some((trained, problems));
    }
}

/// Has the positions read once somebody looks, and keeps the keys where there is a pane.
pub(super) fn refresh(state: &mut State, model: &mut Model) -> Option<Effect> {
    if model.screen != ID {
        return None;
    }
    let settings = tuning(model).and_then(|open| open.settings.as_ref());
    let trained = settings.and_then(|settings| {
        let tuning = settings.objective.suite()?;
        Some((tuning.suite.clone(), tuning.positions))
    });
    let going = Going::of(state, model);
    if trained.is_none() || state.problem().is_none() {
        state.board = false;
    }
    if !state.pane.there(state.board, going) {
        state.pane = if state.board { Pane::Board } else { Pane::Map };
    }
    let trained = trained?;
    if state.asked.as_ref() == Some(&trained) {
        return None;
    }
    state.asked = Some(trained.clone());
    (state.opened, state.at) = (None, 0);
    Some(Effect::BackgroundTask(BackgroundTask::new(ReadPositions(trained))))
}

/// One step back within the screen; false where there is none.
pub(super) fn back(state: &mut State, model: &mut Model) -> bool {
    let looking_back = model.evolution.as_mut().filter(|open| open.looking_back());
    if state.table.evaluation && state.board {
        state.table.evaluation = false;
    } else if state.board {
        (state.board, state.pane) =
            (false, if state.before == Pane::Changes { Pane::Changes } else { Pane::Map });
    } else if state.zoomed {
        state.zoomed = false;
    } else if state.close {
        state.close = false;
    } else if let Some(open) = looking_back {
        open.view_newest();
    } else {
        return false;
    }
    true
}

/// Moves what has the keys.
pub(super) fn navigate(state: &mut State, model: &mut Model, action: Action) -> Vec<Effect> {
    let pane = state.pane;
    walk_in(state, model, pane, action)
}

fn walk_in(state: &mut State, model: &mut Model, pane: Pane, action: Action) -> Vec<Effect> {
    match pane {
        Pane::Map => walk_map(state, model, action),
        Pane::Changes => {
            let Some(view) = View::of(state, model) else { return Vec::new() };
            let changes = view.changes();
            let page = model.hits.page(lists::CHANGES);
            state.changes.moved(action, page, changes.len());
            if let Some(changed) = changes.get(state.changes.at) {
                state.at = changed.position;
            }
        }
        Pane::Board => {
            let positions = View::of(state, model).map_or(0, |view| view.positions());
            let mut at = Cursor { at: state.at };
            at.moved(action, 10, positions);
            state.at = at.at;
        }
        Pane::Parameters => {
            let rows = tuning(model).map_or(0, values::rows);
            let page = model.hits.page(values::LIST);
            model.values.moved(action, page, rows);
        }
        Pane::Curve => return walk_generations(model, action),
        Pane::Report | Pane::Analysis | Pane::Evaluation => {}
    }
    Vec::new()
}

/// Goes back and forth over the generations.
fn walk_generations(model: &mut Model, action: Action) -> Vec<Effect> {
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

fn walk_map(state: &mut State, model: &mut Model, action: Action) {
    let Some((place, organisms)) = View::of(state, model).map(|view| (view.place(), view.rows())) else {
        return;
    };
    let Some(columns) = columns(state, model) else { return };
    let page = model.hits.page(lists::ROWS).max(2);
    let (here, last) = (columns.of(state.at), columns.len().saturating_sub(1));
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

/// The mouse was pressed on something: it is looked at; the same again is opened.
pub(super) fn clicked(state: &mut State, model: &mut Model, spot: Spot) -> Vec<Effect> {
    match spot {
        Spot::Pane(pane) => {
            state.pane = pane;
            return Vec::new();
        }
        Spot::Cell(place, column) => {
            let Some(columns) = columns(state, model) else { return Vec::new() };
            let again = state.pane == Pane::Map && state.place == place && columns.of(state.at) == column;
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
            let position = View::of(state, model).and_then(|view| Some(view.changes().get(row)?.position));
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

/// The wheel was turned over something: that moves, whoever has the keys.
pub(super) fn rolled(state: &mut State, model: &mut Model, spot: Spot, action: Action) -> Vec<Effect> {
    match spot {
        Spot::Pane(Pane::Map) | Spot::Cell(..) => walk_in(state, model, Pane::Map, action),
        Spot::Pane(Pane::Changes) | Spot::Row(_) => walk_in(state, model, Pane::Changes, action),
        Spot::Pane(pane) => walk_in(state, model, pane, action),
    }
}
