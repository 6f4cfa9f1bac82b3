//! The thread's side: takes up the newest wish and searches until another one comes.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError};

use super::{Course, Shared, Wish};
use crate::engine::search::{Engine, Limits, Report, Signal};

/// Size of the engine's transposition table while somebody looks, MiB.
const HASH: usize = 64;

/// Who thinks. Tests have thinkers that never end, or fail.
pub(super) trait Mind {
    /// Searches until nothing is left to find out, the signal says so, or the listener does.
    fn search(&mut self, wish: &Wish, signal: &Signal, listen: &mut dyn FnMut(&Report) -> ControlFlow<()>);
}

/// The engine, which remembers what it found while the same organism thinks.
pub(super) struct Player {
    engine: Engine,
    organism: Wish,
}

impl Player {
    /// The organism of a wish.
    pub(super) fn new(wish: &Wish) -> Player {
        Player { engine: Engine::new(&wish.weights, wish.parameters, HASH), organism: wish.clone() }
    }
}

impl Mind for Player {
    fn search(&mut self, wish: &Wish, signal: &Signal, listen: &mut dyn FnMut(&Report) -> ControlFlow<()>) {
        if !self.organism.same_player(wish) {
            self.engine.set_organism(&wish.weights, wish.parameters);
            self.organism = wish.clone();
        }
        let limits = Limits { lines: wish.lines, ..Limits::default() };
        self.engine.search(&wish.game, &limits, signal, listen);
    }
}

/// A wish as it is taken up.
struct Task {
    number: u64,
    wish: Option<Arc<Wish>>,
    signal: Arc<Signal>,
}

impl Shared {
    /// The next wish after this one, or that there is none any more; `None` at the end.
    fn next(&self, done: u64) -> Option<Task> {
        let mut slot = self.lock();
        loop {
            if slot.ended {
                return None;
            }
            if slot.number != done {
                let (wish, signal) = (slot.wish.clone(), Arc::clone(&slot.signal));
                return Some(Task { number: slot.number, wish, signal });
            }
            slot = self.changed.wait(slot).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Takes up wish after wish until the end.
pub(super) fn attend<M: Mind>(shared: &Shared, make: impl Fn(&Wish) -> M) {
    let mut mind = None;
    let mut done = 0;
    while let Some(task) = shared.next(done) {
        done = task.number;
        let Some(wish) = &task.wish else {
            // Nobody looks: the memory is given back.
            mind = None;
            continue;
        };
        let mut listen = |report: &Report| {
            if shared.tell(done, |thought| thought.learn(report)) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let searched = catch_unwind(AssertUnwindSafe(|| {
            let mind = mind.get_or_insert_with(|| make(wish));
            mind.search(wish, &task.signal, &mut listen);
        }));
        let course = match searched {
            Ok(()) if task.signal.is_stopped() => continue,
            Ok(()) => Course::Ended,
            Err(_) => {
                mind = None;
                let why = "the search failed unexpectedly; another position or organism tries again";
                Course::Failed(why.to_owned())
            }
        };
        shared.tell(done, |thought| thought.course = course);
    }
}
