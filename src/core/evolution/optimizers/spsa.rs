//! SPSA, simultaneous perturbation stochastic approximation, for noisy objectives.
//!
//! Spall, “Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization” (IEEE Transactions on
//! Aerospace and Electronic Systems 34, 1998): the gain sequences, their exponents, and the choice of the first gain
//! from the desired length of the first step (section III.B).
//!
//! A generation has the current point and pairs of points on opposite sides of it. The gradient is the mean over the
//! pairs. If the population is even, the current point is measured twice. A population of two is one pair without the
//! current point, the usual form where organisms are measured by games.
//!
//! The estimate of the optimum is the current point, not a measured organism: a high score may be luck, but the point
//! is the sum of all steps. With [`SpsaSettings::averaging`] it is a mean of the points so far instead, which has less
//! noise, so that the steps may be longer.

use std::sync::Arc;

use rand::RngExt;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::average::{Average, averaging};
use super::population::population;
use super::real::{MeasuredPoint, OnChromosomes, RealOptimizer, RealReport, random_point, resolutions};
use super::{OptimizerDefinition, OptimizerSettings};
use crate::engine::schema::Schema;
use crate::evolution::optimizer::Optimizer;
use crate::evolution::report::{ReportColumn, ReportUnit};
use crate::evolution::setting::{Kind, Setting, SettingsError};
use crate::randomness::Randomness;

/// The exponents of the step's and of the perturbation's gain (section III.B).
const STEP_EXPONENT: f64 = 0.602;
const PERTURBATION_EXPONENT: f64 = 0.101;

/// The settings of SPSA.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpsaSettings {
    /// Number of organisms per generation.
    pub population: u32,
    /// The perturbation of the first generation as a share of each parameter's range.
    pub perturbation: f64,
    /// The mean change of a coordinate in the first step as a share of its range.
    pub first_step: f64,
    /// The number of generations over which the step stays about equal, Spall's A.
    pub stability: u32,
    /// The number of generations whose slopes determine the gain of the steps. Spall recommends several where
    /// measurements are noisy.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub calibration: u32,
    /// The least perturbation of each parameter in its units. With 0, a parameter of few values may never change,
    /// because both points of a pair round to the same integer.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub least_perturbation: f64,
    /// The perturbation of each parameter in the first generation, in its units; empty for the same share of each range.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub perturbations: Vec<f64>,
    /// Whether the estimate is the mean of the points so far, in which later points weigh more.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub averaging: bool,
    /// Whether the directions are those of a balanced design instead of random ones (`Spsa::balanced`).
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub balanced: bool,
}

impl SpsaSettings {
    /// Returns whether nothing moves: the pairs only measure which parameters have an effect.
    #[must_use]
    pub fn is_screening(&self) -> bool {
        self.first_step == 0.0
    }

    /// Returns the length of the way after this number of steps in the same direction, in an arbitrary unit.
    #[must_use]
    pub fn way(&self, steps: u32) -> f64 {
        let rest = 1.0 - STEP_EXPONENT;
        let stability = f64::from(self.stability);
        libm::pow(stability + f64::from(steps), rest) - libm::pow(stability, rest)
    }

    /// Returns the number of pairs of a balanced design of this many parameters: the least power of two above it.
    #[must_use]
    pub fn design(parameters: usize) -> u64 {
        (parameters as u64 + 1).next_power_of_two()
    }

    /// Sets the perturbation of each parameter in the last of `generations` generations, in its units.
    pub fn set_last_perturbations(&mut self, last: &[f64], generations: u32) {
        let growth = libm::pow(f64::from(generations.max(1)), PERTURBATION_EXPONENT);
        self.perturbations = last.iter().map(|units| units * growth).collect();
    }
}

fn one() -> u32 {
    1
}

fn is_one(number: &u32) -> bool {
    *number == 1
}

impl Default for SpsaSettings {
    fn default() -> SpsaSettings {
        SpsaSettings {
            population: 20,
            perturbation: 0.05,
            first_step: 0.05,
            stability: 20,
            calibration: 1,
            least_perturbation: 0.0,
            perturbations: Vec::new(),
            averaging: false,
            balanced: false,
        }
    }
}

