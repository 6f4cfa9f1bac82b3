//! Estimates the duration of stages on this machine, by running each for a few seconds.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::error::Error;
use super::plan::Plan;
use super::stage::Stage;
use crate::arena::PlayerFactory;
use crate::arena::control::Control;
use crate::arena::matches::{Match, MatchEvent, NoObserver};
use crate::arena::opening::{Openings, Order};
use crate::arena::plan as games;
use crate::arena::steering::Steering;
use crate::evolution::fitness::Fitness;
use crate::experiment::Experiment;
use crate::objectives::moves::MovesFitness;
use crate::objectives::self_play;
use crate::objectives::self_play::SelfPlaySettings;
use crate::objectives::suite::SuiteFitness;
use crate::objectives::suite::memo::Memo;
use crate::organism::FixedEvaluation;
use crate::organism::Organism;
use crate::positions::PositionSet;
use crate::solving::Suite;
use crate::threads::{Interrupt, ThreadPool};

/// The number of grandmaster positions in a trial, at equal distances.
const POSITIONS: usize = 500;
/// The number of random organisms evaluated on them, repeatedly for at least `LONG_ENOUGH`.
const ORGANISMS: u32 = 100;
const LONG_ENOUGH: Duration = Duration::from_millis(300);
/// The number of suite positions in a trial, at equal distances, and the number of random searches that solve them.
const SEARCHED: usize = 12;
const SEARCHES: u32 = 2;
/// The node limit of a trial search. The duration of longer searches is extrapolated.
const NODES: u32 = 200_000;
/// The minimum number of trial games, and the time after which no more are started.
const GAMES: u64 = 6;
const PATIENCE: Duration = Duration::from_secs(4);
/// The assumed length of a game in plies, for time controls that are too long for a trial.
const USUAL_PLIES: u32 = 120;

/// The estimated duration of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// The stage of the plan.
    pub stage: Stage,
    /// The duration of the whole stage, if the machine does nothing else.
    pub whole: Duration,
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
pub fn estimates(plan: &Plan, threads: usize, interrupt: &Interrupt) -> Result<Vec<Estimate>, Error> {
    let pool = ThreadPool::new(threads)?;
    let trial = Trial { threads: pool.threads(), pool, interrupt };
    plan.planned()
        .map(|(stage, settings)| {
            let settings = plan.with_stand_ins(settings);
            let whole = match stage {
                Stage::Grandmaster => trial.grandmaster(&settings)?,
                Stage::Coevolution => trial.coevolution(&settings)?,
                Stage::Tuning => trial.tuning(&settings)?,
            };
            Ok(Estimate { stage, whole })
        })
        .collect()
}

