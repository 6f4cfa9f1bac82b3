//! Pins each board to one core. The scheduler then does not move its players, and their caches stay warm.

/// Pins the calling thread, and the processes that it starts later, to one of the available cores. Consecutive boards
/// get different cores until all are in use. Does nothing on systems other than Linux.
#[cfg(target_os = "linux")]
pub(super) fn pin(board: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let Ok(allowed) = sched_getaffinity(None) else { return };
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core)).collect();
    let Some(core) = cores.get(board % cores.len().max(1)) else { return };
    let mut one = CpuSet::new();
    one.set(*core);
    // On failure the scheduler keeps the choice.
    let _ = sched_setaffinity(None, &one);
}

#[cfg(not(target_os = "linux"))]
pub(super) fn pin(_: usize) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::thread;

    use rustix::thread::{CpuSet, sched_getaffinity};

    use super::*;

    #[test]
    fn threads_are_pinned_to_different_cores() {
        let core = |board: usize| {
            let pinned = move || {
                pin(board);
                let set = sched_getaffinity(None).unwrap();
                (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect::<Vec<_>>()
            };
            thread::spawn(pinned).join().unwrap()
        };
        let cores = thread::available_parallelism().unwrap().get();
        let (first, second) = (core(0), core(1));
        assert_eq!((first.len(), second.len()), (1, 1));
        assert_eq!(first == second, cores == 1);
        assert_eq!(core(cores), first, "more boards than cores share them");
    }
}
