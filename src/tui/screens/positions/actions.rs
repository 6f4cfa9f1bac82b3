//! What each command of the screen does, and what the mouse means here.

use std::path::PathBuf;

use shakmaty::Role as Kind;

use super::{Act, Pane, Spot, State, file_forms, filter_form, lists};
use crate::disagreement::{Filter, Order, Outcome};
use crate::positions::PositionSource;
use crate::tui::action::Action;
use crate::tui::cursor::Cursor;
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::playing::{self, evaluation};
use crate::tui::popups::forms::Form;

/// Does what a command says.
pub(super) fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::Open => return open(state, model),
        Act::Filter => model.open(Some(filter_form::form(state, model))),
        Act::Outcome => {
            let rival = model.rival().is_some();
            let of_two = |outcome| matches!(outcome, Outcome::RivalOnly | Outcome::SubjectOnly);
            let choices: Vec<Outcome> =
                Outcome::ALL.into_iter().filter(|outcome| rival || !of_two(*outcome)).collect();
            let filter = &mut state.filter;
            filter.outcome = after(&choices, filter.outcome);
        }
        Act::RivalSolves => {
            let filter = &mut state.filter;
            let on = filter.outcome == Outcome::RivalOnly;
            filter.outcome = if on { Outcome::Disagree } else { Outcome::RivalOnly };
        }
        Act::Piece => {
            let choices: Vec<Option<Kind>> =
                [None].into_iter().chain(Kind::ALL.into_iter().map(Some)).collect();
            state.filter.role = after(&choices, state.filter.role);
        }
        Act::ClearFilter => state.filter = Filter::default(),
        Act::Order => {
            // Without a mentor there is nothing to be far from.
            let orders = if state.mimics { &Order::ALL[..] } else { &Order::ALL[1..] };
            state.order = after(orders, state.order);
        }
        Act::Reverse => state.reversed = !state.reversed,
        Act::Raise => step(state, model, 1),
        Act::Lower => step(state, model, -1),
        Act::Set => set(state, model),
        Act::CopyEpd => return copy(state, model),
        Act::Export => model.open(Some(file_forms::export(state))),
        Act::Load => model.open(Some(file_forms::load(state))),
        Act::NextPane | Act::PreviousPane => {
            let analysed = model.thinking.on.is_some();
            state.look_at(state.pane.next(act == Act::NextPane, analysed, state.table.play.is_some()));
        }
        Act::Zoom => state.zoomed = !state.zoomed,
    }
    Vec::new()
}

/// Has a value of the parameter under the cursor typed.
pub(super) fn set(state: &mut State, model: &mut Model) {
    if let Some(parameter) = parameter(state, model) {
        settle(state, model);
        if !model.evaluation_stays() {
            model.open(Form::value(model, parameter));
        }
    }
}

/// The choice after the one made.
fn after<T: Copy + PartialEq>(choices: &[T], now: T) -> T {
    let at = choices.iter().position(|choice| *choice == now).map_or(0, |at| at + 1);
    choices[at % choices.len()]
}

fn copy(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let Some(text) = state.entry().map(|entry| entry.record().to_string()) else {
        return Vec::new();
    };
    model.notice = Some((Severity::Plain, format!("EPD copied: {text}")));
    vec![Effect::Copy(text)]
}

/// What Enter means in each pane.
fn open(state: &mut State, model: &mut Model) -> Vec<Effect> {
    match state.pane {
        Pane::List | Pane::Board => return playing::perform(state, model, playing::Act::PlayOn),
        Pane::Analysis => return playing::perform(state, model, playing::Act::Best),
        Pane::Why if state.weighs() => return playing::perform(state, model, playing::Act::Press),
        Pane::Why => {
            let folded = state.compared.as_ref().is_some_and(|compared| state.why.at >= state.told(compared));
            if folded && state.held.is_none() {
                state.unfolded = true;
            } else {
                return perform(state, model, Act::Set);
            }
        }
        Pane::Remedies => {
            let remedy = state.study.remedies().and_then(|all| all.get(state.remedies.at));
            if let Some(remedy) = remedy.copied() {
                state.chosen = true;
                state.held = Some(remedy.parameter);
                settle(state, model);
                if !model.evaluation_stays() {
                    model.edit(remedy.parameter, remedy.value);
                }
            }
        }
        Pane::Totals => {
            let total = state.study.totals().get(state.totals.at);
            state.filter = total.map_or_else(Filter::default, |total| total.class.narrow(&state.filter));
        }
    }
    Vec::new()
}

/// The parameter under the cursor.
pub(super) fn parameter(state: &State, model: &Model) -> Option<usize> {
    parameter_in(state, model, state.pane)
}

fn parameter_in(state: &State, model: &Model, pane: Pane) -> Option<usize> {
    match pane {
        Pane::Remedies => {
            state.study.remedies()?.get(state.remedies.at).map(|remedy| remedy.parameter).or(state.held)
        }
        Pane::Why if state.weighs() => match evaluation::under_cursor(state, model)? {
            evaluation::What::Parameter(index) => Some(index),
            _ => None,
        },
        Pane::Why => {
            let compared = state.compared.as_ref()?;
            let parts = compared.parts.as_ref().ok()?;
            let part = parts.get(state.why.at).filter(|_| state.why.at < state.told(compared));
            part.map(|part| part.parameter).or(state.held)
        }
        Pane::List | Pane::Board | Pane::Analysis | Pane::Totals => None,
    }
}

