//! The explanations as tables, for people, pages and spreadsheets.

use super::Error;
use super::champions::Prepared;
use super::family::{Cause, Family};
use super::importance::{GroupImportance, Importance, Landscape, Ranking};
use super::what_if::Outcome;
use crate::disagreement::{Learning, ValueChange};
use crate::engine::schema::Schema;
use crate::figures::chart::{Axis, Layer, LayerRole, Shape, Stroke};
use crate::figures::heatmap;
use crate::figures::table::{Cell, columns};
use crate::figures::{Chart, Heatmap, Table};
use crate::objectives::measure::{Format, Measure};

/// Returns, for each generation in which the champion's answers turned, the numbers of learned and forgotten positions, and
/// the change of a value that decided about most of them.
///
/// # Errors
/// Returns an error if the parameters are not those of an evaluation.
pub fn learning(learning: &Learning, prepared: &Prepared, schema: &Schema) -> Result<Table, Error> {
    let titles = [
        "generation",
        "learned",
        "forgotten",
        "net",
        "changed values",
        "main change",
        "learned by it",
        "forgotten",
    ];
    let mut table = Table { columns: columns(&titles.map(|title| (title, ""))), rows: Vec::new() };
    for (index, champion) in learning.champions().iter().enumerate() {
        let [learned, forgotten] = learning.turn_counts(index);
        if learned + forgotten == 0 {
            continue;
        }
        let mut row = vec![
            Cell::count(champion.generation),
            Cell::count(learned),
            Cell::count(forgotten),
            Cell::count(learned as i64 - forgotten as i64),
            Cell::count(learning.changes(index).len()),
        ];
        match prepared.decisive(learning, index)? {
            Some((change, [learned, forgotten])) => {
                row.extend([Cell::Text(named(change, schema)), Cell::count(learned), Cell::count(forgotten)])
            }
            None => row.extend([Cell::Empty, Cell::Empty, Cell::Empty]),
        }
        table.rows.push(row);
    }
    Ok(table)
}

/// Describes a change: “ROOK_OPEN_FILE 9 → 41”.
#[must_use]
pub fn named(change: ValueChange, schema: &Schema) -> String {
    format!("{} {} → {}", schema.parameters[change.parameter].name, change.from, change.to)
}

/// Returns the origin of each value.
#[must_use]
pub fn origins(family: &Family, schema: &Schema) -> Table {
    let titles = ["parameter", "value", "from", "generation", "organism", "before", "of the parents"];
    let row = |(index, origin): (usize, &super::family::Origin)| {
        let has_parents = matches!(origin.cause, Cause::Mutation | Cause::Crossing);
        let before =
            |parent: usize| if has_parents { Cell::count(origin.before[parent]) } else { Cell::Empty };
        vec![
            Cell::text(&schema.parameters[index].name),
            Cell::count(family.values[index]),
            Cell::text(origin.cause.name()),
            Cell::count(origin.generation),
            Cell::count(origin.place + 1),
            before(0),
            before(1),
        ]
    };
    Table {
        columns: columns(&titles.map(|title| (title, ""))),
        rows: family.evolved(schema).map(row).collect(),
    }
}

/// Returns the steps of the line of descent.
#[must_use]
pub fn line(family: &Family, schema: &Schema, measure: &Measure) -> Table {
    let titles = [
        ("generation", ""),
        ("organism", ""),
        ("score", measure.unit),
        ("gain", measure.unit),
        ("mutations", ""),
        ("values from the other parent, or crossed", ""),
    ];
    let decimals = decimals(measure);
    let row = |step: &super::family::Step| {
        let (mutations, others): (Vec<_>, Vec<_>) =
            step.changes.iter().partition(|(.., cause)| *cause == Some(Cause::Mutation));
        let mutations: Vec<String> = mutations
            .iter()
            .map(|(parameter, from, to, _)| {
                named(ValueChange { parameter: *parameter, from: *from, to: *to }, schema)
            })
            .collect();
        let gain = step.gain.map(|gain| gain as f64 * measure.factor.abs());
        vec![
            Cell::count(step.generation),
            Cell::count(step.place + 1),
            Cell::number(Some(measure.value(step.score as f64)), decimals),
            Cell::number(gain, decimals),
            Cell::Text(mutations.join(", ")),
            Cell::count(others.len()),
        ]
    };
    Table { columns: columns(&titles), rows: family.line.iter().map(row).collect() }
}

