//! Ask and tell: an optimizer proposes a generation of chromosomes and is told their fitness.
//!
//! An optimizer knows neither the stage nor the measure behind the fitness; a stage knows no
//! optimizer. Nothing of an optimizer is ever saved: its randomness is keyed, so telling a new one
//! everything that the old one was told, in the same order, brings it to the same state. That is how
//! an interrupted evolution goes on.

use serde::{Deserialize, Serialize};

use super::optimizers::ga::GeneticAlgorithm;
use super::settings::OptimizerSettings;
use crate::organism::chromosome::Chromosome;
use crate::randomness::Randomness;

/// An organism as an optimizer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Its bits.
    pub chromosome: Chromosome,
    /// The generation in which these bits first stood in the population.
    pub born: u32,
    /// Places of its parents in the generation before: none in generation 0 and for a planted organism,
    /// one for a copy.
    pub parents: Vec<u32>,
}

/// Proposes generations and learns from their fitness.
pub trait Optimizer: Send {
    /// The organisms of generation `generation` (0 first), each as long as the schema asks. Depends on
    /// what was told and on the arguments only: asking twice gives the same answer.
    fn ask(&self, generation: u32, randomness: &Randomness) -> Vec<Candidate>;

    /// A measured generation, fittest first (equals in the order in which they were proposed), and the
    /// fitness of each in the same order; larger is fitter.
    fn tell(&mut self, generation: Vec<Candidate>, fitness: &[f64]);

    /// Replaces the settings for the generations asked for from now on.
    fn change(&mut self, settings: &OptimizerSettings);
}

/// The optimizer of these settings, for chromosomes of `bits` bits.
#[must_use]
pub fn new(settings: &OptimizerSettings, bits: usize) -> Box<dyn Optimizer> {
    match settings {
        OptimizerSettings::Ga(ga) => Box::new(GeneticAlgorithm::new(ga.clone(), bits)),
    }
}
