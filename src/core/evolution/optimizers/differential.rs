//! Differential evolution: JADE, with current-to-best mutation and an archive.
//!
//! Zhang and Sanderson, “JADE: Adaptive Differential Evolution with Optional External Archive” (IEEE Transactions on
//! Evolutionary Computation 13, 2009). Each organism of a generation is the trial of one member of the population, and
//! replaces it if it is at least as fit.

use std::f64::consts::PI;
use std::sync::Arc;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::population::population;
use super::real::{MeasuredPoint, OnChromosomes, RealOptimizer, dimensions, first_points, normal};
use super::{OptimizerDefinition, OptimizerSettings};
use crate::engine::schema::Schema;
use crate::evolution::optimizer::Optimizer;
use crate::evolution::setting::{Kind, Setting};
use crate::randomness::Randomness;

/// The spread of the factors and of the crossover rates around their means (JADE, section IV.D).
const SPREAD: f64 = 0.1;

/// The settings of differential evolution.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DifferentialSettings {
    /// Number of organisms per generation.
    pub population: u32,
    /// Share of the population that counts as the best.
    pub best_share: f64,
    /// Rate at which the means of the factor and of the crossover rate follow successful trials.
    pub adaptation: f64,
}

impl Default for DifferentialSettings {
    /// Returns the settings of the JADE paper (section V).
    fn default() -> DifferentialSettings {
        DifferentialSettings { population: 100, best_share: 0.05, adaptation: 0.1 }
    }
}

/// The declared settings.
pub const SETTINGS: &[Setting<DifferentialSettings>] = &[
    population(4),
    Setting::<DifferentialSettings>::new(
        "best-share",
        "X",
        Kind::Real(0.0, 1.0),
        "With de: share of the population towards which trials move",
        |de| Some(de.best_share.into()),
        |de, value| value.real().map(|share| de.best_share = share),
    )
    .in_forms("share of the best towards which trials move; less converges sooner"),
    Setting::<DifferentialSettings>::new(
        "adaptation",
        "X",
        Kind::Real(0.0, 1.0),
        "With de: rate at which its factor and its crossover rate follow successful trials; 0 keeps both at 0.5",
        |de| Some(de.adaptation.into()),
        |de, value| value.real().map(|rate| de.adaptation = rate),
    ),
];

impl OptimizerDefinition for DifferentialSettings {
    fn optimizer(&self, schema: &Arc<Schema>) -> Box<dyn Optimizer> {
        Box::new(OnChromosomes::new(schema, Differential::new(self.clone(), dimensions(schema))))
    }
}

/// A member of the population.
#[derive(Debug, Clone)]
struct Member {
    point: Vec<f64>,
    score: f64,
}

/// A trial and the two numbers that made it.
struct Trial {
    point: Vec<f64>,
    factor: f64,
    crossover_rate: f64,
}

/// Differential evolution over the unit cube.
#[derive(Debug, Clone)]
pub(super) struct Differential {
    settings: DifferentialSettings,
    dimensions: usize,
    /// Where generation 0 begins; `None` for random points.
    start: Option<Vec<f64>>,
    /// The members, each at its place; empty before generation 0 is measured.
    members: Vec<Member>,
    /// Points that trials replaced.
    archive: Vec<Vec<f64>>,
    mean_factor: f64,
    mean_crossover_rate: f64,
}

/// Draws from a Cauchy distribution until the number is positive; at most 1.
fn factor(mean: f64, rng: &mut impl Rng) -> f64 {
    loop {
        let drawn = mean + SPREAD * libm::tan(PI * (rng.random::<f64>() - 0.5));
        if drawn > 0.0 {
            return drawn.min(1.0);
        }
    }
}

/// Draws an index below `len` that is none of `taken`.
fn other_than(taken: &[usize], len: usize, rng: &mut impl Rng) -> usize {
    loop {
        let drawn = rng.random_range(0..len);
        if !taken.contains(&drawn) {
            return drawn;
        }
    }
}

impl Differential {
    pub(super) fn new(settings: DifferentialSettings, dimensions: usize) -> Differential {
        Differential {
            settings,
            dimensions,
            start: None,
            members: Vec::new(),
            archive: Vec::new(),
            mean_factor: 0.5,
            mean_crossover_rate: 0.5,
        }
    }

