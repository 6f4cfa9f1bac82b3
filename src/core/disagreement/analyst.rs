//! The background threads that compute the findings for a screen.
//!
//! The analyst works on the latest request and has no queue: a new request ends the work for the previous one at the
//! next safe point. Findings are never dropped; progress is overwritten. Without a request, the threads sleep.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use super::position_book::PositionBook;
use super::position_scan::{ExplainWorker, Finding, PendingCosts, ScanContext, ScanRequest, ScanWorker};
use crate::objectives::agreement::Error;
use crate::threads::{Interrupt, ThreadPool, Watched};

/// Progress: the activity, the amount done, and the total amount.
pub type Activity = (&'static str, u64, u64);

/// The findings since the last call of [`Analyst::take`].
#[derive(Debug, Default)]
pub struct Findings {
    /// All findings, in order.
    pub findings: Vec<Finding>,
    /// The progress of a long computation.
    pub progress: Option<Activity>,
}

#[derive(Default)]
struct Slot {
    request: Option<Arc<ScanRequest>>,
    /// The number of the request; increases with each request.
    number: u64,
    /// The book of the request, once the explain worker has loaded it.
    book: Option<Arc<PositionBook>>,
    /// The number of the last request that the explain worker has finished.
    explained: u64,
    /// Counterfactuals that the explain worker passes to the scan worker.
    pending: Option<PendingCosts>,
    /// While the scan worker is busy: the interrupt that is raised when other positions are requested.
    scanning: Option<Interrupt>,
    /// Raised when there is a new request.
    leave: Interrupt,
    /// Raised when other positions are requested.
    abandon: Interrupt,
    findings: Findings,
    ended: bool,
}

struct Shared {
    slot: Watched<Slot>,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Shared {
    fn report(&self, finding: Finding) {
        self.slot.lock().findings.findings.push(finding);
        (self.wake)();
    }

    fn progress(&self, activity: Activity) {
        self.slot.lock().findings.progress = Some(activity);
        (self.wake)();
    }
}

/// A request, as a worker receives it.
struct Task {
    number: u64,
    request: Arc<ScanRequest>,
    leave: Interrupt,
    abandon: Interrupt,
}

/// Changes the slot when dropped, so that the other worker does not wait forever, however the work ends.
struct OnDrop<'a, F: FnMut(&mut Slot)>(&'a Shared, F);

impl<F: FnMut(&mut Slot)> Drop for OnDrop<'_, F> {
    fn drop(&mut self) {
        self.0.slot.change(&mut self.1);
    }
}

