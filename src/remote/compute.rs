//! Computes tasks on a worker.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::blobs::{self, BlobCache, is_name};
use super::error::Error;
use super::games::{self, WirePlayer};
use super::protocol::{Answer, Bundle, Unit, Work, shown};
use super::setup::{self, Published};
use crate::arena::seats::Seats;
use crate::arena::{EnginePool, PlayerFactory};
use crate::engine::search::Signal;
use crate::evolution::fitness::{Fitness, PastOfRun, Task};
use crate::experiment::Experiment;
use crate::objectives::source::{BuildContext, FitnessSource, Past, Role};
use crate::randomness::Randomness;
use crate::threads::{Interrupt, ThreadPool};

/// The number of experiments, populations and players that a worker keeps in memory.
const KEPT_SETUPS: usize = 2;
const KEPT_POPULATIONS: usize = 8;
const KEPT_PLAYERS: usize = 4_096;

/// Fetches an input from the server.
pub(super) type Fetch = Box<dyn Fn(&str) -> Result<Vec<u8>, Error> + Send + Sync>;

/// The fitness functions of an experiment.
struct Functions {
    experiment: Experiment,
    source: Box<dyn FitnessSource>,
    train: Arc<dyn Fitness>,
    test: Option<Arc<dyn Fitness>>,
}

/// A list of values by name, of limited length: the oldest value is dropped.
struct Kept<T> {
    values: Vec<(String, T)>,
    limit: usize,
}

impl<T: Clone> Kept<T> {
    fn new(limit: usize) -> Kept<T> {
        Kept { values: Vec::new(), limit }
    }

    fn get(&self, name: &str) -> Option<T> {
        self.values.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }

    fn remove(&mut self, name: &str) {
        self.values.retain(|(known, _)| known != name);
    }

    fn put(&mut self, name: &str, value: T) {
        if self.values.len() >= self.limit {
            self.values.remove(0);
        }
        self.values.push((name.to_owned(), value));
    }
}

