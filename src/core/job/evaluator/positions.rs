//! Measures organisms by a fitness function, each independently.

use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use super::{EvaluationContext, matches};
use crate::arena::control::Control;
use crate::evolution::fitness::{Fitness, PastOfRun, Scope, measure};
use crate::evolution::record::{GenerationRecord, Individual};
use crate::evolution::run::Run;
use crate::evolution::scoped::ScopedFitness;
use crate::experiment::Experiment;
use crate::job::error::Error;
use crate::job::interval::ReportInterval;
use crate::job::report::{Fact, Progress};
use crate::job::reporter::Reporter;
use crate::job::workers::{Setup, is_repeatable};
use crate::objectives::details::Detail;
use crate::objectives::source::{BuildContext, Decision, Examiner, FitnessSource, SetRole, SourceError};
use crate::organism::chromosome::Chromosome;
use crate::progress::{Following, LiveForecast, LiveTimer, RunWork, Step};
use crate::randomness::Randomness;
use crate::session::RunEntry;
use crate::threads::Interrupt;

/// The start of an engine's options, with its score on the training set, and its score on the test set.
struct Start {
    individual: Individual,
    test_score: u64,
}

/// The fitness functions of the training set and the test set.
pub(in crate::job) struct Positions {
    source: Box<dyn FitnessSource>,
    settings: Experiment,
    train: Box<dyn Fitness>,
    test: Box<dyn Fitness>,
    /// The number of positions of the training set.
    positions: u64,
    /// Counts the games or searches, while there are any.
    forecast: Mutex<LiveForecast>,
}

impl Positions {
    /// Builds the fitness functions of both position sets. Returns `None` if the interrupt was raised before the end.
    pub(in crate::job) fn build(
        mut source: Box<dyn FitnessSource>,
        setup: Setup<'_>,
        cache: Option<&Path>,
        context: EvaluationContext<'_>,
    ) -> Result<Option<Positions>, Error> {
        let settings = setup.settings;
        let mut build = |role, activity| {
            let report = progress(context);
            let progress = |done, total| report(activity, done, total);
            let EvaluationContext { pool, interrupt, .. } = context;
            let outline = settings.outline();
            let built =
                source.build(role, &BuildContext { outline, cache, pool, progress: &progress, interrupt })?;
            if let Some(warning) = built.warning {
                context.outbox.fact(Fact::Warning(warning));
            }
            Ok(built.fitness)
        };
        let activities = settings.objective.properties().preparations;
        let train = build(SetRole::Train, activities[0]);
        let (train, test) = match train.and_then(|train| Ok((train, build(SetRole::Test, activities[1])?))) {
            Err(SourceError::Interrupted) => return Ok(None),
            built => built?,
        };
        let Some([train, test]) = distributed([train, test], setup, context)? else { return Ok(None) };
        let (settings, positions, forecast) = (settings.clone(), setup.train.positions, Mutex::default());
        Ok(Some(Positions { source, settings, train, test, positions, forecast }))
    }

    pub(super) fn propose(
        &mut self,
        run: &Run,
        following: Following,
        context: EvaluationContext<'_>,
    ) -> Result<Option<GenerationRecord>, Error> {
        let generation = Some(run.next_generation());
        let reporter = self.reporter(&*self.train, generation, (Step::Generation, run, following), context);
        let mut failure = Ok(());
        let record = reporter.run(|| {
            let record = self.remeasure(run, context);
            record.unwrap_or_else(|error| {
                failure = Err(error);
                None
            })
        });
        failure.map(|()| record)
    }