/// The declared settings.
pub const SETTINGS: &[Setting<SpsaSettings>] = &[
    population(2),
    Setting::<SpsaSettings>::new(
        "perturbation",
        "X",
        Kind::Real(0.0001, 0.5),
        "With spsa: first perturbation as a share of each parameter's range",
        |spsa| Some(spsa.perturbation.into()),
        |spsa, value| value.real().map(|share| spsa.perturbation = share),
    )
    .in_forms("share of each range that is tried; more stands out from chance"),
    Setting::<SpsaSettings>::new(
        "first-step",
        "X",
        Kind::Real(0.0, 0.5),
        "With spsa: mean first change of a parameter as a share of its range; 0 to move nothing and only measure",
        |spsa| Some(spsa.first_step.into()),
        |spsa, value| value.real().map(|share| spsa.first_step = share),
    )
    .in_forms("first change, as a share of each range; more moves faster"),
    Setting::<SpsaSettings>::new(
        "stability",
        "N",
        Kind::Integer(0, u32::MAX as u64),
        "With spsa: number of generations over which steps stay about equally long",
        |spsa| Some(spsa.stability.into()),
        |spsa, value| value.integer().map(|number| spsa.stability = number),
    )
    .in_forms("generations of about equal steps; more keep steps long"),
    Setting::<SpsaSettings>::new(
        "calibration",
        "N",
        Kind::Integer(1, u32::MAX as u64),
        "With spsa: number of generations whose slopes determine the length of steps",
        |spsa| Some(spsa.calibration.into()),
        |spsa, value| value.integer().map(|number| spsa.calibration = number),
    ),
    Setting::<SpsaSettings>::new(
        "least-perturbation",
        "X",
        Kind::Real(0.0, 1000.0),
        "With spsa: least perturbation of a parameter in its units; 0.75 makes every pair differ in every parameter",
        |spsa| Some(spsa.least_perturbation.into()),
        |spsa, value| value.real().map(|units| spsa.least_perturbation = units),
    ),
    Setting::<SpsaSettings>::new(
        "directions",
        "WHICH",
        Kind::Choice(&[
            ("random", "Each parameter of each pair goes up or down by chance"),
            ("balanced", "The rows of a design in which each two parameters go together as often as apart"),
        ]),
        "With spsa: the directions of the pairs",
        |spsa| Some(if spsa.balanced { "balanced" } else { "random" }.into()),
        |spsa, value| {
            spsa.balanced = value.text() == "balanced";
            Ok(())
        },
    ),
    averaging(
        |spsa: &SpsaSettings| Some(if spsa.averaging { "on" } else { "off" }.into()),
        |spsa, value| {
            spsa.averaging = value.text() == "on";
            Ok(())
        },
    ),
];

impl OptimizerDefinition for SpsaSettings {
    fn optimizer(&self, schema: &Arc<Schema>) -> Box<dyn Optimizer> {
        Box::new(OnChromosomes::new(schema, Spsa::new(self.clone(), resolutions(schema))))
    }

    fn check(&self) -> Result<(), SettingsError> {
        match self.perturbations.iter().find(|units| !(units.is_finite() && **units > 0.0)) {
            None => Ok(()),
            Some(units) => {
                Err(SettingsError::out_of_range("perturbation", units, "greater than 0".to_owned()))
            }
        }
    }
}

/// Returns the differences of coordinates.
fn difference(point: &[f64], other: &[f64]) -> Vec<f64> {
    point.iter().zip(other).map(|(one, other)| one - other).collect()
}

/// SPSA over the unit cube.
#[derive(Debug, Clone)]
pub(super) struct Spsa {
    settings: SpsaSettings,
    /// The distance of neighbouring integers for each coordinate.
    resolutions: Vec<f64>,
    /// The bounds of the coordinates.
    bounds: Vec<[f64; 2]>,
    /// The current point; `None` before generation 0 is measured.
    point: Option<Vec<f64>>,
    /// The mean of the points since the last one that was set from outside.
    mean: Average,
    /// The number of steps made.
    steps: u32,
    /// The sum of the mean slopes that determine the gain, and their number.
    slopes: (f64, u32),
    /// The decay at the first of these slopes.
    first_decay: f64,
    /// For reports only.
    shown: Shown,
}

/// The number of generations over which a report averages slopes: those of a single pair are mostly noise.
const SLOPE_GENERATIONS: f64 = 20.0;

/// What a report shows besides the state.
#[derive(Debug, Clone, Default)]
struct Shown {
    /// The slopes as a weighted sum in which older generations count less, and the sum of the weights.
    slopes: Vec<f64>,
    weights: f64,
    /// The last change of the point.
    step: Vec<f64>,
}

impl Shown {
    /// Takes in the slopes of a generation.
    fn add(&mut self, slopes: impl Iterator<Item = f64>) {
        let decay = 1.0 - 1.0 / SLOPE_GENERATIONS;
        let mut slopes: Vec<f64> = slopes.collect();
        slopes.iter_mut().zip(&self.slopes).for_each(|(sum, before)| *sum += decay * before);
        self.slopes = slopes;
        self.weights = 1.0 + decay * self.weights;
    }
}

