//! What would have been: the twin of a run, in which one event of the run does not happen.
//!
//! A twin is the run itself up to the event. From then on it draws from the same random streams: the streams are keyed, so
//! whatever does not depend on the event stays the same. One twin shows what happened without the event, but a small change
//! grows until the two runs have little in common. Whether the event made the run better is shown by many pairs of runs, with
//! and without the event, that draw later generations with other seeds.

use std::cmp::Reverse;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::Error;
use super::family::{Cause, family};
use super::importance::training_set;
use crate::engine::schema::Schema;
use crate::evolution::blocked::{Blocked, BlockedEvent};
use crate::evolution::fitness::{Executor, Fitness, Task};
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::record::{GenerationRecord, Spread};
use crate::evolution::run::Run;
use crate::evolution::statistics::spread;
use crate::session::{Recorded, SettingsChange};
use crate::statistics::{Estimate, mean_of};
use crate::threads::{Interrupt, ThreadPool};
use crate::trust::{self, EngineUse};

/// An event of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Bits of an organism flipped when it was bred.
    Mutation {
        /// The generation in which the organism was born.
        generation: u32,
        /// Its place in the generation's order of fitness (0 = fittest).
        place: u32,
        /// The parameter of which bits flipped; `None` for all of them.
        parameter: Option<usize>,
    },
    /// Organisms were planted in this generation.
    Plants(u32),
    /// Settings were changed before this generation.
    Settings(u32),
    /// This generation was drawn as it was. Its twin is drawn afresh.
    Generation(u32),
}

impl Event {
    /// Reads an event: `mutation:8:3:KNIGHT`, `mutation:8:3`, `plant:8`, `settings:8` or `generation:8`. Places begin at 1.
    ///
    /// # Errors
    /// Returns why the text is not an event.
    pub fn parse(text: &str, schema: &Schema) -> Result<Event, Error> {
        let error = |why: String| Error::NotAnEvent(text.to_owned(), why);
        let number = |part: &str, name: &str| {
            part.parse::<u32>().map_err(|_| error(format!("{name} “{part}” is not a number")))
        };
        let parts: Vec<&str> = text.split(':').collect();
        let place = |part: &str| match number(part, "organism")?.checked_sub(1) {
            Some(place) => Ok(place),
            None => Err(error("the first organism is 1".to_owned())),
        };
        Ok(match parts[..] {
            ["mutation", generation, organism] => Event::Mutation {
                generation: number(generation, "generation")?,
                place: place(organism)?,
                parameter: None,
            },
            ["mutation", generation, organism, name] => {
                let found = schema.index_of(name);
                let found = found.ok_or_else(|| error(format!("{} has no parameter {name}", schema.name)))?;
                let (generation, place) = (number(generation, "generation")?, place(organism)?);
                Event::Mutation { generation, place, parameter: Some(found) }
            }
            ["plant", generation] => Event::Plants(number(generation, "generation")?),
            ["settings", generation] => Event::Settings(number(generation, "generation")?),
            ["generation", generation] => Event::Generation(number(generation, "generation")?),
            _ => return Err(error("its kind or the number of its parts is unknown".to_owned())),
        })
    }

    /// Returns the generation in which the event happened.
    #[must_use]
    pub fn generation(self) -> u32 {
        match self {
            Event::Mutation { generation, .. }
            | Event::Plants(generation)
            | Event::Settings(generation)
            | Event::Generation(generation) => generation,
        }
    }

    /// Returns the text that [`Event::parse`] reads.
    #[must_use]
    pub fn text(self, schema: &Schema) -> String {
        match self {
            Event::Mutation { generation, place, parameter } => {
                let parameter = parameter.map(|at| format!(":{}", schema.parameters[at].name));
                format!("mutation:{generation}:{}{}", place + 1, parameter.unwrap_or_default())
            }
            Event::Plants(generation) => format!("plant:{generation}"),
            Event::Settings(generation) => format!("settings:{generation}"),
            Event::Generation(generation) => format!("generation:{generation}"),
        }
    }
}

/// A run without an event.
#[derive(Debug, Clone)]
pub struct Twin {
    /// What does not happen.
    pub blocked: Blocked,
    /// The session with the generations of the twin, and its changes of settings and planted organisms.
    pub recorded: Recorded,
}

