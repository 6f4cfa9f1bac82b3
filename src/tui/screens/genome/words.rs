//! The cell under the cursor in words.

use super::sheet::{Convergence, Sheet};
use super::{Locus, Map};
use crate::engine::schema::{Parameter, Schema};
use crate::tui::format::{percent, thousands};
use crate::tui::theme::Role;

/// A line in pieces, each with what it means.
pub(super) type Line = Vec<(String, Role)>;

/// The cell under the cursor: which organism, which parameter, which value.
pub(super) fn cell(sheet: &Sheet<'_>, locus: Locus) -> Line {
    let Some(known) = sheet.known(locus.parameter) else { return Line::new() };
    let Some(organism) = sheet.organism() else {
        return vec![(format!("{}, {}", known.name, range(sheet, locus.parameter)), Role::Title)];
    };
    let name = sheet.model.name_of(&organism);
    let value = organism.values.get(locus.parameter).copied().unwrap_or_default();
    let what = match locus.bit {
        None if known.bits == 0 => format!("{} = {value}, fixed", known.name),
        None => format!("{} = {value} of {}", known.name, range(sheet, locus.parameter)),
        Some(bit) => {
            let gene = gene(sheet, &organism.values, locus.parameter);
            let digit = gene.chars().nth(bit).unwrap_or('?');
            format!(
                "{} bit {} of {} = {digit}; gene {gene} (Gray code) = {value}",
                known.name,
                bit + 1,
                known.bits
            )
        }
    };
    vec![(format!("{name}: "), Role::Organism), (what, Role::Title)]
}

/// The bits of a parameter's gene.
fn gene(sheet: &Sheet<'_>, values: &[i32], parameter: usize) -> String {
    let bits = sheet.known(parameter).map_or(0, |known| usize::from(known.bits));
    let first = sheet.first_bit(parameter);
    crate::organism::chromosome::Chromosome::encode(&sheet.schema, values).map_or_else(String::new, |whole| {
        (first..first + bits).map(|bit| if whole.bit(bit) { '1' } else { '0' }).collect()
    })
}

fn range(sheet: &Sheet<'_>, parameter: usize) -> String {
    sheet.known(parameter).map_or_else(String::new, |known| {
        let (low, high) = known.range;
        format!("{}–{}", thousands(u64::from(low.unsigned_abs())), thousands(u64::from(high.unsigned_abs())))
    })
}

/// The value of all whom the screen compares.
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

/// What the population has: of a parameter its values, of a bit how many have it.
pub(super) fn population(sheet: &Sheet<'_>, locus: Locus) -> Line {
    let Some(record) = sheet.record else { return Line::new() };
    let count = record.population.len();
    let generation = thousands(record.generation.into());
    if let Some(bit) = sheet.bit(locus) {
        let ones = record.population.iter().filter(|organism| organism.chromosome.bit(bit)).count();
        let share = percent(ones as f64, count as u64);
        let text = format!("generation {generation}: 1 in {ones} of {count} organisms, {share} %");
        return vec![(text, Role::Text)];
    }
    if sheet.known(locus.parameter).is_none_or(|known| known.bits == 0) {
        return vec![("fixed in this schema: no gene, nothing to evolve or to edit".to_owned(), Role::Text)];
    }
    let mut values = values(sheet, locus.parameter);
    values.sort_unstable();
    let (Some(low), Some(high)) = (values.first(), values.last()) else { return Line::new() };
    let median = values[values.len() / 2];
    vec![(format!("population of generation {generation}: {low}–{high}, median {median}"), Role::Text)]
}

/// The values of a parameter over the generation shown, fittest organism first.
pub(super) fn values(sheet: &Sheet<'_>, parameter: usize) -> Vec<i32> {
    let decoded = sheet.organisms().iter().map(|organism| organism.chromosome.decode(&sheet.schema));
    decoded.filter_map(|values| values.get(parameter).copied()).collect()
}

/// How diverse it is, and how far it settled.
pub(super) fn convergence(sheet: &Sheet<'_>, locus: Locus) -> Line {
    let Some(word) = sheet.convergence(locus).map(Convergence::word) else { return Line::new() };
    if let Some(bit) = sheet.bit(locus) {
        let now = sheet.record.and_then(|record| record.bit_diversity.get(bit)).copied().unwrap_or_default();
        let text = format!("{:.0} % of pairs differ in it (50 % at random): {word}", now * 100.0);
        return vec![(text, Role::Text)];
    }
    let now = sheet.diversity(locus.parameter).unwrap_or_default() * 100.0;
    let first = sheet.diversity_at_first(locus.parameter) * 100.0;
    let trend = sheet.trend(locus.parameter).map_or_else(String::new, |trend| format!(", {}", trend.word()));
    let text = format!("diversity {now:.0} % of the range, {first:.0} % at gen 0: {word}{trend}");
    vec![(text, Role::Text)]
}

/// What the parameter means, and how the organism under the cursor fares.
pub(super) fn meaning(sheet: &Sheet<'_>, parameter: usize) -> Line {
    let Some(known) = sheet.known(parameter) else { return Line::new() };
    vec![(format!("{} · {}", known.description, known.unit), Role::Dim)]
}

/// How the organism under the cursor fares.
pub(super) fn fares(sheet: &Sheet<'_>) -> Line {
    let Some((organism, open)) = sheet.organism().zip(sheet.open) else { return Line::new() };
    let correct = organism.score.unwrap_or_default();
    let mut text = open.measure().description(correct);
    match (sheet.state.map, sheet.organisms().get(sheet.place())) {
        (Map::Organisms | Map::Bits, Some(organism)) => {
            text += &format!("; born in generation {}", thousands(organism.born.into()));
        }
        _ => match sheet.points.len() {
            1 => text += "; 1 generation kept",
            kept => text += &format!("; {} generations kept", thousands(kept as u64)),
        },
    }
    vec![(text, Role::Dim)]
}

/// How much the positional terms of those compared weigh against material.
pub(super) fn spread(sheet: &Sheet<'_>) -> Line {
    let Some((_, Some(moments))) = &sheet.state.moments else { return Line::new() };
    // Where searches evolve all organisms have the same evaluation.
    if sheet.open.is_some_and(|open| open.evaluation.is_some()) {
        return Line::new();
    }
    let of = |schema: &Schema, values: &[i32]| {
        let spread = moments.positional_spread(schema, values).ok().flatten();
        spread.map_or_else(|| "–".to_owned(), |spread| format!("{spread:.2}"))
    };
    let mut line = vec![("positional spread in pawns ± ".to_owned(), Role::Dim)];
    if let Some(subject) = &sheet.subject {
        line.push((format!("● {}", of(subject.evaluated().0, subject.evaluated().1)), Role::Subject));
    }
    if let Some(rival) = sheet.model.rival() {
        line.push((format!("  ○ {}", of(rival.evaluated().0, rival.evaluated().1)), Role::Rival));
    }
    for paper in &sheet.model.choices.papers {
        let value = |known: &Parameter| paper.value(&known.name).unwrap_or_default();
        let values: Vec<i32> = sheet.schema.parameters.iter().map(value).collect();
        line.push((format!("  ◇ {} {}", paper.name, of(&sheet.schema, &values)), Role::Paper));
    }
    line
}
