//! Search limits, and the signal that stops a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use shakmaty::Move;

/// One side's chess clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remaining {
    /// Remaining time.
    pub left: Duration,
    /// Increment per move.
    pub increment: Duration,
}

/// Time control of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Time {
    /// No time limit.
    #[default]
    Unlimited,
    /// Fixed time for the move.
    Move(Duration),
    /// The chess clock of the side to move.
    Clock {
        /// Remaining time.
        left: Duration,
        /// Increment per move.
        increment: Duration,
        /// The opponent's clock, if known. This engine does not use it; others may.
        opponent: Option<Remaining>,
        /// Moves to the next time control. `None`: the rest of the game.
        moves_to_go: Option<u32>,
    },
}

/// Search limits. The first limit reached ends the search. The default has none.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes, kept exactly.
    pub nodes: Option<u64>,
    /// Stop when a mate in at most this many moves is found.
    pub mate: Option<u32>,
    /// Time control.
    pub time: Time,
    /// Time reserved for the delay between engine and clock.
    pub overhead: Duration,
    /// The root moves to search. All legal moves if empty.
    pub moves: Vec<Move>,
    /// Number of best lines to search and report, at least one.
    pub lines: usize,
    /// The shortest time between two reports. The last report of a search is sent in any case, so a short search sends
    /// only that one. Zero: every report is sent.
    pub report_interval: Duration,
}

/// Default time reserved for the delay between engine and clock.
pub const MOVE_OVERHEAD: Duration = Duration::from_millis(10);

impl Limits {
    /// Returns these limits with a time reserve of [`MOVE_OVERHEAD`], at most a tenth of a fixed time per move. A
    /// larger `overhead` is kept.
    #[must_use]
    pub fn with_reserve(&self) -> Limits {
        let reserve = match self.time {
            Time::Unlimited => Duration::ZERO,
            Time::Move(time) => MOVE_OVERHEAD.min(time / 10),
            Time::Clock { .. } => MOVE_OVERHEAD,
        };
        Limits { overhead: self.overhead.max(reserve), ..self.clone() }
    }

    /// Returns a limit of nodes only.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Returns a limit of depth in plies only.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }
}

/// Controls a running search from another thread.
#[derive(Debug, Default)]
pub struct Signal {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Signal {
    /// Creates a signal for a search on the opponent's time. Its time limits count from [`Signal::ponder_hit`]. With a
    /// clock, the search can then end at once if it has searched long enough before.
    #[must_use]
    pub fn pondering() -> Signal {
        Signal { stop: AtomicBool::new(false), pondering: AtomicBool::new(true) }
    }

    /// Stops the search within a few milliseconds.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Starts the own clock: the opponent has played the expected move.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Returns whether the search must stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns whether the search runs on the opponent's time.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
