//! CMA-ES, the covariance matrix adaptation evolution strategy.
//!
//! Hansen, “The CMA Evolution Strategy: A Tutorial” (arXiv:1604.00772, 2023): the equations and the default parameters,
//! with active (negative) weights. The separable variant is that of Ros and Hansen (PPSN 2008). Restarts with a doubled
//! population are those of Auger and Hansen (CEC 2005). Organisms that were not proposed are taken in as in Hansen
//! (“Injecting external solutions into CMA-ES”, 2011).
//!
//! Each generation of the experiment has the same number of organisms. After a restart, several generations make one
//! generation of the strategy.

mod settings;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use nalgebra::{DMatrix, DVector, SymmetricEigen};

use super::average::Average;
use super::real::{
    MeasuredPoint, OnChromosomes, RealOptimizer, RealReport, dimensions, normal, random_point, resolutions,
    within,
};
use super::{OptimizerDefinition, OptimizerSettings};
use crate::engine::schema::Schema;
use crate::evolution::optimizer::Optimizer;
use crate::evolution::report::{Axis, ReportColumn, ReportUnit};
use crate::randomness::Randomness;
pub use settings::{CmaEsSettings, Covariance, SETTINGS};

/// The initial standard deviation around given organisms is smaller by this factor.
const NEARER: f64 = 3.0;
/// The largest factor of the population after restarts.
const MAX_FACTOR: usize = 1 << 10;
/// The condition number of the covariance matrix from which the strategy restarts (tutorial, appendix B.3).
const MAX_CONDITION: f64 = 1e14;
/// The relative difference of the best scores below which they count as equal.
const FLATNESS: f64 = 1e-12;
/// The squared length below which a step of negative weight is not made longer. Organisms with equal values have steps
/// of length 0.
const SHORTEST: f64 = 1e-9;
/// The smallest standard deviation of a coordinate, in steps between integers. Below it, organisms no longer differ.
const MIN_STEPS: f64 = 0.2;

/// The largest standard deviation of a coordinate. With a larger one, reflected points are spread evenly over the range,
/// and nothing would shrink the distribution again.
const WIDEST: f64 = 1.0 / 3.0;

impl OptimizerDefinition for CmaEsSettings {
    fn optimizer(&self, schema: &Arc<Schema>) -> Box<dyn Optimizer> {
        Box::new(OnChromosomes::new(
            schema,
            CmaEs::new(self.clone(), dimensions(schema), resolutions(schema)),
        ))
    }

    /// Removes the restarts, because convergence is found by comparing generations.
    fn set_for_unequal_generations(&mut self) {
        self.restarts = false;
    }
}

/// The strategy parameters that follow from the number of dimensions and the population (tutorial, table 1).
#[derive(Debug, Clone)]
struct Parameters {
    /// The recombination weights: the positive ones sum to 1.
    weights: Vec<f64>,
    /// The number of positive weights.
    parents: usize,
    /// The variance effective selection mass.
    effective: f64,
    path_rate: f64,
    damping: f64,
    covariance_path_rate: f64,
    rank_one: f64,
    rank_mu: f64,
    /// The expected length of a standard normal vector.
    expected_length: f64,
}

