//! The job's thread.

mod decisions;
mod memory;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Instant;

pub(super) use decisions::refuse_too_late;

use decisions::Decisions;
use memory::{has_memory_for, has_memory_for_tables};

use super::error::Error;
use super::evaluator::{EvaluationContext, Evaluator, Games, Positions};
use super::game_file::GameFile;
use super::interval::ReportInterval;
use super::live_games::{BoardSpectator, LiveGames};
use super::open_session::{open, replay};
use super::report::{Command, Fact, NewSettings, Outbox, Progress, State};
use super::workers::{Distributed, Setup, Workforce};
use super::{Opening, Request, champion};
use crate::arena::node_counts::NodeCounts;
use crate::evolution::fitness::Executor;
use crate::evolution::record::GenerationRecord;
use crate::evolution::run::Run;
use crate::experiment::Experiment;
use crate::experiment::stopping::Improvement;
use crate::objectives::measure::Measure;
use crate::objectives::source::{FitnessSource, Past};
use crate::progress::{Following, LiveTimer};
use crate::session::{Entry, Recorded, RunEntry, Session, StopEntry};
use crate::threads::{Interrupt, ThreadPool};

/// Reports an error that ends the job, and closes the outbox.
pub(super) fn report(outbox: &Outbox, error: &Error) {
    outbox.fact(Fact::Failed(error.to_string()));
    outbox.fact(Fact::State(State::Failed));
    outbox.close();
}

/// Runs the job on its thread. Never panics and always closes the outbox.
pub(super) fn run(
    request: &Request,
    source: Option<Box<dyn FitnessSource>>,
    commands: Receiver<Command>,
    outbox: &Outbox,
    live_games: &Arc<LiveGames>,
    interrupt: &Interrupt,
) -> Option<Error> {
    let _span = tracing::info_span!("job", session = %request.folder.display()).entered();
    let work = AssertUnwindSafe(|| work(request, source, &commands, outbox, live_games, interrupt));
    let outcome = catch_unwind(work).unwrap_or_else(|cause| Err(Error::Panic(panic_message(&*cause))));
    commands.try_iter().for_each(|command| refuse_too_late(outbox, command));
    drop(commands);
    match outcome {
        Ok(state) => {
            outbox.fact(Fact::State(state));
            outbox.close();
            None
        }
        Err(error) => {
            report(outbox, &error);
            Some(error)
        }
    }
}

fn panic_message(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| cause.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic".to_owned())
}