/// What a run was with an event, and without it.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The event.
    pub event: Event,
    /// The final best score of the run.
    pub original: u64,
    /// The final best score of the twin.
    pub twin: u64,
    /// The generation in which the best scores of the two differ most, and that of the run minus that of the twin; `None` if
    /// they never differ.
    pub widest: Option<(u32, i64)>,
    /// The number of values in which the final champions differ.
    pub values: usize,
    /// The final best scores with the event and without it, for each other seed.
    pub seeds: Vec<[u64; 2]>,
}

impl Outcome {
    /// Returns the final best score of the run minus that of the twin.
    #[must_use]
    pub fn difference(&self) -> i64 {
        self.original as i64 - self.twin as i64
    }

    /// Returns, for each other seed, the final best score with the event minus that without it.
    pub fn differences(&self) -> impl Iterator<Item = i64> {
        self.seeds.iter().map(|[with, without]| *with as i64 - *without as i64)
    }

    /// Returns the mean of [`Outcome::differences`] with its 95 % interval; `None` without seeds.
    #[must_use]
    pub fn mean(&self) -> Option<Estimate> {
        mean_of(&self.differences().map(|difference| difference as f64).collect::<Vec<_>>())
    }

    /// Returns the lower quartile, the median and the upper quartile of [`Outcome::differences`]; `None` without seeds.
    #[must_use]
    pub fn quartiles(&self) -> Option<[f64; 3]> {
        let least = self.differences().min()?;
        let mut above: Vec<u64> = self.differences().map(|difference| difference.abs_diff(least)).collect();
        above.sort_unstable_by(|one, other| other.cmp(one));
        let Spread { q25, median, q75, .. } = spread(&above);
        Some([q25, median, q75].map(|quantile| quantile + least as f64))
    }

    /// Returns for how many seeds the score is better with the event, equal, and better without it.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        let count = |of: fn(&i64) -> bool| self.differences().filter(of).count();
        [
            count(|difference| *difference > 0),
            count(|difference| *difference == 0),
            count(|difference| *difference < 0),
        ]
    }
}

/// Computes the twins of a run.
pub struct Twins<'a> {
    recorded: &'a Recorded,
    /// The run; the first is 0.
    run: u32,
    /// The generations of the run.
    generations: Vec<Arc<GenerationRecord>>,
    fitness: Box<dyn Fitness>,
    pool: &'a ThreadPool,
    interrupt: &'a Interrupt,
}

/// Runs tasks on the current thread, while twins run on the others.
struct CurrentThread;

impl Executor for CurrentThread {
    fn execute(&self, fitness: &dyn Fitness, tasks: &[Task], interrupt: &Interrupt) -> Option<Vec<Vec<u64>>> {
        tasks.iter().map(|task| (!interrupt.raised()).then(|| fitness.run(task))).collect()
    }
}

/// The number of mutations that are examined with other seeds.
const EXAMINED: usize = 5;

/// Receives the number of computed generations and of all.
type Progress<'a> = dyn Fn(u64, u64) + Sync + 'a;

/// Counts computed generations.
struct Counter<'a> {
    done: AtomicU64,
    total: u64,
    progress: &'a Progress<'a>,
}

impl Counter<'_> {
    fn count(&self) {
        (self.progress)(self.done.fetch_add(1, Ordering::Relaxed) + 1, self.total);
    }
}

impl<'a> Twins<'a> {
    /// Prepares the training set of a session in `folder`. `run` is the run, 0 first. `cache` is the folder of quiescence
    /// trees, `None` for the default one.
    ///
    /// # Errors
    /// Returns an error if the run has no generation, if the objective plays games or searches, if the positions cannot be
    /// read, or if the interrupt was raised.
    pub fn new(
        folder: &Path,
        (recorded, run): (&'a Recorded, u32),
        cache: Option<&Path>,
        pool: &'a ThreadPool,
        progress: &Progress<'_>,
        interrupt: &'a Interrupt,
    ) -> Result<Twins<'a>, Error> {
        let of_run = recorded.history.iter().filter(|record| record.run == run);
        let generations: Vec<_> = of_run.cloned().collect();
        if generations.is_empty() {
            return Err(Error::NoRun(run + 1, recorded.history.last().map_or(0, |last| last.run + 1)));
        }
        let experiment = &recorded.header.settings;
        trust::check(folder, &EngineUse::of_experiment(experiment))?;
        let (fitness, _) = training_set(experiment, cache, pool, progress, interrupt)?;
        Ok(Twins { recorded, run, generations, fitness, pool, interrupt })
    }

