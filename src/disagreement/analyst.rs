//! The thread that finds out what somebody who looks at a screen wants to know.
//!
//! It always works towards the latest wish and never queues: a newer one ends what is being done for an older
//! one at the next safe point. Findings are never dropped, progress is overwritten. Where nothing is wished for
//! it sleeps.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use super::book::Book;
use super::desk::{Finding, Reader, Surveyor, Unpriced, Wanted};
use crate::fitness::Error;
use crate::threads::{Interrupt, ThreadPool};

/// How far something is: what, how much of it, of how much.
pub type Activity = (&'static str, u64, u64);

/// What was found out since the last look.
#[derive(Debug, Default)]
pub struct Findings {
    /// Everything, in order.
    pub facts: Vec<Finding>,
    /// How far the work is, where something takes long.
    pub progress: Option<Activity>,
}

#[derive(Default)]
struct Slot {
    wanted: Option<Arc<Wanted>>,
    /// Which wish it is; grows.
    number: u64,
    /// The book of the wish, once the reader has opened it.
    book: Option<Arc<Book>>,
    /// The last wish that the reader is done with.
    read: u64,
    /// What the reader leaves to the surveyor.
    unpriced: Option<Unpriced>,
    /// While the surveyor works: what is raised when other positions are wanted.
    surveying: Option<Interrupt>,
    /// Raised for whoever works towards an older wish.
    leave: Interrupt,
    /// Raised when other positions are wanted.
    abandon: Interrupt,
    findings: Findings,
    ended: bool,
}

struct Shared {
    slot: Mutex<Slot>,
    changed: Condvar,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Slot> {
        // Whoever panicked left the slot whole: every change is a push or a store.
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, finding: Finding) {
        self.lock().findings.facts.push(finding);
        (self.wake)();
    }

    fn progress(&self, activity: Activity) {
        self.lock().findings.progress = Some(activity);
        (self.wake)();
    }
}

/// A wish as a desk takes it up.
struct Task {
    number: u64,
    wanted: Arc<Wanted>,
    leave: Interrupt,
    abandon: Interrupt,
}

/// Changes the slot when it is dropped: in whichever way work ends, the other desk need not wait for it.
struct AtEnd<'a, F: FnMut(&mut Slot)>(&'a Shared, F);

impl<F: FnMut(&mut Slot)> Drop for AtEnd<'_, F> {
    fn drop(&mut self) {
        (self.1)(&mut self.0.lock());
        self.0.changed.notify_all();
    }
}

/// Finds out, on threads of its own. Dropping it ends them at the next safe point.
pub struct Analyst {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Analyst {
    /// An analyst whose long work uses `threads` threads (0: one for each core) and keeps its trees in
    /// `cache`. `wake` is called, briefly, from its threads whenever there is something to take. That a
    /// thread cannot be started is a finding.
    #[must_use]
    pub fn start(threads: usize, cache: Option<PathBuf>, wake: impl Fn() + Send + Sync + 'static) -> Analyst {
        let shared =
            Arc::new(Shared { slot: Mutex::default(), changed: Condvar::new(), wake: Box::new(wake) });
        let mut analyst = Analyst { shared, threads: Vec::new() };
        analyst.spawn("eyas-reader", 1, |shared, pool| {
            let mut reader = Reader::default();
            attend(
                shared,
                |_| true,
                |task, tell| {
                    let _read = AtEnd(shared, |slot| slot.read = task.number);
                    let mut tell = |finding| {
                        if matches!(finding, Finding::Book { .. }) {
                            shared.await_surveyor();
                        }
                        tell(finding);
                    };
                    let Some(book) = reader.open(&task.wanted.positions, &mut tell) else { return Ok(()) };
                    shared.lay_open(task.number, &book);
                    let unpriced = reader.explain(&book, &task.wanted, pool, &task.leave, &mut tell)?;
                    if unpriced.is_some() {
                        shared.lock().unpriced = unpriced;
                    }
                    Ok(())
                },
            );
        });
        analyst.spawn("eyas-surveyor", threads, move |shared, pool| {
            let mut surveyor = Surveyor::new(cache.clone());
            let progress = |what, done, total| shared.progress((what, done, total));
            attend(
                shared,
                |slot| slot.read == slot.number,
                |task, tell| {
                    let Some(book) = shared.begin_survey(task, &mut surveyor) else { return Ok(()) };
                    let _surveyed = AtEnd(shared, |slot| slot.surveying = None);
                    let interrupts = (&task.leave, &task.abandon);
                    surveyor.work(&book, &task.wanted, pool, interrupts, tell, &progress)
                },
            );
        });
        analyst
    }

