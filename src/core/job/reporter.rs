//! Reports the progress of a generation while its searches run.

use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::evolution::fitness::{Fitness, TaskProgress};
use crate::job::report::{Outbox, Progress, Searches};
use crate::progress::{Following, LiveForecast, RunWork, Step};
use crate::threads::lock;

/// The interval between reports.
const GAP: Duration = Duration::from_millis(200);

/// The work to report.
pub(super) struct Reporter<'a> {
    pub(super) fitness: &'a dyn Fitness,
    pub(super) outbox: &'a Outbox,
    /// The activities while a generation is measured, and while a champion is.
    pub(super) activities: [&'static str; 2],
    /// The generation; `None` if a champion is examined.
    pub(super) generation: Option<u32>,
    /// What the job has to do, and which part of it this is.
    pub(super) forecast: &'a Mutex<LiveForecast>,
    pub(super) step: Step,
    pub(super) work: RunWork,
    pub(super) following: Following,
}

impl Reporter<'_> {
    /// Runs `work` and reports its progress until it ends. `None` is an interrupted one. A fitness without task progress is
    /// too fast for reports.
    pub(super) fn run<T>(&self, work: impl FnOnce() -> Option<T>) -> Option<T> {
        if self.fitness.task_progress().is_none() {
            return work();
        }
        self.with_forecast(LiveForecast::start);
        let result = self.reported(work);
        let done = self.fitness.task_progress().filter(|_| result.is_some()).map(|tasks| tasks.done as f64);
        self.with_forecast(|forecast| forecast.stop(self.step, &self.work, done));
        result
    }

    fn with_forecast<T>(&self, work: impl FnOnce(&mut LiveForecast) -> T) -> T {
        work(&mut lock(self.forecast))
    }

    fn reported<T>(&self, work: impl FnOnce() -> T) -> T {
        std::thread::scope(|scope| {
            let (working, ended) = mpsc::channel::<()>();
            scope.spawn(move || {
                let started = Instant::now();
                while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(GAP) {
                    if let Some(task_progress) =
                        self.fitness.task_progress().filter(|task_progress| task_progress.total > 0)
                    {
                        self.outbox.progress(self.progress(task_progress, started.elapsed()));
                    }
                }
            });
            let result = work();
            drop(working);
            result
        })
    }

    fn progress(&self, task_progress: TaskProgress, elapsed: Duration) -> Progress {
        let amounts = (task_progress.done as f64, task_progress.total as f64);
        let time_left =
            self.with_forecast(|forecast| forecast.left(self.step, &self.work, amounts, self.following));
        Progress {
            activity: self.activities[usize::from(self.generation.is_none())],
            done: task_progress.done,
            total: task_progress.total,
            organisms_per_second: 0.0,
            time_left,
            searches: Some(Searches {
                generation: self.generation,
                task_progress,
                nodes_per_second: task_progress.nodes as f64 / elapsed.as_secs_f64().max(1e-6),
            }),
        }
    }
}
