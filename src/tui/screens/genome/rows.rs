//! The rows in their order: parameters, in the map of bits each with its bits, under headings or not.

use super::sheet::Sheet;
use super::{Locus, Map, Order};
use crate::engine::schema::Group;

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Row {
    /// The heading of a group.
    Group(Group),
    /// A parameter or a bit.
    Locus(Locus),
}

/// The rows as they are ordered now.
pub(super) fn rows(sheet: &Sheet<'_>) -> Vec<Row> {
    let state = sheet.state;
    let mut order: Vec<usize> = (0..sheet.schema.len()).collect();
    sort(sheet, &mut order);
    if state.grouped {
        // The groups themselves stay as they come on the chromosome.
        let mut groups: Vec<Group> = Vec::new();
        for known in &sheet.schema.parameters {
            if !groups.contains(&known.group) {
                groups.push(known.group);
            }
        }
        let rank =
            |index: &usize| groups.iter().position(|group| *group == sheet.schema.parameters[*index].group);
        order.sort_by_key(rank);
    }
    let mut rows = Vec::new();
    let mut group = None;
    for parameter in order {
        let known = &sheet.schema.parameters[parameter];
        if state.grouped && group != Some(known.group) {
            group = Some(known.group);
            rows.push(Row::Group(known.group));
        }
        rows.push(Row::Locus(Locus { parameter, bit: None }));
        if state.map == Map::Bits {
            let bits = 0..usize::from(known.bits);
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
        // Largest first; what has no such number comes last.
        _ => order.sort_by(|a, b| {
            let of = |parameter: &usize| weight(*parameter).unwrap_or(-1.0);
            of(b).total_cmp(&of(a))
        }),
    }
}

/// Where the cursor is among the rows: on its locus, on the parameter of a bit no longer shown, or on the
/// first row that is no heading.
pub(super) fn at(rows: &[Row], locus: Locus) -> usize {
    let find = |wanted: Locus| rows.iter().position(|row| *row == Row::Locus(wanted));
    find(locus)
        .or_else(|| find(Locus { bit: None, ..locus }))
        .or_else(|| rows.iter().position(|row| matches!(row, Row::Locus(_))))
        .unwrap_or(0)
}
