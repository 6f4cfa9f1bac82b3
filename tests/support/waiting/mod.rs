//! Waits of the tests. They end when a condition holds, never after a measured or guessed time.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::thread;
use std::time::{Duration, Instant};

/// The limit of a wait for something that is sure to happen. It is far beyond the time that the slowest machine needs,
/// so only a failing test waits this long.
pub(crate) const AT_LAST: Duration = Duration::from_secs(600);

/// The time between two checks of a condition.
const INTERVAL: Duration = Duration::from_millis(1);

/// Waits until a condition holds. `what` describes it in the message of a failure.
#[track_caller]
pub(crate) fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < AT_LAST, "never happened: {what}");
        thread::sleep(INTERVAL);
    }
}
