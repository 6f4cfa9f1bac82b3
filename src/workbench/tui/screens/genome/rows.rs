//! The ordered rows of the table: group headings, parameters and bits.

use super::sheet::Sheet;
use super::{Locus, Map, lists, table};
use crate::engine::schema::{Group, Parameter};
use crate::tui::format::parameter_name;
use crate::tui::table::contains_all;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Row {
    Group(Group),
    Locus(Locus),
}

/// Returns the rows that the user searched, in the selected order.
pub(super) fn rows(sheet: &Sheet<'_>) -> Vec<Row> {
    let state = sheet.state;
    let arrangement = sheet.model.tables.arrangement(lists::GENES);
    let words = arrangement.words();
    let is_found = |spec: &Parameter| contains_all(&parameter_name(&spec.name), &words);
    let mut order: Vec<usize> =
        (0..sheet.schema.len()).filter(|index| is_found(&sheet.schema.parameters[*index])).collect();
    table::sort(sheet, arrangement, &mut order);
    if state.grouped {
        // The groups keep the order of the chromosome.
        let mut groups: Vec<Group> = Vec::new();
        for spec in &sheet.schema.parameters {
            if !groups.contains(&spec.group) {
                groups.push(spec.group);
            }
        }
        let rank =
            |index: &usize| groups.iter().position(|group| *group == sheet.schema.parameters[*index].group);
        order.sort_by_key(rank);
    }
    let mut rows = Vec::new();
    let mut group = None;
    for parameter in order {
        let spec = &sheet.schema.parameters[parameter];
        if state.grouped && group != Some(spec.group) {
            group = Some(spec.group);
            rows.push(Row::Group(spec.group));
        }
        rows.push(Row::Locus(Locus { parameter, bit: None }));
        if state.map == Map::Bits {
            let bits = 0..usize::from(spec.bits);
            rows.extend(bits.map(|bit| Row::Locus(Locus { parameter, bit: Some(bit) })));
        }
    }
    rows
}

/// Returns the index of the row under the cursor: its locus, the parameter of a bit that is no longer visible, or the
/// first row that is not a heading.
pub(super) fn cursor_row(rows: &[Row], locus: Locus) -> usize {
    let find = |wanted: Locus| rows.iter().position(|row| *row == Row::Locus(wanted));
    find(locus)
        .or_else(|| find(Locus { bit: None, ..locus }))
        .or_else(|| rows.iter().position(|row| matches!(row, Row::Locus(_))))
        .unwrap_or(0)
}
