//! The papers' genetic algorithm, a “standard GA” (2014, section IV; 2008, section 4.1), in detail:
//!
//! 1. Generation 0 consists of random bits.
//! 2. The `elite` fittest are copied unchanged and without mutation, fittest first.
//! 3. Until the generation is full, two parents are drawn independently. An organism may be drawn twice, and the elite
//!    take part. With probability `crossover_rate` the pair is crossed into two offspring; otherwise the offspring are
//!    copies of the two parents. The bits of each offspring are then mutated. Both offspring join the generation; if
//!    only one place is left, the first does.
//!
//! The 2008 paper “replicated the best organism, and deleted the worst organism” after each generation. This
//! implementation interprets that as an elite of one: the best is carried over, and one fewer offspring is bred instead
//! of deleting the worst after measuring it.
//!
//! Selection, crossover and mutation draw from separate streams, so changing one rate does not affect the other
//! decisions of the same generation.

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
    /// The last measured generation, fittest first; empty before the first.
    last_generation: Vec<Candidate>,
    fitness: Vec<f64>,
}

impl GeneticAlgorithm {
    /// Creates a genetic algorithm without any measured generation.
    #[must_use]
    pub fn new(settings: GaSettings, bits: usize) -> GeneticAlgorithm {
        GeneticAlgorithm { settings, bits, last_generation: Vec::new(), fitness: Vec::new() }
    }

    fn initial_population(&self, generation: u32, randomness: &Randomness) -> Vec<Candidate> {
        let mut rng = randomness.stream(generation, "population");
        (0..self.settings.population)
            .map(|_| Candidate {
                chromosome: Chromosome::random(self.bits, &mut rng),
                born: generation,
                parents: Vec::new(),
            })
            .collect()
    }

    /// Creates an offspring. If its bits equal those of a parent, it keeps that parent's generation of birth.
    fn child(&self, chromosome: Chromosome, parents: Vec<u32>, generation: u32) -> Candidate {
        let born = parents
            .iter()
            .map(|&place| &self.last_generation[place as usize])
            .filter(|parent| parent.chromosome == chromosome)
            .map(|parent| parent.born)
            .min()
            .unwrap_or(generation);
        Candidate { chromosome, born, parents }
    }
}

impl Optimizer for GeneticAlgorithm {
    fn ask(&self, generation: u32, randomness: &Randomness) -> Vec<Candidate> {
        if self.last_generation.is_empty() {
            return self.initial_population(generation, randomness);
        }
        let GaSettings { selection, crossover, crossover_rate, mutation_rate, .. } = self.settings;
        let population = self.settings.population as usize;
        let elite = (self.settings.elite as usize).min(population).min(self.last_generation.len());
        let mut next: Vec<Candidate> = (0u32..)
            .zip(&self.last_generation[..elite])
            .map(|(place, best)| Candidate { parents: vec![place], ..best.clone() })
            .collect();

        let selector = Selector::new(selection, &self.fitness);
        let mut selecting = randomness.stream(generation, "selection");
        let mut crossing = randomness.stream(generation, "crossover");
        let mut mutating = randomness.stream(generation, "mutation");
        while next.len() < population {
            let (a, b) = (selector.pick(&mut selecting), selector.pick(&mut selecting));
            let (first, second) = (&self.last_generation[a].chromosome, &self.last_generation[b].chromosome);
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
        self.last_generation = generation;
        self.fitness = fitness.to_vec();
    }

    fn change(&mut self, settings: &OptimizerSettings) {
        let OptimizerSettings::Ga(ga) = settings;
        self.settings = ga.clone();
    }
}

#[cfg(test)]
mod tests;
