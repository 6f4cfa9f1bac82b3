//! One run: asks the optimizer, has the organisms measured, tells it, and records the generation.
//!
//! A person may plant organisms: each takes the place of one of the children bred last. That is done
//! here, to what the optimizer proposed, so no optimizer knows of it; it is told of a planted organism as
//! of any other.

use std::convert::Infallible;
use std::sync::Arc;

use super::fame::{HallOfFame, Member};
use super::fitness::{Executor, Fitness, measure};
use super::optimizer::{self, Candidate, Optimizer};
use super::record::{Crosstable, GenerationRecord, Individual, Scores, Visitor};
use super::settings::{CoevolutionSettings, EvolutionSettings, Founder, OptimizerSettings, Stage, Weighting};
use super::statistics;
use super::validation::SettingsError;
use crate::engine::schema::Schema;
use crate::organism::chromosome::Chromosome;
use crate::randomness::Randomness;
use crate::threads::Interrupt;

/// A run of an evolution between two generations.
pub struct Run {
    stage: Stage,
    /// In the mentor stage: what an error is worth.
    weighting: Option<Weighting>,
    schema: Arc<Schema>,
    optimizer: Box<dyn Optimizer>,
    randomness: Randomness,
    /// The organisms of generation 0; none: the optimizer's.
    founders: Vec<Founder>,
    /// How organisms play each other, where they do.
    games: Option<CoevolutionSettings>,
    /// The leaders of the generations so far.
    hall: HallOfFame,
    /// How many games the generations so far played.
    played: u64,
    run: u32,
    next: u32,
    evaluations: u64,
    mean_first: f64,
    champion: Option<Individual>,
    /// How many organisms of a generation may be planted.
    places: usize,
    /// What is planted in the next generation.
    planted: Vec<Chromosome>,
}

/// What a generation was found to be worth, in the order in which its organisms were proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measured {
    /// A measure each.
    Alone(Vec<u64>),
    /// By games against each other, and against the members of the hall of fame.
    Together(Scores),
}

/// Who is to be measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The values of the organisms, in the order in which they were proposed.
    pub organisms: Vec<Vec<i32>>,
    /// The members of the hall of fame that they meet.
    pub hall: Vec<Veteran>,
}

/// A member of the hall of fame as a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Veteran {
    /// The generation it first led.
    pub generation: u32,
    /// Its values.
    pub values: Vec<i32>,
}

/// Why an organism cannot be planted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlantError {
    /// Its chromosome is not of this run's schema.
    #[error("a chromosome of {found} bits cannot stand among those of {expected}: its schema is another")]
    Length {
        /// Bits of the run's chromosomes.
        expected: usize,
        /// Bits of this one.
        found: usize,
    },
    /// As many are planted as there may be.
    #[error(
        "{places} organisms at most can be planted in one generation: the elite, or at least one child, \
         stays"
    )]
    Full {
        /// How many there may be.
        places: usize,
    },
}

impl Run {
    /// Run `run` (0 first) of the evolution, before its generation 0.
    ///
    /// # Errors
    /// Settings that cannot be used.
    pub fn new(settings: &EvolutionSettings, run: u32) -> Result<Run, SettingsError> {
        settings.validate()?;
        let schema = Schema::built_in(&settings.schema)?;
        Ok(Run {
            stage: settings.stage,
            weighting: settings.mentor.as_ref().map(|mentor| mentor.weighting),
            optimizer: optimizer::new(&settings.optimizer, schema.bits()),
            founders: settings.beginners(&schema),
            schema,
            randomness: Randomness::new(settings.seed, settings.stage.name(), run),
            games: settings.coevolution.clone(),
            hall: HallOfFame::default(),
            played: 0,
            run,
            next: 0,
            evaluations: 0,
            mean_first: 0.0,
            champion: None,
            places: settings.optimizer.plantable() as usize,
            planted: Vec::new(),
        })
    }

    /// Which run, 0 first.
    #[must_use]
    pub fn index(&self) -> u32 {
        self.run
    }

    /// The generation that comes next; 0 before the first.
    #[must_use]
    pub fn next_generation(&self) -> u32 {
        self.next
    }

    /// Organisms measured so far.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// How many games the generations so far played.
    #[must_use]
    pub fn games_played(&self) -> u64 {
        self.played
    }