/// Returns the ranking of the parameters. Losses are in the unit of the measure, and positive if the score is worse.
#[must_use]
pub fn importance(ranking: &Ranking, schema: &Schema, measure: &Measure) -> Table {
    let decimals = decimals(measure);
    let replaced = ranking.parameters.first().map_or(&[][..], |first| &first.replaced);
    let mut titles = vec![("parameter".to_owned(), ""), ("value".to_owned(), "")];
    for (replacement, _) in replaced {
        titles.extend([
            (replacement.name().to_owned(), ""),
            (format!("loss with {}", replacement.name()), measure.unit),
        ]);
    }
    titles.extend([
        ("best value".to_owned(), ""),
        ("gain with it".to_owned(), measure.unit),
        ("whole range".to_owned(), measure.unit),
        ("free".to_owned(), ""),
    ]);
    let titles: Vec<(&str, &str)> = titles.iter().map(|(title, unit)| (title.as_str(), *unit)).collect();
    let amount = |score: i64| Cell::number(Some(score as f64 * measure.factor.abs()), decimals);
    let rows = ranking.parameters.iter().map(|one| {
        let mut row = vec![Cell::text(&schema.parameters[one.parameter].name), Cell::count(one.value)];
        for (replacement, score) in &one.replaced {
            row.extend([Cell::count(replacement.value()), amount(ranking.loss(*score))]);
        }
        let (value, best) = one.best();
        let free = if ranking.is_free(one) { Cell::text("free") } else { Cell::Empty };
        row.extend([Cell::count(value), amount(-ranking.loss(best)), amount(one.span() as i64), free]);
        row
    });
    Table { columns: columns(&titles), rows: rows.collect() }
}

/// Returns the pairs of parameters with the strongest interaction.
#[must_use]
pub fn pairs(ranking: &Ranking, schema: &Schema, measure: &Measure) -> Table {
    let titles = [("parameter", ""), ("and", ""), ("interaction", measure.unit)];
    let name = |parameter: usize| Cell::text(&schema.parameters[parameter].name);
    let rows = ranking.pairs.iter().map(|pair| {
        let [one, other] = pair.parameters;
        let interaction = pair.interaction as f64 * measure.factor.abs();
        vec![name(one), name(other), Cell::number(Some(interaction), decimals(measure))]
    });
    Table { columns: columns(&titles), rows: rows.collect() }
}

/// Returns the groups of parameters, with the losses when all their values are replaced.
#[must_use]
pub fn groups(ranking: &Ranking, measure: &Measure) -> Table {
    let kinds = ranking.groups.first().map_or(&[][..], |group| &group.replaced);
    let mut titles = vec![("group".to_owned(), ""), ("parameters".to_owned(), "")];
    titles.extend(kinds.iter().map(|(kind, _)| (format!("loss with {kind}"), measure.unit)));
    let titles: Vec<(&str, &str)> = titles.iter().map(|(title, unit)| (title.as_str(), *unit)).collect();
    let loss =
        |score: u64| Cell::number(Some(ranking.loss(score) as f64 * measure.factor.abs()), decimals(measure));
    let row = |group: &GroupImportance| {
        let mut row = vec![Cell::Text(group.group.to_string()), Cell::count(group.parameters)];
        row.extend(group.replaced.iter().map(|(_, score)| loss(*score)));
        row
    };
    Table { columns: columns(&titles), rows: ranking.groups.iter().map(row).collect() }
}

/// Returns the slice of a parameter: the score over its range.
#[must_use]
pub fn slice(one: &Importance, ranking: &Ranking, schema: &Schema, measure: &Measure) -> Chart {
    let point = |value: i32, score: u64| [f64::from(value), measure.value(score as f64)];
    let line = one.slice.iter().map(|(value, score)| point(*value, *score)).collect();
    let layers = vec![
        Layer::new("score over the range", LayerRole::Best, Shape::Line(Stroke::Thick, line)),
        Layer::new("the organism", LayerRole::Paper, Shape::Points(vec![point(one.value, ranking.score)])),
    ];
    let name = &schema.parameters[one.parameter].name;
    Chart::new(Axis::new(name, ""), Axis::new(measure.heading, measure.unit), layers)
}

