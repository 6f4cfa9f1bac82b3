//! The job's thread.

mod decisions;
mod watch;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

pub(super) use decisions::too_late;

use decisions::Decisions;
use watch::Watch;

use super::error::Error;
use super::opening::{open, replay};
use super::pace::Pace;
use super::report::{Command, Fact, Outbox, Progress, State};
use super::source::{Examiner, FitnessSource, Role, SourceError};
use super::{Request, champion};
use crate::evolution::fitness::{Fitness, Interrupt, ThreadPool, measure};
use crate::evolution::run::Run;
use crate::evolution::settings::{EvolutionSettings, PlyScore};
use crate::session::{Entry, RunEntry, Session};

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
    interrupt: &Interrupt,
) -> Option<Error> {
    let work = AssertUnwindSafe(|| work(request, source, &commands, outbox, interrupt));
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
        train_total: recorded.header.settings.largest_measure(recorded.header.train.positions),
        test_total: recorded.header.settings.largest_measure(recorded.header.test.positions),
        history: recorded.history.clone(),
        results: champion::results(&request.folder, &recorded),
        plants: recorded.plants.clone(),
    });
    recorded.warnings.iter().for_each(|warning| outbox.fact(Fact::Warning(warning.clone())));
    champion::write(&request.folder, &recorded.header, &recorded.results)?;
    source.recall(&request.folder, &recorded);
    if recorded.finished() {
        return Ok(State::Done);
    }

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
                    searches: None,
                });
            }
        };
        let settings = &recorded.header.settings;
        let built = source.build(role, settings, request.cache.as_deref(), &pool, &progress, interrupt)?;
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
    let (train, test) = match both {
        Err(SourceError::Interrupted) => {
            // Decided while this was being built.
            let mut run = replay(&recorded, |_| None, &request.folder)?;
            let mut settings = recorded.settings_in_force();
            if run.next_generation() <= settings.generations {
                let (run, settings, session) = (&mut run, &mut settings, &mut session);
                Decisions { run, settings, session, outbox }.settle(commands)?;
            }
            return Ok(State::Stopped);
        }
        built => built?,
    };

    let mut worker = Worker {
        run: replay(&recorded, |run| run.proposal(&*train, &pool, interrupt), &request.folder)?,
        settings: recorded.settings_in_force(),
        results: recorded.results,
        session,
        source,
        train,
        test,
        pool,
        outbox,
        interrupt,
        pace: Pace::default(),
        measured: 0,
        generations: 0,
        spent: Duration::ZERO,
    };
    worker.obey(commands, if request.running { Mode::Run } else { Mode::Pause })
}

/// What the worker does when nobody says anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Run,
    Step(u32),
    Pause,
}

/// How the end of a run went.
enum Finish {
    /// It is complete, and another follows.
    Run,
    /// It is complete, and was the last.
    All,
    /// The interrupt was raised first: it is measured, but its result is not recorded.
    Interrupted,
}

struct Worker<'a> {
    run: Run,
    /// The settings in force.
    settings: EvolutionSettings,
    results: Vec<RunEntry>,
    session: Session,
    source: Box<dyn FitnessSource>,
    train: Box<dyn Fitness>,
    test: Box<dyn Fitness>,
    pool: ThreadPool,
    outbox: &'a Outbox,
    interrupt: &'a Interrupt,
    pace: Pace,
    /// Organisms measured by this process.
    measured: u64,
    /// Generations measured by this process, and how long they took.
    generations: u32,
    spent: Duration,
}

