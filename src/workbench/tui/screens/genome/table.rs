//! The rows of the heatmap: groups, parameters and bits, with the compared values and the diversity beside them.

use std::rc::Rc;

use super::sheet::Sheet;
use super::{Locus, Map};
use crate::engine::schema::Group;
use crate::tui::prelude::*;

const LIST: List = List("genome: genes");

/// The name of the column with the heatmap, and of that with the subject's values.
pub(super) const HEATMAP: &str = "heatmap";
pub(super) const SUBJECT: &str = "subject";

/// The number of cells that show how much of generation 0's diversity is left.
const CELLS: usize = 4;
/// The widths of the column for diversity, with and without its word.
const WORD: usize = 14;
const DIVERSITY: usize = 9;

/// A parameter or a bit, or the heading of a group above its first parameter.
pub(super) struct Row<'a> {
    sheet: Rc<Sheet<'a>>,
    pub(super) locus: Locus,
    pub(super) heading: Option<Group>,
}

/// Returns the rows that the user searched, in the selected order. A sorted list keeps its groups, and bits follow their
/// parameter.
pub(super) fn rows<'a>(sheet: &Rc<Sheet<'a>>) -> Vec<Row<'a>> {
    let row =
        |parameter, bit| Row { sheet: Rc::clone(sheet), locus: Locus { parameter, bit }, heading: None };
    let parameters = &sheet.schema.parameters;
    let natural = (0..parameters.len()).map(|parameter| row(parameter, None)).collect();
    let order = columns(sheet, natural, u16::MAX, false).arranged(sheet.model.tables.arrangement(LIST));
    let mut order = order.unwrap_or_else(|| (0..parameters.len()).collect());
    if sheet.state.grouped {
        // The groups keep the order of the chromosome.
        let first = |index: &usize| parameters.iter().position(|spec| spec.group == parameters[*index].group);
        order.sort_by_key(first);
    }
    let mut rows = Vec::new();
    let mut group = None;
    for parameter in order {
        let spec = &parameters[parameter];
        if sheet.state.grouped && group.replace(spec.group) != Some(spec.group) {
            rows.push(Row { heading: Some(spec.group), ..row(parameter, None) });
        }
        rows.push(row(parameter, None));
        let bits = if sheet.state.map == Map::Bits { usize::from(spec.bits) } else { 0 };
        rows.extend((0..bits).map(|bit| row(parameter, Some(bit))));
    }
    rows
}

/// Returns the row under the cursor: that of its locus, that of the parameter of a bit that is no longer visible, or the
/// first row that is not a heading.
fn cursor_row(rows: &[Row<'_>], locus: Locus) -> usize {
    let find = |is_wanted: &dyn Fn(Locus) -> bool| {
        rows.iter().position(|row| row.heading.is_none() && is_wanted(row.locus))
    };
    let found = find(&|at| at == locus).or_else(|| find(&|at| at == locus.whole()));
    found.or_else(|| find(&|_| true)).unwrap_or(0)
}

/// Returns what is under the cursor, if anything is listed.
pub(super) fn cursor(sheet: &Rc<Sheet<'_>>) -> Option<Locus> {
    let rows = rows(sheet);
    rows.get(cursor_row(&rows, sheet.state.locus)).map(|row| row.locus)
}

/// Returns the table of all columns.
pub(super) fn table<'a>(sheet: &Rc<Sheet<'a>>) -> Table<'a> {
    columns(sheet, rows(sheet), u16::MAX, false).with_own_order()
}

