//! A run: asks the optimizer, measures the organisms, reports the fitness back and records the generation.
//!
//! The user may plant organisms. Each planted organism replaces one of the offspring bred last. The run replaces them
//! in the optimizer's proposal, so optimizers need no support for planting: they receive the fitness of a planted
//! organism like that of any other.
//!
//! A repeated proposal returns the same record. A fitness may offer a model, a loss with its gradient and Hessian: the run
//! passes it to the optimizer, and most optimizers ignore it. Equal organisms are measured once, and those of the generation
//! before keep their measures if these depend on their values alone.

mod breeding;
mod recording;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;

use super::blocked::{Blocked, BlockedEvent};
use super::bounds::{Bounds, NamedBounds};
use super::fame::{HallOfFame, Member};
use super::fault::Fault;
use super::fitness::{Derivatives, Executor, Fitness, PastOfRun, measure_unknown};
use super::optimizer::{Candidate, Generation, Models, Optimizer};
use super::optimizers::OptimizerSettings;
use super::record::{Crosstable, Founder, GenerationRecord, Individual};
use super::report::OptimizerReport;
use crate::engine::schema::Schema;
use crate::organism::chromosome::Chromosome;
use crate::randomness::Randomness;
use crate::threads::Interrupt;

pub use breeding::PlantError;
pub use recording::Measured;

/// Converts the scores of a generation, best first, to the fitness that the optimizer receives.
pub type ToFitness = Box<dyn Fn(&[u64]) -> Vec<f64> + Send>;

/// The settings of a run.
pub struct RunSettings {
    /// The name in the keys of random streams.
    pub stage: &'static str,
    /// Seed of all random streams.
    pub seed: u64,
    /// Index of the run, 0 first.
    pub run: u32,
    /// The schema of the organisms.
    pub schema: Arc<Schema>,
    /// The optimizer that proposes organisms.
    pub optimizer: OptimizerSettings,
    /// The organisms of generation 0; empty if the optimizer creates generation 0.
    pub initial: Vec<Founder>,
    /// The organism near which generation 0 begins; `None` for a random generation 0. Not used if `initial` has
    /// organisms.
    pub start: Option<Chromosome>,
    /// The number of fittest organisms of earlier generations that a generation plays; `None` if the run need not
    /// remember the fittest.
    pub hall_of_fame: Option<u32>,
    /// Converts scores to fitness.
    pub fitness: ToFitness,
}

/// The state of a run between two generations.
///
/// # Example
///
/// The fitness is the number of positions in which an organism plays the grandmaster's move.
/// `examples/own_evaluation.rs` has a fitness that is not part of this crate.
///
/// ```
/// use eyas_core::engine::one_ply::PlyScore;
/// use eyas_core::experiment::presets;
/// use eyas_core::objectives::agreement::Agreement;
/// use eyas_core::positions::PositionSet;
/// use eyas_core::threads::{Interrupt, ThreadPool};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut experiment = presets::named("quick")?;
/// experiment.optimizer.set_population(10);
/// let all = PositionSet::embedded("gm2600-train")?;
/// let few = PositionSet { examples: all.examples[..20].to_vec().into(), ..all };
/// let (pool, interrupt) = (ThreadPool::new(1)?, Interrupt::default());
/// let fitness =
///     Agreement::build(&few, experiment.schema(), PlyScore::Static, None, &pool, &|_, _| {}, &interrupt)?;
///
/// let mut run = experiment.run(0)?;
/// for _ in 0..3 {
///     let generation = run.proposal(&fitness, &pool, &interrupt).ok_or("interrupted")?;
///     run.accept(&generation);
/// }
/// let champion = run.champion().ok_or("no generation was measured")?;
/// assert!(champion.score > 0);
/// # Ok(())
/// # }
/// ```
pub struct Run {
    fitness: ToFitness,
    schema: Arc<Schema>,
    optimizer: Box<dyn Optimizer>,
    randomness: Randomness,
    /// The organisms of generation 0; empty if the optimizer creates generation 0.
    initial: Vec<Founder>,
    /// The number of members of the hall of fame that a generation plays, if organisms play each other.
    hall_of_fame: Option<u32>,
    /// The fittest organisms of all generations so far.
    hall: HallOfFame,
    /// The number of games played in all generations so far.
    games_played: u64,
    /// The number of these games that ended by a fault.
    faults: u64,
    run: u32,
    next: u32,
    evaluations: u64,
    mean_first: f64,
    champion: Option<Individual>,
    /// The fittest organism of the last generation.
    leader: Option<Chromosome>,
    /// The measures of the last generation by the organisms' values.
    measures: HashMap<Vec<i32>, u64>,
    /// The number of games, if the user changed it.
    pairs: Option<u32>,
    /// The bounds that are narrower than the ranges.
    named_bounds: NamedBounds,
    bounds: Option<Bounds>,
    /// The maximum number of planted organisms in a generation.
    max_planted: usize,
    /// The organisms to plant in the next generation.
    planted: Vec<Chromosome>,
}

