//! Keys and mouse on the Genome screen.

use super::rows::{self, Row};
use super::sheet::Sheet;
use super::tasks::FindSpread;
use super::{Act, ID, Locus, Map, Order, Spot, State, columns, lists};
use crate::tui::action::Action;
use crate::tui::background::BackgroundTask;
use crate::tui::cursor::Cursor;
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::popups::forms::Form;
use crate::tui::subject::Draft;

/// Whether a command would do something now.
pub(super) fn enabled(state: &State, model: &Model, act: Act) -> bool {
    match act {
        Act::NextMap | Act::PreviousMap | Act::NextOrder | Act::Group => Sheet::of(state, model).is_some(),
        Act::Subject | Act::Rival | Act::FirstColumn | Act::LastColumn => {
            model.evolution.as_ref().is_some_and(|open| open.record().is_some())
        }
        Act::Set | Act::Change(_) => model.subject().is_some(),
    }
}

/// Does what a command says.
pub(super) fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::NextMap => turn(state, 1),
        Act::PreviousMap => turn(state, Map::ALL.len() - 1),
        Act::NextOrder => {
            let order = &mut state.order;
            let at = Order::ALL.iter().position(|known| known == order).unwrap_or(0);
            *order = Order::ALL[(at + 1) % Order::ALL.len()];
        }
        Act::Group => state.grouped = !state.grouped,
        Act::Subject => subject(state, model),
        Act::Rival => rival(state, model),
        Act::Set => set(state, model),
        Act::Change(by) => change(state, model, by),
        Act::FirstColumn => sideways(state, model, |_| 0),
        Act::LastColumn => sideways(state, model, |_| usize::MAX),
    }
    Vec::new()
}

fn turn(state: &mut State, by: usize) {
    let at = Map::ALL.iter().position(|map| *map == state.map).unwrap_or(0);
    state.map = Map::ALL[(at + by) % Map::ALL.len()];
}

fn subject(state: &mut State, model: &mut Model) {
    if model.selection.draft.as_ref().is_some_and(Draft::unsaved) {
        let text = "the subject was edited: P plants it, U drops the edits; Enter then takes another";
        model.notice = Some((Severity::Warning, text.to_owned()));
        return;
    }
    let chosen = Sheet::of(state, model).map(|sheet| sheet.organism().filter(|_| !sheet.at_champion()));
    if let Some(chosen) = chosen {
        model.selection.choose(chosen);
    }
}

fn rival(state: &mut State, model: &mut Model) {
    let Some(chosen) = Sheet::of(state, model).and_then(|sheet| sheet.organism()) else { return };
    let again = model.selection.rival.as_ref().is_some_and(|rival| rival.origin == chosen.origin);
    model.selection.rival = (!again).then_some(chosen);
}

/// The row under the cursor and its parameter in the subject's schema; says why where nothing can be changed.
fn editable(state: &mut State, model: &mut Model) -> Option<(usize, i32)> {
    let subject = model.subject()?;
    let sheet = Sheet::of(state, model)?;
    let known = sheet.known(cursor(&sheet).parameter)?.name.clone();
    let parameter = subject.schema.index_of(&known);
    let problem = match parameter.map(|parameter| &subject.schema.parameters[parameter]) {
        None => format!("the subject has no {known}"),
        Some(own) if own.range.0 == own.range.1 => {
            format!("{known} is fixed at {} in the schema {}", own.range.0, subject.schema.name)
        }
        Some(_) => return parameter.zip(subject.value(&known)),
    };
    model.notice = Some((Severity::Warning, problem));
    None
}

fn set(state: &mut State, model: &mut Model) {
    if let Some((parameter, _)) = editable(state, model) {
        model.open(Form::value(model, parameter));
    }
}

fn change(state: &mut State, model: &mut Model, by: i32) {
    let Some((parameter, value)) = editable(state, model) else { return };
    let Some(subject) = model.subject() else { return };
    let known = &subject.schema.parameters[parameter];
    let text = if model.edit(parameter, value.saturating_add(by)) {
        let now = model.subject().and_then(|subject| subject.value(&known.name)).unwrap_or(value);
        format!("{} {value} → {now}; u undoes, P plants", known.name)
    } else {
        format!("{} is {value}: the end of its range {} to {}", known.name, known.range.0, known.range.1)
    };
    model.notice = Some((Severity::Plain, text));
}

/// The row under the cursor.
fn cursor(sheet: &Sheet<'_>) -> Locus {
    let rows = rows::rows(sheet);
    match rows.get(rows::at(&rows, sheet.state.locus)) {
        Some(Row::Locus(locus)) => *locus,
        _ => sheet.state.locus,
    }
}

