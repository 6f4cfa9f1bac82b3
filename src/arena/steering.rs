//! How a contest is steered while it is played: paused, resumed, on more boards or on fewer.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a board that waits looks whether the contest is over.
const POLL: Duration = Duration::from_millis(20);

#[derive(Debug, Clone, Copy)]
struct Course {
    threads: usize,
    paused: bool,
}

/// What somebody outside wants of a contest.
#[derive(Debug)]
pub struct Steering {
    course: Mutex<Course>,
    changed: Condvar,
    pinned: bool,
}

impl Steering {
    /// So many games at a time, at least one.
    #[must_use]
    pub fn new(threads: usize) -> Steering {
        Steering {
            course: Mutex::new(Course { threads: threads.max(1), paused: false }),
            changed: Condvar::new(),
            pinned: false,
        }
    }

    /// With each board kept on a core of its own, as far as there are cores.
    #[must_use]
    pub fn pinned(self, pinned: bool) -> Steering {
        Steering { pinned, ..self }
    }

    /// Whether each board is kept on a core of its own.
    pub(crate) fn is_pinned(&self) -> bool {
        self.pinned
    }

    /// Pauses every game before its next move, or goes on. No clock runs meanwhile.
    pub fn pause(&self, paused: bool) {
        self.lock().paused = paused;
        self.changed.notify_all();
    }

    /// So many games at a time from now on, at least one. Games under way on boards that are too many come to their end.
    pub fn set_threads(&self, threads: usize) {
        self.lock().threads = threads.max(1);
        self.changed.notify_all();
    }

    /// How many games there are to be at a time.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.lock().threads
    }

    /// Whether a board may begin another game, as soon as it may; false once `over`.
    pub(super) fn admits(&self, board: usize, over: &dyn Fn() -> bool) -> bool {
        self.wait_while(over, |course| course.paused || board >= course.threads);
        !over()
    }

    /// Returns when there is no pause, or when it is `over`; tells whether there was one.
    pub(super) fn wait_while_paused(&self, over: &dyn Fn() -> bool) -> bool {
        self.wait_while(over, |course| course.paused)
    }

    fn wait_while(&self, over: &dyn Fn() -> bool, waits: impl Fn(&Course) -> bool) -> bool {
        let mut course = self.lock();
        let mut waited = false;
        while waits(&course) && !over() {
            let woken = self.changed.wait_timeout(course, POLL);
            course = woken.unwrap_or_else(PoisonError::into_inner).0;
            waited = true;
        }
        waited
    }

    fn lock(&self) -> MutexGuard<'_, Course> {
        // Whoever panicked left the course whole: every change is a store.
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
