//! What each command of the screen does, and what the mouse means here.

use std::path::PathBuf;

use shakmaty::Role as Kind;

use super::{Act, Pane, Spot};
use crate::disagreement::{Filter, Order, Outcome};
use crate::positions::PositionSource;
use crate::tui::commands::Action;
use crate::tui::message::Effect;
use crate::tui::model::{Cursor, List, Model, Popup, Weight};
use crate::tui::playing::{self, evaluation};
use crate::tui::popups::forms::Form;
use crate::tui::screens::Screen;

/// Does what a command says.
pub(crate) fn perform(model: &mut Model, act: Act) -> Vec<Effect> {
    let state = &mut model.positions;
    match act {
        Act::Open => return open(model),
        Act::Filter => show(model, Form::filter),
        Act::Outcome => {
            let rival = model.rival().is_some();
            let of_two = |outcome| matches!(outcome, Outcome::RivalOnly | Outcome::SubjectOnly);
            let choices: Vec<Outcome> =
                Outcome::ALL.into_iter().filter(|outcome| rival || !of_two(*outcome)).collect();
            let filter = &mut model.positions.filter;
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
        Act::Raise => step(model, 1),
        Act::Lower => step(model, -1),
        Act::Set => {
            if let Some(parameter) = parameter(model) {
                settle(model);
                if !model.evaluation_stays() {
                    let form = Form::value(model, parameter);
                    model.popup = form.map(|form| Popup::Form(Box::new(form)));
                }
            }
        }
        Act::CopyEpd => return copy(model),
        Act::Export => show(model, Form::export),
        Act::Load => show(model, Form::load),
        Act::NextPane | Act::PreviousPane => {
            let analysed = model.thinking.on.is_some();
            state.turn_to(state.pane.next(act == Act::NextPane, analysed, state.table.play.is_some()));
        }
        Act::Zoom => state.zoomed = !state.zoomed,
    }
    Vec::new()
}

/// The choice after the one made.
fn after<T: Copy + PartialEq>(choices: &[T], now: T) -> T {
    let at = choices.iter().position(|choice| *choice == now).map_or(0, |at| at + 1);
    choices[at % choices.len()]
}

fn show(model: &mut Model, form: fn(&Model) -> Form) {
    model.popup = Some(Popup::Form(Box::new(form(model))));
}

fn copy(model: &mut Model) -> Vec<Effect> {
    let Some(text) = model.positions.entry().map(|entry| entry.record().to_string()) else {
        return Vec::new();
    };
    model.notice = Some((Weight::Plain, format!("EPD copied: {text}")));
    vec![Effect::Copy(text)]
}

/// What Enter means in each pane.
fn open(model: &mut Model) -> Vec<Effect> {
    match model.positions.pane {
        Pane::List | Pane::Board => return playing::perform(model, playing::Act::PlayOn),
        Pane::Analysis => return playing::perform(model, playing::Act::Best),
        Pane::Why if model.positions.weighs() => return playing::perform(model, playing::Act::Press),
        Pane::Why => {
            let state = &mut model.positions;
            let folded = state.compared.as_ref().is_some_and(|compared| state.why.at >= state.told(compared));
            if folded && state.held.is_none() {
                state.unfolded = true;
            } else {
                return perform(model, Act::Set);
            }
        }
        Pane::Remedies => {
            let remedy =
                model.positions.study.remedies().and_then(|all| all.get(model.positions.remedies.at));
            if let Some(remedy) = remedy.copied() {
                model.positions.chosen = true;
                model.positions.held = Some(remedy.parameter);
                settle(model);
                if !model.evaluation_stays() {
                    model.edit(remedy.parameter, remedy.value);
                }
            }
        }
        Pane::Totals => {
            let state = &mut model.positions;
            let total = state.study.totals().get(state.totals.at);
            state.filter = total.map_or_else(Filter::default, |total| total.class.narrow(&state.filter));
        }
    }
    Vec::new()
}

/// The parameter under the cursor.
pub(super) fn parameter(model: &Model) -> Option<usize> {
    parameter_in(model, model.positions.pane)
}

fn parameter_in(model: &Model, pane: Pane) -> Option<usize> {
    let state = &model.positions;
    match pane {
        Pane::Remedies => {
            state.study.remedies()?.get(state.remedies.at).map(|remedy| remedy.parameter).or(state.held)
        }
        Pane::Why if state.weighs() => match evaluation::under_cursor(model)? {
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
fn hold(model: &mut Model, pane: Pane) {
    model.positions.held = None;
    model.positions.held = parameter_in(model, pane);
}

/// Makes the organism shown the subject where a running evolution has a newer champion: what is edited is
/// what is seen.
fn settle(model: &mut Model) {
    if let Some(held) = model.positions.during.take() {
        model.cast.choose(Some(held));
    }
}

/// Changes the value under the cursor, which stays on it.
fn step(model: &mut Model, by: i32) {
    settle(model);
    let found = parameter(model).zip(model.subject());
    if let Some((parameter, subject)) = found
        && !model.evaluation_stays()
        && let Some(now) = subject.values.get(parameter)
    {
        model.positions.chosen = true;
        model.positions.held = Some(parameter);
        let to = now.saturating_add(by);
        if !model.edit(parameter, to) {
            model.notice = Some((Weight::Warning, "its range ends here".to_owned()));
        }
    }
}

/// Goes along the line of the move under the cursor.
fn step_line(model: &mut Model, on: bool) {
    let state = &mut model.positions;
    let len = state.line_len();
    state.steps = if on { (state.steps + 1).min(len) } else { state.steps.saturating_sub(1) };
}

/// One step back within the screen; false where there is none: out of a line, the zoom, the filter.
pub(crate) fn back(model: &mut Model) -> bool {
    if model.screen != Screen::Positions {
        return false;
    }
    let state = &mut model.positions;
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

/// The filter form was accepted.
pub(crate) fn filtered(model: &mut Model, filter: Filter) {
    model.positions.filter = filter;
}

/// Other positions were chosen; none for the session's training set.
pub(crate) fn loaded(model: &mut Model, source: Option<PositionSource>) {
    let state = &mut model.positions;
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
pub(crate) fn sent(model: &mut Model, path: PathBuf, index: usize) -> Vec<Effect> {
    loaded(model, Some(PositionSource::File(path)));
    let state = &mut model.positions;
    state.filter = Filter { outcome: Outcome::All, ..Filter::default() };
    (state.order, state.reversed) = (Order::File, false);
    state.awaited = Some(index);
    model.screen = Screen::Positions;
    Vec::new()
}

/// Moves what has the keys.
pub(crate) fn walk(model: &mut Model, action: Action) {
    let pane = model.positions.pane;
    walk_in(model, pane, action);
}

fn walk_in(model: &mut Model, pane: Pane, action: Action) {
    let state = &mut model.positions;
    let page = |list| model.seen.page(list);
    match (pane, action) {
        (Pane::Board, Action::Left) => return step_line(model, false),
        (Pane::Board, Action::Right) => return step_line(model, true),
        (_, Action::Left | Action::Right) => return,
        _ => {}
    }
    match pane {
        Pane::List => {
            let mut cursor = state.cursor;
            cursor.moved(action, page(List::Positions), state.rows.len());
            state.go_to(cursor.at);
        }
        // What the analysis tells is walked through where boards are.
        Pane::Analysis => {}
        Pane::Board => {
            let len = state.study.explanation().map_or(0, |why| why.candidates.len());
            state.candidates.moved(action, page(List::Candidates), len);
            state.steps = 0;
        }
        Pane::Why => {
            let len = state.compared.as_ref().map_or(0, |compared| {
                let all = compared.parts.as_ref().map_or(0, Vec::len);
                let told = state.told(compared);
                told + usize::from(told < all)
            });
            let rows = page(List::Contributions);
            state.why.moved(action, rows, len);
            hold(model, pane);
        }
        Pane::Remedies => {
            let len = state.study.remedies().map_or(0, <[_]>::len);
            let rows = page(List::Remedies);
            state.remedies.moved(action, rows, len);
            hold(model, pane);
        }
        Pane::Totals => {
            let len = state.study.totals().len();
            state.totals.moved(action, page(List::Totals), len);
        }
    }
}

/// The mouse was pressed on something: a row gets the cursor; on the row that has it, it opens it.
pub(crate) fn clicked(model: &mut Model, spot: Spot) -> Vec<Effect> {
    let state = &mut model.positions;
    let had = state.pane == spot.pane();
    state.turn_to(spot.pane());
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
        Pane::Why | Pane::Remedies => hold(model, pane),
        // A class is a filter: one press is enough.
        Pane::Totals => return open(model),
        _ => {}
    }
    if again { open(model) } else { Vec::new() }
}

/// The wheel was turned over something: that moves, whoever has the keys.
pub(crate) fn rolled(model: &mut Model, spot: Spot, action: Action) {
    walk_in(model, spot.pane(), action);
}
