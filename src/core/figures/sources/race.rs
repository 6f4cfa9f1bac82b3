//! The figures of a race.

use std::path::Path;

use super::{Listed, Made, Refusal, listed};
use crate::figures::chart::{Axis, Chart, Layer, LayerRole, Shape, Stroke};
use crate::figures::evolution::{axis, decimals};
use crate::figures::table::{Cell, Table, columns};
use crate::figures::{Content, Error, settings};
use crate::race::table::{order, oriented};
use crate::race::{Band, Comparison, Race, RacePlan, ScoredSet, Standing};

/// The number of points of a curve.
const POINTS: u64 = 200;

#[derive(Debug)]
pub(super) struct Raced(Standing);

impl Raced {
    pub(super) fn read(folder: &Path) -> Result<Raced, Error> {
        Ok(Raced(Race::open_read_only(folder)?.standing()?))
    }

    pub(super) fn list(&self) -> Vec<Listed> {
        if self.0.evaluations().0 == 0 {
            return Vec::new();
        }
        let mut all = vec![listed("medians", "best score of each optimizer by evaluations")];
        if self.0.comparison(ScoredSet::Train).is_some() {
            all.push(listed("results", "final scores of the optimizers"));
            all.push(listed("tests", "signed-rank tests of all pairs of optimizers"));
        }
        all.push(listed("settings", "the plan of the race"));
        all
    }

    pub(super) fn content(&self, name: &str) -> Result<Made, Refusal> {
        let made = |title: &str, content| Ok((title.to_owned(), String::new(), content));
        let compared = self.0.comparison(ScoredSet::Train);
        match (name, compared) {
            ("results", Some(train)) => {
                made("Final scores of the optimizers", Content::Table(results(&self.0, &train)))
            }
            ("tests", Some(train)) => made("Signed-rank tests", Content::Table(tests(self.0.plan(), &train))),
            ("settings", _) => made("Plan", Content::Table(settings::of_race(self.0.plan()))),
            _ => made("Best score by evaluations", Content::Chart(medians(&self.0, POINTS))),
        }
    }
}

/// Returns the chart of the median of each optimizer by evaluations, with its quartiles.
#[must_use]
pub fn medians(standing: &Standing, points: u64) -> Chart {
    let measure = standing.measure(ScoredSet::Train);
    let value = |score: f64| measure.value(score);
    let mut layers = Vec::new();
    for (number, raced) in standing.plan().optimizers.iter().enumerate() {
        let bands = standing.bands(number, points);
        let ends = |band: &Band| {
            let [one, other] = [band.q25, band.q75].map(value);
            (band.evaluations as f64, [one.min(other), one.max(other)])
        };
        let role = LayerRole::Number(number);
        let label = format!("{} {}", number + 1, raced.label);
        let band = Shape::Band(bands.iter().map(ends).collect());
        layers.push(Layer::new(&format!("{label}, quartiles"), role, band));
        let line = bands.iter().map(|band| [band.evaluations as f64, value(band.median)]).collect();
        layers.push(Layer::new(&label, role, Shape::Line(Stroke::Thin, line)));
    }
    let last = standing.plan().evaluations as f64;
    Chart::new(Axis::new("evaluations", "").counts().whole(0.0, last.max(1.0)), axis(&measure), layers)
}

fn results(standing: &Standing, train: &Comparison) -> Table {
    let sets = [
        Some((train.clone(), standing.measure(ScoredSet::Train))),
        standing.comparison(ScoredSet::Test).map(|test| (test, standing.measure(ScoredSet::Test))),
    ];
    let row = |optimizer: usize| {
        let mut row = vec![Cell::text(&standing.plan().optimizers[optimizer].label)];
        for set in &sets {
            let Some((comparison, measure)) = set else {
                row.extend([Cell::Empty, Cell::Empty, Cell::Empty, Cell::Empty]);
                continue;
            };
            let summary = &comparison.summaries[optimizer];
            let scores = [summary.spread.median, summary.spread.q25, summary.spread.q75];
            let places = decimals(measure).max(1);
            row.extend(scores.map(|score| Cell::number(Some(measure.value(score)), places)));
            row.push(Cell::number(Some(summary.mean_rank), 2));
        }
        row
    };
    Table {
        columns: columns(&[
            ("optimizer", ""),
            ("training median", standing.measure(ScoredSet::Train).unit),
            ("training lower quartile of the score", standing.measure(ScoredSet::Train).unit),
            ("training upper quartile of the score", standing.measure(ScoredSet::Train).unit),
            ("training mean rank", ""),
            ("test median", standing.measure(ScoredSet::Test).unit),
            ("test lower quartile of the score", standing.measure(ScoredSet::Test).unit),
            ("test upper quartile of the score", standing.measure(ScoredSet::Test).unit),
            ("test mean rank", ""),
        ]),
        rows: order(train).into_iter().map(row).collect(),
    }
}

/// Returns the signed-rank tests of all pairs on a set.
#[must_use]
pub fn tests(plan: &RacePlan, found: &Comparison) -> Table {
    let label = |optimizer: usize| Cell::text(&plan.optimizers[optimizer].label);
    let row = |pair: &crate::race::Pair| {
        let pair = oriented(pair);
        vec![
            label(pair.optimizers[0]),
            label(pair.optimizers[1]),
            Cell::count(pair.wins[0]),
            Cell::count(pair.wins[1]),
            Cell::number(Some(pair.p), 4),
            Cell::number(Some(pair.corrected), 4),
        ]
    };
    Table {
        columns: columns(&[
            ("better", ""),
            ("other", ""),
            ("won", "seeds"),
            ("lost", "seeds"),
            ("p", ""),
            ("p corrected by Holm", ""),
        ]),
        rows: found.pairs.iter().map(row).collect(),
    }
}
