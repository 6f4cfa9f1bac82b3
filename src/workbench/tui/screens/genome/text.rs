//! The text that describes the cell under the cursor.

use super::sheet::{Convergence, Sheet};
use super::{Locus, Map};
use crate::engine::schema::{Parameter, Schema};
use crate::tui::format::{percent, thousands};
use crate::tui::theme::Role;

/// A line of text pieces, each with its role.
pub(super) type Line = Vec<(String, Role)>;

/// Describes the cell under the cursor: organism, parameter and value.
pub(super) fn cell(sheet: &Sheet<'_>, locus: Locus) -> Line {
    let Some(spec) = sheet.spec(locus.parameter) else { return Line::new() };
    let Some(organism) = sheet.organism() else {
        return vec![(format!("{}, {}", spec.name, range(sheet, locus.parameter)), Role::Title)];
    };
    let name = sheet.model.name_of(&organism);
    let value = organism.values.get(locus.parameter).copied().unwrap_or_default();
    let description = match locus.bit {
        None if spec.bits == 0 => format!("{} = {value}, fixed", spec.name),
        None => format!("{} = {value} of {}", spec.name, range(sheet, locus.parameter)),
        Some(bit) => {
            let gene = gene(sheet, &organism.values, locus.parameter);
            let digit = gene.chars().nth(bit).unwrap_or('?');
            format!(
                "{} bit {} of {} = {digit}; gene {gene} (Gray code) = {value}",
                spec.name,
                bit + 1,
                spec.bits
            )
        }
    };
    vec![(format!("{name}: "), Role::Organism), (description, Role::Title)]
}

/// Returns the bits of a parameter's gene.
fn gene(sheet: &Sheet<'_>, values: &[i32], parameter: usize) -> String {
    let bits = sheet.spec(parameter).map_or(0, |spec| usize::from(spec.bits));
    let first = sheet.first_bit(parameter);
    crate::organism::chromosome::Chromosome::encode(&sheet.schema, values).map_or_else(String::new, |whole| {
        (first..first + bits).map(|bit| if whole.bit(bit) { '1' } else { '0' }).collect()
    })
}

fn range(sheet: &Sheet<'_>, parameter: usize) -> String {
    sheet.spec(parameter).map_or_else(String::new, |spec| {
        let (low, high) = spec.range;
        format!("{}–{}", thousands(u64::from(low.unsigned_abs())), thousands(u64::from(high.unsigned_abs())))
    })
}

/// Lists the values of the subject, the rival and the papers.
pub(super) fn compared(sheet: &Sheet<'_>, parameter: usize) -> Line {
    let number = |value: Option<i32>| value.map_or_else(|| "–".to_owned(), |value| value.to_string());
    let mut line = vec![(format!("● subject {}", number(sheet.subject_value(parameter))), Role::Subject)];
    if let Some(old) = sheet.before_edit(parameter) {
        line.push((format!(" ✎ edited, was {old}"), Role::Warning));
    }
    if sheet.model.rival().is_some() {
        line.push((format!("  ○ rival {}", number(sheet.rival_value(parameter))), Role::Rival));
    }
    for (index, paper) in sheet.model.choices.papers.iter().enumerate() {
        let value = number(sheet.paper_value(index, parameter));
        line.push((format!("  ◇ paper {} {value}", paper.name), Role::Paper));
    }
    line
}

/// Describes the population: the range of a parameter's values, or the organisms that have a bit.
pub(super) fn population(sheet: &Sheet<'_>, locus: Locus) -> Line {
    let Some(record) = sheet.record else { return Line::new() };
    let count = record.population.len();
    let generation = thousands(record.generation.into());
    if let Some(bit) = sheet.bit(locus) {
        let ones = record.population.iter().filter(|organism| organism.chromosome.bit(bit)).count();
        let share = percent(ones as f64, count as u64);
        let text = format!("generation {generation}: bit is 1 in {ones} of {count} organisms, {share} %");
        return vec![(text, Role::Text)];
    }
    if sheet.spec(locus.parameter).is_none_or(|spec| spec.bits == 0) {
        return vec![("fixed in this schema: cannot evolve or be edited".to_owned(), Role::Text)];
    }
    let mut values = values(sheet, locus.parameter);
    values.sort_unstable();
    let (Some(low), Some(high)) = (values.first(), values.last()) else { return Line::new() };
    let median = values[values.len() / 2];
    vec![(format!("population of generation {generation}: {low}–{high}, median {median}"), Role::Text)]
}

