//! Progress on stderr: a bar on a terminal, otherwise a line from time to time.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use eyas::job::Workforce;
use eyas::job::report::Progress;

use eyas::progress::{LiveTimer, LocalTime, Timing};
use eyas::text;
use indicatif::{ProgressBar, ProgressStyle};

use super::{Globals, workers};

/// When lines of progress are printed: after half a minute, after a minute, and so on, always after twice the time, and at
/// last every hour. Commands that end sooner print none.
#[derive(Debug)]
struct Schedule {
    next: Duration,
}

impl Schedule {
    const FIRST: Duration = Duration::from_secs(30);
    const LONGEST: Duration = Duration::from_secs(3600);

    fn new() -> Schedule {
        Schedule { next: Schedule::FIRST }
    }

    /// Returns whether a line is due after this time of work. If it is, counts it as printed.
    fn due(&mut self, elapsed: Duration) -> bool {
        let due = elapsed >= self.next;
        while self.next <= elapsed {
            self.next += self.next.min(Schedule::LONGEST);
        }
        due
    }
}

/// A progress bar. It disappears when dropped. If stderr is not a terminal, lines replace it.
pub(super) struct Bar {
    bar: ProgressBar,
    /// The beginning of the work and the times of the lines; `None` on a terminal.
    lines: Option<Mutex<(Instant, Schedule)>>,
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
        let lines = (!std::io::stderr().is_terminal()).then(|| Mutex::new((Instant::now(), Schedule::new())));
        Bar { bar, lines, timed: Mutex::default(), workers: None }
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

    /// Returns a function that counts one of `total` at each call, from any thread. The bar disappears with it.
    pub(super) fn counter(activity: &'static str, total: u64) -> impl Fn() + Sync {
        let (bar, done) = (Bar::counted(), AtomicU64::new(0));
        move || bar.count(activity, (done.fetch_add(1, Ordering::Relaxed) + 1).min(total), total)
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

    /// Shows how much of some work is done.
    pub(super) fn count(&self, activity: &'static str, done: u64, total: u64) {
        let (organisms_per_second, time_left, searches) = (0.0, None, None);
        self.show(&Progress { activity, done, total, organisms_per_second, time_left, searches });
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
        self.print_line(progress, &notes);
        self.bar.set_prefix(progress.activity);
        self.bar.set_message(notes.join("  "));
        self.bar.set_length(progress.total);
        self.bar.set_position(progress.done);
    }

    /// Prints the progress as a line, if one is due.
    fn print_line(&self, Progress { activity, done, total, .. }: &Progress, notes: &[String]) {
        let Some(lines) = &self.lines else { return };
        let is_due = {
            let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
            let (began, schedule) = &mut *lines;
            schedule.due(began.elapsed())
        };
        if is_due {
            let amount = format!("{done} of {total}");
            let parts: Vec<&str> =
                [*activity, &amount].into_iter().chain(notes.iter().map(String::as_str)).collect();
            self.say(&format!("progress: {}", parts.join(", ")));
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_due_after_twice_the_time_and_at_last_every_hour() {
        let mut schedule = Schedule::new();
        let day = 86_400;
        let due: Vec<u64> = (0..day).filter(|second| schedule.due(Duration::from_secs(*second))).collect();
        assert_eq!(due[..9], [30, 60, 120, 240, 480, 960, 1920, 3840, 7440]);
        assert_eq!(due.len() as u64, 8 + (day - 3840) / 3600);
        // After a long time without progress there is one line.
        let mut schedule = Schedule::new();
        assert!(!schedule.due(Duration::from_secs(29)));
        assert!(schedule.due(Duration::from_secs(500)) && !schedule.due(Duration::from_secs(500)));
    }
}