/// The cursor was put on a parameter and stays on it.
fn hold(state: &mut State, model: &mut Model, pane: Pane) {
    state.held = None;
    state.held = parameter_in(state, model, pane);
}

/// Makes the organism shown the subject where a running evolution has a newer champion: what is edited is
/// what is seen.
fn settle(state: &mut State, model: &mut Model) {
    if let Some(held) = state.during.take() {
        model.selection.choose(Some(held));
    }
}

/// Changes the value under the cursor, which stays on it.
fn step(state: &mut State, model: &mut Model, by: i32) {
    settle(state, model);
    let found = parameter(state, model).zip(model.subject());
    if let Some((parameter, subject)) = found
        && !model.evaluation_stays()
        && let Some(now) = subject.values.get(parameter)
    {
        state.chosen = true;
        state.held = Some(parameter);
        let to = now.saturating_add(by);
        if !model.edit(parameter, to) {
            model.notice = Some((Severity::Warning, "its range ends here".to_owned()));
        }
    }
}

/// Goes along the line of the move under the cursor.
fn step_line(state: &mut State, on: bool) {
    let len = state.line_len();
    state.steps = if on { (state.steps + 1).min(len) } else { state.steps.saturating_sub(1) };
}

/// One step back within the screen; false where there is none: out of a line, the zoom, the filter.
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

/// Other positions were chosen; none for the session's training set.
pub(super) fn loaded(state: &mut State, source: Option<PositionSource>) {
    // A file that could not be read may have been mended since.
    if matches!(state.study.opened(), Some(Err(_))) {
        state.study.forget();
    }
    state.source = source;
    state.entry = None;
    state.chosen = false;
    state.cursor = Cursor::default();
}

/// A game’s positions were written to a file: they are looked at, one of them first.
pub(super) fn sent(state: &mut State, path: PathBuf, index: usize) {
    loaded(state, Some(PositionSource::File(path)));
    state.filter = Filter { outcome: Outcome::All, ..Filter::default() };
    (state.order, state.reversed) = (Order::File, false);
    state.awaited = Some(index);
}

/// Moves what has the keys.
pub(super) fn navigate(state: &mut State, model: &mut Model, action: Action) {
    let pane = state.pane;
    walk_in(state, model, pane, action);
}

fn walk_in(state: &mut State, model: &mut Model, pane: Pane, action: Action) {
    let page = |list| model.hits.page(list);
    match (pane, action) {
        (Pane::Board, Action::Left) => return step_line(state, false),
        (Pane::Board, Action::Right) => return step_line(state, true),
        (_, Action::Left | Action::Right) => return,
        _ => {}
    }
    match pane {
        Pane::List => {
            let mut cursor = state.cursor;
            cursor.moved(action, page(lists::POSITIONS), state.rows.len());
            state.go_to(cursor.at);
        }
        // What the analysis tells is walked through where boards are.
        Pane::Analysis => {}
        Pane::Board => {
            let len = state.study.explanation().map_or(0, |why| why.candidates.len());
            state.candidates.moved(action, page(lists::CANDIDATES), len);
            state.steps = 0;
        }
        Pane::Why => {
            let len = state.compared.as_ref().map_or(0, |compared| {
                let all = compared.parts.as_ref().map_or(0, Vec::len);
                let told = state.told(compared);
                told + usize::from(told < all)
            });
            let rows = page(lists::CONTRIBUTIONS);
            state.why.moved(action, rows, len);
            hold(state, model, pane);
        }
        Pane::Remedies => {
            let len = state.study.remedies().map_or(0, <[_]>::len);
            let rows = page(lists::REMEDIES);
            state.remedies.moved(action, rows, len);
            hold(state, model, pane);
        }
        Pane::Totals => {
            let len = state.study.totals().len();
            state.totals.moved(action, page(lists::TOTALS), len);
        }
    }
}

/// The mouse was pressed on something: a row gets the cursor; on the row that has it, it opens it.
pub(super) fn clicked(state: &mut State, model: &mut Model, spot: Spot) -> Vec<Effect> {
    let had = state.pane == spot.pane();
    state.look_at(spot.pane());
    let Spot::Row(pane, row) = spot else { return Vec::new() };
    let cursor = match pane {
        Pane::List => &mut state.cursor,
        Pane::Board => &mut state.candidates,
        Pane::Analysis => &mut model.thinking.cursor,
        Pane::Why => &mut state.why,
        Pane::Remedies => &mut state.remedies,
        Pane::Totals => &mut state.totals,
    };
    let again = had && cursor.at == row;
    cursor.at = row;
    match pane {
        Pane::List => state.go_to(row),
        Pane::Board if !again => state.steps = 0,
        Pane::Why | Pane::Remedies => hold(state, model, pane),
        // A class is a filter: one press is enough.
        Pane::Totals => return open(state, model),
        _ => {}
    }
    if again { open(state, model) } else { Vec::new() }
}

/// The wheel was turned over something: that moves, whoever has the keys.
pub(super) fn rolled(state: &mut State, model: &mut Model, spot: Spot, action: Action) {
    walk_in(state, model, spot.pane(), action);
}
