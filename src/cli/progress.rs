//! Progress bars on stderr; hidden if stderr is not a terminal.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use eyas::job::Workforce;
use eyas::job::report::Progress;
use eyas::progress::{LiveTimer, LocalTime, Timing};
use eyas::text;
use indicatif::{ProgressBar, ProgressStyle};

use super::{Globals, workers};

/// A progress bar. It disappears when dropped.
pub(super) struct Bar {
    bar: ProgressBar,
    /// The current activity, and the timer of its work.
    timed: Mutex<(&'static str, LiveTimer)>,
    /// Workers on other machines, whose number and events are shown.
    workers: Option<Workforce>,
}

impl Bar {
    fn new(total: u64, template: &str) -> Bar {
        let bar = ProgressBar::new(total);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Bar { bar, timed: Mutex::default(), workers: None }
    }

    /// Creates a bar for `total` bytes to be read.
    pub(super) fn bytes(activity: &'static str, total: u64) -> Bar {
        let bar = Bar::new(total, "{prefix} {wide_bar} {bytes}/{total_bytes}  {msg}");
        bar.bar.set_prefix(activity);
        bar
    }

    /// Creates a bar for the work of a job, whose activity changes over time.
    pub(super) fn counted() -> Bar {
        Bar::new(0, "{prefix} {wide_bar} {pos}/{len}  {msg}")
    }

    /// Shows the number of workers and their events as well.
    pub(super) fn with_workers(mut self, globals: &Globals) -> Bar {
        self.workers.clone_from(&globals.workers);
        self
    }

    /// Prints the events of workers since the last call.
    pub(super) fn report_workers(&self) {
        let notes = self.workers.as_ref().map(|workers| workers.0.take_notes());
        notes.into_iter().flatten().for_each(|note| self.say(&note.text));
    }

    /// Returns the times of the activity after `done` of `total` units. A new activity starts another timer.
    fn timing(&self, activity: &'static str, done: u64, total: u64) -> Timing {
        let mut timed = self.timed.lock().unwrap_or_else(PoisonError::into_inner);
        if timed.0 != activity {
            *timed = (activity, LiveTimer::default());
        }
        timed.1.start();
        timed.1.record(done as f64);
        timed.1.timing(total as f64)
    }

    /// Shows the progress of a job. The time left is estimated here if the job does not know it.
    pub(super) fn show(&self, progress: &Progress) {
        let mut notes = Vec::new();
        if progress.organisms_per_second > 0.0 {
            notes.push(format!("{:.0} organisms/s", progress.organisms_per_second));
        }
        if let Some(searches) = progress.searches {
            notes.extend(searches.generation.map(|at| format!("generation {at}")));
            notes.push(format!("{:.2} Mnodes/s", searches.nodes_per_second / 1e6));
        }
        self.report_workers();
        notes.extend(self.workers.as_ref().and_then(workers::summary));
        let timing = self.timing(progress.activity, progress.done, progress.total);
        let timing = Timing { left: progress.time_left.or(timing.left), ..timing };
        notes.extend(timing.parts(Some(&LocalTime::now())));
        self.bar.set_prefix(progress.activity);
        self.bar.set_message(notes.join("  "));
        self.bar.set_length(progress.total);
        self.bar.set_position(progress.done);
    }

    /// Prints a message above the bar, or on stderr if it is not a terminal.
    pub(super) fn say(&self, text: &str) {
        self.bar.suspend(|| {
            // Nothing can be done if stderr is closed.
            let _ = writeln!(std::io::stderr().lock(), "eyas: {}", text::message(text));
        });
    }

    /// Sets the number of bytes that were read.
    pub(super) fn set(&self, done: u64) {
        let timing = self.timing("", done, self.bar.length().unwrap_or(done));
        self.bar.set_message(timing.parts(Some(&LocalTime::now())).join("  "));
        self.bar.set_position(done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
