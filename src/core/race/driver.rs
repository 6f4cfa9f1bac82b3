//! Runs the sessions of a race, several at the same time.

use std::collections::VecDeque;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use super::plan::RunId;
use super::standing::{Point, Score};
use super::{Error, Pending, Race};
use crate::job::report::{Fact, RunResult, State};
use crate::job::{Job, Request, Workforce};
use crate::threads::{Interrupt, cores, lock};

/// The interval at which the interrupt is checked.
const CHECK: Duration = Duration::from_millis(50);

/// A report of a driver.
#[derive(Debug, Clone, PartialEq)]
pub enum Update {
    /// A session was opened.
    Opened {
        /// The run.
        run: RunId,
        /// Its recorded generations.
        points: Vec<Point>,
        /// The largest possible score on the training set, and on the test set.
        largest: [u64; 2],
    },
    /// A generation was measured and recorded.
    Measured(RunId, Point),
    /// A run is complete.
    Finished(RunId, Score),
    /// A warning for the user.
    Warning(String),
}

/// Runs the incomplete sessions of a race on threads of its own. Dropping it stops them after their current
/// generations.
#[derive(Debug)]
pub struct Driver {
    updates: Arc<Mutex<Vec<Update>>>,
    interrupt: Interrupt,
    /// Whether all sessions have ended.
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<Result<bool, Error>>>,
}

/// The resources of a driver.
struct Coordinator {
    cache: Option<PathBuf>,
    workers: Option<Workforce>,
    /// The threads of all jobs together.
    threads: usize,
    updates: Arc<Mutex<Vec<Update>>>,
    interrupt: Interrupt,
    wake: Box<dyn Fn() + Send + Sync>,
    nudge: SyncSender<()>,
    nudged: Receiver<()>,
}

/// A session that is being run.
struct Active {
    run: RunId,
    folder: PathBuf,
    job: Job,
    done: bool,
}

impl Driver {
    /// Starts to run the incomplete sessions of the race that `open` opens for writing; it is called on the driver's
    /// thread. Whole runs are spread over `threads` threads (0: one for each core); the results do not depend on their
    /// number. `cache` is the folder of quiescence trees, `None` for the user's. Calls `wake` from other threads
    /// whenever an update arrives and at the end. The driver ends early when `interrupt` is raised.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn start(
        open: impl FnOnce() -> Result<Race, Error> + Send + 'static,
        threads: usize,
        cache: Option<&Path>,
        workers: Option<Workforce>,
        interrupt: Interrupt,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<Driver, Error> {
        let updates = Arc::<Mutex<Vec<Update>>>::default();
        let (nudge, nudged) = mpsc::sync_channel(1);
        let ended = Arc::<AtomicBool>::default();
        let has_ended = Arc::clone(&ended);
        let coordinator = Coordinator {
            cache: cache.map(Path::to_owned),
            workers,
            threads: if threads == 0 { cores() } else { threads },
            updates: Arc::clone(&updates),
            interrupt: interrupt.clone(),
            wake: Box::new(wake),
            nudge,
            nudged,
        };
        let thread = Builder::new().name("eyas-race".to_owned()).spawn(move || {
            let result = open().and_then(|race| coordinator.run(&race));
            has_ended.store(true, Ordering::Release);
            (coordinator.wake)();
            result
        });
        Ok(Driver { updates, interrupt, ended, thread: Some(thread.map_err(Error::Thread)?) })
    }

    /// Returns the updates since the last call, in order.
    #[must_use]
    pub fn take(&self) -> Vec<Update> {
        mem::take(&mut lock(&self.updates))
    }

