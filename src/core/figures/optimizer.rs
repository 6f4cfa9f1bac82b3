//! What an optimizer knows about the parameters: its estimate beside the start and the range, and the axes of its
//! distribution. And the strength in games over the generations.

use std::collections::VecDeque;

use super::chart::{Axis as ChartAxis, Chart, Labels, Layer, LayerRole, Shape, Stroke};
use super::evolution::generations;
use super::table::{Cell, Table, columns};
use crate::evolution::record::GenerationRecord;
use crate::evolution::report::{Axis, OptimizerReport, ReportUnit};
use crate::experiment::Experiment;
use crate::objectives::confirmation::pairs;
use crate::statistics::{Estimate, Trials};

/// The number of generations whose games give the Elo shown: a single generation has few.
pub const ELO_GENERATIONS: usize = 20;

/// The number of parameters that describe an axis.
const PARTS: usize = 4;

/// A parameter with what an optimizer knows about it. Values of an engine's option are in the option's own unit.
#[derive(Debug, Clone, PartialEq)]
pub struct TunedParameter {
    /// The name.
    pub name: String,
    /// The value from which the evolution started, if there is one.
    pub start: Option<f64>,
    /// The estimate of the optimum.
    pub estimate: f64,
    /// The ends of the range.
    pub range: (f64, f64),
    /// The number of decimals of values.
    pub decimals: usize,
    /// The numbers of the report's columns. Scores are in the objective's own unit.
    pub columns: Vec<f64>,
}

impl TunedParameter {
    /// Returns the place of a value in the range, from 0 to 1.
    #[must_use]
    pub fn share(&self, value: f64) -> f64 {
        (value - self.range.0) / (self.range.1 - self.range.0)
    }
}

/// Returns the parameters that are not fixed, with what an optimizer knows about them.
#[must_use]
pub fn parameters(experiment: &Experiment, report: &OptimizerReport) -> Vec<TunedParameter> {
    let schema = experiment.schema();
    let start = experiment.founders().into_iter().next().map(|founder| founder.chromosome.decode(schema));
    let factor = experiment.measure(1).factor;
    let parameter = |(index, known): (usize, &crate::engine::schema::Parameter)| {
        let option = experiment.target.option(index);
        let unit = option.map_or(1.0, |option| option.unit());
        let column = |column: &crate::evolution::report::ReportColumn| {
            column.values[index] * if column.unit == ReportUnit::Parameter { unit } else { factor }
        };
        TunedParameter {
            name: known.name.clone(),
            start: start.as_ref().map(|start| f64::from(start[index]) * unit),
            estimate: report.estimate[index] * unit,
            range: (f64::from(known.range.0) * unit, f64::from(known.range.1) * unit),
            decimals: option.map_or(0, |option| option.decimals()),
            columns: report.columns.iter().map(column).collect(),
        }
    };
    let all = schema.parameters.iter().enumerate();
    all.filter(|(_, known)| known.range.0 < known.range.1).map(parameter).collect()
}

/// Returns the parameters with start, estimate, range and the columns of the report as a table.
#[must_use]
pub fn table(experiment: &Experiment, report: &OptimizerReport) -> Table {
    let mut titles = vec![("parameter", ""), ("start", ""), ("estimate", ""), ("moved", "% of the range")];
    titles.extend(report.columns.iter().map(|column| match column.unit {
        ReportUnit::Parameter => (column.title, ""),
        ReportUnit::ScorePerRange => (column.title, experiment.measure(1).unit),
    }));
    titles.extend([("lowest", "range"), ("highest", "range")]);
    let row = |known: &TunedParameter| {
        let value = |value: f64| Cell::number(Some(value), known.decimals);
        let moved = known.start.map(|start| 100.0 * (known.share(known.estimate) - known.share(start)));
        let mut row = vec![
            Cell::text(&known.name),
            known.start.map_or(Cell::Empty, value),
            Cell::number(Some(known.estimate), known.decimals + 1),
            Cell::number(moved, 1),
        ];
        row.extend(known.columns.iter().map(|number| Cell::number(Some(*number), known.decimals + 2)));
        row.extend([value(known.range.0), value(known.range.1)]);
        row
    };
    Table { columns: columns(&titles), rows: parameters(experiment, report).iter().map(row).collect() }
}

/// Describes the direction of an axis by its main parameters: “+0.90 Alpha −0.42 Gamma”.
#[must_use]
pub fn direction(experiment: &Experiment, axis: &Axis) -> String {
    let names = &experiment.schema().parameters;
    let part = |(parameter, part): (usize, f64)| {
        format!("{part:+.2} {}", names.get(parameter).map_or("", |known| &known.name)).replace('-', "−")
    };
    axis.main_parts(PARTS).into_iter().map(part).collect::<Vec<_>>().join("  ")
}

