//! A wall clock that a test sets. It is that of the whole process.

use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::threads::lock;

/// How the clock goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Course {
    True,
    StandsStill,
    /// Each look shows an hour less.
    GoesBack,
    /// Each look shows a day more.
    Leaps,
    /// The year is beyond what dates can be.
    Absurd,
}

static COURSE: Mutex<(Course, u32)> = Mutex::new((Course::True, 0));

/// Lets the clock go in this way from now on.
pub(crate) fn set(course: Course) {
    *lock(&COURSE) = (course, 0);
}

/// Returns how often the clock was read since it was set.
pub(crate) fn looks() -> u32 {
    lock(&COURSE).1
}

pub(super) fn now() -> SystemTime {
    let (course, looks) = &mut *lock(&COURSE);
    *looks += 1;
    let first = UNIX_EPOCH + Duration::from_secs(1_800_000_000);
    match course {
        Course::True => SystemTime::now(),
        Course::StandsStill => first,
        Course::GoesBack => first - *looks * Duration::from_hours(1),
        Course::Leaps => first + *looks * Duration::from_hours(24),
        Course::Absurd => UNIX_EPOCH + Duration::from_secs(1 << 50),
    }
}
