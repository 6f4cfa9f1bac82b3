//! Answers requests with measures.

use std::path::Path;

use serde_json::{Value, json};

use super::Error;
use super::parameters::Parameters;
use super::request::{self, Line, Request};
use crate::arena::game::Record;
use crate::arena::matches::NoObserver;
use crate::arena::opening::Opening;
use crate::arena::steering::Steering;
use crate::engine::search::Engine;
use crate::evolution::fitness::{Fitness, PastOfRun, measure};
use crate::evolution::run::Field;
use crate::experiment::Experiment;
use crate::objectives::League;
use crate::objectives::game_store::{GameId, GameStore, SessionGame, StoreError};
use crate::objectives::source::{BuildContext, SetRole, SourceError};
use crate::randomness::Randomness;
use crate::text;
use crate::threads::{Interrupt, ThreadPool};

/// Measures vectors of an experiment's parameters.
pub struct Measurer {
    experiment: Experiment,
    parameters: Parameters,
    pool: ThreadPool,
    objective: Prepared,
    /// The largest score, except in self-play.
    total: u64,
    /// The generation of the next line that gives none.
    next: u32,
}

/// A prepared objective.
enum Prepared {
    /// Each organism is measured by itself.
    Fitness(Box<dyn Fitness>),
    /// The organisms of a batch play each other.
    Games(Box<League>),
}

/// A measured vector.
struct Measured {
    score: u64,
    total: u64,
    /// The half points of each game.
    games: Option<Vec<u8>>,
    /// The number of games that ended by a fault of an engine.
    faults: Option<usize>,
}

impl Measurer {
    /// Prepares an experiment: loads its positions and starts its engines for a check. The optimizer of the experiment has
    /// no effect. `cache` is the folder of quiescence trees, `None` for the user's; `threads` is the number of threads, 0
    /// for one per core.
    ///
    /// # Errors
    /// Returns an error if the experiment is invalid, if it cannot be prepared, or if the interrupt is raised.
    pub fn new(
        experiment: Experiment,
        cache: Option<&Path>,
        threads: usize,
        interrupt: &Interrupt,
    ) -> Result<Measurer, Error> {
        experiment.validate()?;
        if experiment.objective.properties().depends_on_first {
            return Err(Error::DropConstant);
        }
        let pool = ThreadPool::new(threads)?;
        let (tables, hash) = experiment.objective.settings().tables(pool.threads());
        if !Engine::has_memory_for(tables.saturating_mul(hash)) {
            return Err(Error::Tables { tables, hash });
        }
        let mut source = experiment.objective.settings().source();
        let [train, _] = source.load(&experiment.outline())?;
        let outline = experiment.outline();
        let objective = if experiment.objective.properties().plays_itself() {
            let steering = Steering::new(pool.threads());
            let league = experiment.objective.settings().league(&outline, steering, Box::new(NoStore))?;
            Prepared::Games(Box::new(league))
        } else {
            let context = BuildContext { cache, ..BuildContext::new(outline, &pool, interrupt) };
            Prepared::Fitness(source.build(SetRole::Train, &context)?.fitness)
        };
        let parameters = Parameters::of(&experiment)?;
        let total = experiment.largest_score(train.positions);
        Ok(Measurer { parameters, pool, objective, total, next: 0, experiment })
    }

    fn randomness(&self) -> Randomness {
        Randomness::new(self.experiment.seed, self.experiment.stage(), 0)
    }

    /// Returns whether generations differ: by their openings, or by a sample of the positions.
    fn generations_differ(&self) -> bool {
        match &self.objective {
            Prepared::Fitness(fitness) => {
                fitness.of_generation(0, &self.randomness(), PastOfRun::default()).is_some()
            }
            Prepared::Games(_) => true,
        }
    }

    /// Describes the parameters and the objective as an object: `parameters`, `objective`, `schema`, `player`,
    /// `direction` (of `value`), `unit`, `total`, `generations_differ` and `seed`.
    #[must_use]
    pub fn description(&self) -> Value {
        let measure = self.experiment.measure(self.total);
        json!({
            "parameters": self.parameters.describe(),
            "schema": self.experiment.schema().name,
            "player": self.experiment.target.engine().map(|engine| engine.player()),
            "objective": self.experiment.objective.formula(),
            "direction": if measure.larger_is_better { "maximize" } else { "minimize" },
            "unit": measure.unit,
            "total": self.total,
            "generations_differ": self.generations_differ(),
            "seed": self.experiment.seed,
        })
    }

