//! The ordered rows of the table: group headings, parameters and bits.

use super::sheet::Sheet;
use super::{Locus, Map, Order};
use crate::engine::schema::Group;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Row {
    Group(Group),
    Locus(Locus),
}

/// Returns the rows in the selected order.
pub(super) fn rows(sheet: &Sheet<'_>) -> Vec<Row> {
    let state = sheet.state;
    let mut order: Vec<usize> = (0..sheet.schema.len()).collect();
    sort(sheet, &mut order);
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

fn sort(sheet: &Sheet<'_>, order: &mut [usize]) {
    let difference = |parameter: usize, other: Option<i32>| {
        let share = |value: i32| sheet.share(parameter, value);
        Some((share(sheet.subject_value(parameter)?)? - share(other?)?).abs())
    };
    let weight = |parameter: usize| match sheet.state.order {
        Order::Chromosome | Order::Name => None,
        Order::Diversity => sheet.diversity(parameter).map(f64::from),
        Order::Settled => sheet.settled(Locus { parameter, bit: None }),
        Order::Moved => sheet.moved(parameter),
        Order::Rival => difference(parameter, sheet.rival_value(parameter)),
        Order::Paper => difference(parameter, sheet.paper_value(0, parameter)),
    };
    match sheet.state.order {
        Order::Chromosome => {}
        Order::Name => order.sort_by_key(|parameter| &sheet.schema.parameters[*parameter].name),
        // Largest first; parameters without a number come last.
        _ => order.sort_by(|a, b| {
            let weight = |parameter: &usize| weight(*parameter).unwrap_or(-1.0);
            weight(b).total_cmp(&weight(a))
        }),
    }
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
