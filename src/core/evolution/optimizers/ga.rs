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

use std::sync::Arc;

use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::population::{MAX_POPULATION, population};
use super::{OptimizerDefinition, OptimizerSettings};
use crate::engine::schema::Schema;
use crate::evolution::operators::crossover::{Crossover, cross};
use crate::evolution::operators::mutation::{flips, mutate};
use crate::evolution::operators::selection::{Selection, Selector};
use crate::evolution::optimizer::{Candidate, Generation, Optimizer};
use crate::evolution::setting::{Kind, Setting, SettingsError, Value};
use crate::organism::chromosome::Chromosome;
use crate::randomness::Randomness;

/// The maximum expected number of flipped bits. From the number of bits on, every bit flips.
pub const MAX_MUTATIONS: f64 = 10_000.0;

/// The least number of bits, on average, in which the organisms of generation 0 differ from a given start.
const FIRST_FLIPS: f64 = 3.0;

/// The settings of the genetic algorithm. All except the population may change between generations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GaSettings {
    /// Number of organisms per generation.
    pub population: u32,
    /// The parent selection operator.
    pub selection: Selection,
    /// The crossover operator.
    pub crossover: Crossover,
    /// Probability that a pair of parents is crossed.
    pub crossover_rate: f64,
    /// Probability that a bit flips, unless `mutations` is given.
    pub mutation_rate: f64,
    /// Expected number of flipped bits of a chromosome, instead of `mutation_rate`. The schema's number of bits
    /// determines the probability of each bit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mutations: Option<f64>,
    /// Number of fittest organisms copied unchanged into the next generation.
    pub elite: u32,
}

/// The declared settings.
pub const SETTINGS: &[Setting<GaSettings>] = &[
    population(2),
    Setting::<GaSettings>::new(
        "crossover-rate",
        "X",
        Kind::Real(0.0, 1.0),
        "Probability that a pair of parents is crossed",
        |ga| Some(ga.crossover_rate.into()),
        |ga, value| value.real().map(|rate| ga.crossover_rate = rate),
    )
    .in_forms("share of the parents that are mixed; the others are only mutated"),
    Setting::<GaSettings>::new(
        "crossover",
        "KIND",
        Kind::Choice(&[("uniform", ""), ("one-point", ""), ("two-point", "")]),
        "Crossover operator",
        |ga| {
            Some(Value::from(match ga.crossover {
                Crossover::Uniform => "uniform",
                Crossover::OnePoint => "one-point",
                Crossover::TwoPoint => "two-point",
            }))
        },
        |ga, value| {
            ga.crossover = match value.text().as_str() {
                "one-point" => Crossover::OnePoint,
                "two-point" => Crossover::TwoPoint,
                _ => Crossover::Uniform,
            };
            Ok(())
        },
    )
    .in_forms("uniform mixes single bits of the parents, the others exchange whole pieces"),
    Setting::<GaSettings>::new(
        "mutation-rate",
        "X",
        Kind::Real(0.0, 1.0),
        "Probability that a bit flips",
        |ga| ga.mutations.is_none().then(|| ga.mutation_rate.into()),
        |ga, value| value.real().map(|rate| (ga.mutation_rate, ga.mutations) = (rate, None)),
    )
    .in_forms("share of the bits that flip; more tries more, but loses good ones"),
    Setting::<GaSettings>::new(
        "mutations",
        "X",
        Kind::Real(0.0, MAX_MUTATIONS),
        "Expected number of flipped bits of a chromosome, instead of a probability per bit",
        |ga| ga.mutations.map(Value::from),
        |ga, value| value.real().map(|number| ga.mutations = Some(number)),
    )
    .conflicting(&["mutation-rate"])
    .in_forms("bits of each organism that flip; more try more, but lose good ones"),
    Setting::<GaSettings>::new(
        "selection",
        "KIND",
        Kind::Choice(&[
            ("proportional", "Roulette wheel: probability proportional to fitness"),
            ("rank", "Linear ranking"),
            ("tournament", "The fittest of some organisms drawn at random"),
        ]),
        "Parent selection operator",
        |ga| {
            Some(Value::from(match ga.selection {
                Selection::Proportional => "proportional",
                Selection::Rank { .. } => "rank",
                Selection::Tournament { .. } => "tournament",
            }))
        },
        |ga, value| {
            ga.selection = match (value.text().as_str(), ga.selection) {
                ("rank", rank @ Selection::Rank { .. }) => rank,
                ("rank", _) => Selection::Rank { pressure: 2.0 },
                ("tournament", tournament @ Selection::Tournament { .. }) => tournament,
                ("tournament", _) => Selection::Tournament { size: 2 },
                _ => Selection::Proportional,
            };
            Ok(())
        },
    )
    .in_forms("how parents are chosen"),
    Setting::<GaSettings>::new(
        "pressure",
        "X",
        Kind::Real(1.0, 2.0),
        "With rank selection: expected number of offspring of the best",
        |ga| match ga.selection {
            Selection::Rank { pressure } => Some(pressure.into()),
            Selection::Proportional | Selection::Tournament { .. } => None,
        },
        |ga, value| match &mut ga.selection {
            Selection::Rank { pressure } => value.real().map(|number| *pressure = number),
            Selection::Proportional | Selection::Tournament { .. } => {
                Err("applies to rank selection only; add --selection rank".to_owned())
            }
        },
    )
    .in_forms("offspring of the best; more converge sooner, but search less"),
    Setting::<GaSettings>::new(
        "tournament-size",
        "N",
        Kind::Integer(1, MAX_POPULATION),
        "With tournament selection: number of organisms drawn",
        |ga| match ga.selection {
            Selection::Tournament { size } => Some(size.into()),
            Selection::Proportional | Selection::Rank { .. } => None,
        },
        |ga, value| match &mut ga.selection {
            Selection::Tournament { size } => value.integer().map(|number| *size = number),
            Selection::Proportional | Selection::Rank { .. } => {
                Err("applies to tournament selection only; add --selection tournament".to_owned())
            }
        },
    )
    .in_forms("organisms in each; more converge sooner, but search less"),
    Setting::<GaSettings>::new(
        "elite",
        "N",
        Kind::Integer(0, MAX_POPULATION),
        "Number of fittest organisms copied unchanged into the next generation",
        |ga| Some(ga.elite.into()),
        |ga, value| value.integer().map(|number| ga.elite = number),
    )
    .in_forms("fittest kept unchanged; more lose less, but try less"),
];