    /// Answers a line: returns an object for a vector, and an array of objects for a batch. An invalid line gives an
    /// object with the field `error`. `number` is the number of the line, 1 for the first. Returns `None` if the interrupt
    /// was raised before the end.
    ///
    /// # Errors
    /// Returns an error if nothing can be measured any more, such as when an engine cannot be started.
    pub fn answer(
        &mut self,
        line: &[u8],
        number: u64,
        interrupt: &Interrupt,
    ) -> Result<Option<Value>, Error> {
        let (requests, is_batch) = match request::parse(line, &self.parameters) {
            Ok(Line::One(request)) => (vec![request], false),
            Ok(Line::Batch(requests)) => (requests, true),
            Err(error) => return Ok(Some(refusal(None, number, &error))),
        };
        let valid: Vec<Vec<i32>> =
            requests.iter().filter_map(|request| request.values.clone().ok()).collect();
        let given = requests.iter().find_map(|request| request.generation);
        let generation = given.unwrap_or(self.next);
        let measured: Vec<Result<Measured, String>> = match self.check(&valid) {
            Err(error) => valid.iter().map(|_| Err(error.clone())).collect(),
            Ok(()) if valid.is_empty() => Vec::new(),
            Ok(()) => {
                self.next = generation.saturating_add(1).min(u32::MAX - 1);
                let Some(measured) = self.measure(&valid, generation, interrupt)? else { return Ok(None) };
                measured.into_iter().map(Ok).collect()
            }
        };
        let mut measured = measured.into_iter();
        let mut answers = Vec::with_capacity(requests.len());
        for Request { id, values, .. } in requests {
            let result = values.and_then(|values| match measured.next() {
                Some(result) => result.map(|result| (values, result)),
                None => Err("it was not measured".to_owned()),
            });
            answers.push(match result {
                Ok((values, measured)) => self.report(id, generation, &values, &measured),
                Err(error) => refusal(id, number, &error),
            });
        }
        Ok(Some(if is_batch { Value::Array(answers) } else { answers.pop().unwrap_or_default() }))
    }

    /// Checks whether these vectors can be measured together.
    fn check(&self, vectors: &[Vec<i32>]) -> Result<(), String> {
        match &self.objective {
            Prepared::Games(_) if vectors.len() == 1 => {
                Err("self-play needs a batch of at least two valid vectors, which play each other".to_owned())
            }
            Prepared::Games(_) | Prepared::Fitness(_) => Ok(()),
        }
    }

    /// Measures vectors. Returns `None` if the interrupt was raised before the end.
    fn measure(
        &mut self,
        vectors: &[Vec<i32>],
        generation: u32,
        interrupt: &Interrupt,
    ) -> Result<Option<Vec<Measured>>, Error> {
        let randomness = self.randomness();
        match &mut self.objective {
            Prepared::Fitness(fitness) => {
                let of_generation = fitness.of_generation(generation, &randomness, PastOfRun::default());
                let fitness = of_generation.as_deref().unwrap_or(&**fitness);
                let scores = measure(fitness, &self.pool, vectors, interrupt);
                if let Some(why) = fitness.failure() {
                    return Err(SourceError::Runtime(why).into());
                }
                let measured = |(values, score): (&Vec<i32>, u64)| {
                    let games = fitness.games(values);
                    let faults = games.is_some().then(|| fitness.faults(values).len());
                    Measured { score, total: self.total, games, faults }
                };
                Ok(scores.map(|scores| vectors.iter().zip(scores).map(measured).collect()))
            }
            Prepared::Games(league) => {
                let field = Field { organisms: vectors.to_vec(), hall: Vec::new() };
                let round = league.generation(generation, &field);
                let played = league.play(&round, interrupt, &NoObserver, &mut |_| ());
                let Some(standings) = played.map_err(SourceError::from)? else { return Ok(None) };
                // Nobody plays a hall of fame, so each organism has the games against the others.
                let total = 2 * u64::from(league.settings().games_per_pair) * (vectors.len() as u64 - 1);
                let half_points = round.scores(&standings).half_points().into_iter();
                let measured = |score| Measured { score, total, games: None, faults: None };
                Ok(Some(half_points.map(measured).collect()))
            }
        }
    }

    fn report(&self, id: Option<Value>, generation: u32, values: &[i32], measured: &Measured) -> Value {
        let value = self.experiment.measure(measured.total).value(measured.score as f64);
        let mut report = json!({
            "values": self.parameters.named(values),
            "score": measured.score,
            "total": measured.total,
            "value": value,
        });
        if let Some(id) = id {
            report["id"] = id;
        }
        if self.generations_differ() {
            report["generation"] = generation.into();
        }
        if let Some(games) = &measured.games {
            report["games"] = games.len().into();
            report["half_points"] = games.clone().into();
        }
        if let Some(faults) = measured.faults {
            report["faults"] = faults.into();
        }
        report
    }
}

/// Returns the answer to a vector or line that cannot be measured.
fn refusal(id: Option<Value>, line: u64, error: &str) -> Value {
    let mut answer = json!({ "error": format!("line {line}: {}", text::line(error)), "line": line });
    if let Some(id) = id {
        answer["id"] = id;
    }
    answer
}

/// Keeps no games.
#[derive(Debug)]
struct NoStore;

impl GameStore for NoStore {
    fn recall(&mut self, _: &GameId, _: &Opening) -> Result<Option<Record>, StoreError> {
        Ok(None)
    }

    fn append(&mut self, _: &SessionGame) -> Result<(), StoreError> {
        Ok(())
    }

    fn sync(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}
