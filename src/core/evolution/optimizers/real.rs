//! The common part of optimizers over real vectors, and the adapter that turns them into optimizers of chromosomes.
//!
//! A point has one coordinate for each parameter that is not fixed. The coordinate 0 is the lower end of the parameter's
//! range and 1 the upper end. Points outside the unit cube are reflected into it. A point's organism has the nearest
//! integers as values.

use std::f64::consts::TAU;
use std::sync::Arc;

use rand::{Rng, RngExt};

use super::OptimizerSettings;
use crate::engine::schema::{Parameter, Schema};
use crate::evolution::bounds::Bounds;
use crate::evolution::optimizer::{Candidate, Generation, Optimizer};
use crate::evolution::report::{Axis, OptimizerReport, ReportColumn, ReportUnit};
use crate::organism::chromosome::Chromosome;
use crate::randomness::Randomness;

/// An organism as an optimizer over real vectors receives it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MeasuredPoint {
    /// The proposed point, or the organism's point if it was not proposed.
    pub(super) point: Vec<f64>,
    /// The score; larger is fitter.
    pub(super) score: f64,
    /// The index in the proposal.
    pub(super) place: usize,
    /// Whether the optimizer proposed the point. A planted or initial organism is not proposed.
    pub(super) is_proposed: bool,
}

/// An optimizer over real vectors. Larger scores are fitter.
pub(super) trait RealOptimizer: Send {
    /// Returns the points of a generation. Asking twice gives the same answer.
    fn ask(&self, generation: u32, randomness: &Randomness) -> Vec<Vec<f64>>;

    /// Receives a measured generation, fittest first. The arguments are those of the last call of `ask`.
    fn tell(&mut self, generation: u32, randomness: &Randomness, measured: &[MeasuredPoint]);

    /// Lets generation 0 begin at this point instead of at a random one.
    fn start(&mut self, point: Vec<f64>);

    /// Returns the optimizer's estimate of the optimum, if it has one besides the measured points.
    fn estimate(&self) -> Option<Vec<f64>> {
        None
    }

    /// Returns the state after the last call of `tell`, with coordinates instead of parameters.
    fn report(&self) -> Option<RealReport> {
        None
    }

    /// Replaces the settings from the next call of `ask` on.
    fn change(&mut self, settings: &OptimizerSettings);

    /// Replaces the bounds of the coordinates from the next call of `ask` on. Points outside are reflected at them anyway.
    fn bound(&mut self, _bounds: &[[f64; 2]]) {}
}

/// The state of an optimizer over real vectors: an [`OptimizerReport`] with an entry for each coordinate.
pub(super) struct RealReport {
    pub(super) estimate: Vec<f64>,
    /// Columns in units of the coordinates: shares of the ranges, or score per range.
    pub(super) columns: Vec<ReportColumn>,
    pub(super) axes: Vec<Axis>,
}

/// An optimizer over real vectors that proposes chromosomes.
pub(super) struct OnChromosomes<O> {
    schema: Arc<Schema>,
    optimizer: O,
    /// The bounds of the coordinates.
    bounds: Vec<[f64; 2]>,
    /// The organisms of the last measured generation, and its number.
    last_generation: Vec<Candidate>,
    last_number: u32,
}

/// Returns the number of parameters of a schema that are not fixed.
pub(super) fn dimensions(schema: &Schema) -> usize {
    schema.parameters.iter().filter(|parameter| parameter.range.0 < parameter.range.1).count()
}

/// Returns the distance of neighbouring integers for each coordinate.
pub(super) fn resolutions(schema: &Schema) -> Vec<f64> {
    let widths =
        schema.parameters.iter().map(|parameter| f64::from(parameter.range.1) - f64::from(parameter.range.0));
    widths.filter(|width| *width > 0.0).map(|width| 1.0 / width).collect()
}

/// Reflects a coordinate into 0 to 1.
pub(super) fn reflected(coordinate: f64) -> f64 {
    let folded = coordinate.rem_euclid(2.0);
    if folded > 1.0 { 2.0 - folded } else { folded }
}