/// Moves the cursor.
pub(super) fn navigate(state: &mut State, model: &mut Model, action: Action) {
    match action {
        Action::Left => sideways(state, model, |at| at.saturating_sub(1)),
        Action::Right => sideways(state, model, |at| at + 1),
        _ => upright(state, model, action),
    }
}

fn upright(state: &mut State, model: &mut Model, action: Action) {
    let Some(sheet) = Sheet::of(state, model) else { return };
    let rows = rows::rows(&sheet);
    let mut cursor = Cursor { at: rows::at(&rows, state.locus) };
    let before = cursor.at;
    cursor.moved(action, model.hits.page(lists::GENES), rows.len());
    // Headings are stepped over, onwards where there is something, back where not.
    let onwards = rows[cursor.at.min(rows.len())..].iter();
    let back = rows[..cursor.at.min(rows.len())].iter().rev();
    let locus = |row: &Row| match row {
        Row::Locus(locus) => Some(*locus),
        Row::Group(_) => None,
    };
    let found = if cursor.at < before && cursor.at > 0 {
        rows.get(cursor.at).and_then(locus).or_else(|| back.filter_map(locus).next())
    } else {
        onwards.filter_map(locus).next()
    };
    if let Some(locus) = found.or_else(|| rows.iter().find_map(locus)) {
        state.locus = locus;
    }
}

/// Moves the cursor to the column `to` says from the one it is in.
fn sideways(state: &mut State, model: &mut Model, to: impl Fn(usize) -> usize) {
    let Some(sheet) = Sheet::of(state, model) else { return };
    if state.map != Map::Generations {
        let last = sheet.organisms().len().saturating_sub(1);
        state.place = to(sheet.place()).min(last);
        return;
    }
    let Some((index, _)) = sheet.point() else { return };
    let len = sheet.points.len();
    // As many columns as were drawn; the cursor goes from one to the next.
    let shown = model.hits.page(lists::COLUMNS).clamp(1, len);
    let column = to(columns::column_of(index, shown, len)).min(shown - 1);
    let generation = sheet.points[columns::point_of(column, shown, len)].generation;
    state.generation = (column + 1 < shown).then_some(generation);
}

/// The mouse was pressed on something.
pub(super) fn clicked(state: &mut State, model: &mut Model, spot: Spot) -> Vec<Effect> {
    match spot {
        Spot::Map(map) => state.map = map,
        Spot::Order => return perform(state, model, Act::NextOrder),
        Spot::Grouped => return perform(state, model, Act::Group),
        Spot::Name(locus) => state.locus = locus,
        Spot::Value(locus) => {
            let again = state.locus == locus;
            state.locus = locus;
            if again && enabled(state, model, Act::Set) {
                return perform(state, model, Act::Set);
            }
        }
        Spot::Change(by) if enabled(state, model, Act::Change(by)) => {
            return perform(state, model, Act::Change(by));
        }
        Spot::Change(_) => {}
        Spot::Cell(locus, column) => {
            let before = (state.locus, current(state, model));
            state.locus = locus;
            point_at(state, model, column);
            if before == (locus, current(state, model)) {
                return perform(state, model, Act::Subject);
            }
        }
    }
    Vec::new()
}

/// The organism's place or the point of the curve under the cursor.
fn current(state: &State, model: &Model) -> Option<usize> {
    let sheet = Sheet::of(state, model)?;
    match state.map {
        Map::Generations => sheet.point().map(|(index, _)| index),
        _ => Some(sheet.place()),
    }
}

fn point_at(state: &mut State, model: &mut Model, column: usize) {
    let Some(sheet) = Sheet::of(state, model) else { return };
    if state.map == Map::Generations {
        let newest = column + 1 >= sheet.points.len();
        let generation = sheet.points.get(column).map(|point| point.generation);
        state.generation = generation.filter(|_| !newest);
    } else {
        state.place = column;
    }
}

/// Asks for what the screen shows beside the heatmap, once, when it is first shown.
pub(super) fn refresh(state: &mut State, model: &mut Model) -> Option<Effect> {
    let train =
        model.evolution.as_ref()?.settings.as_ref().map(|settings| settings.objective.settings().train())?;
    let known = state.moments.as_ref().is_some_and(|(source, _)| source == train);
    if known || model.screen != ID {
        return None;
    }
    let train = train.clone();
    state.moments = Some((train.clone(), None));
    Some(Effect::BackgroundTask(BackgroundTask::new(FindSpread(train))))
}
