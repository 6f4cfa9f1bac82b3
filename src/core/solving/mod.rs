//! Test suites: searches positions with known right moves.
//!
//! [`Solver::attempt`] searches one position, [`Solver::suite`] all of them on a thread pool. With a limit of nodes or
//! depth an [`Attempt`] depends only on the player and the position, and not on the order, the threads or earlier
//! searches. The fitness of the search stage (2014 paper, section IV) uses [`Attempt::nodes_first`].

mod attempt;
mod suite;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub use attempt::{Attempt, FirstRight, Until};
pub(crate) use suite::spread;
pub use suite::{Problem, Suite, SuiteError};

use crate::arena::{Fault, PlayerError, PlayerFactory};
use crate::engine::search::{Limits, Signal};
use crate::threads::{Interrupt, ThreadPool, lock};

/// The interval at which the interrupt is polled during a search.
const POLL: Duration = Duration::from_millis(20);

/// The number of consecutive faults on one thread after which the suite fails.
const MAX_FAULTS: u32 = 3;

/// Runs work that checks only `signal`, and stops the signal when `interrupt` is raised.
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

/// Does work on all threads of a pool. `signal` stops it: when `interrupt` is raised, and after an error of a thread.
///
/// # Errors
/// Returns the first error that is not only due to the stop.
pub(crate) fn on_all_threads<E: Send>(
    pool: &ThreadPool,
    interrupt: &Interrupt,
    signal: &Signal,
    work: impl Fn() -> Result<(), E> + Sync,
    is_due_to_stop: impl Fn(&E) -> bool + Sync,
) -> Result<(), E> {
    let first = Mutex::new(None);
    let work = || {
        if let Some(error) = work().err().filter(|error| !is_due_to_stop(error)) {
            signal.stop();
            // The first error is the cause. Others may follow from it.
            lock(&first).get_or_insert(error);
        }
    };
    interruptible(interrupt, signal, || pool.install(|| rayon::broadcast(|_| work())));
    let first = first.into_inner().unwrap_or_else(PoisonError::into_inner);
    first.map_or(Ok(()), Err)
}

/// A player, and how it searches each position.
#[derive(Debug, Clone)]
pub struct Solver {
    /// The recipe for the player.
    pub factory: PlayerFactory,
    /// The limits of each search.
    pub limits: Limits,
    /// When a search ends.
    pub until: Until,
}

/// Why a suite has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolvingError {
    /// The interrupt was raised.
    #[error("interrupted; no result")]
    Interrupted,
    /// The player cannot be started, or had several faults in a row.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// The results so far, and the listener.
struct SuiteState<'a> {
    attempts: Vec<Option<Attempt>>,
    listen: &'a mut (dyn FnMut(&Attempt) + Send),
}

impl Solver {
    /// Searches all positions on the threads of the pool, each with its own player. Calls `listen` with each result
    /// when it is available, and returns all of them in the order of the suite. A player with a fault is replaced.
    ///
    /// # Errors
    /// Returns an error if `interrupt` is raised, which stops the running searches, if a player cannot be started, or
    /// if a player has three faults in a row.
    pub fn suite(
        &self,
        problems: &[Problem],
        pool: &ThreadPool,
        interrupt: &Interrupt,
        listen: &mut (dyn FnMut(&Attempt) + Send),
    ) -> Result<Vec<Attempt>, SolvingError> {
        let signal = Signal::default();
        let next = AtomicUsize::new(0);
        let state = Mutex::new(SuiteState { attempts: vec![None; problems.len()], listen });
        let work = || self.work(problems, &next, &signal, interrupt, &state);
        on_all_threads(pool, interrupt, &signal, work, |error| error.fault == Fault::Stopped)?;
        let SuiteState { attempts, .. } = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        attempts.into_iter().collect::<Option<_>>().ok_or(SolvingError::Interrupted)
    }

    /// Searches positions on one thread until none are left.
    fn work(
        &self,
        problems: &[Problem],
        next: &AtomicUsize,
        signal: &Signal,
        interrupt: &Interrupt,
        state: &Mutex<SuiteState<'_>>,
    ) -> Result<(), PlayerError> {
        let mut player = None;
        let mut faults = 0;
        while !interrupt.raised() && !signal.is_stopped() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(problem) = problems.get(index) else { return Ok(()) };
            // Only threads with work allocate memory or start a process.
            let own = match &mut player {
                Some(player) => player,
                none => none.insert(self.factory.player(signal)?),
            };
            let attempt = self.attempt(own.as_mut(), index, problem, signal);
            if signal.is_stopped() {
                return Ok(());
            }
            faults = if attempt.fault.is_some() { faults + 1 } else { 0 };
            if let Some(fault) = &attempt.fault {
                player = None;
                if faults == MAX_FAULTS {
                    return Err((**fault).clone());
                }
            }
            let mut state = lock(state);
            (state.listen)(&attempt);
            state.attempts[index] = Some(attempt);
        }
        Ok(())
    }
}