impl GaSettings {
    /// The settings of the 2014 paper (section V).
    pub const PAPER_2014: GaSettings = GaSettings {
        population: 100,
        selection: Selection::Proportional,
        crossover: Crossover::Uniform,
        crossover_rate: 0.75,
        mutation_rate: 0.005,
        mutations: None,
        elite: 1,
    };

    /// Returns the probability that a bit of a chromosome with this number of bits flips: 0 to 1.
    #[must_use]
    pub fn flip_probability(&self, bits: usize) -> f64 {
        match self.mutations {
            Some(mutations) => (mutations / bits.max(1) as f64).min(1.0),
            None => self.mutation_rate,
        }
    }
}

impl Default for GaSettings {
    /// Returns [`GaSettings::PAPER_2014`].
    fn default() -> GaSettings {
        GaSettings::PAPER_2014
    }
}

impl OptimizerDefinition for GaSettings {
    fn optimizer(&self, schema: &Arc<Schema>) -> Box<dyn Optimizer> {
        Box::new(GeneticAlgorithm::new(self.clone(), schema.bits()))
    }

    /// Returns the number of organisms without the elite, and at most all organisms but one.
    fn plantable(&self) -> u32 {
        self.population.saturating_sub(self.elite.max(1))
    }

    fn check(&self) -> Result<(), SettingsError> {
        if self.elite >= self.population {
            return Err(SettingsError::out_of_range("elite", self.elite, "less than the population"));
        }
        match self.selection {
            Selection::Tournament { size } if size > self.population => {
                Err(SettingsError::out_of_range("tournament-size", size, "1 to the population size"))
            }
            _ => Ok(()),
        }
    }
}

/// A generational genetic algorithm over bit strings.
#[derive(Debug, Clone)]
pub struct GeneticAlgorithm {
    settings: GaSettings,
    bits: usize,
    /// Generation 0 is this organism and its mutants; `None` for random organisms.
    start: Option<Chromosome>,
    /// The last measured generation, fittest first; empty before the first.
    last_generation: Vec<Candidate>,
    fitness: Vec<f64>,
    /// Bits that do not mutate: those of an individual of a generation.
    prevented: Vec<(u32, u32, Vec<u32>)>,
}