    /// Mean measure of generation 0.
    #[must_use]
    pub fn mean_first(&self) -> f64 {
        self.mean_first
    }

    /// The fittest organism so far: the first to reach its measure, and where several reached it in one
    /// generation the one the optimizer proposed first. `None` before generation 0.
    #[must_use]
    pub fn champion(&self) -> Option<&Individual> {
        self.champion.as_ref()
    }

    /// The leaders of the generations so far, each once, with the generation that it first led; none where organisms do
    /// not play each other.
    #[must_use]
    pub fn leaders(&self) -> Vec<Veteran> {
        self.veterans(self.hall.members())
    }

    fn veterans(&self, members: &[Member]) -> Vec<Veteran> {
        let veteran = |member: &Member| Veteran {
            generation: member.generation,
            values: member.chromosome.decode(&self.schema),
        };
        members.iter().map(veteran).collect()
    }

    /// What the bits mean.
    #[must_use]
    pub fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    /// Replaces the optimizer's settings from the next generation on.
    pub fn change(&mut self, settings: &OptimizerSettings) {
        self.optimizer.change(settings);
        self.places = settings.plantable() as usize;
    }

    /// Puts an organism into the next generation, in the place of a child.
    ///
    /// # Errors
    /// It is of another schema, or as many are planted as there may be; nothing is changed then.
    pub fn plant(&mut self, chromosome: Chromosome) -> Result<(), PlantError> {
        let (expected, found) = (self.schema.bits(), chromosome.len());
        if found != expected {
            return Err(PlantError::Length { expected, found });
        }
        if self.planted.len() >= self.places {
            return Err(PlantError::Full { places: self.places });
        }
        self.planted.push(chromosome);
        Ok(())
    }

    /// How many organisms are planted in the next generation.
    #[must_use]
    pub fn planted(&self) -> usize {
        self.planted.len()
    }

    /// The founders or what the optimizer proposes, with the planted organisms in the last places, in the order in which
    /// they were planted.
    fn candidates(&self) -> Vec<Candidate> {
        let mut candidates = if self.next == 0 && !self.founders.is_empty() {
            let founder = |founder: &Founder| Candidate {
                chromosome: founder.chromosome.clone(),
                born: 0,
                parents: Vec::new(),
            };
            self.founders.iter().map(founder).collect()
        } else {
            self.optimizer.ask(self.next, &self.randomness)
        };
        let first = candidates.len().saturating_sub(self.planted.len());
        for (place, chromosome) in candidates[first..].iter_mut().zip(&self.planted) {
            *place = Candidate { chromosome: chromosome.clone(), born: self.next, parents: Vec::new() };
        }
        candidates
    }

    /// Breeds and measures the next generation, with what is planted in it, without going on to it: the same
    /// again when called again.
    /// `None` where `interrupt` was raised first.
    #[must_use]
    pub fn proposal(
        &self,
        fitness: &dyn Fitness,
        executor: &dyn Executor,
        interrupt: &Interrupt,
    ) -> Option<GenerationRecord> {
        let own = fitness.of_generation(self.next, &self.randomness);
        let fitness = own.as_deref().unwrap_or(fitness);
        let measured = |field: &Field| {
            Ok::<_, Infallible>(measure(fitness, executor, &field.organisms, interrupt).map(Measured::Alone))
        };
        let Ok(record) = self.proposal_by(measured);
        let record = record?;
        let nodes = record
            .population
            .iter()
            .map_while(|individual| fitness.by_item(&individual.chromosome.decode(&self.schema)))
            .collect();
        Some(GenerationRecord { nodes, ..record })
    }

    /// The same, measured as one knows how to. `measure` is told who is to be measured; its `None` is passed on.
    ///
    /// # Errors
    /// Those of `measure`.
    pub fn proposal_by<E>(
        &self,
        measure: impl FnOnce(&Field) -> Result<Option<Measured>, E>,
    ) -> Result<Option<GenerationRecord>, E> {
        let candidates = self.candidates();
        let members = self.members(&candidates);
        let field = Field {
            organisms: candidates.iter().map(|candidate| candidate.chromosome.decode(&self.schema)).collect(),
            hall: self.veterans(&members),
        };
        let Some(measured) = measure(&field)? else { return Ok(None) };
        Ok(Some(self.record(candidates, &field.organisms, members, measured)))
    }