    /// Returns the mutations in the line of descent of the run's last champion, oldest first. `folder` is that of the session.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be read, or if the optimizer has no parents.
    pub fn mutations(&self, folder: &Path) -> Result<Vec<Event>, Error> {
        let experiment = &self.recorded.header.settings;
        let family = family(folder, experiment, self.run, None)?;
        let mut events = Vec::new();
        for step in family.line {
            let is_mutation = |cause: &Option<Cause>| *cause == Some(Cause::Mutation);
            let mutated = step.changes.iter().filter(|(.., cause)| is_mutation(cause));
            events.extend(mutated.map(|(parameter, ..)| Event::Mutation {
                generation: step.generation,
                place: step.place,
                parameter: Some(*parameter),
            }));
        }
        Ok(events)
    }

    /// Computes the twin without an event.
    ///
    /// # Errors
    /// Returns an error if the run has no such event, if this version does not repeat the run, or if the interrupt was raised.
    pub fn twin(&self, event: Event, progress: &Progress<'_>) -> Result<Twin, Error> {
        let counter = self.counter([event], progress);
        self.twin_on(self.pool, event, &counter)
    }

    /// Compares the run with the twin without an event.
    #[must_use]
    pub fn outcome(&self, event: Event, twin: &Twin) -> Outcome {
        let twins: Vec<_> =
            twin.recorded.history.iter().filter(|record| record.run == self.run).cloned().collect();
        let [(original, values), (final_twin, others)] =
            [&self.generations, &twins].map(|generations| self.champion(generations));
        let mut widest: Option<(u32, i64)> = None;
        for (one, other) in self.generations.iter().zip(&twins) {
            let difference = one.spread.best as i64 - other.spread.best as i64;
            if difference.abs() > widest.map_or(0, |(_, widest)| widest.abs()) {
                widest = Some((one.generation, difference));
            }
        }
        let values = values.iter().zip(others).filter(|(one, other)| one != other).count();
        Outcome { event, original, twin: final_twin, widest, values, seeds: Vec::new() }
    }

    /// Computes the twins without each of some events, and compares the run with them. Leaves out what is no event of the
    /// run: a value that bounds moved is not a mutation. Twins run at the same time.
    ///
    /// # Errors
    /// As [`Twins::twin`].
    pub fn outcomes(&self, events: &[Event], progress: &Progress<'_>) -> Result<Vec<Outcome>, Error> {
        let counter = self.counter(events.iter().copied(), progress);
        let outcome = |event: &Event| match self.twin_on(&CurrentThread, *event, &counter) {
            Err(Error::NoEvent(_)) => Ok(None),
            twin => Ok(Some(self.outcome(*event, &twin?))),
        };
        let outcomes: Result<Vec<Option<Outcome>>, Error> =
            self.pool.install(|| events.par_iter().with_max_len(1).map(outcome).collect());
        Ok(outcomes?.into_iter().flatten().collect())
    }

    /// Adds the scores with this number of other seeds to outcomes. The seeds follow that of the session. With each of them,
    /// the generations after the event are drawn twice: after the event, and without it. Runs run at the same time.
    ///
    /// # Errors
    /// As [`Twins::twin`].
    pub fn add_seeds(
        &self,
        outcomes: &mut [Outcome],
        seeds: u32,
        progress: &Progress<'_>,
    ) -> Result<(), Error> {
        let all = outcomes.iter().flat_map(|outcome| (0..2 * seeds).map(|_| outcome.event));
        let counter = self.counter(all, progress);
        let arms: Vec<(Event, u64, bool)> = outcomes
            .iter()
            .flat_map(|outcome| (1..=seeds).map(|number| (outcome.event, self.seed(number))))
            .flat_map(|(event, seed)| [(event, seed, false), (event, seed, true)])
            .collect();
        let last = |(event, seed, is_blocked): &(Event, u64, bool)| {
            let Twin { mut blocked, recorded } = self.forked(&CurrentThread, *event)?;
            if let BlockedEvent::Generation { seed: fresh } = &mut blocked.event {
                *fresh = *seed;
            }
            let (recorded, blocked) =
                if *is_blocked { (&recorded, Some(&blocked)) } else { (self.recorded, None) };
            let course =
                self.course(&CurrentThread, recorded, blocked, event.generation(), Some(*seed), &counter)?;
            Ok(self.champion(&course).0)
        };
        let scores: Vec<u64> =
            self.pool.install(|| arms.par_iter().with_max_len(1).map(last).collect::<Result<_, Error>>())?;
        let mut pairs = scores.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
        for outcome in outcomes {
            outcome.seeds = pairs.by_ref().take(seeds as usize).collect();
        }
        Ok(())
    }