fn work(
    request: &Request,
    source: Option<Box<dyn FitnessSource>>,
    commands: &Receiver<Command>,
    outbox: &Outbox,
    live_games: &Arc<LiveGames>,
    interrupt: &Interrupt,
) -> Result<State, Error> {
    outbox.fact(Fact::State(State::Preparing));
    if let Opening::New(settings) = &request.opening {
        has_memory_for(settings.optimizer.population())?;
    }
    let pool = ThreadPool::new(request.threads)?;
    if let Opening::New(settings) = &request.opening {
        has_memory_for_tables(settings, pool.threads())?;
    }
    let (mut session, recorded, mut source) = open(request, source)?;
    has_memory_for(recorded.header.settings.optimizer.population())?;
    has_memory_for_tables(&recorded.header.settings, pool.threads())?;
    // Writes a checkpoint of the repaired journal at once.
    session.checkpoint()?;
    outbox.fact(Fact::Opened {
        folder: request.folder.clone(),
        settings: Box::new(recorded.settings_in_force()),
        train_total: recorded.header.largest_score(),
        test_total: recorded.header.largest_test_score(),
        history: recorded.history.clone(),
        results: champion::results(&request.folder, &recorded),
        plants: recorded.plants.clone(),
        interventions: recorded.interventions(),
    });
    report_bounds(&recorded, outbox);
    report_optimizers(&recorded, outbox);
    recorded.warnings.iter().for_each(|warning| outbox.fact(Fact::Warning(warning.clone())));
    if let Some(why) = recorded.nodes.suspect() {
        outbox.fact(Fact::Suspect(Some(why)));
    }
    let file = GameFile::of(request, &recorded.header.settings)?;
    let spectator = Arc::new(BoardSpectator::new(live_games, outbox, file));
    source.watch(Arc::<BoardSpectator>::clone(&spectator));
    source.recall(&Past {
        folder: &request.folder,
        settings: &format!("{:?}", recorded.header.settings),
        train: &recorded.header.train,
        outline: recorded.header.settings.outline(),
        history: &recorded.history,
        pairs: recorded.history.last().and_then(|last| recorded.pairs_at(last.run, last.generation)),
        finished: recorded.finished(),
    });
    let notices = champion::write(&request.folder, &recorded.header, &recorded.results)?;
    notices.into_iter().for_each(|notice| outbox.fact(Fact::Warning(notice)));
    if recorded.finished() {
        return Ok(State::Done);
    }

    let settings = &recorded.header.settings;
    // Workers know the settings, but not what is blocked.
    let workers = request.workers.as_ref().filter(|_| recorded.header.blocked.is_empty());
    let workers = workers.map(|workers| Workforce(workers.0.for_session()));
    let workers = workers.as_ref();
    let distributed = workers.map(|workers| Distributed { pool: &pool, workers });
    let executor: &dyn Executor = match &distributed {
        Some(distributed) => distributed,
        None => &pool,
    };
    let context =
        EvaluationContext { pool: &pool, executor, workers, outbox, spectator: &spectator, interrupt };
    let cache = request.cache.as_deref();
    let evaluator = if settings.objective.properties().plays_itself() {
        let last = recorded.history.last().map(|record| (record.run, record.generation));
        let games = Games::new(&session, last, source, cache.map(Path::to_owned), context)?;
        games.repetition_warning().into_iter().for_each(|warning| outbox.fact(Fact::Warning(warning)));
        Some(Evaluator::Games(Box::new(games)))
    } else {
        let setup = Setup { folder: &request.folder, settings, train: &recorded.header.train };
        Positions::build(source, setup, cache, context)?
            .map(|positions| Evaluator::Positions(Box::new(positions)))
    };
    let Some(evaluator) = evaluator else {
        // Apply commands that arrived during the build.
        let mut run = replay(&recorded, |_| Ok(None), &request.folder)?;
        let mut settings = recorded.settings_in_force();
        if run.next_generation() <= settings.generations && recorded.stop_of(run.index()).is_none() {
            let (run, settings, session) = (&mut run, &mut settings, &mut session);
            Decisions { run, settings, session, outbox }.apply_pending(commands)?;
        }
        return Ok(State::Stopped);
    };

    let remeasure = |run: &Run| evaluator.remeasure(run, &request.folder, context);
    let run = replay(&recorded, remeasure, &request.folder)?;
    let (run_index, mut improvement) = (run.index(), Improvement::default());
    let measure = settings.measure(recorded.header.largest_score());
    for record in recorded.history.iter().filter(|record| record.run == run_index) {
        settings.stopping.add(&mut improvement, (record.generation, record.spread.best), &measure);
    }
    let stopped = recorded.stop_of(run_index).is_some();
    let mut worker = Worker {
        run,
        settings: recorded.settings_in_force(),
        last: recorded.history.last().cloned(),
        results: recorded.results,
        nodes: [recorded.nodes.clone(), recorded.nodes],
        stopped,
        measure,
        improvement,
        began: Instant::now(),
        session,
        evaluator,
        context,
        interval: ReportInterval::default(),
        timer: LiveTimer::default(),
        measured: 0,
    };
    let state = worker.handle_commands(commands, if request.running { Mode::Run } else { Mode::Pause });
    match workers.and_then(|workers| workers.0.failure()) {
        // What is recorded is complete.
        Some(why) if matches!(state, Ok(State::Stopped)) => Err(Error::Workers(why)),
        _ => state,
    }
}