/// Returns the table in a list of this width; `small` if it has no border.
pub(super) fn columns<'a>(sheet: &Rc<Sheet<'a>>, rows: Vec<Row<'a>>, width: u16, small: bool) -> Table<'a> {
    // The widths of the names and the diversity, and the number of columns of values beside the subject's.
    let (name, diversity, others) = match width {
        ..60 if small => (width.saturating_sub(8), 0, 0),
        ..70 => (20, 0, 0),
        70..100 => (24, DIVERSITY, 1),
        _ => (31, WORD, 3),
    };
    let map = sheet.state.map;
    let has_rival = sheet.model.rival().is_some();
    let at = cursor_row(&rows, sheet.state.locus);
    let mut columns = Rows::new(LIST, rows, at)
        .grouped(|row| row.heading.map(|group| group.to_string()))
        .searched(|row| parameter_name(row.sheet.name(row.locus.parameter)))
        .left(if map == Map::Bits { "gene, its bits" } else { "parameter" }, name.into(), title)
        .named("name")
        .sorted(|row| Some(Key::text(row.sheet.name(row.locus.parameter))))
        .right("●", 6, subject)
        .gap(0)
        .named(SUBJECT)
        .titled(Role::Subject)
        .largest_first(|row| value(row.sheet.subject_value(row.locus)))
        .right("○", 5, |row| number(row.sheet.rival_value(row.locus), Role::Rival))
        .gap(0)
        .named("rival")
        .titled(Role::Rival)
        .shown(has_rival && others > 0)
        .largest_first(|row| value(row.sheet.rival_value(row.locus)));
    for (paper, known) in sheet.model.choices.papers.iter().enumerate() {
        columns = columns
            .right(&known.name, 5, move |row| number(row.sheet.paper_value(paper, row.locus), Role::Paper))
            .gap(0)
            .named(format!("paper {}", known.name))
            .titled(Role::Paper)
            .shown(paper + usize::from(has_rival) < others)
            .largest_first(move |row| value(row.sheet.paper_value(paper, row.locus)));
    }
    columns
        .room(HEATMAP)
        .spans("diversity", diversity, move |row| variety(row, diversity == WORD))
        .gap(2)
        .named("diversity")
        .shown(diversity > 0)
        .largest_first(|row| Some(Key::Number(row.sheet.diversity(row.locus)?.into())))
        .hidden("settled since gen 0")
        .largest_first(|row| row.sheet.settled(row.locus).map(Key::Number))
        .hidden("best moved since gen 0")
        .largest_first(|row| row.sheet.moved(row.locus).map(Key::Number))
        .hidden("subject − rival")
        .largest_first(|row| row.difference(row.sheet.rival_value(row.locus)))
        .hidden("subject − paper")
        .largest_first(|row| row.difference(row.sheet.paper_value(0, row.locus)))
        .table()
}

impl Row<'_> {
    /// Returns how far the subject's value is from another one, as a share of the range.
    fn difference(&self, other: Option<i32>) -> Option<Key> {
        let share = |value: Option<i32>| self.sheet.share(self.locus.parameter, value?);
        let subject = share(self.sheet.subject_value(self.locus))?;
        Some(Key::Number((subject - share(other)?).abs()))
    }
}

fn value(value: Option<i32>) -> Option<Key> {
    value.map(|value| Key::Number(value.into()))
}

fn number(value: Option<i32>, role: Role) -> Cell {
    value.map_or_else(|| ("·".to_owned(), Role::Dim), |value| (value.to_string(), role))
}

/// Returns the name of a parameter or a bit.
fn title(row: &Row<'_>) -> Cell {
    let Row { sheet, locus, .. } = row;
    match (locus.bit, sheet.spec(locus.parameter)) {
        (Some(bit), Some(spec)) => (format!("  bit {} of {}", bit + 1, spec.bits), Role::Dim),
        _ => {
            let role = if sheet.state.map == Map::Bits { Role::Title } else { Role::Text };
            (parameter_name(sheet.name(locus.parameter)), role)
        }
    }
}

/// Returns the subject's value, with a mark if it was edited.
fn subject(row: &Row<'_>) -> Cell {
    let Row { sheet, locus, .. } = row;
    let shown = sheet.subject_value(*locus).map_or_else(|| "·".to_owned(), |value| value.to_string());
    match sheet.before_edit(*locus) {
        Some(_) => (format!("✎{shown}"), Role::Warning),
        None => (shown, Role::Subject),
    }
}

/// Returns the share of generation 0's diversity that is left, and a word for it if there is room.
fn variety(row: &Row<'_>, with_word: bool) -> Vec<Cell> {
    let Row { sheet, locus, .. } = row;
    let Some(settled) = sheet.settled(*locus) else {
        let is_fixed = !sheet.evolves(locus.parameter);
        return vec![(if is_fixed { "fixed" } else { "" }.to_owned(), Role::Dim)];
    };
    let left = ((1.0 - settled) * CELLS as f64).round() as usize;
    let bar = format!("{}{}", "█".repeat(left), "░".repeat(CELLS - left));
    let word = sheet.convergence(locus.parameter).filter(|_| with_word && locus.bit.is_none());
    vec![(bar, Role::Organism), (word.map(|word| format!(" {word}")).unwrap_or_default(), Role::Text)]
}