impl Trial<'_> {
    fn grandmaster(&self, settings: &Experiment) -> Result<Duration, Error> {
        let Some(moves) = settings.objective.moves() else { return Ok(Duration::ZERO) };
        let train = PositionSet::load(&moves.train)?;
        let test = PositionSet::load(&moves.test)?;
        let (all, step) = (train.examples.len(), train.examples.len().div_ceil(POSITIONS).max(1));
        let few = PositionSet {
            name: train.name.clone(),
            examples: train.examples.iter().step_by(step).cloned().collect::<Vec<_>>().into(),
        };
        let schema = Arc::clone(settings.schema());
        let begun = Instant::now();
        let fitness = MovesFitness::build(
            &few,
            &schema,
            moves.ply_score,
            None,
            &self.pool,
            &|_, _| {},
            self.interrupt,
        )?;
        let built = begun.elapsed().as_secs_f64() / few.examples.len() as f64;
        // Warm up threads and caches.
        self.generation(settings, ORGANISMS, &fitness)?;
        let (begun, mut times) = (Instant::now(), 0_u32);
        while begun.elapsed() < LONG_ENOUGH {
            self.generation(settings, ORGANISMS, &fitness)?;
            times += 1;
        }
        let measured = begun.elapsed().as_secs_f64() / f64::from(times);
        let each = measured / f64::from(ORGANISMS) * all as f64 / few.examples.len() as f64;
        let trees = built * (all + test.examples.len()) as f64;
        Ok(seconds(trees + each * organisms(settings, 0)))
    }

    fn tuning(&self, settings: &Experiment) -> Result<Duration, Error> {
        let Some(tuning) = settings.objective.suite() else { return Ok(Duration::ZERO) };
        let suite = Suite::load(&tuning.suite)?;
        let problems = tuning.positions.map_or(suite.problems.len(), |count| count as usize);
        let few = suite.spread(SEARCHED.min(problems));
        let mut tried = tuning.clone();
        tried.node_limit = tuning.node_limit.min(NODES);
        // The tuning's actual evaluation is not known yet, so use that of any organism.
        let evaluation = FixedEvaluation::of(&Organism::named_or_path("reference")?);
        let longer = f64::from(tuning.node_limit) / f64::from(tried.node_limit);
        let count = few.problems.len() as f64;
        let schema = Arc::clone(settings.schema());
        let fitness = SuiteFitness::new(&tried, &evaluation, schema, few.problems, Memo::default())?;
        let measured = self.generation(settings, SEARCHES, &fitness)?;
        let each = measured / f64::from(SEARCHES) * longer * problems as f64 / count;
        // Results of unchanged organisms are remembered. The champion and the untuned search are evaluated at the
        // end.
        Ok(seconds(each * (organisms(settings, elite(settings)) + 2.0)))
    }

    /// Returns the seconds for generation 0 of a population of this size.
    fn generation(
        &self,
        settings: &Experiment,
        population: u32,
        fitness: &dyn Fitness,
    ) -> Result<f64, Error> {
        let mut few = settings.clone();
        few.optimizer.set_population(population);
        if let Some(ga) = few.optimizer.ga_mut() {
            ga.elite = 0;
        }
        let run = few.run(0)?;
        let begun = Instant::now();
        run.proposal(fitness, &self.pool, self.interrupt).ok_or(Error::Interrupted)?;
        Ok(begun.elapsed().as_secs_f64())
    }

    fn coevolution(&self, settings: &Experiment) -> Result<Duration, Error> {
        let Some(played) = settings.objective.self_play() else { return Ok(Duration::ZERO) };
        let population = settings.optimizer.population();
        let (players, each) = (2 * population as usize, played.confirmation_games.into());
        let last = games::Plan::new(games::Event::RoundRobin, players, each);
        let milestones = played.most_milestone_games(population as usize, settings.generations);
        let concluding = last.games() + milestones + u64::from(played.match_games.next_multiple_of(2));
        let count = played.most_games(population, 0..=settings.generations) + concluding;
        let openings = self_play::openings(played, &settings.outline())?;
        let at_a_time = self.threads as f64;
        let each = match played.control {
            // Such games are too long for a trial.
            Control::Clock(clock) => 2.0 * clock.in_all(USUAL_PLIES / 2).as_secs_f64() / at_a_time,
            Control::MoveTime(each) => (Duration::from_millis(each) * USUAL_PLIES).as_secs_f64() / at_a_time,
            Control::Nodes(_) | Control::Depth(_) => self.games(played, &openings)?,
        };
        Ok(seconds(each * count as f64))
    }

    /// Returns the seconds per game, with as many concurrent games as there are threads.
    fn games(&self, settings: &SelfPlaySettings, openings: &Openings) -> Result<f64, Error> {
        let [one, other] = ["reference", "paper-2014-figure-3"].map(Organism::named_or_path);
        let parameters = Organism::named_or_path("reference")?.search_parameters(Some(settings.search)).0;
        let factories = [one?, other?].map(|organism| PlayerFactory::Organism {
            weights: organism.weights(),
            parameters,
            hash: settings.hash,
        });
        let count = GAMES.max(2 * self.threads as u64);
        let plan = games::Plan::singles(factories.len(), count);
        let rules = self_play::rules(settings);
        let opening = |pair| openings.nth(Order::Random, 1, pair);
        let matches = Match { factories: &factories, plan: &plan, rules: &rules, opening: &opening };
        let numbers: Vec<u64> = (0..count).collect();
        let (begun, mut over) = (Instant::now(), 0_u32);
        let steering = Steering::new(self.threads);
        matches
            .play(&numbers, &steering, self.interrupt, &NoObserver, &mut |news| {
                if matches!(news, MatchEvent::Over(..)) {
                    over += 1;
                }
                if begun.elapsed() > PATIENCE { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .map_err(Box::new)?;
        if over == 0 {
            return Err(Error::Interrupted);
        }
        Ok(begun.elapsed().as_secs_f64() / f64::from(over))
    }
}

/// Returns the number of organisms evaluated in all runs, if `known` organisms of each generation but the first need
/// no evaluation.
fn organisms(settings: &Experiment, known: u32) -> f64 {
    let population = settings.optimizer.population();
    let bred = f64::from(population.saturating_sub(known)) * f64::from(settings.generations);
    f64::from(settings.runs) * (f64::from(population) + bred)
}

fn elite(settings: &Experiment) -> u32 {
    settings.optimizer.ga().map_or(0, |ga| ga.elite)
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}