/// Computes tasks, with everything that several tasks share.
pub(super) struct Computer {
    cache: BlobCache,
    /// The folder in which files of experiments are copied.
    folder: PathBuf,
    /// The folder of quiescence trees; `None` for the user's cache folder.
    trees: Option<PathBuf>,
    fetch: Fetch,
    pool: ThreadPool,
    nodes_per_second: u64,
    interrupt: Interrupt,
    signal: Signal,
    setups: Mutex<Kept<Arc<Mutex<Option<Functions>>>>>,
    populations: Mutex<Kept<Arc<Vec<Vec<i32>>>>>,
    players: Mutex<HashMap<String, PlayerFactory>>,
    /// The processes of engines without work.
    engines: Arc<EnginePool>,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Computer {
    pub(super) fn new(
        cache: BlobCache,
        folder: PathBuf,
        trees: Option<PathBuf>,
        fetch: Fetch,
        pool: ThreadPool,
        nodes_per_second: u64,
    ) -> Computer {
        Computer {
            cache,
            folder,
            trees,
            fetch,
            pool,
            nodes_per_second,
            interrupt: Interrupt::default(),
            signal: Signal::default(),
            setups: Mutex::new(Kept::new(KEPT_SETUPS)),
            populations: Mutex::new(Kept::new(KEPT_POPULATIONS)),
            players: Mutex::default(),
            engines: Arc::default(),
        }
    }

    /// Stops all searches and builds. The tasks in progress fail.
    pub(super) fn stop(&self) {
        self.interrupt.raise();
        self.signal.stop();
    }

    /// Removes the copies of files of experiments.
    pub(super) fn clean(&self) {
        // A later worker does not need them.
        let _ = std::fs::remove_dir_all(&self.folder);
    }

    /// Computes the tasks of a bundle. Its games are played by the players at `seats`, if they are there already. Returns the
    /// factor of the time control of its games, and the results.
    pub(super) fn bundle(
        &self,
        bundle: &Bundle,
        seats: &mut Seats<String>,
    ) -> (Option<f64>, Vec<(u64, String, Answer)>) {
        let factor = bundle.scale_to.map(|speed| speed as f64 / self.nodes_per_second.max(1) as f64);
        // A factor outside of these bounds is a mistake of the measurement.
        let factor = factor.map(|factor| factor.clamp(0.1, 10.0));
        let compute =
            |Unit { index, key, work }: &Unit| (*index, key.clone(), self.answer(work, factor, seats));
        (factor, bundle.units.iter().map(compute).collect())
    }

    /// Computes a task. A panic is a failure of the task, not of the worker.
    fn answer(&self, work: &Work, factor: Option<f64>, seats: &mut Seats<String>) -> Answer {
        let computed = catch_unwind(AssertUnwindSafe(|| self.compute(work, factor, seats)));
        match computed {
            Ok(Ok(answer)) => answer,
            Ok(Err(Error::Unable(why))) => Answer::Unable(shown(&why)),
            Ok(Err(Error::Blob(name))) => Answer::Missing(shown(&name)),
            Ok(Err(error)) => Answer::Failed(shown(&error.to_string())),
            Err(cause) => {
                // The players may be in any state.
                *seats = Seats::default();
                let text = cause.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let text = text.or_else(|| cause.downcast_ref::<String>().cloned());
                Answer::Failed(format!("an internal error: {}", shown(&text.unwrap_or_default())))
            }
        }
    }

    fn compute(&self, work: &Work, factor: Option<f64>, seats: &mut Seats<String>) -> Result<Answer, Error> {
        match work {
            Work::Nothing(number) => Ok(Answer::Counts(vec![*number])),
            Work::Game { players: [white, black], start, opening, control, margin, adjudication, detail } => {
                let players = [(white.clone(), self.player(white)?), (black.clone(), self.player(black)?)];
                let (limits, detail) = ((*control, *margin), (*detail, factor.unwrap_or(1.0)));
                games::play(players, (start, opening), limits, *adjudication, detail, seats, &self.signal)
            }
            Work::Measure { setup, test, generation, best, pairs, organisms, range, items } => {
                // The memory of the players' tables is free for the measurement.
                *seats = Seats::default();
                let organisms = self.population(organisms)?;
                let (fitness, experiment) = self.fitness(setup, *test, factor)?;
                let width = experiment.schema().len();
                let is_within = range.0 <= range.1 && range.1 <= organisms.len() && items.0 <= items.1;
                if !is_within
                    || organisms[range.0..range.1].iter().chain(best).any(|values| values.len() != width)
                {
                    return Err(Error::Unfit("a task does not fit its organisms".to_owned()));
                }
                let task = Task { organisms, range: range.0..range.1, items: items.0..items.1 };
                let randomness =
                    |run| Randomness::new(experiment.seed, experiment.objective.settings().stage(), run);
                let past = PastOfRun { best: best.as_deref(), pairs: *pairs };
                let of_generation = generation
                    .and_then(|(run, generation)| fitness.of_generation(generation, &randomness(run), past));
                let counts = match &of_generation {
                    Some(fitness) => fitness.compute(&task),
                    None => fitness.compute(&task),
                };
                match fitness.failure() {
                    // A fitness function with a failure measures nothing any more.
                    Some(why) if setup::has_engines(&experiment) => {
                        lock(&self.setups).remove(&setup_name(setup, factor));
                        Err(Error::Unable(why))
                    }
                    Some(why) => Err(Error::Unfit(why)),
                    None => Ok(Answer::Counts(counts)),
                }
            }
        }
    }

    /// Returns an input: from the disk, or from the server.
    fn input(&self, name: &str) -> Result<Vec<u8>, Error> {
        if !is_name(name) {
            return Err(Error::Blob(shown(name)));
        }
        if let Some(content) = self.cache.get(name) {
            return Ok(content);
        }
        let content = (self.fetch)(name)?;
        if blobs::name(&content) != name {
            return Err(Error::Blob(name.to_owned()));
        }
        self.cache.put(name, &content)?;
        Ok(content)
    }

    fn population(&self, name: &str) -> Result<Arc<Vec<Vec<i32>>>, Error> {
        if let Some(known) = lock(&self.populations).get(name) {
            return Ok(known);
        }
        let content = self.input(name)?;
        let organisms: Vec<Vec<i32>> =
            serde_json::from_slice(&content).map_err(|cause| Error::Message(cause.to_string()))?;
        let organisms = Arc::new(organisms);
        lock(&self.populations).put(name, Arc::clone(&organisms));
        Ok(organisms)
    }

    fn player(&self, name: &str) -> Result<PlayerFactory, Error> {
        if let Some(known) = lock(&self.players).get(name) {
            return Ok(known.clone());
        }
        let content = self.input(name)?;
        let wire: WirePlayer =
            serde_json::from_slice(&content).map_err(|cause| Error::Message(cause.to_string()))?;
        let factory = wire.factory(&self.engines)?;
        let mut players = lock(&self.players);
        if players.len() >= KEPT_PLAYERS {
            players.clear();
        }
        players.insert(name.to_owned(), factory.clone());
        Ok(factory)
    }

    /// Returns a fitness function, which the first task builds and the others wait for.
    fn fitness(
        &self,
        setup: &str,
        test: bool,
        factor: Option<f64>,
    ) -> Result<(Arc<dyn Fitness>, Experiment), Error> {
        let slot = {
            let mut setups = lock(&self.setups);
            let name = setup_name(setup, factor);
            setups.get(&name).unwrap_or_else(|| {
                let slot = Arc::<Mutex<Option<Functions>>>::default();
                setups.put(&name, Arc::clone(&slot));
                slot
            })
        };
        let mut slot = lock(&slot);
        let functions = match &mut *slot {
            Some(functions) => functions,
            empty => empty.insert(self.build(setup, factor)?),
        };
        if !test {
            return Ok((Arc::clone(&functions.train), functions.experiment.clone()));
        }
        let fitness = match &functions.test {
            Some(fitness) => Arc::clone(fitness),
            None => {
                let built = self.build_role(&mut *functions.source, Role::Test, &functions.experiment)?;
                Arc::clone(functions.test.insert(built))
            }
        };
        Ok((fitness, functions.experiment.clone()))
    }

    fn build(&self, setup: &str, factor: Option<f64>) -> Result<Functions, Error> {
        let content = self.input(setup)?;
        let folder = self.folder.join(setup);
        let (published, mut experiment) =
            Published::receive(&content, &folder, &mut |name| self.input(name))?;
        if let (Some(factor), Some(matches)) = (factor, experiment.objective.matches_mut()) {
            matches.control = matches.control.scaled(factor);
        }
        let has_engines = setup::has_engines(&experiment);
        // An engine that cannot be started here may start on another machine.
        let unfit = |error: String| if has_engines { Error::Unable(error) } else { Error::Unfit(error) };
        experiment.validate().map_err(|error| unfit(error.to_string()))?;
        let mut source = experiment.objective.settings().source();
        let [train, _] = source.load(&experiment.outline()).map_err(|error| unfit(error.to_string()))?;
        if train.blake3 != published.train.blake3 {
            return Err(unfit("the training set differs from that of the coordinator".to_owned()));
        }
        source.recall(&Past {
            folder: &folder,
            settings: &published.context,
            train: &published.train,
            schema: experiment.schema(),
            history: &[],
            pairs: None,
            finished: false,
        });
        let train = self.build_role(&mut *source, Role::Train, &experiment)?;
        Ok(Functions { experiment, source, train, test: None })
    }

    fn build_role(
        &self,
        source: &mut dyn FitnessSource,
        role: Role,
        experiment: &Experiment,
    ) -> Result<Arc<dyn Fitness>, Error> {
        let context = BuildContext {
            cache: self.trees.as_deref(),
            ..BuildContext::new(experiment.outline(), &self.pool, &self.interrupt)
        };
        source.build(role, &context).map(|built| Arc::from(built.fitness)).map_err(|error| {
            match setup::has_engines(experiment) {
                true => Error::Unable(error.to_string()),
                false => Error::Unfit(error.to_string()),
            }
        })
    }
}

/// Returns the name of an experiment whose time control is multiplied by a factor.
fn setup_name(setup: &str, factor: Option<f64>) -> String {
    format!("{setup} {factor:?}")
}