/// Returns a parameter's values in the displayed generation, fittest organism first.
pub(super) fn values(sheet: &Sheet<'_>, parameter: usize) -> Vec<i32> {
    let decoded = sheet.organisms().iter().map(|organism| organism.chromosome.decode(&sheet.schema));
    decoded.filter_map(|values| values.get(parameter).copied()).collect()
}

/// Describes diversity and convergence.
pub(super) fn convergence(sheet: &Sheet<'_>, locus: Locus) -> Line {
    let Some(label) = sheet.convergence(locus).map(Convergence::label) else { return Line::new() };
    if let Some(bit) = sheet.bit(locus) {
        let now = sheet.record.and_then(|record| record.bit_diversity.get(bit)).copied().unwrap_or_default();
        let text = format!("differs in {:.0} % of pairs (50 % at random): {label}", now * 100.0);
        return vec![(text, Role::Text)];
    }
    let now = sheet.diversity(locus.parameter).unwrap_or_default() * 100.0;
    let first = sheet.diversity_at_first(locus.parameter) * 100.0;
    let trend = sheet.trend(locus.parameter).map_or_else(String::new, |trend| format!(", {}", trend.label()));
    let text = format!("diversity {now:.0} % of the range, {first:.0} % at gen 0: {label}{trend}");
    vec![(text, Role::Text)]
}

pub(super) fn meaning(sheet: &Sheet<'_>, parameter: usize) -> Line {
    let Some(spec) = sheet.spec(parameter) else { return Line::new() };
    vec![(format!("{} · {}", spec.description, spec.unit), Role::Dim)]
}

/// Describes the fitness of the organism under the cursor.
pub(super) fn fitness(sheet: &Sheet<'_>) -> Line {
    let Some((organism, open)) = sheet.organism().zip(sheet.open) else { return Line::new() };
    let mut text = open.measure().description(organism.score.unwrap_or_default());
    match (sheet.state.map, sheet.organisms().get(sheet.place())) {
        (Map::Organisms | Map::Bits, Some(organism)) => {
            text += &format!("; born in generation {}", thousands(organism.born.into()));
        }
        _ => match sheet.points.len() {
            1 => text += "; 1 generation recorded",
            count => text += &format!("; {} generations recorded", thousands(count as u64)),
        },
    }
    vec![(text, Role::Dim)]
}

/// Lists the positional spread of the subject, the rival and the papers: how much their positional terms weigh against
/// material.
pub(super) fn spread(sheet: &Sheet<'_>) -> Line {
    let Some((_, Some(moments))) = &sheet.state.moments else { return Line::new() };
    // If searches evolve, all organisms have the same evaluation.
    if sheet.open.is_some_and(|open| open.evaluation.is_some()) {
        return Line::new();
    }
    let format = |schema: &Schema, values: &[i32]| {
        let spread = moments.positional_spread(schema, values).ok().flatten();
        spread.map_or_else(|| "–".to_owned(), |spread| format!("{spread:.2}"))
    };
    let mut line = vec![("positional spread in pawns ± ".to_owned(), Role::Dim)];
    if let Some(subject) = &sheet.subject {
        line.push((format!("● {}", format(subject.evaluated().0, subject.evaluated().1)), Role::Subject));
    }
    if let Some(rival) = sheet.model.rival() {
        line.push((format!("  ○ {}", format(rival.evaluated().0, rival.evaluated().1)), Role::Rival));
    }
    for paper in &sheet.model.choices.papers {
        let value = |spec: &Parameter| paper.value(&spec.name).unwrap_or_default();
        let values: Vec<i32> = sheet.schema.parameters.iter().map(value).collect();
        line.push((format!("  ◇ {} {}", paper.name, format(&sheet.schema, &values)), Role::Paper));
    }
    line
}