impl Spsa {
    /// Creates the optimizer. `resolutions` are the distances of neighbouring integers.
    pub(super) fn new(settings: SpsaSettings, resolutions: Vec<f64>) -> Spsa {
        Spsa {
            settings,
            bounds: vec![[0.0, 1.0]; resolutions.len()],
            resolutions,
            point: None,
            mean: Average::default(),
            steps: 0,
            slopes: (0.0, 0),
            first_decay: 0.0,
            shown: Shown::default(),
        }
    }

    fn dimensions(&self) -> usize {
        self.resolutions.len()
    }

    /// Returns the place of the first pair in a generation: after the current point, if that is measured.
    fn first_pair(&self) -> usize {
        usize::from(self.settings.population > 2)
    }

    /// Returns the perturbation of each coordinate in units of [`Spsa::perturbation`]. Steps have the same units.
    fn scales(&self) -> Vec<f64> {
        let scale = |(index, resolution): (usize, &f64)| {
            let first = self.settings.perturbations.get(index);
            let wanted = first.map_or(1.0, |units| units * resolution / self.settings.perturbation);
            wanted.max(self.settings.least_perturbation * resolution / self.perturbation())
        };
        self.resolutions.iter().enumerate().map(scale).collect()
    }

    fn current(&self, generation: u32, randomness: &Randomness) -> Vec<f64> {
        let random = || random_point(self.dimensions(), &mut randomness.stream(generation, "start"));
        self.point.clone().unwrap_or_else(random)
    }

    fn perturbation(&self) -> f64 {
        self.settings.perturbation / libm::pow(f64::from(self.steps + 1), PERTURBATION_EXPONENT)
    }

    /// Returns the directions of the pairs: each coordinate is 1 or −1.
    fn directions(&self, generation: u32, randomness: &Randomness) -> Vec<Vec<f64>> {
        let pairs = (self.settings.population as usize).saturating_sub(self.first_pair()) / 2;
        if self.settings.balanced {
            let first = u64::from(generation) * pairs as u64;
            return (first..first + pairs as u64).map(|pair| self.balanced(pair, randomness)).collect();
        }
        let mut rng = randomness.stream(generation, "directions");
        let mut sign = || if rng.random::<bool>() { 1.0 } else { -1.0 };
        (0..pairs).map(|_| (0..self.dimensions()).map(|_| sign()).collect()).collect()
    }

    /// Returns the direction of a pair in a two-level design whose columns are orthogonal: a matrix of Hadamard in
    /// Sylvester's construction. The two points of a pair are a row and its opposite (foldover), so neither interactions of two
    /// parameters nor curvature change the difference of their scores. Each repetition of the design has other columns, so
    /// interactions of three parameters average out.
    fn balanced(&self, pair: u64, randomness: &Randomness) -> Vec<f64> {
        let rows = SpsaSettings::design(self.dimensions());
        let (repetition, row) = (pair / rows, pair % rows);
        let mut columns: Vec<u64> = (1..rows).collect();
        columns.shuffle(&mut randomness.stream(repetition as u32, "columns"));
        let sign = |column: &u64| if (row & column).count_ones().is_multiple_of(2) { 1.0 } else { -1.0 };
        columns.iter().take(self.dimensions()).map(sign).collect()
    }

    /// Returns the point at this distance in a direction, within the cube.
    fn shifted(&self, point: &[f64], direction: &[f64], distance: f64) -> Vec<f64> {
        let all = point.iter().zip(direction).zip(self.scales()).zip(&self.bounds);
        all.map(|(((at, sign), scale), [low, high])| (at + distance * scale * sign).clamp(*low, *high))
            .collect()
    }

    /// Estimates the gradient from the pairs of which both points were measured as proposed.
    fn gradient(&self, directions: &[Vec<f64>], measured: &[MeasuredPoint]) -> Vec<f64> {
        let score = |place: usize| {
            measured
                .iter()
                .find(|measured| measured.place == place && measured.is_proposed)
                .map(|found| found.score)
        };
        let (mut gradient, scales) = (vec![0.0; self.dimensions()], self.scales());
        let first = self.first_pair();
        for (pair, direction) in directions.iter().enumerate() {
            let Some((above, below)) = score(first + 2 * pair).zip(score(first + 1 + 2 * pair)) else {
                continue;
            };
            let slope = (above - below) / (2.0 * self.perturbation());
            for ((sum, sign), scale) in gradient.iter_mut().zip(direction).zip(&scales) {
                *sum += slope * sign * scale / directions.len() as f64;
            }
        }
        gradient
    }
}

