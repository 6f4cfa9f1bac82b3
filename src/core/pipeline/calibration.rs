//! Estimates the duration of stages on this machine, by running each for a few seconds.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::cost::elite;
use super::error::Error;
use super::plan::PipelinePlan;
use super::stage::Stage;
use crate::arena::PlayerFactory;
use crate::arena::matches::{Match, MatchEvent, NoObserver};
use crate::arena::opening::{Openings, Order};
use crate::arena::plan as games;
use crate::arena::steering::Steering;
use crate::evolution::fitness::Fitness;
use crate::experiment::Experiment;
use crate::objectives::agreement::Agreement;
use crate::objectives::self_play::{self, GAME_PLIES, SelfPlaySettings};
use crate::objectives::source::{BuildContext, SetRole, SourceError};
use crate::objectives::suite::SuiteFitness;
use crate::organism::{FixedEvaluation, Organism};
use crate::positions::PositionSet;
use crate::solving::Suite;
use crate::threads::{Interrupt, ThreadPool};

/// The number of grandmaster positions in a trial, at equal distances.
const POSITIONS: usize = 500;
/// The number of random organisms in a trial with grandmaster positions.
const ORGANISMS: u32 = 100;
/// The minimum duration of such a trial, which repeats until then.
const MIN_DURATION: Duration = Duration::from_millis(300);
/// The number of suite positions in a trial, at equal distances.
const SUITE_POSITIONS: usize = 12;
/// The number of random searches that solve the suite positions.
const SEARCHES: u32 = 2;
/// The node limit of a trial search. The duration of longer searches is extrapolated.
const NODES: u32 = 200_000;
/// The minimum number of trial games.
const GAMES: u64 = 6;
/// The time after which a trial of games ends.
const GAMES_DURATION: Duration = Duration::from_secs(4);

/// The estimated duration of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// The stage of the plan.
    pub stage: Stage,
    /// The duration of the whole stage, if the machine does nothing else.
    pub duration: Duration,
}

/// The resources of a trial.
struct Trial<'a> {
    threads: usize,
    pool: ThreadPool,
    interrupt: &'a Interrupt,
}

/// Estimates the duration of each stage of a plan on `threads` threads (0: one for each core).
///
/// # Errors
/// The plan is invalid, positions, a suite or openings cannot be read, or the interrupt was raised.
pub fn estimates(plan: &PipelinePlan, threads: usize, interrupt: &Interrupt) -> Result<Vec<Estimate>, Error> {
    let pool = ThreadPool::new(threads)?;
    let trial = Trial { threads: pool.threads(), pool, interrupt };
    plan.planned()
        .map(|(stage, settings)| {
            let settings = plan.with_placeholders(settings);
            let duration = match stage {
                Stage::Grandmaster => trial.grandmaster(&settings)?,
                Stage::Coevolution => trial.self_play(&settings)?,
                Stage::Tuning => trial.tuning(&settings)?,
            };
            Ok(Estimate { stage, duration })
        })
        .collect()
}

