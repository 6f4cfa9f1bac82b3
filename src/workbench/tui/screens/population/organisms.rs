//! The table of organisms, fittest first.

use std::cell::OnceCell;

use super::{ESTIMATE, State, estimate};
use crate::evolution::record::{GenerationRecord, Individual};
use crate::tui::format::parameter_heading;
use crate::tui::prelude::*;

const LIST: List = List("population: organisms");

/// The width of the columns before the faults and the parameters, with the cursor.
const FIXED: usize = 37;
/// The least width of a list that has the kinds of faults.
const WIDE: u16 = 90;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some(open) = &model.evolution else { return };
    let mut title = "Organisms".to_owned();
    if let Some(record) = open.record() {
        if open.runs.len() > 1 {
            title += &format!(" · run {}", record.run + 1);
        }
        title += &format!(" · generation {}", thousands(record.generation.into()));
        title += if open.earlier.is_some() { ", looking back" } else { "" };
    }
    let planted = open.pending_plant().map(|generation| {
        let waiting = open.unborn().len().max(1);
        format!("{waiting} waiting: planted in generation {}", thousands(generation.into()))
    });
    let hides_estimate = estimate::is_available(model) && !draw.hits.has_pane(ESTIMATE);
    let note = match (open.record(), &open.earlier, &planted) {
        (None, ..) => "",
        (_, Some(_), _) => "Esc: newest",
        (_, None, Some(planted)) => planted,
        (_, None, None) if hides_estimate => "← → more parameters · Tab: estimate",
        (_, None, None) => "← → more parameters",
    };
    let inner = pane::draw(draw, frame.area, &title, note, frame.highlighted);
    if inner.height < 2 {
        return;
    }
    if let Some(table) = table(state, model, inner.width) {
        table.draw(draw, inner, true);
    } else {
        paragraph(draw, inner, "none measured yet", Role::Dim);
    }
}

/// An organism, its place, and its parameter values once they are needed.
struct Row<'a> {
    place: usize,
    organism: &'a Individual,
    values: OnceCell<Vec<i32>>,
}

/// Returns the table in a list of this width.
pub(super) fn table<'a>(state: &'a State, model: &'a Model, width: u16) -> Option<Table<'a>> {
    let open = model.evolution.as_ref()?;
    let (record, schema) = (open.record()?, open.schema.as_ref()?);
    let row = |(place, organism)| Row { place, organism, values: OnceCell::new() };
    let rows: Vec<Row<'_>> = record.population.iter().enumerate().map(row).collect();
    let mark = |row: &Row<'_>| model.mark_of(row.place);
    let score = |row: &Row<'_>| row.organism.score as f64;
    let measure = open.measure();
    let has_faults = !record.faults.is_empty() || open.run().is_some_and(|run| run.faults.total() > 0);
    let fault_width = if width < WIDE { 8 } else { 28 };
    let mut table = Rows::new(LIST, rows, state.organisms.at)
        .without_gaps()
        .searched(move |row| {
            let [place, born] = [row.place as u64 + 1, row.organism.born.into()].map(thousands);
            let score = open.measure().number(score(row));
            format!("#{place} {score} {born} {}", parents(open, record, row.organism))
        })
        .mark(mark)
        .right("#", 5, move |row| (number(row.place), mark(row).1))
        .natural()
        .right(measure.heading, 7, move |row| (open.measure().number(score(row)), mark(row).1))
        .largest_first(|row| Some(Key::count(row.organism.score)))
        .right(measure.share_heading(), 6, move |row| (open.measure().percentage(score(row)), Role::Dim))
        .right("born", 6, |row| (thousands(row.organism.born.into()), Role::Dim))
        .largest_first(|row| Some(Key::count(row.organism.born)))
        .right("parents", 11, move |row| (parents(open, record, row.organism), Role::Dim))
        .sorted(|row| row.organism.parents.first().map(|parent| Key::count(*parent)))
        .right("faults", fault_width, move |row| faults(record, row.place, fault_width))
        .shown(has_faults);
    // As many parameters as fit beside each other, from the first visible one.
    let used = FIXED + 1 + if has_faults { fault_width } else { 0 };
    let mut room = usize::from(width).checked_sub(used);
    let evolved = schema.parameters.iter().enumerate().filter(|(_, known)| known.bits > 0);
    for (number, (index, known)) in evolved.enumerate() {
        let is_first = number >= state.first_parameter;
        let heading = if is_first && room.is_some() { parameter_heading(&known.name) } else { String::new() };
        let width = heading.cells().max(4) + 2;
        room = if is_first { room.and_then(|room| room.checked_sub(width)) } else { room };
        let value = move |row: &Row<'_>| {
            let fits = row.organism.chromosome.len() == schema.bits();
            let decode = || if fits { row.organism.chromosome.decode(schema) } else { Vec::new() };
            row.values.get_or_init(decode).get(index).copied()
        };
        let text = move |row: &Row<'_>| value(row).map_or_else(String::new, |value| value.to_string());
        table = table
            .right(heading, width, move |row| (text(row), Role::Text))
            .named(parameter_name(&known.name))
            .shown(is_first && room.is_some())
            .largest_first(move |row| Some(Key::Number(value(row)?.into())));
    }
    Some(table.table())
}

/// Moves to other parameters.
pub(super) fn scroll(state: &mut State, model: &mut Model, action: Action) {
    let schema = model.evolution.as_ref().and_then(|open| open.schema.as_ref());
    let last = schema.map_or(0, |schema| schema.len().saturating_sub(1));
    match action {
        Action::Left => state.first_parameter = state.first_parameter.saturating_sub(1),
        Action::Right => state.first_parameter = (state.first_parameter + 1).min(last),
        _ => {}
    }
}

/// Formats the number of an organism. One of five digits has no room for a comma.
fn number(place: usize) -> String {
    if place < 9_999 { thousands(place as u64 + 1) } else { (place + 1).to_string() }
}

/// Returns the number of an organism's faults, by kind if there is room.
fn faults(record: &GenerationRecord, place: usize, width: usize) -> Cell {
    let counts = record.own_faults(place);
    let text = match counts.total() {
        0 => "·".to_owned(),
        total if width < 10 => thousands(total),
        _ => cut(&counts.to_string(), width - 2),
    };
    (text, Role::Warning)
}

/// Returns the parents of an organism, or the origin of one without parents.
fn parents(open: &Evolution, record: &GenerationRecord, organism: &Individual) -> String {
    match organism.parents.as_slice() {
        [] if organism.born == 0 && record.generation == 0 => open.first_origin.to_owned(),
        [] if record.has_parents() => "planted".to_owned(),
        [] => "–".to_owned(),
        [one] => format!("{}", one.saturating_add(1)),
        [mother, father, ..] => format!("{} × {}", mother.saturating_add(1), father.saturating_add(1)),
    }
}
