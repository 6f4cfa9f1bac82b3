//! A search in progress, as the program and the worker share it.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::engine::search::Signal;
use crate::threads::Interrupt;

/// A search from the command that began it until its best move is told.
#[derive(Debug)]
pub(super) struct Search {
    /// What the engine listens to.
    pub(super) signal: Signal,
    /// What counting listens to.
    pub(super) interrupt: Interrupt,
    phase: Mutex<Phase>,
    changed: Condvar,
    /// Whether only `stop` lets the best move out.
    infinite: bool,
}

#[derive(Debug, Default)]
struct Phase {
    /// The best move may be told.
    released: bool,
    /// Another search may begin.
    finished: bool,
}

impl Search {
    pub(super) fn new(infinite: bool, ponder: bool) -> Search {
        let signal = if ponder { Signal::pondering() } else { Signal::default() };
        let phase = Mutex::new(Phase { released: !infinite && !ponder, finished: false });
        Search { signal, interrupt: Interrupt::default(), phase, changed: Condvar::new(), infinite }
    }

    /// Ends the search.
    pub(super) fn stop(&self) {
        self.signal.stop();
        self.interrupt.raise();
        self.phase().released = true;
        self.changed.notify_all();
    }

    /// The opponent played the expected move.
    pub(super) fn ponder_hit(&self) {
        self.signal.ponder_hit();
        if !self.infinite {
            self.phase().released = true;
            self.changed.notify_all();
        }
    }

    /// Another search may begin.
    pub(super) fn finish(&self) {
        self.phase().finished = true;
        self.changed.notify_all();
    }

    pub(super) fn is_finished(&self) -> bool {
        self.phase().finished
    }

    /// Waits until the best move may be told.
    pub(super) fn wait_for_release(&self) {
        drop(self.changed.wait_while(self.phase(), |phase| !phase.released));
    }

    /// Waits until the search has ended.
    pub(super) fn wait_for_finish(&self) {
        drop(self.changed.wait_while(self.phase(), |phase| !phase.finished));
    }

    fn phase(&self) -> MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
