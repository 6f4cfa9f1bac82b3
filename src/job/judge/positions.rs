//! Measures organisms by a fitness function, each independently.

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::Court;
use crate::engine::one_ply::PlyScore;
use crate::evolution::fitness::{Fitness, measure};
use crate::evolution::record::{Examination, GenerationRecord, Individual};
use crate::evolution::run::Run;
use crate::evolution::settings::EvolutionSettings;
use crate::job::error::Error;
use crate::job::pace::Pace;
use crate::job::report::{Fact, Progress};
use crate::job::source::{Examiner, FitnessSource, Role, SourceError};
use crate::job::watch::Watch;
use crate::session::RunEntry;
use crate::threads::Interrupt;

/// The fitness functions of the training set and the test set.
pub(in crate::job) struct Positions {
    source: Box<dyn FitnessSource>,
    settings: EvolutionSettings,
    train: Box<dyn Fitness>,
    test: Box<dyn Fitness>,
    /// The number of generations measured by this process, and the time they took.
    generations: u32,
    spent: Duration,
}

impl Positions {
    /// Builds the fitness functions of both position sets. Returns `None` if the interrupt was raised before the end.
    pub(in crate::job) fn build(
        mut source: Box<dyn FitnessSource>,
        settings: &EvolutionSettings,
        cache: Option<&Path>,
        court: Court<'_>,
    ) -> Result<Option<Positions>, Error> {
        let mut build = |role, activity| {
            let pace = Mutex::new(Pace::default());
            let progress = |done, total| {
                let due = pace.lock().is_ok_and(|mut pace| pace.due(Instant::now()));
                if due || done == total {
                    court.outbox.progress(Progress {
                        activity,
                        done,
                        total,
                        organisms_per_second: 0.0,
                        time_left: None,
                        searches: None,
                    });
                }
            };
            let built = source.build(role, settings, cache, court.pool, &progress, court.interrupt)?;
            if let Some(warning) = built.warning {
                court.outbox.fact(Fact::Warning(warning));
            }
            Ok(built.fitness)
        };
        let activities = match settings.ply_score {
            _ if settings.mentor.is_some() => {
                ["hearing the mentor, training set", "hearing the mentor, test set"]
            }
            PlyScore::Quiescence => {
                ["building quiescence trees, training set", "building quiescence trees, test set"]
            }
            PlyScore::Static => ["evaluating moves, training set", "evaluating moves, test set"],
        };
        let train = build(Role::Train, activities[0]);
        let (train, test) = match train.and_then(|train| Ok((train, build(Role::Test, activities[1])?))) {
            Err(SourceError::Interrupted) => return Ok(None),
            built => built?,
        };
        let (settings, generations, spent) = (settings.clone(), 0, Duration::ZERO);
        Ok(Some(Positions { source, settings, train, test, generations, spent }))
    }

    pub(super) fn propose(
        &mut self,
        run: &Run,
        following: u64,
        court: Court<'_>,
    ) -> Option<GenerationRecord> {
        let begun = Instant::now();
        let watch = Watch {
            fitness: &*self.train,
            outbox: court.outbox,
            generation: Some(run.next_generation()),
            following,
            mean: self.spent.checked_div(self.generations),
        };
        let record = watch.during(|| self.again(run, court))?;
        (self.spent, self.generations) = (self.spent + begun.elapsed(), self.generations + 1);
        Some(record)
    }

    pub(super) fn again(&self, run: &Run, court: Court<'_>) -> Option<GenerationRecord> {
        run.proposal(&*self.train, court.pool, court.interrupt)
    }

    pub(super) fn recorded(&self) {
        self.train.recorded();
    }

    pub(super) fn tells_progress(&self) -> bool {
        self.train.pulse().is_some()
    }

    /// Chooses the champion and tests it.
    pub(super) fn conclude(
        &self,
        run: &Run,
        last: Option<&GenerationRecord>,
        court: Court<'_>,
    ) -> Result<Option<RunEntry>, Error> {
        let population: Vec<Vec<i32>> = match (last, &self.settings.mentor) {
            (Some(last), Some(_)) => {
                let individuals = last.population.iter();
                individuals.map(|individual| individual.chromosome.decode(run.schema())).collect()
            }
            _ => Vec::new(),
        };
        let Some(champion) = self.champion(run, last, &population, court) else { return Ok(None) };
        let values = champion.chromosome.decode(run.schema());
        // If one organism takes no time, the run is completed rather than interrupted.
        let never = Interrupt::default();
        let interrupt = if self.test.pulse().is_some() { court.interrupt } else { &never };
        let examinations = match self.examine(&values, Court { interrupt, ..court }) {
            Err(SourceError::Interrupted) => return Ok(None),
            examined => examined?,
        };
        let Some(measures) = measure(&*self.test, court.pool, std::slice::from_ref(&values), interrupt)
        else {
            return Ok(None);
        };
        let mimicry = self.source.mimicry(&self.settings, &values, &population).map(Box::new);
        Ok(Some(RunEntry {
            run: run.index(),
            mean_correct_first: run.mean_first(),
            best_correct: champion.correct,
            test_correct: measures[0],
            evaluations: run.evaluations(),
            champion_born: champion.born,
            champion: champion.chromosome.clone(),
            confirmation: None,
            examinations,
            mimicry,
        }))
    }

    /// Returns the run's champion. Measures on samples are not comparable between generations. In that case it is the
    /// organism of the last population, with these values, that has the best measure on the whole training set; among
    /// equals, the first.
    fn champion(
        &self,
        run: &Run,
        last: Option<&GenerationRecord>,
        population: &[Vec<i32>],
        court: Court<'_>,
    ) -> Option<Individual> {
        let Some(last) = last.filter(|_| !population.is_empty()) else { return run.champion().cloned() };
        let measures = measure(&*self.train, court.pool, population, &Interrupt::default())?;
        let all = last.population.iter().zip(measures);
        let (best, correct) = all.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        Some(Individual { correct, ..best.clone() })
    }

    fn examine(&self, values: &[i32], court: Court<'_>) -> Result<Vec<Examination>, SourceError> {
        let Court { pool, outbox, interrupt, .. } = court;
        let (train, test) = (&*self.train, &*self.test);
        let examiner = Examiner { settings: &self.settings, train, test, pool, interrupt };
        let watch = Watch { fitness: train, outbox, generation: None, following: 0, mean: None };
        watch.during(|| self.source.examine(&examiner, values))
    }
}
