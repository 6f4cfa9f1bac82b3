//! Worker threads, and a flag that interrupts a computation on them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use memmap2::MmapMut;

/// Asks a long computation to stop at the next safe point. Cheap to clone and to query.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Requests the interrupt.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the interrupt was requested.
    #[must_use]
    pub fn raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Locks a value. A panic of another thread does not matter where every change of the value is a single push or store.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A value for whose changes threads wait. Like [`lock`], it does not mind panics.
#[derive(Debug, Default)]
pub(crate) struct Watched<T> {
    value: Mutex<T>,
    changed: Condvar,
}

impl<T> Watched<T> {
    pub(crate) fn new(value: T) -> Watched<T> {
        Watched { value: Mutex::new(value), changed: Condvar::new() }
    }

    /// Locks the value. Nobody who waits learns of a change.
    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        lock(&self.value)
    }

    /// Changes the value and wakes all threads that wait.
    pub(crate) fn change<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        let result = change(&mut self.lock());
        self.changed.notify_all();
        result
    }

    /// Waits until `find` finds something, and returns it.
    pub(crate) fn wait_for<R>(&self, mut find: impl FnMut(&mut T) -> Option<R>) -> R {
        let mut value = self.lock();
        loop {
            if let Some(found) = find(&mut value) {
                return found;
            }
            value = self.changed.wait(value).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits while the value is as `waits` says, at most for `timeout`, and locks the value.
    pub(crate) fn wait_while(
        &self,
        timeout: Duration,
        waits: impl FnMut(&mut T) -> bool,
    ) -> MutexGuard<'_, T> {
        let waited = self.changed.wait_timeout_while(self.lock(), timeout, waits);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// The maximum number of threads for one purpose, and of concurrent games: far more than machines have cores, but few
/// enough for any system to start at once.
pub const MAX_THREADS: usize = 512;

/// Returns the number of cores that this process may use; 1 if the system does not tell.
#[must_use]
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The memory that must be left for a thread to be started, in bytes. The allocator of glibc reserves 64 MiB of addresses
/// for a new thread, and any thread needs memory afterwards.
const ROOM: usize = 96 << 20;

/// The memory that a thread may use besides its stack, in bytes.
const USED: usize = 8 << 20;

/// Returns whether there is memory for one more thread.
#[must_use]
pub fn has_room() -> bool {
    MmapMut::map_anon(ROOM).is_ok()
}

/// Returns how many of `threads` threads the system can start at the same time with the memory that they need. Limits of
/// memory (`ulimit -v`) and of threads (`ulimit -u`) let it start fewer. Starts them as a trial.
#[must_use]
pub fn startable(threads: usize) -> usize {
    // The threads wait until the channel is closed.
    let (end, ended) = mpsc::channel::<()>();
    let ended = Mutex::new(ended);
    let (start, started) = mpsc::channel();
    thread::scope(|scope| {
        // Closed when all threads are started, or after a panic.
        let _end = end;
        let mut count = 0;
        while count < threads && has_room() {
            let (start, ended) = (start.clone(), &ended);
            let wait = move || {
                let memory = MmapMut::map_anon(USED);
                // The receiver lives until all threads have ended.
                let _ = start.send(memory.is_ok());
                let _ = ended.lock().map(|ended| ended.recv());
            };
            let spawned = thread::Builder::new().spawn_scoped(scope, wait);
            if spawned.is_err() || started.recv() != Ok(true) {
                break;
            }
            count += 1;
        }
        count
    })
}

/// A pool of worker threads.
#[derive(Debug)]
pub struct ThreadPool {
    pool: rayon::ThreadPool,
}

impl ThreadPool {
    /// Creates a pool of `threads` threads; 0 means one per core. It has fewer threads if the system cannot start all of
    /// them.
    ///
    /// # Errors
    /// Returns an error if no thread can be started.
    pub fn new(threads: usize) -> Result<ThreadPool, rayon::ThreadPoolBuildError> {
        let wanted = if threads == 0 { cores() } else { threads };
        let threads = startable(wanted).max(1);
        if threads < wanted {
            tracing::warn!(wanted, threads, "not all threads can be started");
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|index| format!("eyas-fitness-{index}"))
            .build()?;
        Ok(ThreadPool { pool })
    }

    /// Returns the number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Runs `work` inside the pool, so that its parallel iterators use these threads.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }
}
