//! Runs the tasks of fitness functions and the games of matches on workers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::batch::Batch;
use super::coordinator::Coordinator;
use super::drive::{End, Source};
use super::error::Error;
use super::game_results;
use super::games::{self, WirePlayer};
use super::inputs::Input;
use super::protocol::{Answer, TaskKind, Unit};
use super::settable::SettableByProfile;
use super::setup;
use crate::arena::PlayerFactory;
use crate::arena::matches::{GameService, GameSupply};
use crate::arena::plan::Fixture;
use crate::arena::seats::Seats;
use crate::evolution::fitness::{Fitness, Scope, Task};
use crate::job::{Setup, WorkerNote, WorkerStatus, Workers};
use crate::threads::{Interrupt, ThreadPool, lock};

/// Workers that are reached over NATS.
#[derive(Clone)]
pub struct NatsWorkers {
    coordinator: Arc<Coordinator>,
    /// The step of the session that the tasks are for.
    step: Arc<Mutex<String>>,
    /// The inputs of the session's experiment. A worker may need them as long as the session runs.
    inputs: Arc<Mutex<Vec<Input>>>,
    settable: Arc<SettableByProfile>,
}

impl NatsWorkers {
    /// Shares a coordinator.
    #[must_use]
    pub fn new(coordinator: Coordinator) -> NatsWorkers {
        NatsWorkers {
            coordinator: Arc::new(coordinator),
            step: Arc::default(),
            inputs: Arc::default(),
            settable: Arc::default(),
        }
    }
}

impl Workers for NatsWorkers {
    fn for_session(&self) -> Arc<dyn Workers> {
        Arc::new(NatsWorkers { step: Arc::default(), inputs: Arc::default(), ..self.clone() })
    }

    fn begin(&self, step: &str) {
        step.clone_into(&mut lock(&self.step));
    }

    fn publish(&self, setup: &Setup<'_>, interrupt: &Interrupt) -> Result<Option<String>, String> {
        let publish = || {
            let publication = setup::publish(setup, &self.settable)?;
            let files = publication.inputs.iter().map(|(_, content)| content);
            let all = files.chain([&publication.published]);
            let stored: Option<Vec<Input>> = all
                .map(|content| self.coordinator.publish_input(content, &|| interrupt.raised()))
                .collect::<Result<_, Error>>()?;
            let name = stored.as_ref().and_then(|stored| stored.last()).map(|input| input.name().to_owned());
            *lock(&self.inputs) = stored.unwrap_or_default();
            Ok(name)
        };
        publish().map_err(|error: Error| error.to_string())
    }

    fn execute(
        &self,
        pool: &ThreadPool,
        fitness: &dyn Fitness,
        tasks: &[Task],
        interrupt: &Interrupt,
    ) -> Option<Vec<Vec<u64>>> {
        let scope = fitness.scope()?;
        let unknown: Vec<usize> = (0..tasks.len()).filter(|task| !fitness.is_known(&tasks[*task])).collect();
        let counts: Vec<Option<Vec<u64>>> =
            tasks.iter().map(|task| fitness.is_known(task).then(|| fitness.run(task))).collect();
        let tasks = Tasks {
            pool,
            fitness,
            tasks,
            interrupt,
            scope,
            organisms: Mutex::default(),
            unknown: &unknown,
            next: AtomicUsize::new(0),
            counts: Mutex::new(counts),
            coordinator: &self.coordinator,
            step: &lock(&self.step).clone(),
        };
        let outcome = tasks.run();
        let organisms = lock(&tasks.organisms).take();
        organisms.iter().for_each(|(_, input)| self.coordinator.forget_input(input));
        match outcome {
            Ok(End::Complete) => tasks.counts.into_inner().ok()?.into_iter().collect(),
            Ok(End::Over) => None,
            Err(error) => {
                self.coordinator.fail(&error);
                None
            }
        }
    }

    fn games(&self) -> Arc<dyn GameService> {
        Arc::new(self.clone())
    }

    fn failure(&self) -> Option<String> {
        self.coordinator.failure()
    }

    fn retry(&self) {
        self.coordinator.retry();
    }

    fn address(&self) -> String {
        self.coordinator.address().to_owned()
    }

    fn works_here(&self) -> bool {
        self.coordinator.works_here()
    }

    fn status(&self) -> Vec<WorkerStatus> {
        self.coordinator.status()
    }

    fn take_notes(&self) -> Vec<WorkerNote> {
        self.coordinator.take_notes()
    }
}

/// How long a thread waits that finds no task.
const IDLE: Duration = Duration::from_millis(1);

/// Raises an interrupt at its end, so that no thread waits forever after a panic.
struct RaiseAtEnd<'a>(&'a Interrupt);

impl Drop for RaiseAtEnd<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// The organisms of tasks.
type Organisms = Arc<Vec<Vec<i32>>>;

