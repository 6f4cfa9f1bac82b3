//! An engine that thinks about one position for as long as somebody looks, and one that solves a suite
//! ([`SuiteRun`]).
//!
//! [`Analysis`] is a thread that works towards the newest [`Wish`]: another wish ends the search for the one
//! before within milliseconds. What it finds is a [`Thought`], of which only the latest is kept, so that who
//! looks late sees what is known now and nobody waits for anybody. Without a wish the thread sleeps, and the
//! memory of the engine is given back.

mod suite;
mod thinker;

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use crate::engine::evaluation::Weights;
use crate::engine::search::{Game, Report, SearchParameters, Signal};
pub use suite::{Step, SuiteRun};
use thinker::{Mind, Player};

/// What is to be thought about, by whom.
#[derive(Debug, Clone)]
pub struct Wish {
    /// The organism's evaluation.
    pub weights: Weights,
    /// The parameters of its search.
    pub parameters: SearchParameters,
    /// The position on the board and those before it.
    pub game: Game,
    /// How many best lines are wanted, at least one.
    pub lines: usize,
}

impl Wish {
    /// Whether the same organism thinks in both.
    #[must_use]
    pub fn same_player(&self, other: &Wish) -> bool {
        self.weights == other.weights && self.parameters == other.parameters
    }

    /// Whether the same game is on the board in both.
    #[must_use]
    pub fn same_game(&self, other: &Wish) -> bool {
        self.game.start() == other.game.start() && self.game.moves() == other.game.moves()
    }
}

impl PartialEq for Wish {
    fn eq(&self, other: &Wish) -> bool {
        self.lines == other.lines && self.same_player(other) && self.same_game(other)
    }
}

/// How the thinking goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Course {
    /// It goes on.
    Thinking,
    /// There is nothing left to find out.
    Ended,
    /// Something went wrong: what, and what to do.
    Failed(String),
}

/// What is known of a wish.
#[derive(Debug, Clone, PartialEq)]
pub struct Thought {
    /// The wish.
    pub wish: Arc<Wish>,
    /// The best lines, best first; each as it was told last.
    pub lines: Vec<Report>,
    /// How the thinking goes.
    pub course: Course,
}

impl Thought {
    fn of(wish: Arc<Wish>) -> Thought {
        Thought { wish, lines: Vec::new(), course: Course::Thinking }
    }

    /// The report told last: its counts of nodes and time are the newest.
    #[must_use]
    pub fn newest(&self) -> Option<&Report> {
        self.lines.iter().max_by_key(|report| report.nodes)
    }

    /// Takes in a report of the search.
    fn learn(&mut self, report: &Report) {
        // What an earlier iteration said of the same move is out of date, wherever that stood.
        let first = report.line.moves.first();
        self.lines.retain(|line| line.line.moves.first() != first);
        let place = (report.index.max(1) - 1).min(self.lines.len());
        self.lines.insert(place, report.clone());
        self.lines.truncate(self.wish.lines.max(1));
    }
}

#[derive(Default)]
struct Slot {
    wish: Option<Arc<Wish>>,
    /// Which wish it is; grows.
    number: u64,
    /// Ends the search for this wish.
    signal: Arc<Signal>,
    /// What nobody has taken yet.
    thought: Option<Thought>,
    /// All that is known of this wish.
    known: Option<Thought>,
    ended: bool,
}

struct Shared {
    slot: Mutex<Slot>,
    changed: Condvar,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Slot> {
        // Whoever panicked left the slot whole: every change is a store.
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is known of a wish; false where it is not wished for any more.
    fn tell(&self, number: u64, change: impl FnOnce(&mut Thought)) -> bool {
        let mut slot = self.lock();
        if slot.number != number {
            return false;
        }
        if let Some(known) = &mut slot.known {
            change(known);
            slot.thought = slot.known.clone();
        }
        drop(slot);
        (self.wake)();
        true
    }
}

/// Thinks, on a thread of its own. Dropping it ends the thread.
pub struct Analysis {
    shared: Arc<Shared>,
    /// The thread, or why there is none.
    thread: Result<JoinHandle<()>, String>,
}

impl Analysis {
    /// Nothing is thought about yet. `wake` is called, briefly, from the thread whenever there is something to
    /// take.
    #[must_use]
    pub fn start(wake: impl Fn() + Send + Sync + 'static) -> Analysis {
        Analysis::with(wake, Player::new)
    }

    fn with<M: Mind>(
        wake: impl Fn() + Send + Sync + 'static,
        mind: impl Fn(&Wish) -> M + Send + 'static,
    ) -> Analysis {
        let shared =
            Arc::new(Shared { slot: Mutex::default(), changed: Condvar::new(), wake: Box::new(wake) });
        let theirs = Arc::clone(&shared);
        let spawned =
            Builder::new().name("eyas-analysis".to_owned()).spawn(move || thinker::attend(&theirs, mind));
        Analysis { shared, thread: spawned.map_err(|error| error.to_string()) }
    }

    /// Says what is to be thought about from now on; `None` for nothing. The same wish again goes on.
    pub fn think(&self, wish: Option<Wish>) {
        let mut slot = self.shared.lock();
        if slot.wish.as_deref() == wish.as_ref() {
            return;
        }
        slot.signal.stop();
        slot.signal = Arc::default();
        slot.number += 1;
        slot.wish = wish.map(Arc::new);
        slot.known = slot.wish.clone().map(Thought::of);
        slot.thought = None;
        if let (Err(why), Some(known)) = (&self.thread, &mut slot.known) {
            known.course = Course::Failed(format!("nothing can be analysed: {why}; try again later"));
            slot.thought = slot.known.clone();
            drop(slot);
            (self.shared.wake)();
            return;
        }
        drop(slot);
        self.shared.changed.notify_all();
    }

    /// What is known of the newest wish, where something was found out since the last look.
    #[must_use]
    pub fn take(&self) -> Option<Thought> {
        self.shared.lock().thought.take()
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        let mut slot = self.shared.lock();
        slot.ended = true;
        slot.signal.stop();
        drop(slot);
        self.shared.changed.notify_all();
        let thread = std::mem::replace(&mut self.thread, Err(String::new()));
        if let Ok(thread) = thread {
            // Its panics were caught and told.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests;
