//! Threads of this process, and how a computation on them is stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks a long computation to stop at the next safe point; cheap to clone and to ask.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    #[must_use]
    pub fn raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for signal handlers.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

/// The most threads that are started for one purpose, and the most games that are played at a time: far more than machines
/// have cores, and few enough for any system to start them at once.
pub const MAX_THREADS: usize = 512;

/// A pool of worker threads.
#[derive(Debug)]
pub struct ThreadPool {
    pool: rayon::ThreadPool,
}

impl ThreadPool {
    /// A pool of `threads` threads (0: one for each core).
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn new(threads: usize) -> Result<ThreadPool, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|index| format!("eyas-fitness-{index}"))
            .build()?;
        Ok(ThreadPool { pool })
    }

    /// Number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Runs `work` inside the pool, so that its parallel iterators use these threads.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }
}
