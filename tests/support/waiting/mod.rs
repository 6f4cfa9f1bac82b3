//! How tests wait: for something to happen, never for a time that was measured or guessed.

#![allow(dead_code, reason = "each of its users needs another part")]

use std::thread;
use std::time::{Duration, Instant};

/// How long a test waits for something that is sure to happen. It is the only limit of a wait, and far beyond what the
/// slowest machine needs: only a test that fails waits this long.
pub(crate) const AT_LAST: Duration = Duration::from_secs(600);

/// How often a condition is looked at.
const LOOK: Duration = Duration::from_millis(1);

/// Waits until a condition holds.
#[track_caller]
pub(crate) fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < AT_LAST, "never happened: {what}");
        thread::sleep(LOOK);
    }
}
