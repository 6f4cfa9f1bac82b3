//! Computes tasks on a worker.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use super::blobs::{self, BlobCache, is_name};
use super::error::Error;
use super::games::{self, WirePlayer};
use super::protocol::{Answer, Bundle, TIME_SCALES, TaskKind, Unit, shown};
use super::settable::SettableByProfile;
use super::setup::{self, Published};
use crate::arena::seats::Seats;
use crate::arena::{EnginePool, PlayerFactory};
use crate::engine::search::Signal;
use crate::evolution::fitness::{Fitness, PastOfRun, Task};
use crate::experiment::Experiment;
use crate::objectives::source::{BuildContext, FitnessSource, Past, SetRole};
use crate::randomness::Randomness;
use crate::threads::{Interrupt, ThreadPool, lock};

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
    /// The number of positions or openings of the training set.
    positions: u64,
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
    settable: SettableByProfile,
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
            settable: SettableByProfile::default(),
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
        let _ = crate::files::remove_all(&self.folder);
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
        let factor = factor.map(|factor| factor.clamp(*TIME_SCALES.start(), *TIME_SCALES.end()));
        let compute =
            |Unit { index, key, work }: &Unit| (*index, key.clone(), self.answer(work, factor, seats));
        (factor, bundle.units.iter().map(compute).collect())
    }

    /// Computes a task. A panic is a failure of the task, not of the worker.
    fn answer(&self, work: &TaskKind, factor: Option<f64>, seats: &mut Seats<String>) -> Answer {
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

    fn compute(
        &self,
        work: &TaskKind,
        factor: Option<f64>,
        seats: &mut Seats<String>,
    ) -> Result<Answer, Error> {
        match work {
            TaskKind::Nothing(number) => Ok(Answer::Counts(vec![*number])),
            TaskKind::Game {
                players: [white, black],
                start,
                opening,
                control,
                margin,
                adjudication,
                detail,
            } => {
                games::check_limits(*control, *margin, adjudication)?;
                let players = [(white.clone(), self.player(white)?), (black.clone(), self.player(black)?)];
                let (limits, detail) = ((*control, *margin), (*detail, factor.unwrap_or(1.0)));
                games::play(players, (start, opening), limits, *adjudication, detail, seats, &self.signal)
            }
            TaskKind::Measure { setup, test, generation, best, pairs, organisms, range, items } => {
                // The memory of the players' tables is free for the measurement.
                *seats = Seats::default();
                let organisms = self.population(organisms)?;
                let (fitness, experiment, positions) = self.fitness(setup, *test, factor)?;
                let unfit = |why: &str| Err(Error::Unfit(format!("a task on the wire is not valid: {why}")));
                let Some(measured) = organisms.get(range.0..range.1) else {
                    return unfit("it measures other organisms than it has");
                };
                let schema = experiment.schema();
                if !measured.iter().chain(best).all(|values| schema.has_values(values)) {
                    return unfit("an organism does not fit the parameters of the experiment");
                }
                if let Some(pairs) = *pairs {
                    let settings = experiment.objective.settings();
                    settings.check_pairs(pairs, &experiment.outline(), positions).map_err(Error::Unfit)?;
                }
                let task = Task { organisms, range: range.0..range.1, items: items.0..items.1 };
                let randomness =
                    |run| Randomness::new(experiment.seed, experiment.objective.properties().stage, run);
                let past = PastOfRun { best: best.as_deref(), pairs: *pairs };
                let of_generation = generation
                    .and_then(|(run, generation)| fitness.of_generation(generation, &randomness(run), past));
                let measure = of_generation.as_deref().unwrap_or(&*fitness);
                if !measure.has_items(&task.items) {
                    return unfit("it measures other positions or games than the experiment has");
                }
                let counts = measure.compute(&task);
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
        let factory = wire.factory(&self.engines, &self.settable)?;
        let mut players = lock(&self.players);
        if players.len() >= KEPT_PLAYERS {
            players.clear();
        }
        players.insert(name.to_owned(), factory.clone());
        Ok(factory)
    }

    /// Returns a fitness function, which the first task builds and the others wait for, its experiment, and the size of the
    /// training set.
    fn fitness(
        &self,
        setup: &str,
        test: bool,
        factor: Option<f64>,
    ) -> Result<(Arc<dyn Fitness>, Experiment, u64), Error> {
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
        let positions = functions.positions;
        if !test {
            return Ok((Arc::clone(&functions.train), functions.experiment.clone(), positions));
        }
        let fitness = match &functions.test {
            Some(fitness) => Arc::clone(fitness),
            None => {
                let built = self.build_role(&mut *functions.source, SetRole::Test, &functions.experiment)?;
                Arc::clone(functions.test.insert(built))
            }
        };
        Ok((fitness, functions.experiment.clone(), positions))
    }

    fn build(&self, setup: &str, factor: Option<f64>) -> Result<Functions, Error> {
        let content = self.input(setup)?;
        let folder = self.folder.join(setup);
        let (published, mut experiment) =
            Published::receive(&content, &folder, &self.settable, &mut |name| self.input(name))?;
        let has_engines = setup::has_engines(&experiment);
        // An engine that cannot be started here may start on another machine.
        let unfit = |error: String| if has_engines { Error::Unable(error) } else { Error::Unfit(error) };
        experiment.validate().map_err(|error| unfit(error.to_string()))?;
        if let Some(factor) = factor {
            experiment.objective.settings_mut().scale_times(factor);
        }
        let mut source = experiment.objective.settings().source();
        let [train, _] = source.load(&experiment.outline()).map_err(|error| unfit(error.to_string()))?;
        let positions = train.positions;
        if train.blake3 != published.train.blake3 {
            return Err(unfit("the training set differs from that of the coordinator".to_owned()));
        }
        source.recall(&Past {
            folder: &folder,
            settings: &published.context,
            train: &published.train,
            outline: experiment.outline(),
            history: &[],
            pairs: None,
            finished: false,
        });
        let train = self.build_role(&mut *source, SetRole::Train, &experiment)?;
        Ok(Functions { experiment, source, positions, train, test: None })
    }

    fn build_role(
        &self,
        source: &mut dyn FitnessSource,
        role: SetRole,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::presets;
    use crate::job::Setup;
    use crate::positions::PositionSource;

    /// A worker without a server: its inputs are in a map.
    struct Desk {
        computer: Computer,
        setup: String,
        inputs: Arc<Mutex<HashMap<String, Vec<u8>>>>,
        experiment: Experiment,
        _folder: tempfile::TempDir,
    }

    impl Desk {
        /// A worker with an experiment that measures agreement on two positions.
        fn new() -> Desk {
            let folder = tempfile::tempdir().unwrap();
            let set = folder.path().join("set.epd");
            let shipped = crate::positions::embedded_text("gm2600-train").unwrap();
            let lines: Vec<&str> = shipped.lines().take(2).collect();
            std::fs::write(&set, lines.join("\n")).unwrap();
            let mut experiment = presets::named("quick").unwrap();
            let moves = experiment.objective.moves_mut().unwrap();
            (moves.train, moves.test) = (PositionSource::File(set.clone()), PositionSource::File(set));
            let [train, _] = experiment.objective.settings().source().load(&experiment.outline()).unwrap();
            let setup = Setup { folder: folder.path(), settings: &experiment, train: &train };
            let publication = setup::publish(&setup, &SettableByProfile::default()).unwrap();
            let inputs: HashMap<_, _> = publication.inputs.into_iter().collect();
            let inputs = Arc::new(Mutex::new(inputs));
            let of_fetch = Arc::clone(&inputs);
            let fetch: Fetch = Box::new(move |name: &str| {
                lock(&of_fetch).get(name).cloned().ok_or_else(|| Error::Blob(name.to_owned()))
            });
            let cache = BlobCache::open(&folder.path().join("cache")).unwrap();
            let (experiments, trees) = (folder.path().join("experiments"), folder.path().join("trees"));
            let pool = ThreadPool::new(1).unwrap();
            let computer = Computer::new(cache, experiments, Some(trees), fetch, pool, 1_000_000);
            let desk = Desk { computer, setup: String::new(), inputs, experiment, _folder: folder };
            let setup = desk.put(publication.published);
            Desk { setup, ..desk }
        }

        fn put(&self, content: Vec<u8>) -> String {
            let name = blobs::name(&content);
            lock(&self.inputs).insert(name.clone(), content);
            name
        }

        fn answer(&self, change: impl FnOnce(&mut Measurement)) -> Answer {
            let values = self.experiment.schema().smallest();
            let mut task = Measurement {
                organisms: vec![values],
                range: (0, 1),
                items: (0, 1),
                best: None,
                pairs: None,
                generation: None,
            };
            change(&mut task);
            let Measurement { organisms, range, items, best, pairs, generation } = task;
            let organisms = self.put(serde_json::to_vec(&organisms).unwrap());
            let (setup, test) = (self.setup.clone(), false);
            let work = TaskKind::Measure { setup, test, generation, best, pairs, organisms, range, items };
            self.computer.answer(&work, None, &mut Seats::default())
        }
    }

    struct Measurement {
        organisms: Vec<Vec<i32>>,
        range: (usize, usize),
        items: (usize, usize),
        best: Option<Vec<i32>>,
        pairs: Option<u32>,
        generation: Option<(u32, u32)>,
    }

    #[test]
    fn tasks_that_do_not_fit_their_experiment_are_refused() {
        let desk = Desk::new();
        assert!(matches!(desk.answer(|_| {}), Answer::Counts(counts) if counts.len() == 1));
        let last = (u32::MAX, u32::MAX);
        assert!(matches!(desk.answer(|task| task.generation = Some(last)), Answer::Counts(_)));
        type Damage = (&'static str, &'static str, fn(&mut Measurement));
        let refused: [Damage; 12] = [
            ("an item too many", "other positions", |task| task.items = (0, 2)),
            ("items far away", "other positions", |task| task.items = (1_000_000, 1_000_001)),
            ("all items there could be", "other positions", |task| task.items = (0, usize::MAX)),
            ("items in the wrong order", "other positions", |task| task.items = (1, 0)),
            ("items after the last", "other positions", |task| task.items = (usize::MAX, usize::MAX)),
            ("an organism too many", "other organisms", |task| task.range = (0, 2)),
            ("organisms in the wrong order", "other organisms", |task| task.range = (1, 0)),
            ("a value out of range", "does not fit", |task| task.organisms[0][0] = i32::MAX),
            ("a value too few", "does not fit", |task| task.organisms[0].truncate(1)),
            ("a value too many", "does not fit", |task| task.organisms[0].push(0)),
            ("a best organism out of range", "does not fit", |task| task.best = Some(vec![i32::MIN])),
            ("pairs of no games", "play no games", |task| task.pairs = Some(u32::MAX)),
        ];
        for (what, why, damage) in refused {
            let answer = desk.answer(damage);
            assert!(matches!(&answer, Answer::Failed(text) if text.contains(why)), "{what}: {answer:?}");
        }
    }
}
