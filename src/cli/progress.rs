//! Progress bars on stderr; hidden if stderr is not a terminal.

use std::io::Write;

use eyas::job::report::Progress;
use eyas::text;
use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar. It disappears when dropped.
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// Creates a bar for `total` bytes to be read.
    pub(super) fn bytes(activity: &'static str, total: u64) -> Bar {
        let bar = ProgressBar::new(total).with_message(activity);
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {bytes}/{total_bytes}  {eta} left")
        {
            bar.set_style(style);
        }
        Bar(bar)
    }

    /// Creates a bar for the work of a job, whose activity changes over time.
    pub(super) fn counted() -> Bar {
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len}  {msg}") {
            bar.set_style(style);
        }
        Bar(bar)
    }

    /// Shows the progress of a job.
    pub(super) fn show(&self, progress: &Progress) {
        let mut note = String::new();
        if progress.organisms_per_second > 0.0 {
            note = format!("{:.0} organisms/s", progress.organisms_per_second);
        }
        if let Some(searches) = progress.searches {
            let generation = searches.generation.map_or_else(String::new, |at| format!("generation {at}  "));
            note = format!("{generation}{:.2} Mnodes/s", searches.nodes_per_second / 1e6);
        }
        if let Some(left) = progress.time_left {
            note = format!("{note}  {} s left", left.as_secs());
        }
        self.0.set_prefix(progress.activity);
        self.0.set_message(note);
        self.0.set_length(progress.total);
        self.0.set_position(progress.done);
    }

    /// Prints a message above the bar, or on stderr if it is not a terminal.
    pub(super) fn say(&self, text: &str) {
        self.0.suspend(|| {
            // Nothing can be done if stderr is closed.
            let _ = writeln!(std::io::stderr().lock(), "eyas: {}", text::message(text));
        });
    }

    /// Sets the amount of finished work.
    pub(super) fn set(&self, done: u64) {
        self.0.set_position(done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