impl Parameters {
    fn new(dimensions: usize, population: usize, covariance: Covariance) -> Parameters {
        let (n, lambda) = (dimensions.max(1) as f64, population as f64);
        let raw: Vec<f64> =
            (1..=population).map(|rank| libm::log((lambda + 1.0) / 2.0) - libm::log(rank as f64)).collect();
        let parents = population / 2;
        let mass = |weights: &[f64]| {
            let sum: f64 = weights.iter().sum();
            sum * sum / weights.iter().map(|weight| weight * weight).sum::<f64>()
        };
        let (effective, negative) = (mass(&raw[..parents]), mass(&raw[parents..]));
        let path_rate = (effective + 2.0) / (n + effective + 5.0);
        let covariance_path_rate = (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n);
        let faster = if covariance == Covariance::Separable { (n + 2.0) / 3.0 } else { 1.0 };
        let rank_one = (faster * 2.0 / ((n + 1.3) * (n + 1.3) + effective)).min(1.0);
        let rank_mu =
            faster * 2.0 * (0.25 + effective + 1.0 / effective - 2.0) / ((n + 2.0) * (n + 2.0) + effective);
        let rank_mu = rank_mu.min(1.0 - rank_one);
        let positive_sum: f64 = raw[..parents].iter().sum();
        let negative_sum: f64 = raw[parents..].iter().map(|weight| weight.abs()).sum();
        let limit = (1.0 + rank_one / rank_mu)
            .min(1.0 + 2.0 * negative / (effective + 2.0))
            .min((1.0 - rank_one - rank_mu) / (n * rank_mu));
        let scaled = |weight: &f64| {
            if *weight >= 0.0 { weight / positive_sum } else { weight * limit / negative_sum }
        };
        Parameters {
            weights: raw.iter().map(scaled).collect(),
            parents,
            effective,
            path_rate,
            damping: 1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + path_rate,
            covariance_path_rate,
            rank_one,
            rank_mu,
            expected_length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

/// The state of the strategy since its start or its last restart.
#[derive(Debug, Clone)]
struct State {
    mean: DVector<f64>,
    /// The global step size.
    sigma: f64,
    covariance: DMatrix<f64>,
    /// The eigenvectors of the covariance matrix as columns, and the square roots of its eigenvalues.
    axes: DMatrix<f64>,
    lengths: DVector<f64>,
    path: DVector<f64>,
    covariance_path: DVector<f64>,
    updates: u32,
    /// The best score of each update.
    best: Vec<f64>,
    parameters: Parameters,
}

impl State {
    fn new(mean: Vec<f64>, sigma: f64, parameters: Parameters) -> State {
        let n = mean.len();
        State {
            mean: DVector::from_vec(mean),
            sigma,
            covariance: DMatrix::identity(n, n),
            axes: DMatrix::identity(n, n),
            lengths: DVector::from_element(n, 1.0),
            path: DVector::zeros(n),
            covariance_path: DVector::zeros(n),
            updates: 0,
            best: Vec::new(),
            parameters,
        }
    }

    /// Returns C^(-1/2) times a vector.
    fn whitened(&self, vector: &DVector<f64>) -> DVector<f64> {
        &self.axes * (self.axes.transpose() * vector).component_div(&self.lengths)
    }

    /// Moves the distribution towards the fittest of a whole population, and away from the least fit.
    fn update(&mut self, mut population: Vec<MeasuredPoint>, settings: &CmaEsSettings, resolutions: &[f64]) {
        population.sort_by(|a, b| b.score.total_cmp(&a.score));
        self.best.push(population[0].score);
        let n = self.mean.len() as f64;
        let longest = n.sqrt() + 2.0 * n / (n + 2.0);
        let steps: Vec<DVector<f64>> = population
            .iter()
            .map(|measured| {
                let step = (self.on_grid(&measured.point, resolutions) - &self.mean) / self.sigma;
                let length = if measured.is_proposed { 0.0 } else { self.whitened(&step).norm() };
                if length > longest { step * (longest / length) } else { step }
            })
            .collect();
        let Parameters { parents, effective, path_rate, rank_one, rank_mu, .. } = self.parameters;
        let weights = self.parameters.weights.clone();
        let mut mean_step = DVector::zeros(self.mean.len());
        for (step, weight) in steps[..parents].iter().zip(&weights) {
            mean_step.axpy(*weight, step, 1.0);
        }
        self.mean.axpy(self.sigma, &mean_step, 1.0);
        self.updates += 1;

        let gain = (path_rate * (2.0 - path_rate) * effective).sqrt();
        self.path = &self.path * (1.0 - path_rate) + self.whitened(&mean_step) * gain;
        let (length, expected) = (self.path.norm(), self.parameters.expected_length);
        let started = (1.0 - libm::pow(1.0 - path_rate, 2.0 * f64::from(self.updates))).sqrt();
        let is_moving = length / started < (1.4 + 2.0 / (n + 1.0)) * expected;
        let rate = self.parameters.covariance_path_rate;
        let gain = if is_moving { (rate * (2.0 - rate) * effective).sqrt() } else { 0.0 };
        self.covariance_path = &self.covariance_path * (1.0 - rate) + &mean_step * gain;

        let missing = if is_moving { 0.0 } else { rank_one * rate * (2.0 - rate) };
        let decay = 1.0 + missing - rank_one - rank_mu * weights.iter().sum::<f64>();
        let mut covariance = &self.covariance * decay;
        covariance.ger(rank_one, &self.covariance_path, &self.covariance_path, 1.0);
        for (step, weight) in steps.iter().zip(&weights) {
            let scale =
                if *weight < 0.0 { n / self.whitened(step).norm_squared().max(SHORTEST) } else { 1.0 };
            covariance.ger(rank_mu * weight * scale, step, step, 1.0);
        }
        self.covariance = covariance;
        self.sigma *= libm::exp(((length / expected - 1.0) * path_rate / self.parameters.damping).min(1.0));
        self.keep_integers_apart(resolutions);
        self.decompose(settings.covariance);
        self.sigma = self.sigma.min(WIDEST / self.covariance.diagonal().max().sqrt());
    }

    /// Returns a point as a vector. Coordinates that spread over less than an integer take the value of the organism:
    /// otherwise the mean would drift between two integers that no organism distinguishes.
    fn on_grid(&self, point: &[f64], resolutions: &[f64]) -> DVector<f64> {
        let mut vector = DVector::from_column_slice(point);
        for (index, resolution) in resolutions.iter().enumerate() {
            if self.sigma * self.covariance[(index, index)].sqrt() < *resolution {
                vector[index] = (vector[index] / resolution).round() * resolution;
            }
        }
        vector
    }

    /// Widens coordinates in which no two organisms would differ any more.
    fn keep_integers_apart(&mut self, resolutions: &[f64]) {
        for (index, resolution) in resolutions.iter().enumerate() {
            let least = (MIN_STEPS * resolution / self.sigma).powi(2);
            if self.covariance[(index, index)] < least {
                self.covariance[(index, index)] = least;
            }
        }
    }

    fn decompose(&mut self, covariance: Covariance) {
        if covariance == Covariance::Separable {
            let diagonal = self.covariance.diagonal();
            self.lengths = diagonal.map(|variance| variance.max(0.0).sqrt());
            self.covariance = DMatrix::from_diagonal(&diagonal);
            return;
        }
        let symmetric = (&self.covariance + self.covariance.transpose()) * 0.5;
        let SymmetricEigen { eigenvectors, eigenvalues } = SymmetricEigen::new(symmetric.clone());
        self.covariance = symmetric;
        self.axes = eigenvectors;
        self.lengths = eigenvalues.map(|variance| variance.max(0.0).sqrt());
    }

    /// Whether the strategy has converged or can no longer improve (tutorial, appendix B.3).
    fn has_converged(&self, population: usize) -> bool {
        let (least, most) = (self.lengths.min(), self.lengths.max());
        let is_degenerate = !self.sigma.is_finite()
            || least.is_nan()
            || least <= 0.0
            || (most / least).powi(2) > MAX_CONDITION;
        let window = 10 + (30 * self.mean.len()).div_ceil(population);
        let recent = self.best.len().checked_sub(window).map(|first| &self.best[first..]);
        let is_flat = recent.is_some_and(|best| {
            let (low, high) = best
                .iter()
                .fold((f64::MAX, f64::MIN), |(low, high), score| (low.min(*score), high.max(*score)));
            high - low <= FLATNESS * high.abs()
        });
        is_degenerate || is_flat || self.sigma * most < FLATNESS
    }
}

/// CMA-ES over the unit cube.
#[derive(Debug, Clone)]
pub(super) struct CmaEs {
    settings: CmaEsSettings,
    dimensions: usize,
    resolutions: Vec<f64>,
    /// The bounds of the coordinates.
    bounds: Vec<[f64; 2]>,
    /// The mean of all means since the last restart.
    average: Average,
    /// The mean of generation 0; `None` for a random one, also after a restart.
    start: Option<Vec<f64>>,
    /// `None` before generation 0 is measured.
    state: Option<State>,
    /// The estimate before the last restart, until the strategy has moved its new, random mean.
    converged: Option<Vec<f64>>,
    /// The organisms of the strategy's current generation that are measured.
    measured: Vec<MeasuredPoint>,
    /// The number of generations of the experiment that make one generation of the strategy.
    factor: usize,
}

impl CmaEs {
    /// Creates a strategy. `resolutions` are the distances of neighbouring integers; empty if coordinates are continuous.
    pub(super) fn new(settings: CmaEsSettings, dimensions: usize, resolutions: Vec<f64>) -> CmaEs {
        CmaEs {
            settings,
            dimensions,
            resolutions,
            bounds: vec![[0.0, 1.0]; dimensions],
            average: Average::default(),
            start: None,
            state: None,
            converged: None,
            measured: Vec::new(),
            factor: 1,
        }
    }

    fn started(&self, generation: u32, randomness: &Randomness) -> State {
        let population = self.settings.population as usize * self.factor;
        let parameters = Parameters::new(self.dimensions, population, self.settings.covariance);
        if let Some(start) = &self.start {
            return State::new(start.clone(), self.settings.step / NEARER, parameters);
        }
        let mean = random_point(self.dimensions, &mut randomness.stream(generation, "mean"));
        State::new(mean, self.settings.step, parameters)
    }

    /// Returns a state around organisms that were not proposed.
    fn around(&self, measured: &[MeasuredPoint], state: State) -> State {
        let mut mean = DVector::zeros(self.dimensions);
        for (measured, weight) in measured.iter().zip(&state.parameters.weights[..state.parameters.parents]) {
            mean.axpy(*weight, &DVector::from_column_slice(&measured.point), 1.0);
        }
        State { mean, sigma: self.settings.step / NEARER, ..state }
    }
}

/// The largest number of axes in a report: those of hundreds of parameters fill the memory.
const MOST_AXES: usize = 64;

impl RealOptimizer for CmaEs {
    fn ask(&self, generation: u32, randomness: &Randomness) -> Vec<Vec<f64>> {
        let first;
        let state = match &self.state {
            Some(state) => state,
            None => {
                first = self.started(generation, randomness);
                &first
            }
        };
        let mut rng = randomness.stream(generation, "sample");
        let point = |_| {
            let drawn = DVector::from_fn(self.dimensions, |_, _| normal(&mut rng));
            let step = &state.axes * drawn.component_mul(&state.lengths);
            (&state.mean + step * state.sigma).iter().copied().collect()
        };
        (0..self.settings.population).map(point).collect()
    }

    fn tell(&mut self, generation: u32, randomness: &Randomness, measured: &[MeasuredPoint]) {
        if self.state.is_none() {
            let state = self.started(generation, randomness);
            if measured.iter().all(|measured| !measured.is_proposed) {
                self.state = Some(self.around(measured, state));
                return;
            }
            self.state = Some(state);
        }
        self.measured.extend_from_slice(measured);
        let Some(state) = self.state.as_mut() else { return };
        let population = state.parameters.weights.len();
        if self.measured.len() < population {
            return;
        }
        let mut all = std::mem::take(&mut self.measured);
        all.truncate(population);
        state.update(all, &self.settings, &self.resolutions);
        let inside = state.mean.iter_mut().zip(&self.bounds);
        inside.for_each(|(coordinate, bounds)| *coordinate = within(*bounds, *coordinate));
        self.average.add(state.mean.as_slice());
        let has_converged = state.has_converged(population);
        self.converged = None;
        if self.settings.restarts && has_converged {
            self.converged = self.estimate();
            self.start = None;
            self.average = Average::default();
            self.factor = (self.factor * 2).min(MAX_FACTOR);
            self.state = Some(self.started(generation + 1, randomness));
        }
    }

    fn start(&mut self, point: Vec<f64>) {
        self.start = Some(point);
    }

    fn bound(&mut self, bounds: &[[f64; 2]]) {
        self.bounds = bounds.to_vec();
        let means = self.state.iter_mut().flat_map(|state| state.mean.iter_mut());
        means.zip(bounds).for_each(|(mean, [low, high])| *mean = mean.clamp(*low, *high));
    }

    fn estimate(&self) -> Option<Vec<f64>> {
        if self.converged.is_some() {
            return self.converged.clone();
        }
        let state = self.state.as_ref()?;
        let average = self.average.value().filter(|_| self.settings.averaging);
        Some(average.unwrap_or(state.mean.as_slice()).to_vec())
    }

    fn report(&self) -> Option<RealReport> {
        let state = self.state.as_ref()?;
        let deviation = |variance: f64| state.sigma * variance.max(0.0).sqrt();
        let mut longest: Vec<_> = state.lengths.iter().zip(state.axes.column_iter()).collect();
        longest.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let axes = longest.into_iter().take(MOST_AXES).map(|(length, direction)| Axis {
            length: state.sigma * length,
            direction: direction.iter().copied().collect(),
        });
        Some(RealReport {
            estimate: self.estimate()?,
            columns: vec![ReportColumn {
                heading: "±",
                title: "standard deviation of the next organisms",
                unit: ReportUnit::Parameter,
                values: state.covariance.diagonal().iter().map(|variance| deviation(*variance)).collect(),
            }],
            axes: axes.collect(),
        })
    }

    fn change(&mut self, settings: &OptimizerSettings) {
        let Some(cma) = settings.cma_es() else { return };
        self.settings = cma.clone();
    }
}