impl RealOptimizer for Spsa {
    fn ask(&self, generation: u32, randomness: &Randomness) -> Vec<Vec<f64>> {
        let (point, distance) = (self.current(generation, randomness), self.perturbation());
        let directions = self.directions(generation, randomness);
        let pair = |direction: &Vec<f64>| [distance, -distance].map(|at| self.shifted(&point, direction, at));
        let centre = std::iter::repeat_n(point.clone(), self.first_pair());
        let mut points: Vec<Vec<f64>> = centre.chain(directions.iter().flat_map(pair)).collect();
        points.resize(self.settings.population as usize, point);
        points
    }

    fn tell(&mut self, generation: u32, randomness: &Randomness, measured: &[MeasuredPoint]) {
        let point = self.current(generation, randomness);
        // A planted or initial organism that is the fittest is the new point.
        if let Some(foreign) = measured.first().filter(|best| !best.is_proposed) {
            self.shown.step = difference(&foreign.point, &point);
            self.point = Some(foreign.point.clone());
            self.mean = Average::default();
            return;
        }
        let gradient = self.gradient(&self.directions(generation, randomness), measured);
        let scales = self.scales();
        let unscaled = gradient.iter().zip(&scales).map(|(slope, scale)| (slope / scale).abs());
        let mean = unscaled.sum::<f64>() / self.dimensions().max(1) as f64;
        let decay = |steps: u32| {
            libm::pow(f64::from(self.settings.stability) + f64::from(steps) + 1.0, STEP_EXPONENT)
        };
        if mean > 0.0 && self.slopes.1 < self.settings.calibration {
            if self.slopes.1 == 0 {
                self.first_decay = decay(self.steps);
            }
            self.slopes = (self.slopes.0 + mean, self.slopes.1 + 1);
        }
        let (sum, count) = self.slopes;
        let gain = if count == 0 {
            0.0
        } else {
            self.settings.first_step * self.first_decay / (sum / f64::from(count))
        };
        let length = gain / decay(self.steps);
        // The bound limits the damage of a single noisy slope.
        let bound = 2.0 * self.settings.first_step.max(self.settings.perturbation);
        let moved = |(((at, slope), scale), [low, high]): (((&f64, &f64), &f64), &[f64; 2])| {
            (at + (length * slope).clamp(-bound * scale, bound * scale)).clamp(*low, *high)
        };
        let all = point.iter().zip(&gradient).zip(&scales).zip(&self.bounds);
        let next: Vec<f64> = all.map(moved).collect();
        self.shown.add(gradient.iter().zip(&scales).map(|(slope, scale)| slope / (scale * scale)));
        self.shown.step = difference(&next, &point);
        self.mean.add(&next);
        self.point = Some(next);
        self.steps += u32::from(!self.settings.is_screening());
    }

    fn start(&mut self, point: Vec<f64>) {
        self.point = Some(point);
    }

    fn estimate(&self) -> Option<Vec<f64>> {
        let mean = self.mean.value().filter(|_| self.settings.averaging);
        mean.map(<[f64]>::to_vec).or_else(|| self.point.clone())
    }

    fn report(&self) -> Option<RealReport> {
        let Shown { slopes, weights, step } = &self.shown;
        let perturbations = self.scales().iter().map(|scale| scale * self.perturbation()).collect();
        let slopes = slopes.iter().map(|sum| sum / weights).collect();
        let column = |heading, title, unit, values| ReportColumn { heading, title, unit, values };
        Some(RealReport {
            estimate: self.estimate()?,
            columns: vec![
                column(
                    "slope",
                    "gradient: mean slope of the latest generations, over the whole range",
                    ReportUnit::ScorePerRange,
                    slopes,
                ),
                column("step", "last change of the current point", ReportUnit::Parameter, step.clone()),
                column("±", "perturbation of the next pair", ReportUnit::Parameter, perturbations),
            ],
            axes: Vec::new(),
        })
    }

    fn change(&mut self, settings: &OptimizerSettings) {
        let Some(spsa) = settings.spsa() else { return };
        self.settings = spsa.clone();
    }

    fn bound(&mut self, bounds: &[[f64; 2]]) {
        self.bounds = bounds.to_vec();
        if let Some(point) = &mut self.point {
            point.iter_mut().zip(bounds).for_each(|(at, [low, high])| *at = at.clamp(*low, *high));
        }
    }
}