    /// Compares the run with its twins without an event, or without each mutation in the line of descent of the last champion,
    /// the largest difference first. Adds the scores with other seeds to the `EXAMINED` first ones. Returns the twin without
    /// the event, too. `folder` is that of the session; `progress` is that of the twins and that of the other seeds.
    ///
    /// # Errors
    /// As [`Twins::mutations`] and [`Twins::twin`].
    pub fn examine(
        &self,
        folder: &Path,
        event: Option<Event>,
        seeds: u32,
        progress: [&Progress<'_>; 2],
    ) -> Result<(Vec<Outcome>, Option<Twin>), Error> {
        let (mut outcomes, twin) = match event {
            Some(event) => {
                let twin = self.twin(event, progress[0])?;
                (vec![self.outcome(event, &twin)], Some(twin))
            }
            None => (self.outcomes(&self.mutations(folder)?, progress[0])?, None),
        };
        outcomes.sort_by_key(|outcome| Reverse(outcome.difference()));
        if seeds > 0 {
            let examined = outcomes.len().min(EXAMINED);
            self.add_seeds(&mut outcomes[..examined], seeds, progress[1])?;
        }
        Ok((outcomes, twin))
    }

    /// Returns another seed than that of the session.
    fn seed(&self, number: u32) -> u64 {
        self.recorded.header.settings.seed.wrapping_add(number.into())
    }

    fn counter<'p>(
        &self,
        events: impl IntoIterator<Item = Event>,
        progress: &'p Progress<'p>,
    ) -> Counter<'p> {
        let generations = self.generations.len() as u64;
        let left = |event: Event| generations.saturating_sub(event.generation().into());
        Counter { done: AtomicU64::new(0), total: events.into_iter().map(left).sum(), progress }
    }

    fn twin_on(&self, executor: &dyn Executor, event: Event, counter: &Counter<'_>) -> Result<Twin, Error> {
        let Twin { blocked, mut recorded } = self.forked(executor, event)?;
        let course = self.course(executor, &recorded, Some(&blocked), event.generation(), None, counter)?;
        recorded.history.retain(|record| record.run < self.run);
        recorded.history.extend(course);
        Ok(Twin { blocked, recorded })
    }

    /// Computes the generations of a run from `from` on, and returns all. With a seed, it draws those after `from`.
    fn course(
        &self,
        executor: &dyn Executor,
        recorded: &Recorded,
        blocked: Option<&Blocked>,
        from: u32,
        seed: Option<u64>,
        counter: &Counter<'_>,
    ) -> Result<Vec<Arc<GenerationRecord>>, Error> {
        let mut run = self.replayed(recorded, from)?;
        blocked.into_iter().for_each(|blocked| run.block(blocked));
        seed.into_iter().for_each(|seed| run.reseed(from + 1, seed));
        let mut generations = self.generations[..from as usize].to_vec();
        while generations.len() < self.generations.len() {
            if run.next_generation() > from {
                decide(recorded, &mut run)?;
            }
            let record = run.proposal(&*self.fitness, executor, self.interrupt).ok_or(Error::Interrupted)?;
            run.accept(&record);
            generations.push(Arc::new(record));
            counter.count();
        }
        Ok(generations)
    }

    /// Returns the run before generation `next`, with the decisions for it.
    fn replayed(&self, recorded: &Recorded, next: u32) -> Result<Run, Error> {
        let mut run = recorded.run(self.run)?;
        for record in &self.generations[..next as usize] {
            decide(recorded, &mut run)?;
            run.accept(record);
        }
        decide(recorded, &mut run)?;
        Ok(run)
    }

    /// Returns the session without an event. Its generations are still those of the run.
    fn forked(&self, executor: &dyn Executor, event: Event) -> Result<Twin, Error> {
        let generation = event.generation();
        let Some(record) = self.generations.get(generation as usize) else {
            return Err(Error::NoEvent(format!(
                "run {} has no generation {generation}; its last one is {}",
                self.run + 1,
                self.generations.len() - 1
            )));
        };
        let run = self.replayed(self.recorded, generation)?;
        let again = run.proposal(&*self.fitness, executor, self.interrupt).ok_or(Error::Interrupted)?;
        if again != **record {
            let version = self.recorded.header.eyas.clone();
            return Err(Error::NotRepeatable { run: self.run + 1, generation, version });
        }
        let mut recorded = self.recorded.clone();
        let at = (self.run, generation);
        let missing = |what: &str| {
            Error::NoEvent(format!("generation {generation} of run {} has no {what}", self.run + 1))
        };
        let event = match event {
            Event::Mutation { place, parameter, .. } => self.mutation(&run, record, (place, parameter))?,
            Event::Plants(_) => {
                recorded.plants.retain(|plant| (plant.run, plant.generation) != at);
                if recorded.plants.len() == self.recorded.plants.len() {
                    return Err(missing("planted organism"));
                }
                BlockedEvent::Plants
            }
            Event::Settings(_) => {
                recorded.changes = without(self.recorded, at);
                if recorded.changes.len() == self.recorded.changes.len() {
                    return Err(missing("change of settings"));
                }
                BlockedEvent::Settings
            }
            Event::Generation(_) => BlockedEvent::Generation { seed: self.seed(1) },
        };
        Ok(Twin { blocked: Blocked { run: self.run, generation, event }, recorded })
    }

    /// Returns the mutation of an organism, or of one of its parameters.
    fn mutation(
        &self,
        run: &Run,
        record: &GenerationRecord,
        (place, parameter): (u32, Option<usize>),
    ) -> Result<BlockedEvent, Error> {
        let schema = self.recorded.header.settings.schema();
        let generation = record.generation;
        let organisms = record.population.len();
        if place as usize >= organisms {
            return Err(Error::NoOrganism { run: self.run + 1, generation, organisms });
        }
        let Some((organism, flips)) = run.mutated(record, place as usize) else {
            return Err(Error::NoParents(self.recorded.header.settings.optimizer.name()));
        };
        let genes: Vec<_> = schema.genes().collect();
        let has_flipped = |at: &usize| flips.ones().any(|bit| genes[*at].contains(&bit));
        let bits: Vec<u32> = flips
            .ones()
            .filter(|bit| parameter.is_none_or(|at| genes[at].contains(bit)))
            .map(|bit| bit as u32)
            .collect();
        if !bits.is_empty() {
            return Ok(BlockedEvent::Mutation { organism, bits });
        }
        let mutated: Vec<&str> =
            (0..genes.len()).filter(has_flipped).map(|at| schema.parameters[at].name.as_str()).collect();
        let which = parameter.map(|at| format!(" in {}", schema.parameters[at].name)).unwrap_or_default();
        let others =
            if mutated.is_empty() { String::new() } else { format!("; it has in {}", mutated.join(", ")) };
        Err(Error::NoEvent(format!(
            "organism {} of generation {generation} of run {} has no mutation{which}{others}",
            place + 1,
            self.run + 1
        )))
    }

    /// Returns the final best score of a run, and the values of the organism that has it: the fittest of all generations, or
    /// that of the last one if scores of different generations do not compare.
    fn champion<'g>(&self, generations: &'g [Arc<GenerationRecord>]) -> (u64, &'g [i32]) {
        let is_comparable = self.recorded.header.settings.objective.properties().comparable.in_run();
        let better = |best: &'g Arc<GenerationRecord>, next: &'g Arc<GenerationRecord>| {
            if !is_comparable || next.spread.best > best.spread.best { next } else { best }
        };
        let best = generations.iter().reduce(better);
        best.map_or((0, &[]), |record| (record.spread.best, record.champion_values.as_slice()))
    }
}

