//! The figures of an evolution: curves over the generations, the organisms of a generation, and results.

use std::collections::BTreeSet;

use super::chart::{Axis, Chart, Labels, Layer, LayerRole, Panel, Shape, Stroke};
use super::scale::{fine_step, round_step};
use super::table::{Cell, Table, columns};
use crate::engine::schema::Schema;
use crate::evolution::record::{GenerationRecord, Spread};
use crate::objectives::confirmation::Milestone;
use crate::objectives::details::Examination;
use crate::objectives::measure::{Format, Measure, Share};
use crate::objectives::paper::{self, Moment, Paper};
use crate::session::{Intervention, InterventionKind};

/// The name of the band of quantiles.
pub const BAND: &str = "10–90 %";

/// The unit in which the untuned search is comparable with others.
pub const NODES: &str = "nodes";

/// The scores of a run by generation.
#[derive(Debug, Clone, PartialEq)]
pub struct RunCurve<'a> {
    /// The run; the first is 0.
    pub run: u32,
    /// The generations with their distributions of scores, in ascending order.
    pub points: Vec<(u32, &'a Spread)>,
}

/// The scores of all runs of a session by generation.
#[derive(Debug, Clone, PartialEq)]
pub struct Curves<'a> {
    /// How scores are named and written.
    pub measure: Measure,
    /// The last generation of the axis.
    pub generations: u32,
    /// The runs.
    pub runs: Vec<RunCurve<'a>>,
    /// The index of the run that is shown with its mean and its band.
    pub shown: usize,
    /// What the paper reports.
    pub paper: Option<Paper>,
    /// The number of the untuned search, in the unit of the measure.
    pub untuned: Option<f64>,
    /// What a person did during the runs.
    pub interventions: Vec<Intervention>,
}

/// Returns the axis of the generations.
#[must_use]
pub fn generations(last: u32) -> Axis {
    Axis::new("generation", "").counts().whole(0.0, f64::from(last.max(1)))
}

/// Returns the axis of a measure.
#[must_use]
pub fn axis(measure: &Measure) -> Axis {
    let title = measure.titles.first().cloned().unwrap_or_default();
    Axis {
        logarithmic: measure.logarithmic,
        labels: Labels::Measure(Box::new(measure.clone())),
        ..Axis::new(&title, measure.unit)
    }
}

/// The largest number of runs with colours of their own. More of them would be hard to tell apart.
const DISTINCT_RUNS: usize = 12;

/// Returns the chart of the best, the mean and the quantiles of the scores over the generations of a run, with the best of
/// the other runs.
#[must_use]
pub fn fitness(curves: &Curves<'_>) -> Chart {
    let Curves { measure, generations: last, runs, shown, paper, .. } = curves;
    let mut layers = Vec::new();
    if let Some(run) = runs.get(*shown) {
        layers.push(Layer::new(BAND, LayerRole::Mean, curves.band(run)));
    }
    layers.extend(curves.untuned_layer());
    for (index, run) in runs.iter().enumerate().filter(|(index, _)| index != shown) {
        let name = format!("run {} best", runs[index].run + 1);
        layers.push(Layer::new(&name, LayerRole::Other, curves.line(run, Stroke::Thin, best)));
    }
    if let Some(run) = runs.get(*shown) {
        layers.push(Layer::new("mean", LayerRole::Mean, curves.line(run, Stroke::Thin, mean)));
        layers.push(Layer::new("best", LayerRole::Best, curves.line(run, Stroke::Thick, best)));
    }
    layers.extend(paper.iter().flat_map(|paper| &paper.points).filter_map(|point| of_paper(point, *last)));
    layers.extend(runs.get(*shown).into_iter().flat_map(|run| curves.events(run)));
    Chart::new(generations(*last), axis(measure), layers)
}