impl Worker<'_> {
    /// Evolves and obeys until all runs are complete or somebody says stop.
    fn obey(&mut self, commands: &Receiver<Command>, mut mode: Mode) -> Result<State, Error> {
        let mut told = State::Preparing;
        // A kill may have come between the last generation and the result.
        if self.run_is_measured() {
            match self.finish_run()? {
                Finish::All => return Ok(State::Done),
                Finish::Interrupted => return self.rest(),
                Finish::Run => {}
            }
        }
        loop {
            let state = if mode == Mode::Pause { State::Paused } else { State::Running };
            if state != told {
                self.session.checkpoint()?;
                self.pace.begin(Instant::now(), self.measured);
                self.outbox.fact(Fact::State(state));
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
                    if !self.advance(mode)? {
                        return self.stop(commands);
                    }
                    if self.run_is_measured() {
                        match self.finish_run()? {
                            Finish::All => return Ok(State::Done),
                            Finish::Interrupted => return self.rest(),
                            Finish::Run => {}
                        }
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
            outbox: self.outbox,
        }
    }

    /// Ends the work; what a person has decided until now is kept.
    fn stop(&mut self, commands: &Receiver<Command>) -> Result<State, Error> {
        self.decisions().settle(commands)?;
        self.rest()
    }

    /// Ends the work with everything safe on the disk.
    fn rest(&mut self) -> Result<State, Error> {
        self.session.checkpoint()?;
        Ok(State::Stopped)
    }

    /// One generation; false where the interrupt was raised first.
    fn advance(&mut self, mode: Mode) -> Result<bool, Error> {
        let begun = Instant::now();
        let watch = Watch {
            fitness: &*self.train,
            outbox: self.outbox,
            generation: Some(self.run.next_generation()),
            following: self.asked(mode).saturating_sub(1),
            mean: self.spent.checked_div(self.generations),
        };
        let record = watch.during(|| self.run.proposal(&*self.train, &self.pool, self.interrupt));
        let Some(record) = record else { return Ok(false) };
        (self.spent, self.generations) = (self.spent + begun.elapsed(), self.generations + 1);
        let record = Arc::new(record);
        self.session.append(&Entry::Generation(Arc::clone(&record)))?;
        self.train.recorded();
        self.run.accept(&record);
        self.measured += record.population.len() as u64;
        self.outbox.fact(Fact::Generation(record));
        self.progress(mode);
        Ok(true)
    }

    /// Generations measured in all runs, and how many there are to be.
    fn amount(&self) -> (u64, u64) {
        let a_run = u64::from(self.settings.generations) + 1;
        let done = u64::from(self.run.index()) * a_run + u64::from(self.run.next_generation());
        (done, u64::from(self.settings.runs) * a_run)
    }

    /// Generations that are still asked for.
    fn asked(&self, mode: Mode) -> u64 {
        let (done, total) = self.amount();
        match mode {
            Mode::Step(left) => u64::from(left).min(total - done),
            Mode::Run | Mode::Pause => total - done,
        }
    }

    fn progress(&mut self, mode: Mode) {
        let now = Instant::now();
        self.pace.note(now, self.measured);
        let (done, total) = self.amount();
        // Where searches are told of, they are what is counted to the last generation.
        let told = self.train.pulse().is_some() && done < total;
        if !told && (self.pace.due(now) || done == total) {
            let asked = match mode {
                // This step is done, and is counted down later.
                Mode::Step(left) => self.asked(Mode::Step(left - 1)),
                Mode::Run | Mode::Pause => self.asked(mode),
            };
            self.outbox.progress(Progress {
                activity: "evolving",
                done,
                total,
                organisms_per_second: self.pace.organisms_per_second(),
                time_left: self.pace.time_for(asked * u64::from(self.settings.optimizer.population())),
                searches: None,
            });
        }
    }

    fn run_is_measured(&self) -> bool {
        self.run.next_generation() > self.settings.generations
    }

    /// Looks at the champion on the test set, keeps it and goes to the next run.
    fn finish_run(&mut self) -> Result<Finish, Error> {
        let Some(champion) = self.run.champion() else { return Ok(Finish::Run) };
        let values = champion.chromosome.decode(self.run.schema());
        // Where one organism takes no time, the run is rather completed than interrupted.
        let never = Interrupt::default();
        let interrupt = if self.test.pulse().is_some() { self.interrupt } else { &never };
        let examiner = Examiner {
            settings: &self.settings,
            train: &*self.train,
            test: &*self.test,
            pool: &self.pool,
            interrupt,
        };
        let watched = |fitness, work: &mut dyn FnMut()| {
            let outbox = self.outbox;
            Watch { fitness, outbox, generation: None, following: 0, mean: None }.during(work);
        };
        let mut examined = Err(SourceError::Interrupted);
        watched(&*self.train, &mut || examined = self.source.examine(&examiner, &values));
        let examinations = match examined {
            Err(SourceError::Interrupted) => return Ok(Finish::Interrupted),
            examined => examined?,
        };
        let Some(measures) = measure(&*self.test, &self.pool, &[values], interrupt) else {
            return Ok(Finish::Interrupted);
        };
        let test_correct = measures[0];
        let result = RunEntry {
            run: self.run.index(),
            mean_correct_first: self.run.mean_first(),
            best_correct: champion.correct,
            test_correct,
            evaluations: self.run.evaluations(),
            champion_born: champion.born,
            champion: champion.chromosome.clone(),
            examinations,
        };
        self.session.append(&Entry::Result(result.clone()))?;
        self.train.recorded();
        let header = self.session.header();
        let reported = champion::report(self.session.folder(), header, &result);
        self.results.push(result);
        champion::write(self.session.folder(), header, &self.results)?;
        self.outbox.fact(Fact::RunFinished(reported));
        let next = self.results.len() as u32;
        if next >= self.settings.runs {
            return Ok(Finish::All);
        }
        self.run = Run::new(&self.settings, next)?;
        Ok(Finish::Run)
    }
}