/// Applies the recorded decisions for the next generation of a run.
fn decide(recorded: &Recorded, run: &mut Run) -> Result<(), Error> {
    recorded.apply_changes(run);
    let (index, generation) = (run.index(), run.next_generation());
    recorded.planted_in(index, generation).try_for_each(|plant| Ok(run.plant(plant.chromosome.clone())?))
}

/// Returns the changes of settings without those before a generation. Later changes keep what they change.
fn without(recorded: &Recorded, at: (u32, u32)) -> Vec<SettingsChange> {
    let mut own = recorded.header.settings.optimizer.clone();
    let mut twin = own.clone();
    let mut changes = Vec::new();
    for change in &recorded.changes {
        if (change.run, change.generation) != at {
            twin = carried(&twin, [&own, &change.optimizer]);
            changes.push(SettingsChange { optimizer: twin.clone(), ..change.clone() });
        }
        own.clone_from(&change.optimizer);
    }
    changes
}

/// Returns settings with what changes from one of the others to the next.
fn carried(settings: &OptimizerSettings, [from, to]: [&OptimizerSettings; 2]) -> OptimizerSettings {
    if settings == from {
        return to.clone();
    }
    let mut carried = settings.clone();
    for (_, setting) in OptimizerSettings::declarations() {
        let value = (setting.get)(to).filter(|value| (setting.get)(from).as_ref() != Some(value));
        // A setting that does not apply without the earlier change has no effect.
        value.into_iter().for_each(|value| drop((setting.set)(&mut carried, value)));
    }
    carried
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::evolution::testing::Agreement;
    use crate::experiment::presets;
    use crate::objectives::SetDigest;
    use crate::organism::chromosome::Chromosome;
    use crate::session::{Header, PlantEntry};

    const GENERATIONS: u32 = 14;

    /// Returns a session of one run with a planted organism in generation 4, and changes of settings before 6 and 9.
    fn recorded() -> Recorded {
        let mut settings = presets::named("quick").unwrap();
        settings.generations = GENERATIONS;
        settings.optimizer.set_population(12);
        let set = SetDigest { name: "items".to_owned(), positions: 400, blake3: String::new() };
        let eyas = "0.1.0".to_owned();
        let header =
            Header { eyas, settings, train: set.clone(), test: set, forked_from: None, blocked: Vec::new() };
        let mut recorded = Recorded::empty(header);
        let change = |recorded: &Recorded, generation, change: fn(&mut OptimizerSettings)| {
            let mut optimizer = recorded.optimizer_at(0, generation).clone();
            change(&mut optimizer);
            SettingsChange { run: 0, generation, optimizer, pairs: None, bounds: None }
        };
        let faster = change(&recorded, 6, |optimizer| optimizer.ga_mut().unwrap().mutation_rate = 0.05);
        recorded.changes.push(faster);
        let crossed = change(&recorded, 9, |optimizer| optimizer.ga_mut().unwrap().crossover_rate = 0.5);
        recorded.changes.push(crossed);
        let chromosome = Chromosome::zeros(recorded.header.settings.schema().bits());
        recorded.plants.push(PlantEntry { run: 0, generation: 4, chromosome, name: "zeros".to_owned() });
        let mut run = recorded.run(0).unwrap();
        let pool = ThreadPool::new(1).unwrap();
        for _ in 0..=GENERATIONS {
            decide(&recorded, &mut run).unwrap();
            let record = run.proposal(&fitness(), &pool, &Interrupt::default()).unwrap();
            run.accept(&record);
            recorded.history.push(record.into());
        }
        recorded
    }

    fn fitness() -> Agreement {
        Agreement { items: 400, salt: 3 }
    }

    fn with_twins<T>(recorded: &Recorded, threads: usize, work: impl FnOnce(&Twins<'_>) -> T) -> T {
        let (pool, interrupt) = (ThreadPool::new(threads).unwrap(), Interrupt::default());
        let generations = recorded.history.clone();
        let fitness = Box::new(fitness());
        work(&Twins { recorded, run: 0, generations, fitness, pool: &pool, interrupt: &interrupt })
    }

    /// Returns the mutations of all organisms of a generation.
    fn mutations(twins: &Twins<'_>, generation: u32) -> Vec<Event> {
        let run = twins.replayed(twins.recorded, generation).unwrap();
        let record = &twins.generations[generation as usize];
        let places = 0..record.population.len() as u32;
        let mutated = |place: &u32| run.mutated(record, *place as usize).unwrap().1.ones().next().is_some();
        let event = |place| Event::Mutation { generation, place, parameter: None };
        places.filter(mutated).map(event).collect()
    }

    #[test]
    fn a_twin_that_blocks_nothing_is_the_run() {
        let recorded = recorded();
        with_twins(&recorded, 2, |twins| {
            let counter = twins.counter([], &|_, _| {});
            for (from, event) in [
                (0, BlockedEvent::Generation { seed: recorded.header.settings.seed }),
                (3, BlockedEvent::Mutation { organism: 5, bits: Vec::new() }),
                (11, BlockedEvent::Generation { seed: recorded.header.settings.seed }),
            ] {
                let blocked = Blocked { run: 0, generation: from, event };
                let course =
                    twins.course(twins.pool, &recorded, Some(&blocked), from, None, &counter).unwrap();
                assert_eq!(course, recorded.history);
                let [own, other] = [&recorded.history, &course].map(|course| {
                    serde_json::to_string(
                        &course[5..7].iter().map(|record| (**record).clone()).collect::<Vec<_>>(),
                    )
                    .unwrap()
                });
                assert_eq!(own, other);
            }
        });
    }

    #[test]
    fn only_the_bits_of_the_mutation_differ_in_its_generation() {
        let recorded = recorded();
        with_twins(&recorded, 1, |twins| {
            let mutations = mutations(twins, 3);
            assert!(mutations.len() > 3, "{mutations:?}");
            for event in mutations {
                let twin = twins.twin(event, &|_, _| {}).unwrap();
                assert_eq!(twin.recorded.history[..3], recorded.history[..3]);
                let BlockedEvent::Mutation { bits, .. } = &twin.blocked.event else { panic!() };
                let [own, other] =
                    [&recorded, &twin.recorded].map(|recorded| &recorded.history[3].population);
                let missing: Vec<_> = own
                    .iter()
                    .filter(|one| !other.iter().any(|it| it.chromosome == one.chromosome))
                    .collect();
                let new: Vec<_> = other
                    .iter()
                    .filter(|one| !own.iter().any(|it| it.chromosome == one.chromosome))
                    .collect();
                assert!(missing.len() <= 1 && new.len() <= 1);
                if let ([missing], [new]) = (missing.as_slice(), new.as_slice()) {
                    assert_eq!(missing.chromosome.hamming_distance(&new.chromosome) as usize, bits.len());
                    assert_eq!(missing.parents, new.parents);
                }
            }
        });
    }

    #[test]
    fn outcomes_do_not_depend_on_the_threads() {
        let recorded = recorded();
        let [one, three] = [1, 3].map(|threads| {
            with_twins(&recorded, threads, |twins| {
                let mut events = mutations(twins, 2);
                events.truncate(4);
                events.extend([Event::Plants(4), Event::Settings(6), Event::Generation(7)]);
                let mut outcomes = twins.outcomes(&events, &|_, _| {}).unwrap();
                twins.add_seeds(&mut outcomes[3..], 3, &|_, _| {}).unwrap();
                let alone = twins.outcome(events[0], &twins.twin(events[0], &|_, _| {}).unwrap());
                assert_eq!(alone, outcomes[0]);
                outcomes
            })
        });
        assert_eq!(one, three);
        assert!(one.iter().any(|outcome| outcome.difference() != 0 && outcome.widest.is_some()));
        assert_eq!(one.iter().map(|outcome| outcome.seeds.len()).collect::<Vec<_>>(), [0, 0, 0, 3, 3, 3, 3]);
    }

    #[test]
    fn the_event_is_gone_and_the_others_stay() {
        let recorded = recorded();
        with_twins(&recorded, 1, |twins| {
            let planted = twins.twin(Event::Plants(4), &|_, _| {}).unwrap().recorded;
            assert_eq!(planted.plants, []);
            assert!(planted.history[4].population.iter().all(|one| !one.parents.is_empty()));
            let slower = twins.twin(Event::Settings(6), &|_, _| {}).unwrap().recorded;
            let [change] = slower.changes.as_slice() else { panic!("{:?}", slower.changes) };
            let (ga, was) =
                (change.optimizer.ga().unwrap(), recorded.header.settings.optimizer.ga().unwrap());
            assert_eq!((change.generation, ga.mutation_rate, ga.crossover_rate), (9, was.mutation_rate, 0.5));
            let fresh = twins.twin(Event::Generation(7), &|_, _| {}).unwrap().recorded;
            assert_eq!(fresh.history[..7], recorded.history[..7]);
            assert_ne!(fresh.history[7].population, recorded.history[7].population);
            // Whoever blocks the event in a new run gets the same twin.
            for event in [Event::Generation(7), mutations(twins, 3)[0]] {
                let Twin { blocked, recorded: twin } = twins.twin(event, &|_, _| {}).unwrap();
                let header = Header { blocked: vec![blocked], ..recorded.header.clone() };
                let kept = Recorded { header, ..twin.clone() };
                let mut run = kept.run(0).unwrap();
                for record in &twin.history {
                    decide(&kept, &mut run).unwrap();
                    let again = run.proposal(&fitness(), twins.pool, &Interrupt::default()).unwrap();
                    assert_eq!(again, **record);
                    run.accept(&again);
                }
            }
        });
    }

    #[test]
    fn the_distribution_is_that_of_the_differences() {
        let seeds = vec![[10, 12], [15, 12], [9, 9], [20, 12], [13, 12]];
        let outcome =
            Outcome { event: Event::Plants(1), original: 3, twin: 5, widest: None, values: 0, seeds };
        assert_eq!((outcome.difference(), outcome.counts()), (-2, [3, 1, 1]));
        assert_eq!(outcome.quartiles(), Some([0.0, 1.0, 3.0]));
        let mean = outcome.mean().unwrap();
        assert_eq!(mean.value, 2.0);
        // The standard error of -2, 3, 0, 8, 1 is 1.702; Student's quantile with 4 degrees of freedom is 2.776.
        assert!((mean.error.unwrap() - 4.726).abs() < 0.01, "{mean:?}");
    }

    #[rstest]
    #[case::mutation("mutation:3:1")]
    #[case::of_a_parameter("mutation:3:12:KNIGHT_VALUE")]
    #[case::plant("plant:4")]
    #[case::settings("settings:6")]
    #[case::generation("generation:0")]
    fn events_are_read_as_they_are_written(#[case] text: &str) {
        let schema = Schema::built_in("paper-2014").unwrap();
        assert_eq!(Event::parse(text, &schema).unwrap().text(&schema), text);
    }

    #[rstest]
    #[case::kind("birth:3", "kind")]
    #[case::number("plant:x", "“x” is not a number")]
    #[case::parts("mutation:3", "parts")]
    #[case::organism("mutation:3:0", "first organism is 1")]
    #[case::parameter("mutation:3:1:NONE", "no parameter NONE")]
    fn other_texts_are_no_events(#[case] text: &str, #[case] words: &str) {
        let schema = Schema::built_in("paper-2014").unwrap();
        let error = Event::parse(text, &schema).unwrap_err();
        assert!(error.is_input() && error.to_string().contains(words), "{error}");
    }

    #[rstest]
    #[case::generation(Event::Generation(15), "no generation 15; its last one is 14")]
    #[case::plant(Event::Plants(5), "no planted organism")]
    #[case::settings(Event::Settings(5), "no change of settings")]
    #[case::elite(Event::Mutation { generation: 13, place: 0, parameter: None }, "no mutation")]
    #[case::place(Event::Mutation { generation: 3, place: 12, parameter: None }, "has 12 organisms")]
    fn what_did_not_happen_is_refused(#[case] event: Event, #[case] words: &str) {
        let recorded = recorded();
        let error = with_twins(&recorded, 1, |twins| twins.twin(event, &|_, _| {}).err()).unwrap();
        assert!(error.is_input() && error.to_string().contains(words), "{error}");
    }

    #[test]
    fn a_run_that_cannot_be_repeated_has_no_twins() {
        let mut recorded = recorded();
        Arc::make_mut(&mut recorded.history[8]).population[0].score += 1;
        let error = with_twins(&recorded, 1, |twins| twins.twin(Event::Generation(8), &|_, _| {}).err());
        assert!(matches!(error, Some(Error::NotRepeatable { run: 1, generation: 8, .. })), "{error:?}");
    }
}
