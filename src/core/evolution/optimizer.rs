//! The ask-and-tell interface: an optimizer proposes a generation of chromosomes and receives their fitness.
//!
//! An optimizer does not know the objective behind the fitness, and an objective knows no optimizer. The state
//! of an optimizer is never saved. Its randomness is keyed, so replaying all `tell` calls on a new optimizer in the
//! same order restores the state. An interrupted evolution resumes this way.

use serde::{Deserialize, Serialize};

use super::bounds::Bounds;
use super::fitness::Derivatives;
use super::optimizers::OptimizerSettings;
use super::report::OptimizerReport;
use crate::organism::chromosome::Chromosome;
use crate::randomness::Randomness;

/// An individual that an optimizer proposes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// The genotype.
    pub chromosome: Chromosome,
    /// The generation in which this genotype first occurred in the population.
    pub born: u32,
    /// Places of the parents in the previous generation: none in generation 0 and for a planted organism, one for a
    /// copy.
    pub parents: Vec<u32>,
}

/// A measured generation: fittest first, ties in the order of the proposal. All lists have the same order.
#[derive(Debug, Clone)]
pub struct Generation<'a> {
    /// The generation, 0 first.
    pub number: u32,
    /// The individuals: those of the proposal, except that some may be replaced by planted or initial organisms.
    pub candidates: Vec<Candidate>,
    /// The score of each individual; larger is fitter.
    pub scores: &'a [u64],
    /// The fitness of each individual: not negative, larger is fitter, and comparable within the generation only.
    pub fitness: &'a [f64],
}

/// The differentiable losses of an objective, one for each generation.
pub trait Models {
    /// Returns the loss of a generation with its derivatives at these values, in schema order; `None` if the objective
    /// has no differentiable loss.
    fn derivatives(&self, generation: u32, values: &[f64]) -> Option<Derivatives>;

    /// Returns whether all generations have the same loss.
    fn are_equal(&self) -> bool;
}

/// Proposes generations and learns from their fitness.
pub trait Optimizer: Send {
    /// Returns the individuals of generation `generation` (0 first), each with the number of bits of the schema. The
    /// result depends only on the previous `tell` calls and the arguments, so asking twice gives the same answer.
    fn ask(&self, generation: u32, randomness: &Randomness) -> Vec<Candidate>;

    /// Like [`Optimizer::ask`], with the objective's losses. Optimizers that use no derivatives ignore them. The result
    /// depends only on the previous `tell` calls and the arguments.
    fn ask_with(&self, generation: u32, randomness: &Randomness, _models: &dyn Models) -> Vec<Candidate> {
        self.ask(generation, randomness)
    }

    /// Returns the bits that mutation flips in each individual of [`Optimizer::ask`], without those of
    /// [`Optimizer::prevent`]; `None` if the optimizer does not mutate bits.
    fn mutations(&self, _generation: u32, _randomness: &Randomness) -> Option<Vec<Chromosome>> {
        None
    }

    /// Prevents mutations: in this generation, these bits of one individual of [`Optimizer::ask`] (0 first) do not flip. No
    /// other draw changes.
    fn prevent(&mut self, _generation: u32, _individual: u32, _bits: &[u32]) {}

    /// Receives a measured generation. `randomness` is that of the call of `ask`.
    fn tell(&mut self, generation: Generation<'_>, randomness: &Randomness);

    /// Lets generation 0 begin near this organism instead of at a random one. Called at most once, before `ask`.
    fn start(&mut self, start: &Chromosome);

    /// Returns the optimizer's estimate of the fittest organism, if it has one that is not merely the best of those
    /// measured. Where measurements are noisy, the estimate is better than the organism with the highest score.
    fn estimate(&self) -> Option<Chromosome> {
        None
    }

    /// Returns the state after the last call of `tell` as data; `None` before it, or if the optimizer has nothing to show
    /// besides its population.
    fn report(&self) -> Option<OptimizerReport> {
        None
    }

    /// Replaces the settings from the next call of `ask` on.
    fn change(&mut self, settings: &OptimizerSettings);

    /// Replaces the bounds of the values from the next call of `ask` on. Proposals outside are moved to the nearest bound
    /// anyway.
    fn bound(&mut self, _bounds: &Bounds) {}
}