/// Reflects a coordinate into its bounds.
pub(super) fn within([low, high]: [f64; 2], coordinate: f64) -> f64 {
    if low < high { low + reflected((coordinate - low) / (high - low)) * (high - low) } else { low }
}

/// Returns a point with each coordinate drawn from 0 to 1.
pub(super) fn random_point(dimensions: usize, rng: &mut impl Rng) -> Vec<f64> {
    (0..dimensions).map(|_| rng.random()).collect()
}

/// Returns the points of generation 0 of an optimizer without a centre: the start, if there is one, and random points
/// halfway between it and the ends of the ranges at most. Without a start, all points are random.
pub(super) fn first_points(
    start: Option<&Vec<f64>>,
    count: usize,
    dimensions: usize,
    rng: &mut impl Rng,
) -> Vec<Vec<f64>> {
    let random = (0..count).map(|_| random_point(dimensions, rng));
    let Some(start) = start else { return random.collect() };
    let towards = |point: Vec<f64>| {
        start.iter().zip(point).map(|(start, drawn)| f64::midpoint(*start, drawn)).collect::<Vec<f64>>()
    };
    std::iter::once(start.clone()).chain(random.map(towards)).take(count).collect()
}

/// Draws from the standard normal distribution (Box and Muller 1958). The functions of `libm` give the same bits on all
/// machines.
pub(super) fn normal(rng: &mut impl Rng) -> f64 {
    let (radius, angle): (f64, f64) = (1.0 - rng.random::<f64>(), rng.random());
    (-2.0 * libm::log(radius)).sqrt() * libm::cos(TAU * angle)
}

impl<O: RealOptimizer> OnChromosomes<O> {
    pub(super) fn new(schema: &Arc<Schema>, optimizer: O) -> OnChromosomes<O> {
        let bounds = vec![[0.0, 1.0]; dimensions(schema)];
        let (last_generation, last_number) = (Vec::new(), 0);
        OnChromosomes { schema: Arc::clone(schema), optimizer, bounds, last_generation, last_number }
    }

    fn chromosome(&self, point: &[f64]) -> Chromosome {
        let mut coordinates = point.iter().zip(&self.bounds).map(|(at, bounds)| within(*bounds, *at));
        let values: Vec<i32> = self
            .schema
            .parameters
            .iter()
            .map(|parameter| {
                let (low, high) = (f64::from(parameter.range.0), f64::from(parameter.range.1));
                let share = if low < high { coordinates.next().unwrap_or(0.0) } else { 0.0 };
                (low + share * (high - low)).round() as i32
            })
            .collect();
        Chromosome::encode(&self.schema, &values).unwrap_or_else(|| Chromosome::zeros(self.schema.bits()))
    }

    /// Returns a number for each parameter from one for each coordinate. A fixed parameter has the coordinate 0.
    fn by_parameter(&self, coordinates: &[f64], convert: impl Fn(&Parameter, f64) -> f64) -> Vec<f64> {
        let mut coordinates = coordinates.iter().copied();
        let number = |parameter: &Parameter| {
            let is_fixed = parameter.range.0 >= parameter.range.1;
            let coordinate = if is_fixed { None } else { coordinates.next() };
            convert(parameter, coordinate.unwrap_or(0.0))
        };
        self.schema.parameters.iter().map(number).collect()
    }

    fn point(&self, chromosome: &Chromosome) -> Vec<f64> {
        let values = chromosome.decode(&self.schema);
        let both = self.schema.parameters.iter().zip(values);
        both.filter(|(parameter, _)| parameter.range.0 < parameter.range.1)
            .map(|(parameter, value)| {
                let (low, high) = (f64::from(parameter.range.0), f64::from(parameter.range.1));
                (f64::from(value) - low) / (high - low)
            })
            .collect()
    }