/// The tasks of one step of a measurement.
struct Tasks<'a> {
    pool: &'a ThreadPool,
    fitness: &'a dyn Fitness,
    tasks: &'a [Task],
    interrupt: &'a Interrupt,
    scope: &'a Scope,
    /// The organisms that were published, and their input.
    organisms: Mutex<Option<(Organisms, Input)>>,
    /// The tasks that take time.
    unknown: &'a [usize],
    /// The index of the next one.
    next: AtomicUsize,
    counts: Mutex<Vec<Option<Vec<u64>>>>,
    coordinator: &'a Coordinator,
    step: &'a str,
}

impl Tasks<'_> {
    fn run(&self) -> Result<End, Error> {
        if self.unknown.is_empty() {
            return Ok(if self.interrupt.raised() { End::Over } else { End::Complete });
        }
        let batch = Mutex::new(Batch::default());
        let stopped = Interrupt::default();
        let end = std::thread::scope(|scope| {
            let threads = if self.coordinator.works_here() { self.pool.threads() } else { 0 };
            let (batch, stopped) = (&batch, &stopped);
            for _ in 0..threads.min(self.unknown.len()) {
                scope.spawn(move || self.work(batch, stopped));
            }
            let _guard = RaiseAtEnd(stopped);
            self.coordinator.run(self, batch, self.step)
        })?;
        if self.interrupt.raised() { Ok(End::Over) } else { Ok(end) }
    }

    fn take_next(&self) -> Option<usize> {
        self.unknown.get(self.next.fetch_add(1, Ordering::Relaxed)).copied()
    }

    /// Runs tasks on a thread of this machine until the step ends: the next ones, and then those that workers have not
    /// completed.
    fn work(&self, batch: &Mutex<Batch>, stopped: &Interrupt) {
        while !self.interrupt.raised() && !stopped.raised() {
            if let Some(task) = self.take_next() {
                let counts = self.run_here(task);
                lock(&self.counts)[task] = Some(counts);
                continue;
            }
            let Some(unit) = lock(batch).take() else {
                std::thread::sleep(IDLE);
                continue;
            };
            let task = unit.index as usize;
            let counts = self.run_here(task);
            if lock(batch).computed(unit.index) {
                lock(&self.counts)[task] = Some(counts);
            }
        }
    }

    fn run_here(&self, task: usize) -> Vec<u64> {
        self.pool.install(|| self.fitness.run(&self.tasks[task]))
    }

    /// Publishes the organisms of a task once, and returns their name; `None` if `is_over` returns true before.
    fn organisms(&self, task: &Task, is_over: &dyn Fn() -> bool) -> Result<Option<String>, Error> {
        let mut published = lock(&self.organisms);
        if let Some((organisms, input)) = &*published
            && Arc::ptr_eq(organisms, &task.organisms)
        {
            return Ok(Some(input.name().to_owned()));
        }
        let text = serde_json::to_vec(&*task.organisms).map_err(|cause| Error::Message(cause.to_string()))?;
        let Some(input) = self.coordinator.publish_input(&text, is_over)? else { return Ok(None) };
        let name = input.name().to_owned();
        *published = Some((Arc::clone(&task.organisms), input));
        Ok(Some(name))
    }
}

impl Source for Tasks<'_> {
    fn next(&self) -> Result<Option<(u64, TaskKind)>, Error> {
        // Before the task is taken: while the server cannot be reached, threads of this machine take it.
        let Some(next) = self.unknown.get(self.next.load(Ordering::Relaxed)) else { return Ok(None) };
        let is_over = || self.is_over() || self.left() == 0;
        if self.organisms(&self.tasks[*next], &is_over)?.is_none() {
            return Ok(None);
        }
        let Some(index) = self.take_next() else { return Ok(None) };
        let task = &self.tasks[index];
        let Some(organisms) = self.organisms(task, &|| self.is_over())? else { return Ok(None) };
        let work = TaskKind::Measure {
            setup: self.scope.setup.clone(),
            test: self.scope.test,
            generation: self.scope.generation,
            best: self.scope.best.clone(),
            pairs: self.scope.pairs,
            organisms,
            range: (task.range.start, task.range.end),
            items: (task.items.start, task.items.end),
        };
        Ok(Some((index as u64, work)))
    }

    fn left(&self) -> usize {
        self.unknown.len().saturating_sub(self.next.load(Ordering::Relaxed))
    }

    fn compute(&self, unit: &Unit) -> Result<Answer, Error> {
        let task = &self.tasks[unit.index as usize];
        let compute = AssertUnwindSafe(|| self.pool.install(|| self.fitness.compute(task)));
        let counts = catch_unwind(compute)
            .map_err(|_| Error::Unfit("a task fails on this machine, too".to_owned()))?;
        match self.fitness.failure() {
            Some(why) => Err(Error::Unfit(why)),
            None => Ok(Answer::Counts(counts)),
        }
    }

    fn accept(&self, unit: &Unit, answer: &Answer) -> bool {
        let (Some(task), Answer::Counts(raw)) = (self.tasks.get(unit.index as usize), answer) else {
            return false;
        };
        let Some(counts) = self.fitness.accept(task, raw) else { return false };
        lock(&self.counts)[unit.index as usize] = Some(counts);
        true
    }

    fn is_over(&self) -> bool {
        self.interrupt.raised()
    }

    fn is_repeatable(&self) -> bool {
        self.scope.repeatable
    }

    fn is_revisable(&self) -> bool {
        true
    }

    fn is_taken_back(&self) -> bool {
        true
    }
}