/// The losses of a run's generations.
struct FitnessModels<'a> {
    fitness: &'a dyn Fitness,
    executor: &'a dyn Executor,
    randomness: &'a Randomness,
}

impl Models for FitnessModels<'_> {
    fn derivatives(&self, generation: u32, values: &[f64]) -> Option<Derivatives> {
        let of_generation = self.fitness.of_generation(generation, self.randomness, PastOfRun::default());
        let fitness = of_generation.as_deref().unwrap_or(self.fitness);
        fitness.model().map(|model| self.executor.derivatives(model, values))
    }

    fn are_equal(&self) -> bool {
        self.fitness.of_generation(0, self.randomness, PastOfRun::default()).is_none()
    }
}

/// The organisms to measure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The parameter values of the organisms, in the order of the proposal.
    pub organisms: Vec<Vec<i32>>,
    /// The members of the hall of fame that the organisms play.
    pub hall: Vec<HallMember>,
}

/// A member of the hall of fame as a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HallMember {
    /// The generation in which the organism was first the fittest.
    pub generation: u32,
    /// The parameter values.
    pub values: Vec<i32>,
}

impl Run {
    /// Creates a run before its generation 0.
    #[must_use]
    pub fn new(settings: RunSettings) -> Run {
        let RunSettings { stage, seed, run, schema, optimizer, initial, start, hall_of_fame, fitness } =
            settings;
        let max_planted = optimizer.plantable() as usize;
        let mut optimizer = optimizer.optimizer(&schema);
        if let Some(start) = start.filter(|_| initial.is_empty()) {
            optimizer.start(&start);
        }
        Run {
            fitness,
            max_planted,
            optimizer,
            initial,
            schema,
            randomness: Randomness::new(seed, stage, run),
            hall_of_fame,
            hall: HallOfFame::default(),
            games_played: 0,
            faults: 0,
            run,
            next: 0,
            evaluations: 0,
            mean_first: 0.0,
            champion: None,
            leader: None,
            measures: HashMap::new(),
            pairs: None,
            named_bounds: NamedBounds::new(),
            bounds: None,
            planted: Vec::new(),
        }
    }

    /// Returns the index of the run, 0 first.
    #[must_use]
    pub fn index(&self) -> u32 {
        self.run
    }

    /// Returns the next generation; 0 before the first.
    #[must_use]
    pub fn next_generation(&self) -> u32 {
        self.next
    }

    /// Returns the number of evaluations so far.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Returns the number of games played in all generations so far.
    #[must_use]
    pub fn games_played(&self) -> u64 {
        self.games_played
    }

    /// Returns the number of games in all generations so far that ended by a fault of a player.
    #[must_use]
    pub fn faults(&self) -> u64 {
        self.faults
    }

    /// Returns the mean measure of generation 0.
    #[must_use]
    pub fn mean_first(&self) -> f64 {
        self.mean_first
    }