/// Returns the landscape of two parameters as a heatmap: the first by row, the highest value first.
#[must_use]
pub fn landscape(
    landscape: &Landscape,
    parameters: [usize; 2],
    schema: &Schema,
    measure: &Measure,
) -> Heatmap {
    let [first, second] = parameters.map(|parameter| schema.parameters[parameter].name.clone());
    let scores = || landscape.scores.iter().flatten().map(|score| measure.value(*score as f64));
    let (low, high) = (scores().fold(f64::MAX, f64::min), scores().fold(f64::MIN, f64::max));
    let cell = |score: &u64| {
        let value = measure.value(*score as f64);
        let share = if high > low { (value - low) / (high - low) } else { 0.5 };
        Some(heatmap::Cell { value, share })
    };
    let names = |values: &[i32]| values.iter().map(ToString::to_string).collect::<Vec<String>>();
    Heatmap {
        row: first,
        rows: names(&landscape.first).into_iter().rev().collect(),
        column: second,
        columns: names(&landscape.second),
        value: measure.heading.to_owned(),
        ends: [low, high].map(|end| format!("{end:.*}", decimals(measure))),
        cells: landscape.scores.iter().rev().map(|row| row.iter().map(cell).collect()).collect(),
        written: false,
    }
}

/// Returns what a run was with each event, and without it. Differences are positive if the run was better with the event.
#[must_use]
pub fn outcomes(outcomes: &[Outcome], schema: &Schema, measure: &Measure) -> Table {
    let titles = [
        ("event", ""),
        ("with it", measure.unit),
        ("without it", measure.unit),
        ("difference", measure.unit),
        ("widest in generation", ""),
        ("difference there", measure.unit),
        ("other values", ""),
    ];
    let decimals = decimals(measure);
    let score = |score: u64| Cell::number(Some(measure.value(score as f64)), decimals);
    let amount = |score: i64| Cell::number(Some(score as f64 * measure.factor.abs()), decimals);
    let row = |one: &Outcome| {
        let (generation, widest) = match one.widest {
            Some((generation, widest)) => (Cell::count(generation), amount(widest)),
            None => (Cell::Empty, Cell::Empty),
        };
        vec![
            Cell::Text(one.event.text(schema)),
            score(one.original),
            score(one.twin),
            amount(one.difference()),
            generation,
            widest,
            Cell::count(one.values),
        ]
    };
    Table { columns: columns(&titles), rows: outcomes.iter().map(row).collect() }
}

/// Returns the distribution of the differences with other seeds, of the events that have some. Differences are positive if
/// the run was better with the event.
#[must_use]
pub fn seeds(outcomes: &[Outcome], schema: &Schema, measure: &Measure) -> Table {
    let titles = [
        ("event", ""),
        ("mean difference", measure.unit),
        ("±", measure.unit),
        ("lower quartile", measure.unit),
        ("median", measure.unit),
        ("upper quartile", measure.unit),
        ("better", ""),
        ("equal", ""),
        ("worse", ""),
    ];
    // A mean has more decimals than the differences.
    let decimals = decimals(measure) + 1;
    let amount = |score: f64| Cell::number(Some(score * measure.factor.abs()), decimals);
    let row = |one: &Outcome| {
        let mean = one.mean()?;
        let mut row = vec![Cell::Text(one.event.text(schema)), amount(mean.value)];
        row.push(mean.error.map_or(Cell::Empty, amount));
        row.extend(one.quartiles()?.map(amount));
        row.extend(one.counts().map(Cell::count));
        Some(row)
    };
    Table { columns: columns(&titles), rows: outcomes.iter().filter_map(row).collect() }
}

/// Returns the number of decimals of a difference.
fn decimals(measure: &Measure) -> usize {
    match measure.format {
        Format::Count | Format::LargeCount => 0,
        Format::Decimal | Format::Error => 1,
        Format::Fraction => 5,
    }
}