impl GeneticAlgorithm {
    /// Creates a genetic algorithm without any measured generation.
    #[must_use]
    pub fn new(settings: GaSettings, bits: usize) -> GeneticAlgorithm {
        GeneticAlgorithm {
            settings,
            bits,
            start: None,
            last_generation: Vec::new(),
            fitness: Vec::new(),
            prevented: Vec::new(),
        }
    }

    fn initial_population(&self, generation: u32, randomness: &Randomness) -> Vec<Candidate> {
        let mut rng = randomness.stream(generation, "population");
        let chromosome = |place: u32| match &self.start {
            None => Chromosome::random(self.bits, &mut rng),
            Some(start) if place == 0 => start.clone(),
            Some(start) => {
                let mut mutant = start.clone();
                mutate(&mut mutant, self.first_mutation_rate(), &mut rng);
                mutant
            }
        };
        let chromosomes = (0..self.settings.population).map(chromosome);
        chromosomes
            .map(|chromosome| Candidate { chromosome, born: generation, parents: Vec::new() })
            .collect()
    }

    /// Returns the mutation rate around a given start: at least [`FIRST_FLIPS`] bits on average, so that nearly all
    /// organisms of generation 0 differ.
    fn first_mutation_rate(&self) -> f64 {
        self.settings.flip_probability(self.bits).max((FIRST_FLIPS / self.bits.max(1) as f64).min(0.5))
    }

    /// Clears the flips that are prevented in an individual of a generation.
    fn prevent_in(&self, flips: &mut Chromosome, generation: u32, individual: usize) {
        let of_individual = self
            .prevented
            .iter()
            .filter(|(in_generation, of, _)| (*in_generation, *of as usize) == (generation, individual));
        of_individual.flat_map(|(.., bits)| bits).for_each(|bit| flips.set(*bit as usize, false));
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

    /// Returns the individuals of a generation, each with the bits that mutation flipped.
    fn bred(&self, generation: u32, randomness: &Randomness) -> Vec<(Candidate, Chromosome)> {
        let none = Chromosome::zeros(self.bits);
        if self.last_generation.is_empty() {
            let initial = self.initial_population(generation, randomness).into_iter();
            return initial.map(|candidate| (candidate, none.clone())).collect();
        }
        let GaSettings { selection, crossover, crossover_rate, .. } = self.settings;
        let mutation_rate = self.settings.flip_probability(self.bits);
        let population = self.settings.population as usize;
        let elite = (self.settings.elite as usize).min(population).min(self.last_generation.len());
        let mut next: Vec<(Candidate, Chromosome)> = (0u32..)
            .zip(&self.last_generation[..elite])
            .map(|(place, best)| (Candidate { parents: vec![place], ..best.clone() }, none.clone()))
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
                let mut flips = flips(self.bits, mutation_rate, &mut mutating);
                self.prevent_in(&mut flips, generation, next.len());
                chromosome.flip_all(&flips);
                next.push((self.child(chromosome, parents, generation), flips));
            }
        }
        next.truncate(population);
        next
    }
}

impl Optimizer for GeneticAlgorithm {
    fn ask(&self, generation: u32, randomness: &Randomness) -> Vec<Candidate> {
        self.bred(generation, randomness).into_iter().map(|(candidate, _)| candidate).collect()
    }

    fn mutations(&self, generation: u32, randomness: &Randomness) -> Option<Vec<Chromosome>> {
        Some(self.bred(generation, randomness).into_iter().map(|(_, flips)| flips).collect())
    }

    fn prevent(&mut self, generation: u32, individual: u32, bits: &[u32]) {
        self.prevented.push((generation, individual, bits.to_vec()));
    }

    fn tell(&mut self, generation: Generation<'_>, _: &Randomness) {
        debug_assert!(
            generation.fitness.is_sorted_by(|a, b| a >= b),
            "individuals must be sorted by fitness"
        );
        self.last_generation = generation.candidates;
        self.fitness = generation.fitness.to_vec();
    }

    fn start(&mut self, start: &Chromosome) {
        self.start = Some(start.clone());
    }

    fn change(&mut self, settings: &OptimizerSettings) {
        let Some(ga) = settings.ga() else { return };
        self.settings = ga.clone();
    }
}

#[cfg(test)]
mod tests;