    /// Returns whether all sessions have ended. Then [`Driver::take`] returns the last updates, and [`Driver::finish`]
    /// does not wait.
    #[must_use]
    pub fn ended(&self) -> bool {
        // After a panic the flag is not set.
        self.ended.load(Ordering::Acquire) || self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Asks the sessions to stop. They save what they have.
    pub fn stop(&self) {
        self.interrupt.raise();
    }

    /// Waits for the end. Returns whether all runs are complete.
    ///
    /// # Errors
    /// A session is damaged or does not match the plan, or a run failed.
    pub fn finish(mut self) -> Result<bool, Error> {
        self.join()
    }

    fn join(&mut self) -> Result<bool, Error> {
        self.thread.take().map_or(Ok(true), |thread| thread.join().unwrap_or(Err(Error::Stopped)))
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.stop();
        // The error has no other reader.
        let _ = self.join();
    }
}

impl Coordinator {
    /// Runs all incomplete sessions. Returns false if they did not all become complete.
    fn run(&self, race: &Race) -> Result<bool, Error> {
        let mut pending = VecDeque::from(race.pending()?);
        let (mut active, mut complete, mut failure) = (Vec::new(), true, None);
        loop {
            let stopping = self.interrupt.raised() || failure.is_some();
            while active.len() < self.threads && !stopping {
                let Some(next) = pending.pop_front() else { break };
                let threads = self.threads / (active.len() + 1 + pending.len()).min(self.threads);
                active.push(self.start_job(next, threads.max(1)));
            }
            if active.is_empty() {
                return failure.map_or(Ok(complete && pending.is_empty()), Err);
            }
            if stopping {
                active.iter().for_each(|active: &Active| active.job.interrupt().raise());
            }
            // The reports are looked at however the wait ends.
            let _ = self.nudged.recv_timeout(CHECK);
            let ended: Vec<Active> = active.extract_if(.., |active| self.report(active)).collect();
            for Active { folder, job, done, .. } in ended {
                complete &= done;
                let cause = job.finish().map(Box::new);
                failure = failure.or(cause.map(|cause| Error::Run { folder, cause }));
            }
        }
    }

    fn start_job(&self, next: Pending, threads: usize) -> Active {
        let Pending { run, folder, opening } = next;
        let cache = self.cache.clone();
        let request = Request {
            pgn: None,
            folder: folder.clone(),
            opening,
            threads,
            workers: self.workers.clone(),
            cache,
            running: true,
        };
        let nudge = self.nudge.clone();
        let job = Job::start(request, move || {
            // If the channel is full, the coordinator looks at the reports anyway.
            let _ = nudge.try_send(());
        });
        Active { run, folder, job, done: false }
    }

    /// Passes the reports of a job on. Returns whether it has ended.
    fn report(&self, active: &mut Active) -> bool {
        let reports = active.job.inbox().take();
        let mut updates = Vec::new();
        for fact in reports.facts {
            match fact {
                Fact::Opened { history, results, train_total, test_total, .. } => {
                    let points = history.iter().map(|record| Point::of(record)).collect();
                    updates.push(Update::Opened {
                        run: active.run,
                        points,
                        largest: [train_total, test_total],
                    });
                    updates.extend(results.iter().map(|result| finished(active.run, result)));
                }
                Fact::Generation(record) => updates.push(Update::Measured(active.run, Point::of(&record))),
                Fact::RunFinished(result) => updates.push(finished(active.run, &result)),
                Fact::Warning(text) => updates.push(Update::Warning(text)),
                Fact::State(State::Done) => active.done = true,
                Fact::State(_)
                | Fact::Optimizer { .. }
                | Fact::Settings { .. }
                | Fact::Planted { .. }
                | Fact::Suspect(_)
                | Fact::Withdrawn { .. }
                | Fact::Refused { .. }
                | Fact::Failed(_) => {}
            }
        }
        if !updates.is_empty() {
            lock(&self.updates).extend(updates);
            (self.wake)();
        }
        reports.closed
    }
}

fn finished(run: RunId, result: &RunResult) -> Update {
    Update::Finished(run, Score { train: result.best_score, test: result.test_score })
}
