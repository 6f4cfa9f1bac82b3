//! The job's thread.

mod decisions;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::sync::{Arc, Mutex};
use std::time::Instant;

pub(super) use decisions::too_late;

use decisions::Decisions;

use super::error::Error;
use super::hall::Hall;
use super::judge::{Court, Games, Judge};
use super::opening::{open, replay};
use super::pace::Pace;
use super::report::{Command, Fact, Outbox, Progress, State};
use super::source::{FitnessSource, Role, SourceError};
use super::{Request, champion};
use crate::evolution::fitness::{Interrupt, ThreadPool};
use crate::evolution::record::GenerationRecord;
use crate::evolution::run::Run;
use crate::evolution::settings::{EvolutionSettings, PlyScore, Stage};
use crate::session::{Entry, Recorded, RunEntry, Session};

/// Reports an error that ends the job, and closes the outbox.
pub(super) fn report(outbox: &Outbox, error: &Error) {
    outbox.fact(Fact::Failed(error.to_string()));
    outbox.fact(Fact::State(State::Failed));
    outbox.close();
}

/// The thread's work: never panics, always closes the outbox.
pub(super) fn run(
    request: &Request,
    source: Box<dyn FitnessSource>,
    commands: Receiver<Command>,
    outbox: &Outbox,
    hall: &Hall,
    interrupt: &Interrupt,
) -> Option<Error> {
    let work = AssertUnwindSafe(|| work(request, source, &commands, outbox, hall, interrupt));
    let outcome = catch_unwind(work).unwrap_or_else(|cause| Err(Error::Panic(message(&*cause))));
    commands.try_iter().for_each(|command| too_late(outbox, &command));
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

fn message(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| cause.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic".to_owned())
}

fn work(
    request: &Request,
    mut source: Box<dyn FitnessSource>,
    commands: &Receiver<Command>,
    outbox: &Outbox,
    hall: &Hall,
    interrupt: &Interrupt,
) -> Result<State, Error> {
    outbox.fact(Fact::State(State::Preparing));
    let pool = ThreadPool::new(request.threads)?;
    let (mut session, recorded) = open(request, &mut *source)?;
    // What was cut off or damaged is made good at once.
    session.checkpoint()?;
    outbox.fact(Fact::Opened {
        folder: request.folder.clone(),
        settings: recorded.settings_in_force(),
        train_total: recorded.header.largest_measure(),
        test_total: recorded.header.test.positions,
        history: recorded.history.clone(),
        results: champion::results(&request.folder, &recorded),
        plants: recorded.plants.clone(),
    });
    recorded.warnings.iter().for_each(|warning| outbox.fact(Fact::Warning(warning.clone())));
    champion::write(&request.folder, &recorded.header, &recorded.results)?;
    if recorded.finished() {
        return Ok(State::Done);
    }

    let judge = match recorded.header.settings.stage {
        Stage::Grandmaster => positions(request, &mut *source, &recorded, &pool, outbox, interrupt),
        Stage::Coevolution => {
            let last = recorded.history.last().map(|record| (record.run, record.generation));
            let threads = pool.threads();
            Games::new(&session, last, source, request.cache.clone(), threads)
                .map(|games| Some(Judge::Games(Box::new(games))))
        }
    };
    let Some(judge) = judge? else {
        // Decided while this was being built.
        let mut run = replay(&recorded, |_| Ok(None), &request.folder)?;
        let mut settings = recorded.settings_in_force();
        if run.next_generation() <= settings.generations {
            let (run, settings, session) = (&mut run, &mut settings, &mut session);
            Decisions { run, settings, session, outbox }.settle(commands)?;
        }
        return Ok(State::Stopped);
    };

    let court = Court { pool: &pool, outbox, hall, interrupt };
    let again = |run: &Run| judge.again(run, &request.folder, court);
    let mut worker = Worker {
        run: replay(&recorded, again, &request.folder)?,
        settings: recorded.settings_in_force(),
        last: recorded.history.last().cloned(),
        results: recorded.results,
        session,
        judge,
        court,
        pace: Pace::default(),
        measured: 0,
    };
    worker.obey(commands, if request.running { Mode::Run } else { Mode::Pause })
}

/// Builds the fitness functions of both position sets; `None` where the interrupt was raised first.
fn positions(
    request: &Request,
    source: &mut dyn FitnessSource,
    recorded: &Recorded,
    pool: &ThreadPool,
    outbox: &Outbox,
    interrupt: &Interrupt,
) -> Result<Option<Judge>, Error> {
    let mut build = |role, activity| {
        let pace = Mutex::new(Pace::default());
        let progress = |done, total| {
            let due = pace.lock().is_ok_and(|mut pace| pace.due(Instant::now()));
            if due || done == total {
                outbox.progress(Progress {
                    activity,
                    done,
                    total,
                    organisms_per_second: 0.0,
                    time_left: None,
                });
            }
        };
        let settings = &recorded.header.settings;
        let built = source.build(role, settings, request.cache.as_deref(), pool, &progress, interrupt)?;
        if let Some(warning) = built.warning {
            outbox.fact(Fact::Warning(warning));
        }
        Ok(built.fitness)
    };
    let activities = match recorded.header.settings.ply_score {
        PlyScore::Quiescence => {
            ["building quiescence trees, training set", "building quiescence trees, test set"]
        }
        PlyScore::Static => ["evaluating moves, training set", "evaluating moves, test set"],
    };
    let train = build(Role::Train, activities[0]);
    let both = train.and_then(|train| Ok((train, build(Role::Test, activities[1])?)));
    match both {
        Err(SourceError::Interrupted) => Ok(None),
        built => built.map(|(train, test)| Some(Judge::Positions { train, test })).map_err(Error::from),
    }
}

/// What the worker does when nobody says anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Run,
    Step(u32),
    Pause,
}

