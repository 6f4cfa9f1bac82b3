//! Progress bars on stderr; silent where that is no terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for work whose amount is known in bytes. It vanishes when dropped.
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// A bar for `total` bytes to be read.
    pub(super) fn bytes(activity: &'static str, total: u64) -> Bar {
        let bar = ProgressBar::new(total).with_message(activity);
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {bytes}/{total_bytes}  {eta} left")
        {
            bar.set_style(style);
        }
        Bar(bar)
    }

    /// Says how much is done.
    pub(super) fn set(&self, done: u64) {
        self.0.set_position(done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