    /// Returns the fittest individual so far: the first with the highest score or, if several had that score in one
    /// generation, the one that the optimizer proposed first. `None` before generation 0.
    #[must_use]
    pub fn champion(&self) -> Option<&Individual> {
        self.champion.as_ref()
    }

    /// Returns whether all generations have the same fitness.
    #[must_use]
    pub fn has_equal_generations(&self, fitness: &dyn Fitness) -> bool {
        fitness.of_generation(0, &self.randomness, PastOfRun::default()).is_none()
    }

    /// Returns the optimizer's estimate of the fittest organism; `None` if it has none besides the measured ones.
    #[must_use]
    pub fn estimate(&self) -> Option<Chromosome> {
        let estimate = self.optimizer.estimate()?;
        Some(self.limited(estimate))
    }

    /// Returns the values of the best organism before the next generation: the optimizer's estimate or, without one, the
    /// fittest organism of the last generation.
    fn best(&self) -> Option<Vec<i32>> {
        self.estimate().or_else(|| self.leader.clone()).map(|chromosome| chromosome.decode(&self.schema))
    }

    /// Returns the state of the optimizer after the last generation; `None` if it has nothing to show.
    #[must_use]
    pub fn report(&self) -> Option<OptimizerReport> {
        self.optimizer.report()
    }

    /// Returns the fittest organisms of all generations so far, each once, with the generation in which the organism
    /// was first the fittest. Empty if the run does not remember them ([`RunSettings::hall_of_fame`]).
    #[must_use]
    pub fn leaders(&self) -> Vec<HallMember> {
        self.hall_players(self.hall.members())
    }

    fn hall_players(&self, members: &[Member]) -> Vec<HallMember> {
        let player = |member: &Member| HallMember {
            generation: member.generation,
            values: member.chromosome.decode(&self.schema),
        };
        members.iter().map(player).collect()
    }

    /// Returns the schema of the chromosomes.
    #[must_use]
    pub fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    /// Replaces the optimizer's settings from the next generation on.
    pub fn change(&mut self, settings: &OptimizerSettings) {
        self.optimizer.change(settings);
        self.max_planted = settings.plantable() as usize;
    }

    /// Blocks an event of this run. Nothing else changes, so the run is the same up to the event.
    pub fn block(&mut self, blocked: &Blocked) {
        let generation = blocked.generation;
        match &blocked.event {
            BlockedEvent::Mutation { organism, bits } => self.optimizer.prevent(generation, *organism, bits),
            BlockedEvent::Generation { seed } => self.randomness.reseed(generation..generation + 1, *seed),
            // They are decisions of a person, which are made from outside.
            BlockedEvent::Plants | BlockedEvent::Settings => {}
        }
    }

    /// Draws the generations from this one on with another seed.
    pub fn reseed(&mut self, from: u32, seed: u64) {
        self.randomness.reseed(from..u32::MAX, seed);
    }

    /// Replaces the number of games from the next generation on; `None` for that of the settings. Objective *matches*: pairs
    /// of games of each organism. Objective *self-play*: games of each pair of organisms.
    pub fn change_pairs(&mut self, pairs: Option<u32>) {
        self.pairs = pairs;
    }

    /// Returns the number of games that [`Run::change_pairs`] set.
    #[must_use]
    pub fn pairs(&self) -> Option<u32> {
        self.pairs
    }

