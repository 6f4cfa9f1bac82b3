//! The state of a search, shared by the program and the worker.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::engine::search::Signal;
use crate::threads::Interrupt;

/// A search, from its command until its best move is sent.
#[derive(Debug)]
pub(super) struct Search {
    /// The signal for the engine.
    pub(super) signal: Signal,
    /// The interrupt for perft.
    pub(super) interrupt: Interrupt,
    phase: Mutex<Phase>,
    changed: Condvar,
    /// Whether the best move must wait for `stop`.
    infinite: bool,
}

#[derive(Debug, Default)]
struct Phase {
    /// Whether the best move may be sent.
    released: bool,
    /// Whether the search has ended.
    finished: bool,
}

impl Search {
    pub(super) fn new(infinite: bool, ponder: bool) -> Search {
        let signal = if ponder { Signal::pondering() } else { Signal::default() };
        let phase = Mutex::new(Phase { released: !infinite && !ponder, finished: false });
        Search { signal, interrupt: Interrupt::default(), phase, changed: Condvar::new(), infinite }
    }

    /// Stops the search.
    pub(super) fn stop(&self) {
        self.signal.stop();
        self.interrupt.raise();
        self.phase().released = true;
        self.changed.notify_all();
    }

    /// Handles `ponderhit`: the opponent played the expected move.
    pub(super) fn ponder_hit(&self) {
        self.signal.ponder_hit();
        if !self.infinite {
            self.phase().released = true;
            self.changed.notify_all();
        }
    }

    /// Returns whether `ponderhit` has not come yet.
    pub(super) fn is_pondering(&self) -> bool {
        self.signal.is_pondering()
    }

    /// Marks the search as ended.
    pub(super) fn finish(&self) {
        self.phase().finished = true;
        self.changed.notify_all();
    }

    pub(super) fn is_finished(&self) -> bool {
        self.phase().finished
    }

    /// Waits until the best move may be sent.
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
