//! Worker threads, and a flag that interrupts a computation on them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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

    /// Returns the flag itself, for signal handlers.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
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

/// A pool of worker threads.
#[derive(Debug)]
pub struct ThreadPool {
    pool: rayon::ThreadPool,
}

impl ThreadPool {
    /// Creates a pool of `threads` threads; 0 means one per core.
    ///
    /// # Errors
    /// Returns an error if the threads cannot be started.
    pub fn new(threads: usize) -> Result<ThreadPool, rayon::ThreadPoolBuildError> {
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