/// Returns the chart of the best of each run over the generations and, in a second panel, of each run's mean. The run that is
/// shown is drawn thick, and has its quantiles.
#[must_use]
pub fn fitness_of_runs(curves: &Curves<'_>) -> Chart {
    let Curves { measure, generations: last, runs, shown, paper, .. } = curves;
    let panel = |what: &str, score: fn(&Spread) -> f64, is_best: bool| {
        let mut layers = Vec::new();
        if let Some(run) = runs.get(*shown).filter(|_| !is_best) {
            let name = format!("run {} {BAND}", run.run + 1);
            layers.push(Layer::new(&name, LayerRole::Mean, curves.band(run)));
        }
        layers.extend(curves.untuned_layer().filter(|_| is_best));
        for (index, run) in runs.iter().enumerate() {
            let (role, stroke) = match (index == *shown, runs.len() > DISTINCT_RUNS) {
                (false, true) => (LayerRole::Other, Stroke::Thin),
                (true, true) => (LayerRole::Best, Stroke::Thick),
                (false, false) => (LayerRole::Number(index), Stroke::Thin),
                (true, false) => (LayerRole::Number(index), Stroke::Thick),
            };
            let name = format!("run {} {what}", run.run + 1);
            layers.push(Layer::new(&name, role, curves.line(run, stroke, score)));
        }
        let points = paper.iter().flat_map(|paper| &paper.points).filter(|point| point.is_best == is_best);
        layers.extend(points.filter_map(|point| of_paper(point, *last)));
        let y = axis(measure);
        Panel { y: Axis { title: format!("{}: {what} of each run", y.title), ..y }, layers }
    };
    Chart { x: generations(*last), panels: vec![panel("best", best, true), panel("mean", mean, false)] }
}

fn best(spread: &Spread) -> f64 {
    spread.best as f64
}

fn mean(spread: &Spread) -> f64 {
    spread.mean
}

/// Returns the point of a paper; `None` if it is after the last generation.
fn of_paper(point: &paper::Point, last: u32) -> Option<Layer> {
    let x = match point.at {
        Moment::Generation(generation) if generation > last => return None,
        Moment::Generation(generation) => generation,
        Moment::End => last,
    };
    Some(Layer::new(&point.label, LayerRole::Paper, Shape::Points(vec![[f64::from(x), point.value]])))
}

impl Curves<'_> {
    fn line(&self, run: &RunCurve<'_>, stroke: Stroke, score: fn(&Spread) -> f64) -> Shape {
        let point = |(x, spread): &(u32, &Spread)| [f64::from(*x), self.measure.value(score(spread))];
        Shape::Line(stroke, run.points.iter().map(point).collect())
    }

    fn band(&self, run: &RunCurve<'_>) -> Shape {
        let ends = |(x, spread): &(u32, &Spread)| {
            (f64::from(*x), ordered([spread.q10, spread.q90].map(|score| self.measure.value(score))))
        };
        Shape::Band(run.points.iter().map(ends).collect())
    }

    /// Returns a layer for each kind of intervention in a run, with points on the line of its best scores.
    fn events(&self, run: &RunCurve<'_>) -> Vec<Layer> {
        let point = |kind: InterventionKind| {
            let made = self.interventions.iter().filter(|made| (made.run, made.kind) == (run.run, kind));
            let wanted: BTreeSet<u32> = made.map(|made| made.generation).collect();
            let points = run.points.iter().filter(|(generation, _)| wanted.contains(generation));
            points.map(|(x, spread)| [f64::from(*x), self.measure.value(best(spread))]).collect()
        };
        let layers = InterventionKind::ALL
            .map(|kind| Layer::new(kind.name(), LayerRole::Event, Shape::Points(point(kind))));
        layers
            .into_iter()
            .filter(|layer| !matches!(&layer.shape, Shape::Points(points) if points.is_empty()))
            .collect()
    }

    fn untuned_layer(&self) -> Option<Layer> {
        self.untuned.map(|value| Layer::new("untuned search", LayerRole::Untuned, Shape::Level(value)))
    }
}

/// Returns two numbers in ascending order.
fn ordered([one, other]: [f64; 2]) -> [f64; 2] {
    if one <= other { [one, other] } else { [other, one] }
}