/// Reports the bounds that the user changed.
fn report_bounds(recorded: &Recorded, outbox: &Outbox) {
    let Some(bounds) = recorded.bounds_at(u32::MAX, u32::MAX).filter(|bounds| !bounds.is_empty()) else {
        return;
    };
    let optimizer = recorded.optimizer_at(u32::MAX, u32::MAX).clone();
    let (run, generation) = recorded.history.last().map_or((0, 0), |last| (last.run, last.generation));
    let settings = NewSettings { optimizer, pairs: None, bounds: Some(bounds.clone()) };
    outbox.fact(Fact::Settings { run, generation, settings });
}

/// Reports the states of the optimizers of all runs after their recorded generations.
fn report_optimizers(recorded: &Recorded, outbox: &Outbox) {
    let runs = recorded.history.last().map_or(0, |record| record.run + 1);
    for run in 0..runs {
        let reports: Vec<_> = recorded.optimizer_reports(run).collect();
        if reports.is_empty() {
            return;
        }
        outbox.fact(Fact::Optimizer { run, reports });
    }
}

/// What the worker does until the next command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Run,
    Step(u32),
    Pause,
}

struct Worker<'a> {
    run: Run,
    /// The current settings.
    settings: Experiment,
    results: Vec<RunEntry>,
    last: Option<Arc<GenerationRecord>>,
    /// The nodes that engines reported: before this process, and in all.
    nodes: [NodeCounts; 2],
    /// Whether the run stopped before its last generation.
    stopped: bool,
    /// What the scores mean to the rules to stop.
    measure: Measure,
    /// How the run improved.
    improvement: Improvement,
    /// When this process began to work on the run.
    began: Instant,
    session: Session,
    evaluator: Evaluator,
    context: EvaluationContext<'a>,
    interval: ReportInterval,
    /// Counts the organisms measured by this process, while the job runs.
    timer: LiveTimer,
    /// Number of organisms measured by this process.
    measured: u64,
}