impl GameService for NatsWorkers {
    fn play(&self, supply: &GameSupply<'_>) -> Result<(), String> {
        let factories = supply.matches.factories;
        let is_over = || supply.signal.is_stopped() || (supply.left)() == 0;
        let published = || -> Result<Option<Vec<Input>>, Error> {
            let input = |factory: &PlayerFactory| {
                let wire = WirePlayer::of(factory)?;
                wire.check_options(&self.settable)?;
                let wire = serde_json::to_vec(&wire);
                let wire = wire.map_err(|cause| Error::Message(cause.to_string()))?;
                self.coordinator.publish_input(&wire, &is_over)
            };
            factories.iter().map(input).collect()
        };
        let played = published().and_then(|players| {
            // No game is left for workers.
            let Some(players) = players else { return Ok(()) };
            let organism = |factory: &PlayerFactory| matches!(factory, PlayerFactory::Organism { .. });
            let is_repeatable = !supply.matches.rules.control.is_timed() && factories.iter().all(organism);
            let games = Games { supply, players, is_repeatable, fixtures: Mutex::default() };
            let step = lock(&self.step).clone();
            self.coordinator.run(&games, &Mutex::default(), &step).map(drop)
        });
        played.map_err(|error| {
            self.coordinator.fail(&error);
            error.to_string()
        })
    }

    fn has_local_boards(&self) -> bool {
        self.coordinator.works_here()
    }

    fn check(&self, player: &PlayerFactory) -> Result<(), String> {
        let checked = WirePlayer::of(player).and_then(|player| player.check_options(&self.settable));
        checked.map_err(|error| error.to_string())
    }
}

/// The games of a match.
struct Games<'a> {
    supply: &'a GameSupply<'a>,
    /// The inputs of the players.
    players: Vec<Input>,
    is_repeatable: bool,
    /// The games in progress.
    fixtures: Mutex<std::collections::HashMap<u64, Fixture>>,
}

impl Source for Games<'_> {
    fn next(&self) -> Result<Option<(u64, TaskKind)>, Error> {
        let Some(fixture) = (self.supply.next)() else { return Ok(None) };
        let opening = (self.supply.matches.opening)(fixture.pair);
        let players = fixture.players.map(|player| self.players[player].name().to_owned());
        let work = games::task(players, &opening, &self.supply.matches.rules_of(fixture))?;
        lock(&self.fixtures).insert(fixture.game, fixture);
        Ok(Some((fixture.game, work)))
    }

    fn left(&self) -> usize {
        (self.supply.left)()
    }

    fn compute(&self, unit: &Unit) -> Result<Answer, Error> {
        let TaskKind::Game { start, opening, control, margin, adjudication, detail, .. } = &unit.work else {
            return Err(Error::Unfit("a task is not a game".to_owned()));
        };
        let fixture = lock(&self.fixtures).get(&unit.index).copied();
        let fixture = fixture.ok_or_else(|| Error::Unfit("a game is not of this match".to_owned()))?;
        let players = fixture.players.map(|player| {
            let factory = self.supply.matches.factories[player].clone();
            (self.players[player].name().to_owned(), factory)
        });
        let limits = (*control, *margin);
        let (seats, signal) = (&mut Seats::default(), self.supply.signal);
        games::play(players, (start, opening), limits, *adjudication, (*detail, 1.0), seats, signal)
    }

    fn accept(&self, unit: &Unit, answer: &Answer) -> bool {
        let Some(played) = game_results::played(answer.clone(), &unit.work) else { return false };
        let Some(fixture) = lock(&self.fixtures).remove(&unit.index) else { return false };
        (self.supply.over)(fixture, played);
        true
    }

    fn is_over(&self) -> bool {
        self.supply.signal.is_stopped()
    }

    fn is_repeatable(&self) -> bool {
        self.is_repeatable
    }

    fn is_revisable(&self) -> bool {
        false
    }

    fn is_taken_back(&self) -> bool {
        false
    }
}