    /// Breeds and measures the next generation, including planted organisms, without advancing to it. A second call
    /// returns the same result. An organism of the last generation keeps its measure if it cannot change. Returns `None` if
    /// `interrupt` was raised before the end.
    #[must_use]
    pub fn proposal(
        &self,
        fitness: &dyn Fitness,
        executor: &dyn Executor,
        interrupt: &Interrupt,
    ) -> Option<GenerationRecord> {
        let models = FitnessModels { fitness, executor, randomness: &self.randomness };
        let candidates = self.candidates(Some(&models));
        let best = self.best();
        let past = PastOfRun { best: best.as_deref(), pairs: self.pairs };
        let of_generation = fitness.of_generation(self.next, &self.randomness, past);
        let keeps = of_generation.is_none() && fitness.is_function_of_values();
        let fitness = of_generation.as_deref().unwrap_or(fitness);
        let none = HashMap::new();
        let known = if keeps { &self.measures } else { &none };
        let measured = |field: &Field| {
            let measures = measure_unknown(fitness, executor, &field.organisms, known, interrupt);
            Ok::<_, Infallible>(measures.map(Measured::Independent))
        };
        let Ok(record) = self.measured(candidates, measured);
        let record = record?;
        let values = || record.population.iter().map(|one| one.chromosome.decode(&self.schema));
        let nodes = values().map_while(|values| fitness.by_item(&values)).collect();
        let games = values().map_while(|values| fitness.games(&values)).collect();
        let mut faults: Vec<Vec<Fault>> = values().map(|values| fitness.faults(&values)).collect();
        if faults.iter().all(Vec::is_empty) {
            faults.clear();
        }
        Some(GenerationRecord { nodes, games, faults, ..record })
    }

    /// Like [`Run::proposal`], with `measure` as the measuring function. Returns `None` if `measure` does.
    ///
    /// # Errors
    /// Returns the errors of `measure`.
    pub fn proposal_by<E>(
        &self,
        measure: impl FnOnce(&Field) -> Result<Option<Measured>, E>,
    ) -> Result<Option<GenerationRecord>, E> {
        self.measured(self.candidates(None), measure)
    }

    fn measured<E>(
        &self,
        candidates: Vec<Candidate>,
        measure: impl FnOnce(&Field) -> Result<Option<Measured>, E>,
    ) -> Result<Option<GenerationRecord>, E> {
        let members = self.members(&candidates);
        let field = Field {
            organisms: candidates.iter().map(|candidate| candidate.chromosome.decode(&self.schema)).collect(),
            hall: self.hall_players(&members),
        };
        let Some(measured) = measure(&field)? else { return Ok(None) };
        Ok(Some(self.record(candidates, &field.organisms, members, measured)))
    }

    /// Draws the members of the hall of fame that these organisms play.
    fn members(&self, candidates: &[Candidate]) -> Vec<Member> {
        let count = self.hall_of_fame.unwrap_or(0) as usize;
        let present =
            |chromosome: &Chromosome| candidates.iter().any(|candidate| candidate.chromosome == *chromosome);
        self.hall.sample(count, present, &mut self.randomness.stream(self.next, "hall of fame"))
    }

    /// Advances to the generation after `record`. `record` is this run's next generation: either just created by
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
        let measures: Vec<u64> = record.population.iter().map(|individual| individual.score).collect();
        let values = record.population.iter().map(|individual| individual.chromosome.decode(&self.schema));
        self.measures = values.zip(measures.iter().copied()).collect();
        let fitness = (self.fitness)(&measures);
        let number = record.generation;
        let generation = Generation { number, candidates, scores: &measures, fitness: &fitness };
        self.optimizer.tell(generation, &self.randomness);
        if record.generation == 0 {
            self.mean_first = record.spread.mean;
        }
        let best = &record.population[0];
        if self.champion.as_ref().is_none_or(|champion| best.score > champion.score) {
            self.champion = Some(best.clone());
        }
        self.leader = Some(best.chromosome.clone());
        if self.hall_of_fame.is_some() {
            self.hall.admit(record.generation, &best.chromosome);
        }
        let games = record.games.iter().map(|games| games.len() as u64).sum::<u64>();
        self.games_played += games + record.crosstable.as_ref().map_or(0, Crosstable::games);
        self.faults += record.faults.iter().map(|games| games.len() as u64).sum::<u64>();
        self.evaluations = record.evaluations;
        self.planted.clear();
        self.next = record.generation + 1;
    }
}
