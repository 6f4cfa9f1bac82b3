//! The commands, the navigation and the mouse of the Genome screen.

use super::rows::{self, Row};
use super::sheet::Sheet;
use super::tasks::FindSpread;
use super::{Act, ID, Locus, Map, Spot, State, columns, lists};
use crate::engine::features::FeatureSet;
use crate::tui::action::Action;
use crate::tui::background::BackgroundTask;
use crate::tui::cursor::Cursor;
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::popups::forms::Form;

pub(super) fn enabled(state: &State, model: &Model, act: Act) -> bool {
    match act {
        Act::NextMap | Act::PreviousMap | Act::Group => Sheet::new(state, model).is_some(),
        Act::Subject | Act::Rival | Act::FirstColumn | Act::LastColumn => {
            model.evolution.as_ref().is_some_and(|open| open.record().is_some())
        }
        Act::Set | Act::Change(_) => model.subject().is_some(),
    }
}

pub(super) fn perform(state: &mut State, model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::NextMap => switch_map(state, 1),
        Act::PreviousMap => switch_map(state, Map::ALL.len() - 1),
        Act::Group => state.grouped = !state.grouped,
        Act::Subject => select_subject(state, model),
        Act::Rival => toggle_rival(state, model),
        Act::Set => open_value_form(state, model),
        Act::Change(by) => change_value(state, model, by),
        Act::FirstColumn => move_column(state, model, |_| 0),
        Act::LastColumn => move_column(state, model, |_| usize::MAX),
    }
    Vec::new()
}

fn switch_map(state: &mut State, by: usize) {
    let at = Map::ALL.iter().position(|map| *map == state.map).unwrap_or(0);
    state.map = Map::ALL[(at + by) % Map::ALL.len()];
}

fn select_subject(state: &mut State, model: &mut Model) {
    if !model.may_drop_edits() {
        return;
    }
    let chosen = Sheet::new(state, model).map(|sheet| sheet.organism().filter(|_| !sheet.at_champion()));
    if let Some(chosen) = chosen {
        model.selection.choose(chosen);
    }
}

fn toggle_rival(state: &mut State, model: &mut Model) {
    let Some(chosen) = Sheet::new(state, model).and_then(|sheet| sheet.organism()) else { return };
    let again = model.selection.rival.as_ref().is_some_and(|rival| rival.origin == chosen.origin);
    model.selection.rival = (!again).then_some(chosen);
}

/// Returns the parameter under the cursor in the subject's schema and its value. Shows a notice and returns `None` if
/// the parameter cannot be edited.
fn editable(state: &mut State, model: &mut Model) -> Option<(usize, i32)> {
    let subject = model.subject()?;
    let sheet = Sheet::new(state, model)?;
    let name = sheet.spec(cursor(&sheet).parameter)?.name.clone();
    let parameter = subject.schema.index_of(&name);
    let problem = match parameter.map(|parameter| &subject.schema.parameters[parameter]) {
        None => format!("the subject has no parameter {name}"),
        Some(spec) if spec.range.0 == spec.range.1 => {
            format!("{name} is fixed at {} in the schema {}", spec.range.0, subject.schema.name)
        }
        Some(_) => return parameter.zip(subject.value(&name)),
    };
    model.notice = Some((Severity::Warning, problem));
    None
}

fn open_value_form(state: &mut State, model: &mut Model) {
    if let Some((parameter, _)) = editable(state, model) {
        model.open(Form::value(model, parameter));
    }
}

fn change_value(state: &mut State, model: &mut Model, by: i32) {
    let Some((parameter, value)) = editable(state, model) else { return };
    let Some(subject) = model.subject() else { return };
    let spec = &subject.schema.parameters[parameter];
    let text = if model.edit(parameter, value.saturating_add(by)) {
        let now = model.subject().and_then(|subject| subject.value(&spec.name)).unwrap_or(value);
        format!("{} {value} → {now}; u undoes, P plants", spec.name)
    } else {
        format!("{} is {value}, the end of its range {} to {}", spec.name, spec.range.0, spec.range.1)
    };
    model.notice = Some((Severity::Info, text));
}

