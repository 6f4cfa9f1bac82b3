//! Pattern search: polls the points one step away along each coordinate.
//!
//! Hooke and Jeeves, “Direct Search Solution of Numerical and Statistical Problems” (Journal of the ACM 8, 1961), as the
//! compass search of Kolda, Lewis and Torczon (SIAM Review 45, 2003, section 1.1). Many points are polled in a generation.
//! If one is fitter than the centre, the fittest becomes the centre. If none of a complete poll is, the step is halved.
//! A step below the distance of integers ends the search, which starts again from a random point.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::population::population;
use super::real::{MeasuredPoint, OnChromosomes, RealOptimizer, dimensions, first_points, resolutions};
use super::{OptimizerDefinition, OptimizerSettings};
use crate::engine::schema::Schema;
use crate::evolution::optimizer::Optimizer;
use crate::evolution::setting::{Kind, Setting};
use crate::randomness::Randomness;

/// The step below which a search over continuous coordinates ends.
const SMALLEST_STEP: f64 = 1e-12;

/// The settings of the pattern search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternSettings {
    /// Number of organisms per generation.
    pub population: u32,
    /// The first step as a share of each parameter's range.
    pub reach: f64,
}

impl Default for PatternSettings {
    fn default() -> PatternSettings {
        PatternSettings { population: 20, reach: 0.25 }
    }
}

/// The declared settings.
pub const SETTINGS: &[Setting<PatternSettings>] = &[
    population(2),
    Setting::<PatternSettings>::new(
        "reach",
        "X",
        Kind::Real(0.0001, 1.0),
        "With pattern: first step as a share of each parameter's range",
        |pattern| Some(pattern.reach.into()),
        |pattern, value| value.real().map(|reach| pattern.reach = reach),
    )
    .in_forms("first step, as a share of each range; more looks further away"),
];

impl OptimizerDefinition for PatternSettings {
    fn optimizer(&self, schema: &Arc<Schema>) -> Box<dyn Optimizer> {
        let pattern = Pattern::new(self.clone(), dimensions(schema), resolutions(schema));
        Box::new(OnChromosomes::new(schema, pattern))
    }
}

/// A pattern search over the unit cube.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    settings: PatternSettings,
    dimensions: usize,
    resolutions: Vec<f64>,
    /// Where the first poll begins; `None` for random points, also after a restart.
    start: Option<Vec<f64>>,
    /// The centre and its score; `None` before it is measured.
    centre: Option<(Vec<f64>, f64)>,
    step: f64,
    /// The number of points of this poll that were measured. Each coordinate has two.
    polled: usize,
}

impl Pattern {
    /// Creates a search. `resolutions` are the distances of neighbouring integers; empty if coordinates are continuous.
    pub(super) fn new(settings: PatternSettings, dimensions: usize, resolutions: Vec<f64>) -> Pattern {
        let step = settings.reach;
        Pattern { settings, dimensions, resolutions, start: None, centre: None, step, polled: 0 }
    }

    /// Returns a point of the poll: even indices increase a coordinate, odd ones decrease it.
    fn poll(&self, centre: &[f64], index: usize) -> Vec<f64> {
        let (coordinate, sign) =
            (index / 2 % self.dimensions.max(1), if index.is_multiple_of(2) { 1.0 } else { -1.0 });
        let mut point = centre.to_vec();
        if let Some(at) = point.get_mut(coordinate) {
            // At least one integer away.
            let step = self.step.max(self.resolutions.get(coordinate).copied().unwrap_or(0.0));
            *at = (*at + sign * step).clamp(0.0, 1.0);
        }
        point
    }

    fn is_exhausted(&self) -> bool {
        let finest = self.resolutions.iter().copied().reduce(f64::min).unwrap_or(SMALLEST_STEP);
        self.step < finest / 2.0
    }
}

impl RealOptimizer for Pattern {
    fn ask(&self, generation: u32, randomness: &Randomness) -> Vec<Vec<f64>> {
        let population = self.settings.population as usize;
        match &self.centre {
            None => {
                let mut rng = randomness.stream(generation, "start");
                first_points(self.start.as_ref(), population, self.dimensions, &mut rng)
            }
            Some((centre, _)) => {
                (self.polled..self.polled + population).map(|index| self.poll(centre, index)).collect()
            }
        }
    }

    fn tell(&mut self, _: u32, _: &Randomness, measured: &[MeasuredPoint]) {
        let Some(best) = measured.first() else { return };
        if self.centre.as_ref().is_none_or(|(_, score)| best.score > *score) {
            self.centre = Some((best.point.clone(), best.score));
            self.polled = 0;
            return;
        }
        self.polled += self.settings.population as usize;
        if self.polled < 2 * self.dimensions {
            return;
        }
        (self.polled, self.step) = (0, self.step / 2.0);
        if self.is_exhausted() {
            (self.start, self.centre, self.step) = (None, None, self.settings.reach);
        }
    }

    fn start(&mut self, point: Vec<f64>) {
        self.start = Some(point);
    }

    fn change(&mut self, settings: &OptimizerSettings) {
        let Some(pattern) = settings.pattern() else { return };
        self.settings = pattern.clone();
    }
}