    /// Assigns each measured organism its place in the proposal and its point. An organism that was not proposed takes
    /// one of the remaining places.
    fn matched(&self, candidates: &[Candidate], scores: &[u64], points: Vec<Vec<f64>>) -> Vec<MeasuredPoint> {
        let mut proposed: Vec<Option<(Chromosome, Vec<f64>)>> =
            points.into_iter().map(|point| Some((self.chromosome(&point), point))).collect();
        let mut measured: Vec<MeasuredPoint> = Vec::with_capacity(candidates.len());
        for (candidate, score) in candidates.iter().zip(scores) {
            let is_same = |one: &Option<(Chromosome, Vec<f64>)>| {
                one.as_ref().is_some_and(|(chromosome, _)| *chromosome == candidate.chromosome)
            };
            let place = proposed.iter().position(is_same);
            let point = place.and_then(|place| proposed[place].take()).map(|(_, point)| point);
            measured.push(MeasuredPoint {
                is_proposed: point.is_some(),
                point: point.unwrap_or_else(|| self.point(&candidate.chromosome)),
                score: *score as f64,
                place: place.unwrap_or(usize::MAX),
            });
        }
        let mut left =
            (0..proposed.len()).filter(|place| proposed[*place].is_some()).collect::<Vec<_>>().into_iter();
        for foreign in measured.iter_mut().filter(|measured| !measured.is_proposed) {
            foreign.place = left.next().unwrap_or(0);
        }
        measured
    }
}

impl<O: RealOptimizer> Optimizer for OnChromosomes<O> {
    fn ask(&self, generation: u32, randomness: &Randomness) -> Vec<Candidate> {
        let candidate = |point: Vec<f64>| {
            let chromosome = self.chromosome(&point);
            let same = self.last_generation.iter().find(|candidate| candidate.chromosome == chromosome);
            Candidate { born: same.map_or(generation, |same| same.born), chromosome, parents: Vec::new() }
        };
        self.optimizer.ask(generation, randomness).into_iter().map(candidate).collect()
    }

    fn tell(&mut self, generation: Generation<'_>, randomness: &Randomness) {
        let Generation { number, candidates, scores, .. } = generation;
        let points = self.optimizer.ask(number, randomness);
        let measured = self.matched(&candidates, scores, points);
        self.optimizer.tell(number, randomness, &measured);
        self.last_generation = candidates;
        self.last_number = number;
    }

    fn start(&mut self, start: &Chromosome) {
        self.optimizer.start(self.point(start));
    }

    fn estimate(&self) -> Option<Chromosome> {
        Some(self.chromosome(&self.optimizer.estimate()?))
    }

    fn report(&self) -> Option<OptimizerReport> {
        if self.last_generation.is_empty() {
            return None;
        }
        let RealReport { estimate, columns, axes } = self.optimizer.report()?;
        let estimate: Vec<f64> =
            estimate.iter().zip(&self.bounds).map(|(at, bounds)| within(*bounds, *at)).collect();
        let width = |parameter: &Parameter| f64::from(parameter.range.1) - f64::from(parameter.range.0);
        let column = |column: ReportColumn| {
            let scaled = |parameter: &Parameter, value: f64| match column.unit {
                ReportUnit::Parameter => value * width(parameter),
                ReportUnit::ScorePerRange => value,
            };
            ReportColumn { values: self.by_parameter(&column.values, scaled), ..column }
        };
        let value =
            |parameter: &Parameter, share: f64| f64::from(parameter.range.0) + share * width(parameter);
        let axis =
            |axis: Axis| Axis { direction: self.by_parameter(&axis.direction, |_, part| part), ..axis };
        Some(OptimizerReport {
            generation: self.last_number,
            estimate: self.by_parameter(&estimate, value),
            columns: columns.into_iter().map(column).collect(),
            axes: axes.into_iter().map(axis).collect(),
        })
    }

    fn change(&mut self, settings: &OptimizerSettings) {
        self.optimizer.change(settings);
    }

    fn bound(&mut self, bounds: &Bounds) {
        self.bounds = bounds.shares(&self.schema);
        self.optimizer.bound(&self.bounds);
    }
}