fn cursor(sheet: &Sheet<'_>) -> Locus {
    let rows = rows::rows(sheet);
    match rows.get(rows::cursor_row(&rows, sheet.state.locus)) {
        Some(Row::Locus(locus)) => *locus,
        _ => sheet.state.locus,
    }
}

/// Moves the cursor in the heatmap.
pub(super) fn navigate(state: &mut State, model: &mut Model, action: Action) {
    match action {
        Action::Left => move_column(state, model, |at| at.saturating_sub(1)),
        Action::Right => move_column(state, model, |at| at + 1),
        _ => move_row(state, model, action),
    }
}

fn move_row(state: &mut State, model: &mut Model, action: Action) {
    let Some(sheet) = Sheet::new(state, model) else { return };
    let rows = rows::rows(&sheet);
    let mut cursor = Cursor { at: rows::cursor_row(&rows, state.locus) };
    let before = cursor.at;
    cursor.move_in_list(action, model.hits.page(lists::GENES), rows.len());
    // The cursor skips headings in the direction of its movement, and turns back if no row follows.
    let forward = rows[cursor.at.min(rows.len())..].iter();
    let backward = rows[..cursor.at.min(rows.len())].iter().rev();
    let locus = |row: &Row| match row {
        Row::Locus(locus) => Some(*locus),
        Row::Group(_) => None,
    };
    let found = if cursor.at < before && cursor.at > 0 {
        rows.get(cursor.at).and_then(locus).or_else(|| backward.filter_map(locus).next())
    } else {
        forward.filter_map(locus).next()
    };
    if let Some(locus) = found.or_else(|| rows.iter().find_map(locus)) {
        state.locus = locus;
    }
}

/// Moves the cursor to the column that `to` computes from the current one.
fn move_column(state: &mut State, model: &mut Model, to: impl Fn(usize) -> usize) {
    let Some(sheet) = Sheet::new(state, model) else { return };
    if state.map != Map::Generations {
        let last = sheet.organisms().len().saturating_sub(1);
        state.place = to(sheet.place()).min(last);
        return;
    }
    let Some((index, _)) = sheet.point() else { return };
    let len = sheet.points.len();
    // The cursor moves between the columns that were drawn, not between generations.
    let shown = model.hits.page(lists::COLUMNS).clamp(1, len);
    let column = to(columns::column_of(index, shown, len)).min(shown - 1);
    let generation = sheet.points[columns::point_of(column, shown, len)].generation;
    state.generation = (column + 1 < shown).then_some(generation);
}

/// Handles a click on a spot of the screen.
pub(super) fn clicked(state: &mut State, model: &mut Model, spot: Spot) -> Vec<Effect> {
    match spot {
        Spot::Map(map) => state.map = map,
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

/// Returns the organism's place or the index of the generation under the cursor.
fn current(state: &State, model: &Model) -> Option<usize> {
    let sheet = Sheet::new(state, model)?;
    match state.map {
        Map::Generations => sheet.point().map(|(index, _)| index),
        _ => Some(sheet.place()),
    }
}

fn point_at(state: &mut State, model: &mut Model, column: usize) {
    let Some(sheet) = Sheet::new(state, model) else { return };
    if state.map == Map::Generations {
        let newest = column + 1 >= sheet.points.len();
        let generation = sheet.points.get(column).map(|point| point.generation);
        state.generation = generation.filter(|_| !newest);
    } else {
        state.place = column;
    }
}

/// Starts the computation of the positional spread when the screen is first shown.
pub(super) fn refresh(state: &mut State, model: &mut Model) -> Option<Effect> {
    let settings = model.evolution.as_ref()?.settings.as_ref()?;
    let positions = settings.objective.settings().shown_positions();
    let needed = FindSpread(positions, FeatureSet::of(settings.schema()));
    let requested = state.moments.as_ref().is_some_and(|(known, _)| *known == needed);
    if requested || model.screen != ID {
        return None;
    }
    state.moments = Some((needed.clone(), None));
    Some(Effect::BackgroundTask(BackgroundTask::new(needed)))
}
