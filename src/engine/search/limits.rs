//! How long a search may go on, and how it is told to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use shakmaty::Move;

/// One side's chess clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remaining {
    /// What is left.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// How much time a search has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Time {
    /// All the time there is.
    #[default]
    Unlimited,
    /// This long for the move.
    Move(Duration),
    /// A chess clock of the side to move.
    Clock {
        /// What is left.
        left: Duration,
        /// What each move adds.
        increment: Duration,
        /// The opponent's clock, where it is known. The own engine does not look at it; others may.
        opponent: Option<Remaining>,
        /// Moves until more time is added; `None` for the rest of the game.
        moves_to_go: Option<u32>,
    },
}

/// Where a search ends; the first limit that is reached ends it. The default has none.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Plies to which the search deepens.
    pub depth: Option<u32>,
    /// Nodes, kept exactly.
    pub nodes: Option<u64>,
    /// Ends when a mate in at most this many moves is found.
    pub mate: Option<u32>,
    /// Time.
    pub time: Time,
    /// What is kept back from the time for whatever lies between the engine and the clock.
    pub overhead: Duration,
    /// The moves to choose from; all legal ones if empty.
    pub moves: Vec<Move>,
    /// How many best lines are searched and told, at least one.
    pub lines: usize,
}

/// What is kept back from the time where nothing else is said: a move has a way to go to the clock.
pub const MOVE_OVERHEAD: Duration = Duration::from_millis(10);

impl Limits {
    /// These limits with a reserve for what lies between the engine and the clock: [`MOVE_OVERHEAD`], of a fixed time
    /// for the move no more than a tenth. A greater one that they name stays.
    #[must_use]
    pub fn with_reserve(&self) -> Limits {
        let reserve = match self.time {
            Time::Unlimited => Duration::ZERO,
            Time::Move(time) => MOVE_OVERHEAD.min(time / 10),
            Time::Clock { .. } => MOVE_OVERHEAD,
        };
        Limits { overhead: self.overhead.max(reserve), ..self.clone() }
    }

    /// A limit of nodes only.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A limit of depth only.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }
}

/// What is told to a search while it goes on, from another thread.
#[derive(Debug, Default)]
pub struct Signal {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Signal {
    /// A signal for a search that thinks in the opponent's time: its limits of time count from
    /// [`Signal::ponder_hit`].
    #[must_use]
    pub fn pondering() -> Signal {
        Signal { stop: AtomicBool::new(false), pondering: AtomicBool::new(true) }
    }

    /// Ends the search within a few milliseconds.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The opponent played the expected move: from now on the clock runs.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the opponent's clock is running.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
