//! SPSA, simultaneous perturbation stochastic approximation, for noisy objectives.
//!
//! Spall, “Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization” (IEEE Transactions on
//! Aerospace and Electronic Systems 34, 1998): the gain sequences, their exponents, and the choice of the first gain
//! from the desired length of the first step (section III.B).
//!
//! A generation has the current point and pairs of points on opposite sides of it. The gradient is the mean over the
//! pairs. If the population is even, the current point is measured twice.

use std::sync::Arc;

use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::real::{MeasuredPoint, OnChromosomes, RealOptimizer, dimensions, random_point};
use super::{OptimizerDefinition, OptimizerSettings};
use crate::engine::schema::Schema;
use crate::evolution::optimizer::Optimizer;
use crate::evolution::setting::{Kind, Setting, SettingsError, check_all};
use crate::randomness::Randomness;

/// The maximum population.
const MAX_POPULATION: u64 = 1_000_000;
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
}

impl Default for SpsaSettings {
    fn default() -> SpsaSettings {
        SpsaSettings { population: 20, perturbation: 0.05, first_step: 0.05, stability: 20 }
    }
}

/// The declared settings.
pub const SETTINGS: &[Setting<SpsaSettings>] = &[
    Setting::<SpsaSettings>::new(
        "population",
        "N",
        Kind::Integer(3, MAX_POPULATION),
        "Number of organisms per generation",
        |spsa| Some(spsa.population.into()),
        |spsa, value| value.integer().map(|number| spsa.population = number),
    )
    .in_forms(),
    Setting::<SpsaSettings>::new(
        "perturbation",
        "X",
        Kind::Real(0.0001, 0.5),
        "With spsa: first perturbation as a share of each parameter's range",
        |spsa| Some(spsa.perturbation.into()),
        |spsa, value| value.real().map(|share| spsa.perturbation = share),
    ),
    Setting::<SpsaSettings>::new(
        "first-step",
        "X",
        Kind::Real(0.0001, 0.5),
        "With spsa: mean first change of a parameter as a share of its range",
        |spsa| Some(spsa.first_step.into()),
        |spsa, value| value.real().map(|share| spsa.first_step = share),
    ),
    Setting::<SpsaSettings>::new(
        "stability",
        "N",
        Kind::Integer(0, u32::MAX as u64),
        "With spsa: number of generations over which steps stay about equally long",
        |spsa| Some(spsa.stability.into()),
        |spsa, value| value.integer().map(|number| spsa.stability = number),
    ),
];

impl OptimizerDefinition for SpsaSettings {
    fn optimizer(&self, schema: &Arc<Schema>) -> Box<dyn Optimizer> {
        Box::new(OnChromosomes::new(schema, Spsa::new(self.clone(), dimensions(schema))))
    }

    fn population(&self) -> u32 {
        self.population
    }

    fn set_population(&mut self, population: u32) {
        self.population = population;
    }

    fn plantable(&self) -> u32 {
        self.population.saturating_sub(1)
    }

    fn validate(&self) -> Result<(), SettingsError> {
        check_all(SETTINGS, self)
    }
}

/// SPSA over the unit cube.
#[derive(Debug, Clone)]
pub(super) struct Spsa {
    settings: SpsaSettings,
    dimensions: usize,
    /// The current point; `None` before generation 0 is measured.
    point: Option<Vec<f64>>,
    /// The number of steps made.
    steps: u32,
    /// The gain of the first step, once a gradient that is not zero is known.
    gain: Option<f64>,
}

impl Spsa {
    pub(super) fn new(settings: SpsaSettings, dimensions: usize) -> Spsa {
        Spsa { settings, dimensions, point: None, steps: 0, gain: None }
    }

    fn current(&self, generation: u32, randomness: &Randomness) -> Vec<f64> {
        let random = || random_point(self.dimensions, &mut randomness.stream(generation, "start"));
        self.point.clone().unwrap_or_else(random)
    }

