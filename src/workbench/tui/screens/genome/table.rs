//! The rows as a table that can be sorted and searched.

use super::rows::{self, Row};
use super::sheet::Sheet;
use super::{Locus, lists};
use crate::tui::table::{Arrangement, Key, Table};

/// The columns. The papers follow from [`PAPER`] on.
pub(super) const NAME: usize = 0;
pub(super) const SUBJECT: usize = 1;
pub(super) const RIVAL: usize = 2;
pub(super) const DIVERSITY: usize = 3;
/// The share of generation 0's diversity that was lost.
const SETTLED: usize = 4;
/// How far the best value moved since generation 0.
const MOVED: usize = 5;
/// The differences between the subject and the rival, and between the subject and the newest paper's organism.
const FROM_RIVAL: usize = 6;
const FROM_PAPER: usize = 7;
pub(super) const PAPER: usize = 8;

/// Returns the table of the rows. [`rows`] arranges them, because a sorted list keeps its groups.
pub(super) fn table<'a>(sheet: &Sheet<'a>) -> Table<'a> {
    let rows = rows::rows(sheet);
    let papers = sheet.model.choices.papers.iter().enumerate();
    let papers = papers.map(|(index, paper)| (PAPER + index, format!("paper {}", paper.name)));
    Table::new(lists::GENES, rows.len(), rows::cursor_row(&rows, sheet.state.locus))
        .ascending([(NAME, "name")])
        .numbers([(SUBJECT, "subject"), (RIVAL, "rival")])
        .numbers(papers)
        .numbers([
            (DIVERSITY, "diversity"),
            (SETTLED, "settled since gen 0"),
            (MOVED, "best moved since gen 0"),
            (FROM_RIVAL, "subject − rival"),
            (FROM_PAPER, "subject − paper"),
        ])
        .texts(|_| String::new())
        .with_own_order()
}

/// Returns the name of the order.
pub(super) fn label(sheet: &Sheet<'_>) -> String {
    let arrangement = sheet.model.tables.arrangement(lists::GENES);
    let mark = arrangement.mark(arrangement.column);
    let name = match arrangement.column {
        None => "chromosome".to_owned(),
        Some(column) => table(sheet).column(column).map_or_else(String::new, |found| found.name.to_string()),
    };
    if mark.is_empty() { name } else { format!("{name} {mark}") }
}

/// Returns what a parameter is sorted by in a column.
fn key(sheet: &Sheet<'_>, parameter: usize, column: usize) -> Option<Key> {
    let difference = |other: Option<i32>| {
        let share = |value: i32| sheet.share(parameter, value);
        Some((share(sheet.subject_value(parameter)?)? - share(other?)?).abs())
    };
    let value = |value: Option<i32>| value.map(f64::from);
    let number = match column {
        NAME => return sheet.spec(parameter).map(|spec| Key::text(&spec.name)),
        SUBJECT => value(sheet.subject_value(parameter)),
        RIVAL => value(sheet.rival_value(parameter)),
        DIVERSITY => sheet.diversity(parameter).map(f64::from),
        SETTLED => sheet.settled(Locus { parameter, bit: None }),
        MOVED => sheet.moved(parameter),
        FROM_RIVAL => difference(sheet.rival_value(parameter)),
        FROM_PAPER => difference(sheet.paper_value(0, parameter)),
        _ => value(sheet.paper_value(column.checked_sub(PAPER)?, parameter)),
    };
    number.map(Key::Number)
}

/// Sorts parameters, which are in the order of the chromosome.
pub(super) fn sort(sheet: &Sheet<'_>, arrangement: &Arrangement, parameters: &mut [usize]) {
    if arrangement.column.is_none() && arrangement.descending {
        parameters.reverse();
    }
    if let Some(column) = arrangement.column {
        let mut keyed: Vec<(Option<Key>, usize)> =
            parameters.iter().map(|parameter| (key(sheet, *parameter, column), *parameter)).collect();
        keyed.sort_by(|(one, _), (other, _)| arrangement.compare(one.as_ref(), other.as_ref()));
        parameters.iter_mut().zip(keyed).for_each(|(place, (_, parameter))| *place = parameter);
    }
}

/// Returns the row at an index.
pub(super) fn locus(sheet: &Sheet<'_>, index: usize) -> Option<Locus> {
    match rows::rows(sheet).get(index)? {
        Row::Locus(locus) => Some(*locus),
        Row::Group(_) => None,
    }
}
