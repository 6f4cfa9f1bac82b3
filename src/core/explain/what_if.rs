//! What would have been: the twin of a run, in which one event of the run does not happen.
//!
//! A twin is the run itself up to the event. From then on it draws from the same random streams: the streams are keyed, so
//! whatever does not depend on the event stays the same. One twin shows what happened without the event, but a small change
//! grows until the two runs have little in common. Whether the event made the run better is shown by many pairs of runs, with
//! and without the event, that draw later generations with other seeds.

mod event;
mod outcome;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::Error;
use super::family::{Cause, family};
use super::importance::training_set;
use crate::evolution::blocked::{Blocked, BlockedEvent};
use crate::evolution::fitness::{Executor, Fitness, Task};
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::record::GenerationRecord;
use crate::evolution::run::Run;
use crate::session::{Recorded, SettingsChange};
use crate::threads::{Interrupt, ThreadPool};
use crate::trust::{self, EngineUse};

pub use self::event::Event;
pub use self::outcome::Outcome;

/// A run without an event.
#[derive(Debug, Clone)]
pub struct Twin {
    /// What does not happen.
    pub blocked: Blocked,
    /// The session with the generations of the twin, and its changes of settings and planted organisms.
    pub recorded: Recorded,
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