    /// Returns the reporter of a step of a run. `generation` is `None` after the last generation.
    pub(super) fn reporter<'a>(
        &'a self,
        fitness: &'a dyn Fitness,
        generation: Option<u32>,
        (step, run, following): (Step, &Run, Following),
        context: EvaluationContext<'a>,
    ) -> Reporter<'a> {
        let (forecast, work) = (&self.forecast, self.run_work(run));
        let (activities, outbox) = (self.activities(), context.outbox);
        Reporter { fitness, outbox, activities, generation, forecast, step, work, following }
    }

    /// Returns what a run has to do at most, in games or searches.
    fn run_work(&self, run: &Run) -> RunWork {
        let population = self.settings.optimizer.population();
        // Organisms that are copied to the next generation are known.
        let elite = self.settings.optimizer.ga().map_or(0, |ga| ga.elite);
        let generation = u64::from(population.saturating_sub(elite)) * self.positions;
        self.settings.objective.settings().run_work(&self.settings.outline(), run, generation)
    }

    /// Checks that organisms can be measured.
    ///
    /// # Errors
    /// Returns the reason why they cannot.
    pub(super) fn check(&self) -> Result<(), Error> {
        let failure = self.train.failure().or_else(|| self.test.failure());
        failure.map_or(Ok(()), |why| Err(SourceError::Runtime(why).into()))
    }

    pub(super) fn remeasure(
        &self,
        run: &Run,
        context: EvaluationContext<'_>,
    ) -> Result<Option<GenerationRecord>, Error> {
        let record = run.proposal(&*self.train, context.executor, context.interrupt);
        self.check()?;
        Ok(record)
    }

    pub(super) fn recorded(&self) {
        self.train.recorded();
    }

    pub(super) fn reports_progress(&self) -> bool {
        self.train.task_progress().is_some()
    }

    /// Returns whether games select the champion after the last generation of a run.
    pub(super) fn confirms(&self) -> bool {
        self.settings.objective.properties().plays_opponents()
    }

    /// Returns the fitness functions of the training set and the test set.
    pub(super) fn fitness(&self) -> (&dyn Fitness, &dyn Fitness) {
        (&*self.train, &*self.test)
    }

    /// Returns the limit and the fitness of the proof after the final match, if one is configured.
    pub(super) fn proof(&self, run: u32) -> Option<(Control, Box<dyn Fitness + '_>)> {
        let matches = self.settings.objective.matches().filter(|matches| matches.proof_pairs() > 0)?;
        let randomness = Randomness::new(self.settings.seed, self.settings.objective.properties().stage, run);
        let fitness = self.test.of_generation(0, &randomness, PastOfRun::default())?;
        Some((matches.proof.control(matches.control), fitness))
    }

    pub(super) fn settings(&self) -> &Experiment {
        &self.settings
    }

    /// Returns the names of the activities while a generation is measured, and while a champion is.
    pub(super) fn activities(&self) -> [&'static str; 2] {
        self.settings.objective.properties().activities
    }

    /// Selects the champion and tests it.
    pub(super) fn conclude(
        &self,
        run: &Run,
        last: Option<&GenerationRecord>,
        following: Following,
        context: EvaluationContext<'_>,
    ) -> Result<Option<RunEntry>, Error> {
        if let Some(last) = last.filter(|_| self.confirms()) {
            return matches::conclude(self, (run, last), following, context);
        }
        let population: Vec<Vec<i32>> = match last {
            Some(last) if self.settings.objective.properties().comparable.samples() => {
                let individuals = last.population.iter();
                individuals.map(|individual| individual.chromosome.decode(run.schema())).collect()
            }
            _ => Vec::new(),
        };
        let Some(champion) = self.champion(run, last, &population, context) else { return Ok(None) };
        let decision = match self.play_off(run, last, &champion, context) {
            Err(SourceError::Interrupted) => return Ok(None),
            decided => decided?,
        };
        // If testing one organism takes no time, the run is completed rather than interrupted.
        let never = Interrupt::default();
        let interrupt = if self.test.task_progress().is_some() { context.interrupt } else { &never };
        let context = EvaluationContext { interrupt, ..context };
        let examined = decision.as_ref().map_or(&champion.chromosome, |decision| &decision.examined);
        let examined = examined.decode(run.schema());
        let found = match self.examine(&examined, &population, (run, following), context) {
            Err(SourceError::Interrupted) => return Ok(None),
            examined => examined?,
        };
        let confirmation = decision.as_ref().map(|decision| decision.confirmation.clone());
        let champion = match decision {
            Some(decision) => match self.individual(run, last, &champion, decision.winner, context) {
                Some(winner) => winner,
                None => return Ok(None),
            },
            None => champion,
        };
        let Some(start) = self.start(interrupt, context)? else { return Ok(None) };
        // Nothing is gained by values that are not better than the start.
        let champion = match &start {
            Some(start) if confirmation.is_none() && start.individual.score >= champion.score => {
                start.individual.clone()
            }
            _ => champion,
        };
        let values = champion.chromosome.decode(run.schema());
        let Some(measures) = measure(&*self.test, context.executor, std::slice::from_ref(&values), interrupt)
        else {
            return Ok(None);
        };
        self.check()?;
        let scores = start.map(|start| [start.individual.score, start.test_score]);
        let details = [confirmation.map(Detail::Confirmation), found, scores.map(Detail::StartScores)];
        Ok(Some(RunEntry {
            run: run.index(),
            mean_score_first: run.mean_first(),
            best_score: champion.score,
            test_score: measures[0],
            evaluations: run.evaluations(),
            champion_born: champion.born,
            champion: champion.chromosome.clone(),
            details: details.into_iter().flatten().collect(),
        }))
    }

    /// Measures the start of an engine's options on both sets; `Some(None)` if organisms evolve. Returns `None` if the
    /// interrupt was raised.
    fn start(
        &self,
        interrupt: &Interrupt,
        context: EvaluationContext<'_>,
    ) -> Result<Option<Option<Start>>, Error> {
        let Some(engine) = self.settings.target.engine() else { return Ok(Some(None)) };
        let values = [engine.start()];
        let on = |fitness: &dyn Fitness| measure(fitness, context.pool, &values, interrupt);
        let Some((train, test)) = on(&*self.train).and_then(|train| Some((train, on(&*self.test)?))) else {
            return Ok(None);
        };
        self.check()?;
        let start = Chromosome::encode(engine.schema(), &values[0]).map(|chromosome| Start {
            individual: Individual { chromosome, score: train[0], born: 0, parents: Vec::new() },
            test_score: test[0],
        });
        Ok(Some(start))
    }

    /// Returns the run's champion. If generations are measured on samples, it is the organism of the last population,
    /// with these values, that has the best measure on the whole training set; among equals, the first. If the generations
    /// of the run are equal, the fittest organism of all of them takes part.
    fn champion(
        &self,
        run: &Run,
        last: Option<&GenerationRecord>,
        population: &[Vec<i32>],
        context: EvaluationContext<'_>,
    ) -> Option<Individual> {
        let Some(last) = last.filter(|_| !population.is_empty()) else { return run.champion().cloned() };
        let comparable = self.settings.objective.properties().comparable;
        let are_equal = comparable.in_run() || run.has_equal_generations(&*self.train);
        let earlier = run.champion().filter(|_| are_equal);
        let candidates = || last.population.iter().chain(earlier);
        let values: Vec<Vec<i32>> = candidates().map(|one| one.chromosome.decode(run.schema())).collect();
        let measures = measure(&*self.train, context.executor, &values, &Interrupt::default())?;
        let all = candidates().zip(measures);
        let (best, score) = all.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        Some(Individual { score, ..best.clone() })
    }

    /// Returns what games decided after the last generation, if the objective plays any.
    fn play_off(
        &self,
        run: &Run,
        last: Option<&GenerationRecord>,
        champion: &Individual,
        context: EvaluationContext<'_>,
    ) -> Result<Option<Decision>, SourceError> {
        let population = last.map_or(&[][..], |last| &last.population);
        self.source.play_off(&self.examiner(&progress(context), context), run.index(), population, champion)
    }

    /// Returns the organism with this genotype and its score on the training set. An organism that did not evolve counts
    /// as one of generation 0. Returns `None` if the interrupt was raised.
    fn individual(
        &self,
        run: &Run,
        last: Option<&GenerationRecord>,
        champion: &Individual,
        chromosome: Chromosome,
        context: EvaluationContext<'_>,
    ) -> Option<Individual> {
        let mut evolved = last.into_iter().flat_map(|last| &last.population).chain([champion]);
        if let Some(individual) = evolved.find(|individual| individual.chromosome == chromosome) {
            return Some(individual.clone());
        }
        let values = chromosome.decode(run.schema());
        let score = measure(&*self.train, context.executor, &[values], context.interrupt)?[0];
        Some(Individual { chromosome, score, born: 0, parents: Vec::new() })
    }

    fn examiner<'a>(
        &'a self,
        progress: &'a dyn Fn(&'static str, u64, u64),
        context: EvaluationContext<'a>,
    ) -> Examiner<'a> {
        let EvaluationContext { pool, executor, interrupt, .. } = context;
        let (train, test, games) = (&*self.train, &*self.test, context.games());
        Examiner { outline: self.settings.outline(), train, test, pool, executor, games, interrupt, progress }
    }

    fn examine(
        &self,
        values: &[i32],
        population: &[Vec<i32>],
        (run, following): (&Run, Following),
        context: EvaluationContext<'_>,
    ) -> Result<Option<Detail>, SourceError> {
        let reporter = self.reporter(&*self.train, None, (Step::Last, run, following), context);
        let progress = progress(context);
        let mut failure = SourceError::Interrupted;
        let examined = reporter.run(|| {
            let examined = self.source.examine(&self.examiner(&progress, context), values, population);
            examined.map_err(|error| failure = error).ok()
        });
        examined.ok_or(failure)
    }
}