struct Worker<'a> {
    run: Run,
    /// The settings in force.
    settings: EvolutionSettings,
    results: Vec<RunEntry>,
    /// The generation recorded last.
    last: Option<Arc<GenerationRecord>>,
    session: Session,
    judge: Judge,
    court: Court<'a>,
    pace: Pace,
    /// Organisms measured by this process.
    measured: u64,
}

impl Worker<'_> {
    /// Evolves and obeys until all runs are complete or somebody says stop.
    fn obey(&mut self, commands: &Receiver<Command>, mut mode: Mode) -> Result<State, Error> {
        let mut told = State::Preparing;
        // A kill may have come between the last generation and the result.
        if self.run_is_measured()
            && !self.judge.confirms()
            && let Some(state) = self.finish_run(commands)?
        {
            return Ok(state);
        }
        loop {
            let state = if mode == Mode::Pause { State::Paused } else { State::Running };
            if state != told {
                self.session.checkpoint()?;
                self.pace.begin(Instant::now(), self.measured);
                self.court.outbox.fact(Fact::State(state));
                told = state;
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
                Some(Command::Settings(ga)) => self.decisions().change(ga)?,
                Some(Command::Plant(plant)) => self.decisions().plant(plant)?,
                Some(Command::Stop) => return self.stop(commands),
                None => {
                    // A confirmation is a step of its own.
                    let confirming = self.run_is_measured();
                    if !confirming && !self.advance(mode)? {
                        return self.stop(commands);
                    }
                    if self.run_is_measured()
                        && (confirming || !self.judge.confirms())
                        && let Some(state) = self.finish_run(commands)?
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
            outbox: self.court.outbox,
        }
    }

    /// Ends the work; what a person has decided until now is kept.
    fn stop(&mut self, commands: &Receiver<Command>) -> Result<State, Error> {
        self.decisions().settle(commands)?;
        self.session.checkpoint()?;
        Ok(State::Stopped)
    }

    /// One generation; false where the interrupt was raised first.
    fn advance(&mut self, mode: Mode) -> Result<bool, Error> {
        let next = self.run.next_generation();
        let until = match mode {
            Mode::Step(left) => next.saturating_add(left - 1).min(self.settings.generations),
            Mode::Run | Mode::Pause => self.settings.generations,
        };
        let Some(record) = self.judge.propose(&self.run, until, self.court)? else { return Ok(false) };
        let record = Arc::new(record);
        self.session.append(&Entry::Generation(Arc::clone(&record)))?;
        self.run.accept(&record);
        self.measured += record.population.len() as u64;
        self.last = Some(Arc::clone(&record));
        self.court.outbox.fact(Fact::Generation(record));
        if !self.judge.tells_progress() {
            self.progress(mode);
        }
        Ok(true)
    }

    fn progress(&mut self, mode: Mode) {
        let now = Instant::now();
        self.pace.note(now, self.measured);
        let a_run = u64::from(self.settings.generations) + 1;
        let done = u64::from(self.run.index()) * a_run + u64::from(self.run.next_generation());
        let total = u64::from(self.settings.runs) * a_run;
        if self.pace.due(now) || done == total {
            let asked = match mode {
                Mode::Step(left) => u64::from(left - 1).min(total - done),
                Mode::Run | Mode::Pause => total - done,
            };
            self.court.outbox.progress(Progress {
                activity: "evolving",
                done,
                total,
                organisms_per_second: self.pace.organisms_per_second(),
                time_left: self.pace.time_for(asked * u64::from(self.settings.optimizer.population())),
            });
        }
    }

    fn run_is_measured(&self) -> bool {
        self.run.next_generation() > self.settings.generations
    }

    /// Chooses the champion, looks at it on the test set, keeps it and goes to the next run. How the job ends, where
    /// that was the last, or the interrupt was raised.
    fn finish_run(&mut self, commands: &Receiver<Command>) -> Result<Option<State>, Error> {
        let last = self.last.clone();
        let Some(result) = self.judge.conclude(&self.run, last.as_deref(), self.court)? else {
            return self.stop(commands).map(Some);
        };
        self.session.append(&Entry::Result(result.clone()))?;
        let header = self.session.header();
        let reported = champion::report(self.session.folder(), header, &result);
        self.results.push(result);
        champion::write(self.session.folder(), header, &self.results)?;
        self.court.outbox.fact(Fact::RunFinished(reported));
        let next = self.results.len() as u32;
        if next >= self.settings.runs {
            return Ok(Some(State::Done));
        }
        self.run = Run::new(&self.settings, next)?;
        Ok(None)
    }
}