impl Worker<'_> {
    /// Evolves and handles commands until all runs are complete or a command stops the job.
    fn handle_commands(&mut self, commands: &Receiver<Command>, mut mode: Mode) -> Result<State, Error> {
        let mut reported_state = State::Preparing;
        // The process may have been killed between the last generation and the result.
        self.stop_by_rule()?;
        if self.run_is_measured()
            && !self.evaluator.confirms()
            && let Some(state) = self.finish_run(mode)?
        {
            return Ok(state);
        }
        loop {
            let state = if mode == Mode::Pause { State::Paused } else { State::Running };
            if state != reported_state {
                self.session.checkpoint()?;
                if state == State::Running {
                    self.timer.start();
                    self.timer.record(self.measured as f64);
                } else {
                    self.timer.stop();
                }
                self.context.outbox.fact(Fact::State(state));
                reported_state = state;
            }
            let command = match mode {
                Mode::Pause => Some(commands.recv().unwrap_or(Command::Stop)),
                Mode::Run | Mode::Step(_) => match commands.try_recv() {
                    Ok(command) => Some(command),
                    Err(TryRecvError::Empty) => None,
                    Err(TryRecvError::Disconnected) => Some(Command::Stop),
                },
            };
            match command {
                Some(Command::Run) => mode = Mode::Run,
                Some(Command::Pause | Command::Step(0)) => mode = Mode::Pause,
                Some(Command::Step(n)) => {
                    mode = match mode {
                        Mode::Step(left) => Mode::Step(left.saturating_add(n)),
                        Mode::Run | Mode::Pause => Mode::Step(n),
                    }
                }
                Some(Command::Settings(new)) => self.decisions().change(new)?,
                Some(Command::Plant(plant)) => self.decisions().plant(plant)?,
                Some(Command::Withdraw(plant)) => self.decisions().withdraw(plant)?,
                Some(Command::Stop) => return self.stop(commands),
                None => {
                    // A confirmation is a separate step.
                    let confirming = self.run_is_measured();
                    if !confirming && !self.advance(mode)? {
                        return self.stop(commands);
                    }
                    if self.run_is_measured()
                        && (confirming || !self.evaluator.confirms())
                        && let Some(state) = self.finish_run(mode)?
                    {
                        return Ok(state);
                    }
                    mode = match mode {
                        Mode::Step(1) => Mode::Pause,
                        Mode::Step(left) => Mode::Step(left - 1),
                        other => other,
                    };
                }
            }
        }
    }

    fn decisions(&mut self) -> Decisions<'_> {
        Decisions {
            run: &mut self.run,
            settings: &mut self.settings,
            session: &mut self.session,
            outbox: self.context.outbox,
        }
    }

    /// Ends the work. Keeps the user's decisions so far.
    fn stop(&mut self, commands: &Receiver<Command>) -> Result<State, Error> {
        self.decisions().apply_pending(commands)?;
        self.finish_stopped()
    }

    /// Ends the work with everything saved to disk.
    fn finish_stopped(&mut self) -> Result<State, Error> {
        self.session.checkpoint()?;
        Ok(State::Stopped)
    }

    /// Runs one generation. Returns false if the interrupt was raised before the end.
    fn advance(&mut self, mode: Mode) -> Result<bool, Error> {
        let following = self.following(mode);
        self.begin_step(&format!("generation {}", self.run.next_generation()));
        let Some(record) = self.evaluator.propose(&self.run, following, self.context)? else {
            return Ok(false);
        };
        let record = Arc::new(record);
        self.session.append(&Entry::Generation(Arc::clone(&record)))?;
        self.evaluator.recorded();
        self.note_nodes()?;
        self.run.accept(&record);
        self.measured += record.population.len() as u64;
        self.last = Some(Arc::clone(&record));
        self.context.outbox.fact(Fact::Generation(Arc::clone(&record)));
        if let Some(report) = self.run.report() {
            self.context.outbox.fact(Fact::Optimizer { run: self.run.index(), reports: vec![report] });
        }
        self.progress(mode);
        let best = (record.generation, record.spread.best);
        self.settings.stopping.add(&mut self.improvement, best, &self.measure);
        self.stop_by_rule()?;
        Ok(true)
    }

    /// Ends the run if one of its rules says so.
    fn stop_by_rule(&mut self) -> Result<(), Error> {
        if self.run_is_measured() {
            return Ok(());
        }
        let (rules, elapsed) = (&self.settings.stopping, self.began.elapsed());
        let Some(reason) = rules.reason(&self.improvement, elapsed, &self.measure) else { return Ok(()) };
        let (run, generation) = (self.run.index(), self.run.next_generation() - 1);
        let stop = StopEntry { run, generation, reason };
        self.session.append(&Entry::Stop(stop))?;
        self.stopped = true;
        self.context.outbox.fact(Fact::Warning(stop.text()));
        Ok(())
    }

    /// Stores the nodes that engines reported, and reports whether they make the results suspect.
    fn note_nodes(&mut self) -> Result<(), Error> {
        let [before, known] = &mut self.nodes;
        let mut nodes = before.clone();
        nodes.merge(&self.evaluator.node_counts());
        if nodes == *known {
            return Ok(());
        }
        self.session.write_nodes(&nodes)?;
        let suspect = nodes.suspect();
        if suspect != known.suspect() {
            self.context.outbox.fact(Fact::Suspect(suspect));
        }
        *known = nodes;
        Ok(())
    }

    /// Names a step of the current run, for messages about results of workers.
    fn begin_step(&self, step: &str) {
        if let Some(workers) = self.context.workers {
            let folder = self.session.folder().display();
            workers.0.begin(&format!("{folder}, run {}, {step}", self.run.index() + 1));
        }
    }

    /// Returns the number of generations measured in all runs, and their total.
    fn generation_counts(&self) -> (u64, u64) {
        let per_run = u64::from(self.settings.generations) + 1;
        let done = u64::from(self.run.index()) * per_run + u64::from(self.run.next_generation());
        (done, u64::from(self.settings.runs) * per_run)
    }

    /// Returns what is requested after the next generation.
    fn following(&self, mode: Mode) -> Following {
        let per_run = u64::from(self.settings.generations) + 1;
        let (done, _) = self.generation_counts();
        let generations = self.requested(mode).saturating_sub(1);
        Following { generations, ends: (done + generations + 1) / per_run - done / per_run }
    }

    /// Returns what is requested after the end of the current run, whose generations are measured.
    fn following_runs(&self, mode: Mode) -> Following {
        let per_run = u64::from(self.settings.generations) + 1;
        let generations = self.requested(mode);
        Following { generations, ends: generations / per_run }
    }

    /// Returns the number of generations still requested.
    fn requested(&self, mode: Mode) -> u64 {
        let (done, total) = self.generation_counts();
        match mode {
            Mode::Step(left) => u64::from(left).min(total - done),
            Mode::Run | Mode::Pause => total - done,
        }
    }

    fn progress(&mut self, mode: Mode) {
        self.timer.record(self.measured as f64);
        let (done, total) = self.generation_counts();
        if !self.evaluator.reports_progress(done == total)
            && (self.interval.due(Instant::now()) || done == total)
        {
            let requested = match mode {
                // This step is done; the counter is decremented later.
                Mode::Step(left) => self.requested(Mode::Step(left - 1)),
                Mode::Run | Mode::Pause => self.requested(mode),
            };
            let population = u64::from(self.settings.optimizer.population());
            // Games or searches have an estimate of their own, which includes those after the last generation.
            let left = self.timer.left((self.measured + requested * population) as f64);
            let has_own = self.evaluator.reports_progress(false);
            self.context.outbox.progress(Progress {
                activity: "evolving",
                done,
                total,
                organisms_per_second: self.timer.rate().unwrap_or(0.0),
                time_left: left.filter(|_| !has_own),
                searches: None,
            });
        }
    }

    fn run_is_measured(&self) -> bool {
        self.stopped || self.run.next_generation() > self.settings.generations
    }

    /// Selects and tests the champion, records the result and starts the next run. Returns the final state if that was
    /// the last run, or if the interrupt was raised. In the latter case the run is measured, but its result is not
    /// recorded.
    fn finish_run(&mut self, mode: Mode) -> Result<Option<State>, Error> {
        let last = self.last.clone();
        self.begin_step("after the last generation");
        let Some(result) =
            self.evaluator.conclude(&self.run, last.as_deref(), self.following_runs(mode), self.context)?
        else {
            return self.finish_stopped().map(Some);
        };
        // A finished session is complete with its result.
        self.note_nodes()?;
        self.session.append(&Entry::Result(Box::new(result.clone())))?;
        self.evaluator.recorded();
        let header = self.session.header();
        let reported = champion::report(self.session.folder(), header, &result);
        self.results.push(result);
        champion::write(self.session.folder(), header, &self.results)?;
        self.context.outbox.fact(Fact::RunFinished(reported));
        let next = self.results.len() as u32;
        if next >= self.settings.runs {
            return Ok(Some(State::Done));
        }
        let bounds = self.run.bounds().clone();
        self.run = self.settings.run(next)?;
        (self.stopped, self.improvement, self.began) = (false, Improvement::default(), Instant::now());
        let recorded = self.session.header().settings.objective.pairs();
        let pairs = self.settings.objective.pairs();
        self.run.change_pairs(pairs.filter(|_| pairs != recorded));
        self.run.change_bounds(&bounds);
        Ok(None)
    }
}
