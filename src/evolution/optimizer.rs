//! Ask and tell: an optimizer proposes a generation of chromosomes and is told their fitness.

use serde::{Deserialize, Serialize};

use super::chromosome::Chromosome;
use super::randomness::Randomness;

/// An organism as an optimizer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Its bits.
    pub chromosome: Chromosome,
    /// The generation in which these bits first stood in the population.
    pub born: u32,
    /// Places of its parents in the generation before (empty in generation 0; one for a copy or a
    /// planted organism's predecessor).
    pub parents: Vec<u32>,
}

/// Proposes generations and learns from their fitness. Everything it needs to go on after an
/// interruption is in [`Optimizer::state`]; randomness is keyed, never stored.
pub trait Optimizer: Send {
    /// The organisms of generation `generation` (0 first). Asking twice gives the same answer.
    fn ask(&self, generation: u32, randomness: &Randomness) -> Vec<Candidate>;

    /// The fitness of the organisms last asked for, in their order; larger is fitter.
    fn tell(&mut self, generation: Vec<Candidate>, fitness: &[f64]);
}