/// Returns the chart of the scores within each generation of a coevolution, in percent of the largest score, and the
/// number of founders that are left, if there are any. `points` are the generations with their scores and founders.
#[must_use]
pub fn scores(points: &[(u32, &Spread, u32)], largest: u64, last: u32, has_founders: bool) -> Chart {
    let share = |score: f64| 100.0 * score / largest.max(1) as f64;
    let ends = |(x, spread, _): &(u32, &Spread, u32)| (f64::from(*x), [share(spread.q10), share(spread.q90)]);
    let best = |(x, spread, _): &(u32, &Spread, u32)| [f64::from(*x), share(spread.best as f64)];
    let left = |(x, _, founders): &(u32, &Spread, u32)| [f64::from(*x), f64::from(*founders)];
    let mut chart = Chart {
        x: generations(last),
        panels: vec![
            Panel {
                y: Axis::new("points within the generation", "%").whole(0.0, 100.0),
                layers: vec![
                    Layer::new(BAND, LayerRole::Mean, Shape::Band(points.iter().map(ends).collect())),
                    Layer::new(
                        "best",
                        LayerRole::Best,
                        Shape::Line(Stroke::Thick, points.iter().map(best).collect()),
                    ),
                ],
            },
            Panel {
                y: Axis::new("founders left", "organisms").counts().whole(0.0, 1.0),
                layers: vec![Layer::new(
                    "founders left",
                    LayerRole::Paper,
                    Shape::Line(Stroke::Thin, points.iter().map(left).collect()),
                )],
            },
        ],
    };
    if !has_founders {
        chart.panels.truncate(1);
    }
    chart
}

/// Returns the chart of the Elo of new leaders against the founders, with errors; `None` if there is no Elo.
#[must_use]
pub fn elo(milestones: &[Milestone], last: u32) -> Option<Chart> {
    let mut known: Vec<_> =
        milestones.iter().filter_map(|milestone| Some((milestone.generation, milestone.elo()?))).collect();
    known.sort_by_key(|(generation, _)| *generation);
    if known.is_empty() {
        return None;
    }
    let band = known.iter().map(|(x, elo)| (f64::from(*x), elo.ends())).collect();
    let line = known.iter().map(|(x, elo)| [f64::from(*x), elo.value]).collect();
    let y = Axis { labels: Labels::Signed, ..Axis::new("leader against the founders", "Elo") };
    let layers = vec![
        Layer::new("95 %", LayerRole::Best, Shape::Band(band)),
        Layer::new("founders", LayerRole::Paper, Shape::Level(0.0)),
        Layer::new("each new leader", LayerRole::Best, Shape::Line(Stroke::Thick, line)),
    ];
    Some(Chart::new(generations(last), y, layers))
}

/// Returns the chart of the mean diversity of bits and of parameters.
#[must_use]
pub fn diversity<'a>(records: impl Iterator<Item = &'a GenerationRecord>, last: u32) -> Chart {
    let mean = |values: &[f32]| {
        values.iter().map(|value| f64::from(*value)).sum::<f64>() / values.len().max(1) as f64
    };
    let (bits, parameters): (Vec<_>, Vec<_>) = records
        .map(|record| {
            let x = f64::from(record.generation);
            ([x, mean(&record.bit_diversity)], [x, mean(&record.parameter_diversity)])
        })
        .unzip();
    let panel = |title: &str, unit: &str, name: &str, line| Panel {
        y: Axis::new(title, unit).whole(0.0, 0.5),
        layers: vec![Layer::new(name, LayerRole::Mean, Shape::Line(Stroke::Thick, line))],
    };
    Chart {
        x: generations(last),
        panels: vec![
            panel("diversity of bits", "share of pairs that differ", "bits", bits),
            panel(
                "diversity of parameters",
                "standard deviation by width of range",
                "parameters",
                parameters,
            ),
        ],
    }
}

/// Values counted in ranges of equal width.
#[derive(Debug, Clone, PartialEq)]
pub struct Bins {
    /// The lower end of the first range.
    pub first: f64,
    /// The width of a range.
    pub step: f64,
    /// The number of values in each range.
    pub counts: Vec<u64>,
}

