//! The papers' genetic algorithm, a “standard GA” (2014, section IV; 2008, section 4.1) spelled out:
//!
//! 1. Generation 0 is random bits.
//! 2. The `elite` fittest go on unchanged and unmutated, fittest first.
//! 3. Until the generation is full: two parents are drawn independently (an organism may be drawn
//!    twice, the elite take part). With probability `crossover_rate` the pair is crossed into two
//!    children, otherwise the children are copies of the two parents. Each child's bits are then
//!    mutated. Both children join; where only one place is left, the first does.
//!
//! The 2008 paper “replicated the best organism, and deleted the worst organism” after each
//! generation. An elite of one is taken for that: the best is carried over, and one child fewer is
//! bred rather than the worst child deleted after it has been measured.
//!
//! Selection, crossover and mutation draw from streams of their own, so changing one rate leaves the
//! other decisions of the same generation alone.

use rand::RngExt;

use crate::evolution::operators::crossover::cross;
use crate::evolution::operators::mutation::mutate;
use crate::evolution::operators::selection::Selector;
use crate::evolution::optimizer::{Candidate, Optimizer};
use crate::evolution::settings::{GaSettings, OptimizerSettings};
use crate::organism::chromosome::Chromosome;
use crate::randomness::Randomness;

/// A generational genetic algorithm over bit strings.
#[derive(Debug, Clone)]
pub struct GeneticAlgorithm {
    settings: GaSettings,
    bits: usize,
    /// The generation last told of, fittest first; empty before the first.
    told: Vec<Candidate>,
    fitness: Vec<f64>,
}

impl GeneticAlgorithm {
    /// A genetic algorithm that has seen nothing yet.
    #[must_use]
    pub fn new(settings: GaSettings, bits: usize) -> GeneticAlgorithm {
        GeneticAlgorithm { settings, bits, told: Vec::new(), fitness: Vec::new() }
    }

    fn first(&self, generation: u32, randomness: &Randomness) -> Vec<Candidate> {
        let mut rng = randomness.stream(generation, "population");
        (0..self.settings.population)
            .map(|_| Candidate {
                chromosome: Chromosome::random(self.bits, &mut rng),
                born: generation,
                parents: Vec::new(),
            })
            .collect()
    }

    /// A child, born now unless its bits are a parent's: then it is that parent living on.
    fn child(&self, chromosome: Chromosome, parents: Vec<u32>, generation: u32) -> Candidate {
        let born = parents
            .iter()
            .map(|&place| &self.told[place as usize])
            .filter(|parent| parent.chromosome == chromosome)
            .map(|parent| parent.born)
            .min()
            .unwrap_or(generation);
        Candidate { chromosome, born, parents }
    }
}

impl Optimizer for GeneticAlgorithm {
    fn ask(&self, generation: u32, randomness: &Randomness) -> Vec<Candidate> {
        if self.told.is_empty() {
            return self.first(generation, randomness);
        }
        let GaSettings { selection, crossover, crossover_rate, mutation_rate, .. } = self.settings;
        let population = self.settings.population as usize;
        let elite = (self.settings.elite as usize).min(population).min(self.told.len());
        let mut next: Vec<Candidate> = (0u32..)
            .zip(&self.told[..elite])
            .map(|(place, best)| Candidate { parents: vec![place], ..best.clone() })
            .collect();

        let selector = Selector::new(selection, &self.fitness);
        let mut selecting = randomness.stream(generation, "selection");
        let mut crossing = randomness.stream(generation, "crossover");
        let mut mutating = randomness.stream(generation, "mutation");
        while next.len() < population {
            let (a, b) = (selector.pick(&mut selecting), selector.pick(&mut selecting));
            let (first, second) = (&self.told[a].chromosome, &self.told[b].chromosome);
            let (a, b) = (a as u32, b as u32);
            let children = if crossing.random_bool(crossover_rate) {
                let (first, second) = cross(crossover, first, second, &mut crossing);
                [(first, vec![a, b]), (second, vec![b, a])]
            } else {
                [(first.clone(), vec![a]), (second.clone(), vec![b])]
            };
            for (mut chromosome, parents) in children {
                mutate(&mut chromosome, mutation_rate, &mut mutating);
                next.push(self.child(chromosome, parents, generation));
            }
        }
        next.truncate(population);
        next
    }

    fn tell(&mut self, generation: Vec<Candidate>, fitness: &[f64]) {
        debug_assert!(fitness.is_sorted_by(|a, b| a >= b), "told fittest first");
        self.told = generation;
        self.fitness = fitness.to_vec();
    }

    fn change(&mut self, settings: &OptimizerSettings) {
        let OptimizerSettings::Ga(ga) = settings;
        self.settings = ga.clone();
    }
}

#[cfg(test)]
mod tests;