    fn perturbation(&self) -> f64 {
        self.settings.perturbation / libm::pow(f64::from(self.steps + 1), PERTURBATION_EXPONENT)
    }

    /// Returns the directions of the pairs: each coordinate is 1 or −1.
    fn directions(&self, generation: u32, randomness: &Randomness) -> Vec<Vec<f64>> {
        let mut rng = randomness.stream(generation, "directions");
        let pairs = (self.settings.population as usize).saturating_sub(1) / 2;
        let mut sign = || if rng.random::<bool>() { 1.0 } else { -1.0 };
        (0..pairs).map(|_| (0..self.dimensions).map(|_| sign()).collect()).collect()
    }

    /// Returns the point at this distance in a direction, within the cube.
    fn shifted(point: &[f64], direction: &[f64], distance: f64) -> Vec<f64> {
        point.iter().zip(direction).map(|(at, sign)| (at + distance * sign).clamp(0.0, 1.0)).collect()
    }

    /// Estimates the gradient from the pairs of which both points were measured as proposed.
    fn gradient(&self, directions: &[Vec<f64>], measured: &[MeasuredPoint]) -> Vec<f64> {
        let score = |place: usize| {
            measured
                .iter()
                .find(|measured| measured.place == place && measured.is_proposed)
                .map(|found| found.score)
        };
        let mut gradient = vec![0.0; self.dimensions];
        for (pair, direction) in directions.iter().enumerate() {
            let Some((above, below)) = score(1 + 2 * pair).zip(score(2 + 2 * pair)) else { continue };
            let slope = (above - below) / (2.0 * self.perturbation());
            for (sum, sign) in gradient.iter_mut().zip(direction) {
                *sum += slope * sign / directions.len() as f64;
            }
        }
        gradient
    }
}

impl RealOptimizer for Spsa {
    fn ask(&self, generation: u32, randomness: &Randomness) -> Vec<Vec<f64>> {
        let (point, distance) = (self.current(generation, randomness), self.perturbation());
        let directions = self.directions(generation, randomness);
        let pair =
            |direction: &Vec<f64>| [distance, -distance].map(|at| Spsa::shifted(&point, direction, at));
        let mut points: Vec<Vec<f64>> =
            std::iter::once(point.clone()).chain(directions.iter().flat_map(pair)).collect();
        points.resize(self.settings.population as usize, point);
        points
    }

    fn tell(&mut self, generation: u32, randomness: &Randomness, measured: &[MeasuredPoint]) {
        let point = self.current(generation, randomness);
        // A planted or initial organism that is the fittest is the new point.
        if let Some(foreign) = measured.first().filter(|best| !best.is_proposed) {
            self.point = Some(foreign.point.clone());
            return;
        }
        let gradient = self.gradient(&self.directions(generation, randomness), measured);
        let mean = gradient.iter().map(|slope| slope.abs()).sum::<f64>() / self.dimensions.max(1) as f64;
        let decay = |steps: u32| {
            libm::pow(f64::from(self.settings.stability) + f64::from(steps) + 1.0, STEP_EXPONENT)
        };
        let gain = self.gain.or((mean > 0.0).then(|| self.settings.first_step * decay(self.steps) / mean));
        let length = gain.unwrap_or(0.0) / decay(self.steps);
        self.gain = gain;
        // The bound limits the damage of a single noisy slope.
        let bound = 2.0 * self.settings.first_step.max(self.settings.perturbation);
        let moved = |(at, slope): (&f64, &f64)| (at + (length * slope).clamp(-bound, bound)).clamp(0.0, 1.0);
        self.point = Some(point.iter().zip(&gradient).map(moved).collect());
        self.steps += 1;
    }

    fn change(&mut self, settings: &OptimizerSettings) {
        let Some(spsa) = settings.spsa() else { return };
        self.settings = spsa.clone();
    }
}
