//! The state of a search, shared by the program and the worker.

use crate::engine::search::Signal;
use crate::threads::{Interrupt, Watched};

/// A search, from its command until its best move is sent.
#[derive(Debug)]
pub(super) struct Search {
    /// The signal for the engine.
    pub(super) signal: Signal,
    /// The interrupt for perft.
    pub(super) interrupt: Interrupt,
    phase: Watched<Phase>,
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
        let phase = Watched::new(Phase { released: !infinite && !ponder, finished: false });
        Search { signal, interrupt: Interrupt::default(), phase, infinite }
    }

    /// Stops the search.
    pub(super) fn stop(&self) {
        self.signal.stop();
        self.interrupt.raise();
        self.phase.change(|phase| phase.released = true);
    }

    /// Handles `ponderhit`: the opponent played the expected move.
    pub(super) fn ponder_hit(&self) {
        self.signal.ponder_hit();
        if !self.infinite {
            self.phase.change(|phase| phase.released = true);
        }
    }

    /// Returns whether `ponderhit` has not come yet.
    pub(super) fn is_pondering(&self) -> bool {
        self.signal.is_pondering()
    }

    /// Marks the search as ended.
    pub(super) fn finish(&self) {
        self.phase.change(|phase| phase.finished = true);
    }

    pub(super) fn is_finished(&self) -> bool {
        self.phase.lock().finished
    }

    /// Waits until the best move may be sent.
    pub(super) fn wait_for_release(&self) {
        self.phase.wait_for(|phase| phase.released.then_some(()));
    }

    /// Waits until the search has ended.
    pub(super) fn wait_for_finish(&self) {
        self.phase.wait_for(|phase| phase.finished.then_some(()));
    }
}