/// Returns the axes of the distribution as a table.
#[must_use]
pub fn axes(experiment: &Experiment, report: &OptimizerReport) -> Table {
    let row = |(number, axis): (usize, &Axis)| {
        let length = Cell::number(Some(100.0 * axis.length), 2);
        vec![Cell::count(number + 1), length, Cell::text(direction(experiment, axis))]
    };
    Table {
        columns: columns(&[
            ("axis", ""),
            ("standard deviation", "% of the ranges"),
            ("main parameters", "share"),
        ]),
        rows: report.axes.iter().enumerate().map(row).collect(),
    }
}

/// The Elo of a population in games against its opponents over the generations. The games of several generations count
/// together, because a single one has few.
#[derive(Debug, Clone, Default)]
pub struct RecentElo {
    pairs: VecDeque<[u64; 5]>,
    points: Vec<(u32, Estimate)>,
}

impl RecentElo {
    /// Takes in the generations of a run.
    #[must_use]
    pub fn of<'a>(records: impl IntoIterator<Item = &'a GenerationRecord>) -> RecentElo {
        let mut elo = RecentElo::default();
        records.into_iter().for_each(|record| elo.add(record));
        elo
    }

    /// Returns whether no generation has an Elo: there are no games, or all were won or lost.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Takes in a generation.
    pub fn add(&mut self, record: &GenerationRecord) {
        let mut sum = [0; 5];
        for games in &record.games {
            sum.iter_mut().zip(pairs(games)).for_each(|(sum, count)| *sum += u64::from(count));
        }
        self.pairs.push_back(sum);
        if self.pairs.len() > ELO_GENERATIONS {
            self.pairs.pop_front();
        }
        let trials = self.trials();
        if let Some(value) = trials.elo() {
            self.points.push((record.generation, Estimate { value, error: trials.elo_error() }));
        }
    }

    fn trials(&self) -> Trials {
        let mut sum = [0; 5];
        for pairs in &self.pairs {
            sum.iter_mut().zip(pairs).for_each(|(sum, count)| *sum += count);
        }
        Trials::Pairs(sum)
    }

    /// Returns the Elo in the latest generations and the number of their games; `None` without games, or if all were won
    /// or lost.
    #[must_use]
    pub fn latest(&self) -> Option<(Estimate, u64)> {
        let trials = self.trials();
        let (_, elo) = self.points.last()?;
        Some((*elo, 2 * trials.count())).filter(|(_, games)| *games > 0)
    }

    /// Returns the chart of the Elo with its band; `None` if no generation has an Elo.
    #[must_use]
    pub fn chart(&self, last: u32) -> Option<Chart> {
        if self.is_empty() {
            return None;
        }
        let at = |generation: &u32| f64::from(*generation);
        let band = self.points.iter().map(|(generation, elo)| (at(generation), elo.ends())).collect();
        let line = self.points.iter().map(|(generation, elo)| [at(generation), elo.value]).collect();
        let y =
            ChartAxis { labels: Labels::Signed, ..ChartAxis::new("organisms against the opponents", "Elo") };
        let layers = vec![
            Layer::new("95 %", LayerRole::Mean, Shape::Band(band)),
            Layer::new("equal", LayerRole::Paper, Shape::Level(0.0)),
            Layer::new("latest generations", LayerRole::Mean, Shape::Line(Stroke::Thick, line)),
        ];
        Some(Chart::new(generations(last), y, layers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolution::record::Spread;

    fn record(generation: u32, games: Vec<u8>) -> GenerationRecord {
        let spread =
            Spread { best: 0, mean: 0.0, q90: 0.0, q75: 0.0, median: 0.0, q25: 0.0, q10: 0.0, worst: 0 };
        GenerationRecord {
            run: 0,
            generation,
            evaluations: 0,
            spread,
            bit_diversity: Vec::new(),
            parameter_diversity: Vec::new(),
            champion_values: Vec::new(),
            population: Vec::new(),
            crosstable: None,
            nodes: Vec::new(),
            games: vec![games.clone(), games],
            faults: Vec::new(),
        }
    }

    #[test]
    fn the_elo_is_that_of_the_latest_generations() {
        let mut elo = RecentElo::default();
        assert!(elo.latest().is_none() && elo.chart(9).is_none());
        for generation in 0..100 {
            // The organisms lose first, and win three quarters of the points later.
            let games = if generation < 50 { vec![0, 1, 0, 0] } else { vec![2, 1, 2, 1] };
            elo.add(&record(generation, games));
        }
        let (estimate, games) = elo.latest().unwrap();
        assert_eq!(games, ELO_GENERATIONS as u64 * 8);
        assert!((estimate.value - 190.8).abs() < 0.1, "{estimate}");
        assert!(elo.chart(99).is_some());
        for half_points in [0, 2] {
            let records: Vec<_> = (0..9).map(|generation| record(generation, vec![half_points; 4])).collect();
            let elo = RecentElo::of(&records);
            assert!(elo.is_empty() && elo.chart(9).is_none(), "all games were won or all lost");
        }
    }
}