/// Computes findings on background threads. Dropping the analyst ends the threads at the next safe point.
pub struct Analyst {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Analyst {
    /// Starts the workers. Long computations use `threads` threads (0: one for each core) and cache their trees in
    /// `cache`. The threads call `wake`, which must return quickly, whenever there are new findings. A thread that
    /// cannot be started is reported as [`Finding::Failed`].
    #[must_use]
    pub fn start(threads: usize, cache: Option<PathBuf>, wake: impl Fn() + Send + Sync + 'static) -> Analyst {
        let shared = Arc::new(Shared { slot: Watched::default(), wake: Box::new(wake) });
        let mut analyst = Analyst { shared, threads: Vec::new() };
        analyst.spawn("eyas-explain", 1, |shared, pool| {
            let mut explain_worker = ExplainWorker::default();
            run_worker(
                shared,
                |_| true,
                |task, report| {
                    let _explained = OnDrop(shared, |slot| slot.explained = task.number);
                    let mut report = |finding| {
                        if matches!(finding, Finding::PositionBook { .. }) {
                            shared.await_scan_worker();
                        }
                        report(finding);
                    };
                    let Some(book) = explain_worker.open(&task.request.positions, &mut report) else {
                        return Ok(());
                    };
                    shared.set_book(task.number, &book);
                    let pending =
                        explain_worker.explain(&book, &task.request, pool, &task.leave, &mut report)?;
                    if pending.is_some() {
                        shared.slot.lock().pending = pending;
                    }
                    Ok(())
                },
            );
        });
        analyst.spawn("eyas-scan", threads, move |shared, pool| {
            let mut scan_worker = ScanWorker::new(cache.clone());
            let progress = |activity, done, total| shared.progress((activity, done, total));
            run_worker(
                shared,
                |slot| slot.explained == slot.number,
                |task, report| {
                    let Some(book) = shared.begin_scan(task, &mut scan_worker) else { return Ok(()) };
                    let _scanned = OnDrop(shared, |slot| slot.scanning = None);
                    let mut context = ScanContext {
                        book: &book,
                        pool,
                        leave: &task.leave,
                        abandon: &task.abandon,
                        progress: &progress,
                        report,
                    };
                    scan_worker.work(&task.request, &mut context)
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
            Err(error) => {
                self.shared.report(Finding::Failed(format!("cannot analyse positions: {error}")));
            }
        }
    }

    /// Replaces the request.
    pub fn request(&self, request: ScanRequest) {
        self.shared.slot.change(|slot| {
            slot.leave.raise();
            slot.leave = Interrupt::default();
            if slot.request.as_ref().is_none_or(|older| older.positions != request.positions) {
                slot.abandon.raise();
                slot.abandon = Interrupt::default();
                slot.book = None;
            }
            slot.number += 1;
            slot.request = Some(Arc::new(request));
        });
    }

    /// Returns the findings and the progress since the last call.
    #[must_use]
    pub fn take(&self) -> Findings {
        std::mem::take(&mut self.shared.slot.lock().findings)
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        self.shared.slot.change(|slot| {
            slot.ended = true;
            slot.leave.raise();
            slot.abandon.raise();
        });
        for thread in self.threads.drain(..) {
            // The thread has already caught and reported its panics.
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// Shares the book of a request with the scan worker.
    fn set_book(&self, number: u64, book: &Arc<PositionBook>) {
        let mut slot = self.slot.lock();
        if slot.number == number {
            slot.book = Some(Arc::clone(book));
        }
    }

    /// Waits until the scan worker does not process obsolete positions. Findings do not name their positions, so all
    /// findings for the old positions must be reported before the new ones are opened.
    fn await_scan_worker(&self) {
        let is_obsolete = |slot: &Slot| slot.scanning.as_ref().is_some_and(Interrupt::raised);
        self.slot.wait_for(|slot| (!is_obsolete(slot)).then_some(()));
    }

    /// Passes pending counterfactuals to the scan worker; returns `None` if there is nothing to do.
    fn begin_scan(&self, task: &Task, scan_worker: &mut ScanWorker) -> Option<Arc<PositionBook>> {
        let mut slot = self.slot.lock();
        if task.abandon.raised() {
            return None;
        }
        slot.pending.take().into_iter().for_each(|pending| scan_worker.take_over(pending));
        let book = slot.book.clone()?;
        slot.scanning = Some(task.abandon.clone());
        Some(book)
    }

    /// Waits for a new request that satisfies `ready`; returns `None` at the end.
    fn next_task(&self, done: u64, ready: impl Fn(&Slot) -> bool) -> Option<Task> {
        self.slot.wait_for(|slot| {
            if slot.ended {
                return Some(None);
            }
            let request = slot.request.as_ref().filter(|_| slot.number != done && ready(slot))?;
            Some(Some(Task {
                number: slot.number,
                request: Arc::clone(request),
                leave: slot.leave.clone(),
                abandon: slot.abandon.clone(),
            }))
        })
    }
}

/// Processes requests until the end. Reports errors and panics, and continues with the next request after either.
fn run_worker(
    shared: &Shared,
    ready: impl Fn(&Slot) -> bool,
    mut work: impl FnMut(&Task, &mut dyn FnMut(Finding)) -> Result<(), Error>,
) {
    let mut done = 0;
    while let Some(task) = shared.next_task(done, &ready) {
        done = task.number;
        let mut report = |finding| shared.report(finding);
        let result = catch_unwind(AssertUnwindSafe(|| work(&task, &mut report)));
        match result {
            Ok(Ok(()) | Err(Error::Interrupted)) => {}
            Ok(Err(error)) => shared.report(Finding::Failed(error.to_string())),
            Err(_) => shared.report(Finding::Failed(
                "internal error in the analysis of positions; select another organism or position to try again"
                    .to_owned(),
            )),
        }
    }
}

#[cfg(test)]
mod tests;