/// Counts the numbers shown of a generation's scores in about `target` ranges; `None` without organisms.
#[must_use]
pub fn bins(measure: &Measure, record: &GenerationRecord, target: usize) -> Option<Bins> {
    let values: Vec<f64> = record.population.iter().map(|one| measure.value(one.score as f64)).collect();
    let (low, high) = (values.iter().copied().reduce(f64::min)?, values.iter().copied().reduce(f64::max)?);
    let rough = (high - low) / target.max(1) as f64;
    let step = if measure.format == Format::Fraction { fine_step(rough) } else { round_step(rough) };
    let first = (low / step).floor() * step;
    let last = ((high - first) / step).floor() as usize;
    let mut counts = vec![0; last + 1];
    for value in values {
        counts[(((value - first) / step).floor() as usize).min(last)] += 1;
    }
    Some(Bins { first, step, counts })
}

/// Returns the histogram of a generation's scores.
#[must_use]
pub fn distribution(measure: &Measure, record: &GenerationRecord) -> Option<Chart> {
    let Bins { first, step, counts } = bins(measure, record, 20)?;
    let bar = |(bin, count): (usize, &u64)| [first + bin as f64 * step, *count as f64];
    let bars = Shape::Bars(step, counts.iter().enumerate().map(bar).collect());
    let x = Axis { whole: None, logarithmic: false, ..axis(measure) };
    let layer = Layer::new("organisms", LayerRole::Best, bars);
    Some(Chart::new(x, Axis::new("organisms", "").counts(), vec![layer]))
}

/// Returns the organisms of a generation with their scores, origins and parameter values.
#[must_use]
pub fn organisms(schema: &Schema, measure: &Measure, record: &GenerationRecord) -> Table {
    let mut titles = vec![("place", ""), (measure.heading, measure.unit)];
    titles.extend((measure.share != Share::None).then_some(("share", "%")));
    titles.extend([("born", "generation"), ("parents", "")]);
    titles.extend(schema.parameters.iter().map(|parameter| (parameter.name.as_str(), "")));
    let rows = record.population.iter().enumerate().map(|(place, one)| {
        let value = measure.value(one.score as f64);
        let mut row = vec![Cell::count(place + 1), Cell::number(Some(value), decimals(measure))];
        let whole = measure.largest.max(1) as f64;
        match measure.share {
            Share::Score => row.push(Cell::Number(100.0 * one.score as f64 / whole, 1)),
            Share::Shown => row.push(Cell::Number(100.0 * value / whole, 1)),
            Share::None => {}
        }
        let parents: Vec<String> = one.parents.iter().map(|parent| (parent + 1).to_string()).collect();
        row.extend([Cell::count(one.born), Cell::text(parents.join(" × "))]);
        if one.chromosome.len() == schema.bits() {
            row.extend(one.chromosome.decode(schema).into_iter().map(Cell::count));
        }
        row.resize(titles.len(), Cell::Empty);
        row
    });
    Table { rows: rows.collect(), columns: columns(&titles) }
}

/// Returns the number of decimals of a measure in a table.
#[must_use]
pub fn decimals(measure: &Measure) -> usize {
    match measure.format {
        Format::Count | Format::LargeCount => 0,
        Format::Decimal | Format::Error => 1,
        Format::Fraction => 4,
    }
}

/// Returns the comparisons of a tuned search with the untuned one.
#[must_use]
pub fn examinations(examinations: &[(u32, &Examination)]) -> Table {
    let row = |(run, suite): &(u32, &Examination)| {
        vec![
            Cell::count(run + 1),
            Cell::text(&suite.suite),
            Cell::text(match (suite.trained, suite.quiet) {
                (_, true) => "quiet",
                (true, false) => "training",
                (false, false) => "validation",
            }),
            Cell::count(suite.positions),
            Cell::count(suite.champion.found),
            Cell::count(suite.untuned.found),
            Cell::count(suite.champion.nodes),
            Cell::count(suite.untuned.nodes),
            Cell::number(
                (suite.untuned.nodes > 0)
                    .then(|| 100.0 * suite.champion.nodes as f64 / suite.untuned.nodes as f64),
                1,
            ),
        ]
    };
    Table {
        columns: columns(&[
            ("run", ""),
            ("suite", ""),
            ("set", ""),
            ("size", "positions"),
            ("champion found", "positions"),
            ("untuned found", "positions"),
            ("champion", "nodes"),
            ("untuned", "nodes"),
            ("champion", "% of the untuned nodes"),
        ]),
        rows: examinations.iter().map(row).collect(),
    }
}