    /// The members of the hall of fame that these organisms meet.
    fn members(&self, candidates: &[Candidate]) -> Vec<Member> {
        let count = self.games.as_ref().map_or(0, |games| games.hall_of_fame as usize);
        let present =
            |chromosome: &Chromosome| candidates.iter().any(|candidate| candidate.chromosome == *chromosome);
        self.hall.sample(count, present, &mut self.randomness.stream(self.next, "hall of fame"))
    }

    fn record(
        &self,
        candidates: Vec<Candidate>,
        values: &[Vec<i32>],
        members: Vec<Member>,
        measured: Measured,
    ) -> GenerationRecord {
        let (measures, scores) = match measured {
            Measured::Alone(measures) => (measures, None),
            Measured::Together(scores) => (self.measures(&scores), Some(scores)),
        };
        let evaluations = self.evaluations + candidates.len() as u64;
        let parameter_diversity = statistics::parameter_diversity(values, &self.schema);
        let mut ranked: Vec<(u32, Individual)> = (0..)
            .zip(candidates.into_iter().zip(measures))
            .map(|(seat, (Candidate { chromosome, born, parents }, correct))| {
                (seat, Individual { chromosome, correct, born, parents })
            })
            .collect();
        ranked.sort_by_key(|(_, individual)| std::cmp::Reverse(individual.correct));
        let (seats, population): (Vec<u32>, Vec<Individual>) = ranked.into_iter().unzip();
        let champion_values = values[seats[0] as usize].clone();
        let crosstable = scores.map(|scores| {
            let placed = |row: &Vec<[u32; 3]>| seats.iter().map(|seat| row[*seat as usize]).collect();
            let visitor = |(member, row): (Member, &Vec<[u32; 3]>)| Visitor {
                generation: member.generation,
                chromosome: member.chromosome,
                results: placed(row),
            };
            Crosstable {
                results: seats.iter().map(|row| placed(&scores.results[*row as usize])).collect(),
                hall: members.into_iter().zip(&scores.hall).map(visitor).collect(),
                seats,
            }
        });
        let measures: Vec<u64> = population.iter().map(|individual| individual.correct).collect();
        GenerationRecord {
            run: self.run,
            generation: self.next,
            evaluations,
            spread: statistics::spread(&measures),
            bit_diversity: statistics::bit_diversity(
                population.iter().map(|individual| &individual.chromosome),
                self.schema.bits(),
            ),
            parameter_diversity,
            champion_values,
            population,
            crosstable,
            nodes: Vec::new(),
        }
    }

    /// The measures of organisms with these scores.
    fn measures(&self, scores: &Scores) -> Vec<u64> {
        let population = scores.results.len() as u32;
        let measure = |half_points| match &self.games {
            Some(games) => games.measure(half_points, population, scores.hall.len()),
            None => half_points,
        };
        scores.half_points().into_iter().map(measure).collect()
    }

    /// Goes on to the generation after `record`, which is this run's next: just made by
    /// [`Run::proposal`], or read back from a journal.
    pub fn accept(&mut self, record: &GenerationRecord) {
        debug_assert_eq!((record.run, record.generation), (self.run, self.next));
        let candidates = record
            .population
            .iter()
            .map(|Individual { chromosome, born, parents, .. }| Candidate {
                chromosome: chromosome.clone(),
                born: *born,
                parents: parents.clone(),
            })
            .collect();
        let measures: Vec<u64> = record.population.iter().map(|individual| individual.correct).collect();
        let fitness = match self.weighting {
            Some(weighting) => weighting.told(&measures),
            None => measures.iter().map(|measure| self.stage.fitness(*measure)).collect(),
        };
        self.optimizer.tell(candidates, &fitness);
        if record.generation == 0 {
            self.mean_first = record.spread.mean;
        }
        let best = &record.population[0];
        if self.champion.as_ref().is_none_or(|champion| best.correct > champion.correct) {
            self.champion = Some(best.clone());
        }
        if self.games.is_some() {
            self.hall.admit(record.generation, &best.chromosome);
        }
        self.played += record.crosstable.as_ref().map_or(0, Crosstable::games);
        self.evaluations = record.evaluations;
        self.planted.clear();
        self.next = record.generation + 1;
    }
}

#[cfg(test)]
mod tests;