    /// Returns the trials of a generation, one for each place.
    fn trials(&self, generation: u32, randomness: &Randomness) -> Vec<Trial> {
        let mut rng = randomness.stream(generation, "trials");
        let count = self.settings.population as usize;
        if self.members.len() < 4 {
            let (factor, crossover_rate) = (self.mean_factor, self.mean_crossover_rate);
            let points = first_points(self.start.as_ref(), count, self.dimensions, &mut rng);
            return points.into_iter().map(|point| Trial { point, factor, crossover_rate }).collect();
        }
        let mut ranking: Vec<usize> = (0..self.members.len()).collect();
        ranking.sort_by(|a, b| self.members[*b].score.total_cmp(&self.members[*a].score));
        let best =
            ((self.settings.best_share * ranking.len() as f64).ceil() as usize).clamp(1, ranking.len());
        (0..count).map(|place| self.trial(place % self.members.len(), &ranking[..best], &mut rng)).collect()
    }

    fn trial(&self, place: usize, best: &[usize], rng: &mut impl Rng) -> Trial {
        let factor = factor(self.mean_factor, rng);
        let crossover_rate = (self.mean_crossover_rate + SPREAD * normal(rng)).clamp(0.0, 1.0);
        let towards = &self.members[best[rng.random_range(0..best.len())]].point;
        let first = other_than(&[place], self.members.len(), rng);
        let second = other_than(&[place, first], self.members.len() + self.archive.len(), rng);
        let first = &self.members[first].point;
        let second = match second.checked_sub(self.members.len()) {
            None => &self.members[second].point,
            Some(archived) => &self.archive[archived],
        };
        let own = &self.members[place].point;
        let always = rng.random_range(0..self.dimensions.max(1));
        let coordinate = |index: usize| {
            if index != always && rng.random::<f64>() >= crossover_rate {
                return own[index];
            }
            let mutated =
                own[index] + factor * (towards[index] - own[index]) + factor * (first[index] - second[index]);
            // Halfway to the bound (JADE, section IV.A), so that the population does not gather on it.
            match mutated {
                low if low < 0.0 => own[index] / 2.0,
                high if high > 1.0 => f64::midpoint(own[index], 1.0),
                inside => inside,
            }
        };
        Trial { point: (0..self.dimensions).map(coordinate).collect(), factor, crossover_rate }
    }

    /// Moves the means of factor and crossover rate towards those of successful trials.
    fn adapt(&mut self, successful: &[(f64, f64)]) {
        if successful.is_empty() {
            return;
        }
        let sum = |number: fn(&(f64, f64)) -> f64| successful.iter().map(number).sum::<f64>();
        let factor = sum(|one| one.0 * one.0) / sum(|one| one.0);
        let crossover_rate = sum(|one| one.1) / successful.len() as f64;
        let rate = self.settings.adaptation;
        self.mean_factor += rate * (factor - self.mean_factor);
        self.mean_crossover_rate += rate * (crossover_rate - self.mean_crossover_rate);
    }
}

impl RealOptimizer for Differential {
    fn ask(&self, generation: u32, randomness: &Randomness) -> Vec<Vec<f64>> {
        self.trials(generation, randomness).into_iter().map(|trial| trial.point).collect()
    }

    fn tell(&mut self, generation: u32, randomness: &Randomness, measured: &[MeasuredPoint]) {
        let mut measured: Vec<&MeasuredPoint> = measured.iter().collect();
        measured.sort_by_key(|measured| measured.place);
        let member =
            |measured: &MeasuredPoint| Member { point: measured.point.clone(), score: measured.score };
        if self.members.len() < 4 {
            self.members = measured.into_iter().map(member).collect();
            return;
        }
        let trials = self.trials(generation, randomness);
        let mut rng = randomness.stream(generation, "archive");
        let mut successful = Vec::new();
        for measured in measured {
            let place = measured.place % self.members.len();
            let before = self.members[place].score;
            if measured.score < before {
                continue;
            }
            let replaced = std::mem::replace(&mut self.members[place], member(measured));
            if measured.score > before {
                if let Some(trial) = trials.get(measured.place).filter(|_| measured.is_proposed) {
                    successful.push((trial.factor, trial.crossover_rate));
                }
                self.archive.push(replaced.point);
                if self.archive.len() > self.members.len() {
                    self.archive.swap_remove(rng.random_range(0..self.archive.len()));
                }
            }
        }
        self.adapt(&successful);
    }

    fn start(&mut self, point: Vec<f64>) {
        self.start = Some(point);
    }

    fn change(&mut self, settings: &OptimizerSettings) {
        let Some(de) = settings.de() else { return };
        self.settings = de.clone();
    }
}
