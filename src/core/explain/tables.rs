//! The explanations as tables, for people, pages and spreadsheets.

use super::family::{Cause, Family};
use super::importance::Ranking;
use super::learning::{Change, Learning};
use super::what_if::Outcome;
use crate::engine::schema::Schema;
use crate::figures::Table;
use crate::figures::table::{Cell, columns};
use crate::objectives::measure::{Format, Measure};

/// Returns, for each generation in which the champion's answers turned, the numbers of learned and forgotten positions, and
/// the change of a value that decided about most of them.
#[must_use]
pub fn learning(learning: &Learning, schema: &Schema) -> Table {
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
    for generation in 0..learning.generations() as u32 {
        let turned = learning.turned(generation);
        let [learned, forgotten] = turned.each_ref().map(Vec::len);
        if learned + forgotten == 0 {
            continue;
        }
        let mut row = vec![
            Cell::count(generation),
            Cell::count(learned),
            Cell::count(forgotten),
            Cell::count(learned as i64 - forgotten as i64),
            Cell::count(learning.changes(generation).len()),
        ];
        match decisive(learning, generation, &turned) {
            Some((change, [learned, forgotten])) => {
                row.extend([Cell::Text(named(change, schema)), Cell::count(learned), Cell::count(forgotten)])
            }
            None => row.extend([Cell::Empty, Cell::Empty, Cell::Empty]),
        }
        table.rows.push(row);
    }
    table
}

/// Returns the change that decided about most of the turned positions of a generation, with the numbers of learned and
/// forgotten ones; the first of equal changes.
#[must_use]
pub fn decisive(
    learning: &Learning,
    generation: u32,
    turned: &[Vec<usize>; 2],
) -> Option<(Change, [usize; 2])> {
    let mut counts: Vec<(Change, [usize; 2])> =
        learning.changes(generation).iter().map(|change| (*change, [0; 2])).collect();
    for (side, positions) in turned.iter().enumerate() {
        for position in positions {
            for cause in learning.causes(*position, generation) {
                let found = counts.iter_mut().find(|(change, _)| *change == cause);
                found.into_iter().for_each(|(_, counts)| counts[side] += 1);
            }
        }
    }
    let decided = |counts: &[usize; 2]| counts[0] + counts[1];
    let first_of_best = |best: (Change, [usize; 2]), next: (Change, [usize; 2])| {
        if decided(&next.1) > decided(&best.1) { next } else { best }
    };
    counts.into_iter().reduce(first_of_best).filter(|(_, counts)| decided(counts) > 0)
}

/// Describes a change: “ROOK_OPEN_FILE 9 → 41”.
#[must_use]
pub fn named(change: Change, schema: &Schema) -> String {
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
                named(Change { parameter: *parameter, from: *from, to: *to }, schema)
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
