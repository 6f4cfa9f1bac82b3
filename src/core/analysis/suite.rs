//! Solves a test suite in the background, with pauses.
//!
//! Threads take the remaining positions in turn. A pause lets the current positions finish. Steps are queued and
//! never dropped.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use crate::arena::PlayerError;
use crate::engine::search::Signal;
use crate::solving::{Attempt, Problem, Solver};
use crate::threads::{Watched, cores};

/// An event of a suite run.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// The search of the position with this index has begun.
    Begun(usize),
    /// The search of a position has ended.
    Done(Attempt),
    /// A failure. Describes the problem and how to resolve it.
    Failed(String),
}

struct Slot {
    todo: VecDeque<usize>,
    paused: bool,
    ended: bool,
    steps: Vec<Step>,
}

struct Shared {
    solver: Solver,
    problems: Arc<Vec<Problem>>,
    slot: Watched<Slot>,
    signal: Signal,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Shared {
    fn push(&self, step: Step) {
        self.slot.lock().steps.push(step);
        (self.wake)();
    }

    /// Waits until there is no pause and returns the next position; `None` at the end.
    fn next(&self) -> Option<usize> {
        self.slot.wait_for(|slot| match slot {
            Slot { ended: true, .. } => Some(None),
            Slot { paused: true, .. } => None,
            Slot { todo, .. } => Some(todo.pop_front()),
        })
    }

    fn work(&self) {
        // Create the player only when there is work, because it allocates memory.
        let mut player = None;
        while let Some(index) = self.next() {
            let Some(problem) = self.problems.get(index) else { continue };
            self.push(Step::Begun(index));
            let searched = catch_unwind(AssertUnwindSafe(|| {
                let player = match &mut player {
                    Some(player) => player,
                    none => none.insert(self.solver.factory.player(&self.signal)?),
                };
                Ok::<_, PlayerError>(self.solver.attempt(player.as_mut(), index, problem, &self.signal))
            }));
            match searched {
                // The search was stopped early, so its result is invalid.
                Ok(_) if self.signal.is_stopped() => return,
                Ok(Ok(attempt)) => {
                    if attempt.fault.is_some() {
                        player = None;
                    }
                    self.push(Step::Done(attempt));
                }
                Ok(Err(error)) => return self.push(Step::Failed(error.to_string())),
                Err(_) => {
                    player = None;
                    let number = index + 1;
                    self.push(Step::Failed(format!(
                        "position {number}: internal error in the search; the position is skipped"
                    )));
                }
            }
        }
    }
}

/// A test suite that is solved on background threads. Dropping it ends them within milliseconds.
pub struct SuiteRun {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl SuiteRun {
    /// Solves the problems `todo`, in this order, on `threads` threads (0: one for each core). The threads call
    /// `wake`, which must return quickly, whenever there are new steps. A thread that cannot be started is reported
    /// as [`Step::Failed`].
    #[must_use]
    pub fn start(
        solver: Solver,
        problems: Arc<Vec<Problem>>,
        todo: impl IntoIterator<Item = usize>,
        threads: usize,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> SuiteRun {
        let todo: VecDeque<usize> = todo.into_iter().collect();
        let count = match threads {
            0 => cores(),
            threads => threads,
        }
        .min(todo.len());
        let slot = Watched::new(Slot { todo, paused: false, ended: false, steps: Vec::new() });
        let (signal, wake) = (Signal::default(), Box::new(wake));
        let shared = Arc::new(Shared { solver, problems, slot, signal, wake });
        let mut run = SuiteRun { shared, threads: Vec::with_capacity(count) };
        for _ in 0..count {
            let shared = Arc::clone(&run.shared);
            match Builder::new().name("eyas-suite".to_owned()).spawn(move || shared.work()) {
                Ok(thread) => run.threads.push(thread),
                Err(error) => run.shared.push(Step::Failed(format!("cannot start a thread: {error}"))),
            }
        }
        run
    }

    /// Pauses after the current positions, or resumes.
    pub fn pause(&self, paused: bool) {
        self.shared.slot.change(|slot| slot.paused = paused);
    }

    /// Returns the steps since the last call.
    #[must_use]
    pub fn take(&self) -> Vec<Step> {
        std::mem::take(&mut self.shared.slot.lock().steps)
    }
}

impl Drop for SuiteRun {
    fn drop(&mut self) {
        self.shared.slot.change(|slot| slot.ended = true);
        self.shared.signal.stop();
        for thread in self.threads.drain(..) {
            // The thread has already caught and reported its panics.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use super::*;
    use crate::TEST_TIMEOUT;
    use crate::arena::PlayerFactory;
    use crate::engine::evaluation::Weights;
    use crate::engine::features::FeatureSet;
    use crate::engine::search::{Limits, SearchParameters};
    use crate::positions::embedded_records;
    use crate::solving::{Suite, Until};

    fn problems(count: usize) -> Arc<Vec<Problem>> {
        let records = embedded_records("ecm879").unwrap();
        let mut suite = Suite::from_records("ecm879", &records).unwrap();
        suite.problems.truncate(count);
        Arc::new(suite.problems)
    }

    fn start(problems: &Arc<Vec<Problem>>, limits: Limits, threads: usize) -> (SuiteRun, Receiver<()>) {
        let (sender, woken) = channel();
        let wake = move || {
            let _ = sender.send(());
        };
        let solver = Solver {
            factory: PlayerFactory::Organism {
                weights: Weights::textbook(FeatureSet::Paper),
                parameters: SearchParameters::default(),
                hash: 1,
                strength: None,
            },
            limits,
            until: Until::Limit,
        };
        (SuiteRun::start(solver, Arc::clone(problems), 0..problems.len(), threads, wake), woken)
    }

    fn attempts(run: &SuiteRun, woken: &Receiver<()>, count: usize) -> Vec<Attempt> {
        let mut found = Vec::new();
        while found.len() < count {
            woken.recv_timeout(TEST_TIMEOUT).expect("the run reports");
            found.extend(run.take().into_iter().filter_map(|step| match step {
                Step::Done(attempt) => Some(Attempt { elapsed: Duration::ZERO, ..attempt }),
                _ => None,
            }));
        }
        found.sort_by_key(|attempt| attempt.index);
        found
    }

    #[test]
    fn the_result_does_not_depend_on_the_threads_or_on_pauses() {
        let problems = problems(12);
        let (run, woken) = start(&problems, Limits::nodes(2_000), 1);
        let alone = attempts(&run, &woken, 12);
        let (run, woken) = start(&problems, Limits::nodes(2_000), 3);
        for _ in 0..20 {
            run.pause(true);
            run.pause(false);
        }
        assert_eq!(attempts(&run, &woken, 12), alone);
        assert_eq!(
            alone.iter().map(|attempt| attempt.index).collect::<Vec<_>>(),
            (0..12).collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_pause_lets_current_positions_finish() {
        let problems = problems(40);
        let (run, woken) = start(&problems, Limits::nodes(20_000), 2);
        woken.recv_timeout(TEST_TIMEOUT).expect("the run reports");
        run.pause(true);
        let (mut begun, mut done) = (HashSet::new(), HashSet::new());
        loop {
            for step in run.take() {
                match step {
                    Step::Begun(index) => drop(begun.insert(index)),
                    Step::Done(attempt) => drop(done.insert(attempt.index)),
                    Step::Failed(why) => panic!("{why}"),
                }
            }
            if begun == done {
                break;
            }
            woken.recv_timeout(TEST_TIMEOUT).expect("the current positions finish");
        }
        assert!(done.len() < 40);
        run.pause(false);
        let rest = attempts(&run, &woken, 40 - done.len());
        assert!(rest.iter().all(|attempt| !done.contains(&attempt.index)), "no position is solved twice");
    }

    #[test]
    fn dropping_ends_searches_that_would_never_end() {
        let problems = problems(4);
        let (run, woken) = start(&problems, Limits::default(), 2);
        woken.recv_timeout(TEST_TIMEOUT).expect("the run reports");
        let shared = Arc::downgrade(&run.shared);
        drop(run);
        assert!(shared.upgrade().is_none(), "no thread holds the data any more");
    }
}