    fn spawn(
        &mut self,
        name: &str,
        threads: usize,
        work: impl FnOnce(&Shared, &ThreadPool) + Send + 'static,
    ) {
        let shared = Arc::clone(&self.shared);
        let spawned = ThreadPool::new(threads).map_err(|error| error.to_string()).and_then(|pool| {
            let spawned = Builder::new().name(name.to_owned()).spawn(move || work(&shared, &pool));
            spawned.map_err(|error| error.to_string())
        });
        match spawned {
            Ok(thread) => self.threads.push(thread),
            Err(why) => {
                self.shared.tell(Finding::Failed(format!("positions cannot be looked into: {why}")));
            }
        }
    }

    /// Says what is wanted from now on.
    pub fn want(&self, wanted: Wanted) {
        let mut slot = self.shared.lock();
        slot.leave.raise();
        slot.leave = Interrupt::default();
        if slot.wanted.as_ref().is_none_or(|older| older.positions != wanted.positions) {
            slot.abandon.raise();
            slot.abandon = Interrupt::default();
            slot.book = None;
        }
        slot.number += 1;
        slot.wanted = Some(Arc::new(wanted));
        self.shared.changed.notify_all();
    }

    /// What was found out since the last look.
    #[must_use]
    pub fn take(&self) -> Findings {
        std::mem::take(&mut self.shared.lock().findings)
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        let mut slot = self.shared.lock();
        slot.ended = true;
        slot.leave.raise();
        slot.abandon.raise();
        drop(slot);
        self.shared.changed.notify_all();
        for thread in self.threads.drain(..) {
            // Its panics were caught and told.
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// Keeps the book of a wish for the surveyor.
    fn lay_open(&self, number: u64, book: &Arc<Book>) {
        let mut slot = self.lock();
        if slot.number == number {
            slot.book = Some(Arc::clone(book));
        }
    }

    /// Waits until the surveyor works on no positions that are not wanted any more: findings do not name
    /// their positions, so all of the old ones must be told before the new ones are opened.
    fn await_surveyor(&self) {
        let mut slot = self.lock();
        while slot.surveying.as_ref().is_some_and(Interrupt::raised) {
            slot = self.changed.wait(slot).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Gives the surveyor what the reader left for it; `None` where there is nothing to do.
    fn begin_survey(&self, task: &Task, surveyor: &mut Surveyor) -> Option<Arc<Book>> {
        let mut slot = self.lock();
        if task.abandon.raised() {
            return None;
        }
        slot.unpriced.take().into_iter().for_each(|unpriced| surveyor.take_over(unpriced));
        let book = slot.book.clone()?;
        slot.surveying = Some(task.abandon.clone());
        Some(book)
    }

    /// The next wish that `ready` wants to take up; `None` at the end.
    fn next(&self, done: u64, ready: impl Fn(&Slot) -> bool) -> Option<Task> {
        let mut slot = self.lock();
        loop {
            if slot.ended {
                return None;
            }
            if slot.number != done
                && ready(&slot)
                && let Some(wanted) = &slot.wanted
            {
                return Some(Task {
                    number: slot.number,
                    wanted: Arc::clone(wanted),
                    leave: slot.leave.clone(),
                    abandon: slot.abandon.clone(),
                });
            }
            slot = self.changed.wait(slot).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Takes up wish after wish. What goes wrong is told; a panic, too, and the next wish is taken up all the same.
fn attend(
    shared: &Shared,
    ready: impl Fn(&Slot) -> bool,
    mut work: impl FnMut(&Task, &mut dyn FnMut(Finding)) -> Result<(), Error>,
) {
    let mut done = 0;
    while let Some(task) = shared.next(done, &ready) {
        done = task.number;
        let mut tell = |finding| shared.tell(finding);
        let worked = catch_unwind(AssertUnwindSafe(|| work(&task, &mut tell)));
        match worked {
            Ok(Ok(()) | Err(Error::Interrupted)) => {}
            Ok(Err(error)) => shared.tell(Finding::Failed(error.to_string())),
            Err(_) => shared.tell(Finding::Failed(
                "looking into the positions failed unexpectedly; choosing another organism or position tries again"
                    .to_owned(),
            )),
        }
    }
}

#[cfg(test)]
mod tests;
