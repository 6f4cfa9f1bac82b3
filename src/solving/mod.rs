//! Suites: a player searches positions whose right moves are known.
//!
//! [`Solver::attempt`] searches one position, [`Solver::suite`] all of them on a pool of threads. With a limit of
//! nodes or depth an [`Attempt`] depends on the player and the position alone, not on the order, the threads or
//! what was searched before. The search stage's fitness (2014 paper, section IV) counts [`Attempt::nodes_first`].

mod attempt;
mod suite;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub use attempt::{Attempt, Until};
pub use suite::{Problem, Suite, SuiteError};

use crate::engine::evaluation::Weights;
use crate::engine::search::{Engine, Limits, SearchParameters, Signal};
use crate::evolution::fitness::{Interrupt, ThreadPool};

/// How often an interrupt is looked for while positions are searched.
const POLL: Duration = Duration::from_millis(20);

/// A player and how it searches each position.
#[derive(Debug, Clone)]
pub struct Solver {
    /// Its evaluation.
    pub weights: Weights,
    /// The parameters of its search.
    pub parameters: SearchParameters,
    /// The transposition table of each thread, in MiB.
    pub hash: usize,
    /// Where each search ends.
    pub limits: Limits,
    /// Whether a search ends before its limit.
    pub until: Until,
}

/// What the threads have found so far, and who is told.
struct Findings<'a> {
    attempts: Vec<Option<Attempt>>,
    listen: &'a mut (dyn FnMut(&Attempt) + Send),
}

impl Solver {
    /// An engine for [`Solver::attempt`].
    #[must_use]
    pub fn engine(&self) -> Engine {
        Engine::new(&self.weights, self.parameters, self.hash)
    }

    /// Searches all positions, each on one thread of the pool, which has an engine of its own. `listen` is told of
    /// each attempt when it is done; all are returned in the order of the suite. `None` where `interrupt` was
    /// raised first: searches that are under way end at once and do not count.
    pub fn suite(
        &self,
        problems: &[Problem],
        pool: &ThreadPool,
        interrupt: &Interrupt,
        listen: &mut (dyn FnMut(&Attempt) + Send),
    ) -> Option<Vec<Attempt>> {
        let signal = Signal::default();
        let next = AtomicUsize::new(0);
        let findings = Mutex::new(Findings { attempts: vec![None; problems.len()], listen });
        let work = || {
            let mut engine = None;
            while !interrupt.raised() {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(problem) = problems.get(index) else { return };
                // Memory is taken by threads that have something to do only.
                let engine = engine.get_or_insert_with(|| self.engine());
                let attempt = self.attempt(engine, index, problem, &signal);
                if signal.is_stopped() {
                    return;
                }
                let mut findings = findings.lock().unwrap_or_else(PoisonError::into_inner);
                (findings.listen)(&attempt);
                findings.attempts[index] = Some(attempt);
            }
        };
        std::thread::scope(|scope| {
            let (working, watched) = mpsc::channel::<()>();
            // A search knows its signal only: an interrupt is passed on to it.
            scope.spawn(|| {
                let watched = watched;
                while let Err(RecvTimeoutError::Timeout) = watched.recv_timeout(POLL) {
                    if interrupt.raised() {
                        return signal.stop();
                    }
                }
            });
            pool.install(|| rayon::broadcast(|_| work()));
            drop(working);
        });
        findings.into_inner().unwrap_or_else(PoisonError::into_inner).attempts.into_iter().collect()
    }
}
