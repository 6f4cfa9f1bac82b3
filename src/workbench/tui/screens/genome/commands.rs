//! The commands of the place Genome, and the keys that move its cursor.

use super::map::{COLUMNS, column_of, point_of};
use super::sheet::Sheet;
use super::table;
use super::{ID, Map, State};
use crate::tui::place::not_measured;
use crate::tui::prelude::*;

commands! {
    /// The commands of this screen.
    pub(crate) static COMMANDS: State, Scope::On(ID);
    "next heatmap" ["Tab"] "map" "parameters × organisms, parameters × generations, bits × organisms"
        => [|state, _| show_map(state, true), if has_rows]
    "make column the subject" ["Enter"] "subject"
        "study the organism under the cursor, or that generation's champion, on all screens"
        => [select_subject, if is_measured; drops_edits]
    "make column the rival" ["r"] "rival"
        "compare the subject with the organism under the cursor; again to stop" => [toggle_rival, if is_measured]
    "set value" ["="] "set" "enter the subject's value of the row's parameter" => [set_value, if has_subject]
    "raise by one" ["+"] "raise" "raise the subject's value by one"
        => [|state, model| change_value(state, model, 1), if has_subject]
    "lower by one" ["-"] "lower" "lower the subject's value by one"
        => [|state, model| change_value(state, model, -1), if has_subject]
    "raise by ten" ["*"] "" "raise the subject's value by ten"
        => [|state, model| change_value(state, model, 10), if has_subject]
    "lower by ten" ["_"] "" "lower the subject's value by ten"
        => [|state, model| change_value(state, model, -10), if has_subject]
    "group rows" ["w"] "group" "group the rows under headings, or list them all together"
        => [toggle_groups, if has_rows]
    "previous heatmap" ["Shift-Tab"] "" "show the previous heatmap"
        => [|state, _| show_map(state, false), if has_rows]
    "first column" ["^"] "" "move to the fittest organism or the first generation"
        => [|state, model| move_column(state, model, |_| 0), if is_measured]
    "last column" ["$"] "" "move to the last organism or the newest generation"
        => [|state, model| move_column(state, model, |_| usize::MAX), if is_measured]
}

fn has_rows(state: &State, model: &Model) -> Available {
    Sheet::new(state, model).map(drop).ok_or_else(|| not_measured(model))
}

fn is_measured(_state: &State, model: &Model) -> Available {
    let record = model.evolution.as_ref().and_then(|open| open.record());
    record.map(drop).ok_or_else(|| not_measured(model))
}

pub(super) fn has_subject(_state: &State, model: &Model) -> Available {
    model.subject().map(drop).ok_or_else(|| not_measured(model))
}

fn show_map(state: &mut State, forward: bool) {
    state.map = next_of(&Map::ALL, state.map, forward);
}

fn toggle_groups(state: &mut State, _model: &mut Model) {
    state.grouped = !state.grouped;
}

/// Makes the organism under the cursor the subject.
pub(super) fn select_subject(state: &mut State, model: &mut Model) {
    let chosen = Sheet::new(state, model).map(|sheet| sheet.organism().filter(|_| !sheet.at_champion()));
    if let Some(chosen) = chosen {
        model.selection.choose(chosen);
    }
}

/// Makes the organism under the cursor the rival, or removes this rival.
fn toggle_rival(state: &mut State, model: &mut Model) {
    let Some(chosen) = Sheet::new(state, model).and_then(|sheet| sheet.organism()) else { return };
    let again = model.selection.rival.as_ref().is_some_and(|rival| rival.origin == chosen.origin);
    model.selection.rival = (!again).then_some(chosen);
}

/// Returns the parameter under the cursor in the subject's schema and its value. Shows a notice and returns `None` if
/// the parameter cannot be edited.
fn editable(state: &State, model: &mut Model) -> Option<(usize, i32)> {
    let subject = model.subject()?;
    let sheet = Sheet::new(state, model)?;
    let name = sheet.spec(table::cursor(&sheet)?.parameter)?.name.clone();
    let parameter = subject.schema.index_of(&name);
    let problem = match parameter.map(|parameter| &subject.schema.parameters[parameter]) {
        None => format!("the subject has no parameter {name}"),
        Some(spec) if spec.range.0 == spec.range.1 => {
            format!("{name} is fixed at {} in the schema {}", spec.range.0, subject.schema.name)
        }
        Some(_) => return parameter.zip(subject.value(&name)),
    };
    model.warn(problem);
    None
}

/// Opens the form for the subject's value.
pub(super) fn set_value(state: &mut State, model: &mut Model) {
    if let Some((parameter, _)) = editable(state, model) {
        model.open(forms::value::form(model, parameter));
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
    model.tell(text);
}

/// Moves the cursor in the heatmap.
pub(super) fn navigate(state: &mut State, model: &mut Model, action: Action) {
    match action {
        Action::Left => move_column(state, model, |at| at.saturating_sub(1)),
        Action::Right => move_column(state, model, |at| at + 1),
        _ => move_row(state, model, action),
    }
}

/// Moves the cursor to another row. It skips headings in the direction of its movement, and turns back at the first row.
fn move_row(state: &mut State, model: &Model, action: Action) {
    let Some(sheet) = Sheet::new(state, model) else { return };
    let row = {
        let table = table::table(&sheet);
        let row = next_row(&table, model, action);
        let beside = if row < table.selected && row > 0 { row - 1 } else { row + 1 };
        if table.heading(row).is_some() { beside } else { row }
    };
    state.select(model, row);
}

/// Moves the cursor to the column that `to` computes from the current one.
fn move_column(state: &mut State, model: &Model, to: impl Fn(usize) -> usize) {
    let Some(sheet) = Sheet::new(state, model) else { return };
    let (len, Some(at)) = (sheet.len(), sheet.at()) else { return };
    // The cursor moves between the columns that were drawn, not between generations.
    let shown = match state.map {
        Map::Generations => model.hits.page(COLUMNS).clamp(1, len),
        Map::Organisms | Map::Bits | Map::Origins => len,
    };
    let column = to(column_of(at, shown, len)).min(shown - 1);
    let index = if column + 1 < shown { point_of(column, shown, len) } else { len - 1 };
    let generation = sheet.generation(index);
    state.point_at(index, generation);
}