/// Lets workers run the tasks of these fitness functions, if there are workers and the objective is one for them. Returns
/// `None` if the interrupt was raised.
fn distributed(
    fitness: [Box<dyn Fitness>; 2],
    setup: Setup<'_>,
    context: EvaluationContext<'_>,
) -> Result<Option<[Box<dyn Fitness>; 2]>, Error> {
    let Some(workers) = context.workers else { return Ok(Some(fitness)) };
    let settings = setup.settings;
    let objective = settings.objective.properties();
    if !objective.is_distributable {
        let name = objective.name;
        let note = format!("workers do not measure the objective “{name}”; this machine does it alone");
        context.outbox.fact(Fact::Warning(note));
        return Ok(Some(fitness));
    }
    let Some(name) = workers.0.publish(&setup, context.interrupt).map_err(Error::Workers)? else {
        return Ok(None);
    };
    let repeatable = is_repeatable(settings);
    let [train, test] = fitness;
    let scoped = |fitness, test| -> Box<dyn Fitness> {
        let scope =
            Scope { setup: name.clone(), test, generation: None, best: None, pairs: None, repeatable };
        Box::new(ScopedFitness { fitness, scope })
    };
    Ok(Some([scoped(train, false), scoped(test, true)]))
}

/// Returns a function that reports the progress of an activity, at limited intervals.
fn progress(context: EvaluationContext<'_>) -> impl Fn(&'static str, u64, u64) + Sync {
    let state = Mutex::new((ReportInterval::default(), "", LiveTimer::default()));
    move |activity, done, total| {
        let Ok(mut state) = state.lock() else { return };
        let (interval, timed, timer) = &mut *state;
        if *timed != activity {
            (*timed, *timer) = (activity, LiveTimer::default());
            timer.start();
        }
        timer.record(done as f64);
        if interval.due(Instant::now()) || done == total {
            context.outbox.progress(Progress {
                activity,
                done,
                total,
                organisms_per_second: 0.0,
                time_left: timer.left(total as f64),
                searches: None,
            });
        }
    }
}