impl Trial<'_> {
    fn grandmaster(&self, settings: &Experiment) -> Result<Duration, Error> {
        let Some(moves) = settings.objective.moves() else { return self.positions(settings) };
        let train = PositionSet::load(&moves.train)?;
        let test = PositionSet::load(&moves.test)?;
        let (all, step) = (train.examples.len(), train.examples.len().div_ceil(POSITIONS).max(1));
        let sample = PositionSet {
            name: train.name.clone(),
            examples: train.examples.iter().step_by(step).cloned().collect::<Vec<_>>().into(),
        };
        let schema = Arc::clone(settings.schema());
        let start = Instant::now();
        let fitness = Agreement::build(
            &sample,
            &schema,
            moves.ply_score,
            None,
            &self.pool,
            &|_, _| {},
            self.interrupt,
        )?;
        let build_time = start.elapsed().as_secs_f64() / sample.examples.len() as f64;
        // Warm up threads and caches.
        self.generation(settings, ORGANISMS, &fitness)?;
        let (start, mut repetitions) = (Instant::now(), 0_u32);
        while start.elapsed() < MIN_DURATION {
            self.generation(settings, ORGANISMS, &fitness)?;
            repetitions += 1;
        }
        let measured = start.elapsed().as_secs_f64() / f64::from(repetitions);
        let per_organism = measured / f64::from(ORGANISMS) * all as f64 / sample.examples.len() as f64;
        let trees = build_time * (all + test.examples.len()) as f64;
        Ok(seconds(trees + per_organism * settings.outline().evaluated(0)))
    }

    /// Estimates a stage whose fitness is fast enough to be built and measured as it is.
    fn positions(&self, settings: &Experiment) -> Result<Duration, Error> {
        let start = Instant::now();
        let mut source = settings.objective.settings().source();
        let outline = settings.outline();
        source.load(&outline)?;
        let context = BuildContext::new(outline, &self.pool, self.interrupt);
        let built = source.build(SetRole::Train, &context)?;
        let build_time = start.elapsed().as_secs_f64();
        let generations = f64::from(settings.runs) * (f64::from(settings.generations) + 1.0);
        let mut run = settings.run(0)?;
        let (start, mut measured) = (Instant::now(), 0_u32);
        // The first generations have no derivatives yet.
        while measured < 3 || start.elapsed() < MIN_DURATION {
            let record =
                run.proposal(&*built.fitness, &self.pool, self.interrupt).ok_or(Error::Interrupted)?;
            run.accept(&record);
            measured += 1;
        }
        let per_generation = start.elapsed().as_secs_f64() / f64::from(measured);
        Ok(seconds(build_time + per_generation * generations))
    }

    fn tuning(&self, settings: &Experiment) -> Result<Duration, Error> {
        let Some(tuning) = settings.objective.suite() else { return self.self_play(settings) };
        let suite = Suite::load(&tuning.suite)?;
        let problems = tuning.positions.map_or(suite.problems.len(), |count| count as usize);
        let sample = suite.spread(SUITE_POSITIONS.min(problems));
        let mut trial = tuning.clone();
        trial.node_limit = tuning.node_limit.min(NODES);
        // The evaluation of the actual tuning is not known yet, so use that of any organism.
        let evaluation = FixedEvaluation::of(&Organism::named_or_path("reference")?);
        let longer = f64::from(tuning.node_limit) / f64::from(trial.node_limit);
        let count = sample.problems.len() as f64;
        let schema = Arc::clone(settings.schema());
        let fitness = SuiteFitness::new(&trial, &evaluation, schema, sample.problems, Arc::default())?;
        let measured = self.generation(settings, SEARCHES, &fitness)?;
        let per_organism = measured / f64::from(SEARCHES) * longer * problems as f64 / count;
        // Results of unchanged organisms are remembered. The champion and the untuned search are evaluated at the
        // end.
        Ok(seconds(per_organism * (settings.outline().evaluated(elite(settings)) + 2.0)))
    }

    /// Returns the seconds for generation 0 of a population of this size.
    fn generation(
        &self,
        settings: &Experiment,
        population: u32,
        fitness: &dyn Fitness,
    ) -> Result<f64, Error> {
        let mut settings = settings.clone();
        settings.optimizer.set_population(population);
        if let Some(ga) = settings.optimizer.ga_mut() {
            ga.elite = 0;
        }
        let run = settings.run(0)?;
        let start = Instant::now();
        run.proposal(fitness, &self.pool, self.interrupt).ok_or(Error::Interrupted)?;
        Ok(start.elapsed().as_secs_f64())
    }

    fn self_play(&self, settings: &Experiment) -> Result<Duration, Error> {
        let Some(self_play) = settings.objective.self_play() else { return Ok(Duration::ZERO) };
        let count = self_play.most_games_in_all(&settings.outline());
        let openings = self_play::openings(self_play, &settings.outline()).map_err(SourceError::from)?;
        let threads = self.threads as f64;
        let per_game = match self_play.control.game_time(GAME_PLIES) {
            // Such games are too long for a trial.
            Some(time) => time.as_secs_f64() / threads,
            None => self.games(self_play, &openings)?,
        };
        Ok(seconds(per_game * count as f64))
    }

    /// Returns the seconds per game, with as many concurrent games as there are threads.
    fn games(&self, settings: &SelfPlaySettings, openings: &Openings) -> Result<f64, Error> {
        let [one, other] = ["reference", "paper-2014-figure-3"].map(Organism::named_or_path);
        let parameters = Organism::named_or_path("reference")?.search_parameters(Some(settings.search)).0;
        let factories = [one?, other?].map(|organism| PlayerFactory::Organism {
            weights: organism.weights(),
            parameters,
            hash: settings.hash,
            strength: None,
        });
        let count = GAMES.max(2 * self.threads as u64);
        let plan = games::Fixtures::singles(factories.len(), count);
        let rules = self_play::rules(settings);
        let opening = |pair| openings.nth(Order::Random, 1, pair);
        let trial =
            Match { factories: &factories, plan: &plan, rules: &rules, limits: &[], opening: &opening };
        let numbers: Vec<u64> = (0..count).collect();
        let (start, mut over) = (Instant::now(), 0_u32);
        let steering = Steering::new(self.threads);
        trial
            .play(&numbers, &steering, self.interrupt, &NoObserver, &mut |event| {
                if matches!(event, MatchEvent::Over(..)) {
                    over += 1;
                }
                if start.elapsed() > GAMES_DURATION {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
            .map_err(Box::new)?;
        if over == 0 {
            return Err(Error::Interrupted);
        }
        Ok(start.elapsed().as_secs_f64() / f64::from(over))
    }
}

/// The longest estimate, more than a hundred years. Sums and multiples of it do not overflow.
const LONGEST: Duration = Duration::from_secs(1 << 32);

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).map_or(LONGEST, |time| time.min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn very_long_estimates_can_be_added_and_multiplied() {
        let longest = seconds(f64::INFINITY);
        assert_eq!(seconds(1e300), longest);
        assert!((longest * 3).mul_f64(1.0) > longest);
    }
}
