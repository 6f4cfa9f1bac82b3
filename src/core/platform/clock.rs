//! The wall clock, which can be set, stand still and leap. Only dates, the ages of files and the time of an end come from it,
//! never a result or the end of a wait.

use std::time::{Duration, SystemTime};

/// Returns the time of the wall clock.
#[must_use]
pub fn wall_clock() -> SystemTime {
    #[cfg(test)]
    return testing::now();
    #[cfg(not(test))]
    SystemTime::now()
}

/// Returns how long ago a time was; `None` if it is in the future.
#[must_use]
pub fn age(time: SystemTime) -> Option<Duration> {
    wall_clock().duration_since(time).ok()
}

#[cfg(test)]
pub(crate) mod testing;
