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

pub use attempt::{Attempt, FirstRight, Until};
pub use suite::{Problem, Suite, SuiteError};

use crate::arena::{Contender, Fault, PlayerError};
use crate::engine::search::{Limits, Signal};
use crate::threads::{Interrupt, ThreadPool};

/// How often an interrupt is looked for while positions are searched.
const POLL: Duration = Duration::from_millis(20);

/// How often in a row a thread's player may be at fault until the suite is given up.
const PATIENCE: u32 = 3;

/// Does work whose searches know their signal only: an interrupt is passed on to it.
pub fn interruptible<T>(interrupt: &Interrupt, signal: &Signal, work: impl FnOnce() -> T) -> T {
    std::thread::scope(|scope| {
        let (working, watched) = mpsc::channel::<()>();
        scope.spawn(|| {
            let watched = watched;
            while let Err(RecvTimeoutError::Timeout) = watched.recv_timeout(POLL) {
                if interrupt.raised() {
                    return signal.stop();
                }
            }
        });
        let done = work();
        drop(working);
        done
    })
}

/// A player and how it searches each position.
#[derive(Debug, Clone)]
pub struct Solver {
    /// Who searches.
    pub contender: Contender,
    /// Where each search ends.
    pub limits: Limits,
    /// Whether a search ends before its limit.
    pub until: Until,
}

/// Why a suite has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolvingError {
    /// Somebody asked to stop.
    #[error("interrupted; there is no result")]
    Interrupted,
    /// The player cannot be started, or was at fault again and again.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// What the threads have found so far, and who is told.
struct Findings<'a> {
    attempts: Vec<Option<Attempt>>,
    listen: &'a mut (dyn FnMut(&Attempt) + Send),
    /// Why no thread goes on.
    error: Option<PlayerError>,
}

impl Solver {
    /// Searches all positions, each on one thread of the pool, which has a player of its own. `listen` is told of
    /// each attempt when it is done; all are returned in the order of the suite. A player at fault is replaced.
    ///
    /// # Errors
    /// That `interrupt` was raised: searches that are under way end at once and do not count. That a player
    /// cannot be started, or was at fault three times in a row.
    pub fn suite(
        &self,
        problems: &[Problem],
        pool: &ThreadPool,
        interrupt: &Interrupt,
        listen: &mut (dyn FnMut(&Attempt) + Send),
    ) -> Result<Vec<Attempt>, SolvingError> {
        let signal = Signal::default();
        let next = AtomicUsize::new(0);
        let findings = Mutex::new(Findings { attempts: vec![None; problems.len()], listen, error: None });
        let work = || {
            if let Err(error) = self.work(problems, &next, &signal, interrupt, &findings)
                && error.fault != Fault::Stopped
            {
                signal.stop();
                // The first one is the reason; the others may follow from it.
                findings.lock().unwrap_or_else(PoisonError::into_inner).error.get_or_insert(error);
            }
        };
        interruptible(interrupt, &signal, || pool.install(|| rayon::broadcast(|_| work())));
        let findings = findings.into_inner().unwrap_or_else(PoisonError::into_inner);
        match findings.error {
            Some(error) => Err(error.into()),
            None => findings.attempts.into_iter().collect::<Option<_>>().ok_or(SolvingError::Interrupted),
        }
    }

    /// What one thread does.
    fn work(
        &self,
        problems: &[Problem],
        next: &AtomicUsize,
        signal: &Signal,
        interrupt: &Interrupt,
        findings: &Mutex<Findings<'_>>,
    ) -> Result<(), PlayerError> {
        let mut player = None;
        let mut faults = 0;
        while !interrupt.raised() && !signal.is_stopped() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(problem) = problems.get(index) else { return Ok(()) };
            // Memory is taken, and processes are started, by threads that have something to do only.
            let own = match &mut player {
                Some(player) => player,
                none => none.insert(self.contender.player(signal)?),
            };
            let attempt = self.attempt(own.as_mut(), index, problem, signal);
            if signal.is_stopped() {
                return Ok(());
            }
            faults = if attempt.fault.is_some() { faults + 1 } else { 0 };
            if let Some(fault) = &attempt.fault {
                player = None;
                if faults == PATIENCE {
                    return Err((**fault).clone());
                }
            }
            let mut findings = findings.lock().unwrap_or_else(PoisonError::into_inner);
            (findings.listen)(&attempt);
            findings.attempts[index] = Some(attempt);
        }
        Ok(())
    }
}
