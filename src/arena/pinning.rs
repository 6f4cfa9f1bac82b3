//! Keeping a board on one core: the scheduler then moves neither its players nor what their caches hold.

/// Binds the calling thread, and the processes that it starts from now on, to one of the cores that it may use. Boards with
/// numbers that follow each other get different cores while there are any. What the system does not let itself be asked
/// (elsewhere than on Linux) is left as it is.
#[cfg(target_os = "linux")]
pub(super) fn pin(board: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let Ok(allowed) = sched_getaffinity(None) else { return };
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core)).collect();
    let Some(core) = cores.get(board % cores.len().max(1)) else { return };
    let mut one = CpuSet::new();
    one.set(*core);
    // Refused, the board is where the scheduler wants it.
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
    fn a_thread_is_bound_to_one_core_and_neighbours_to_different_ones() {
        let core = |board: usize| {
            let bound = move || {
                pin(board);
                let set = sched_getaffinity(None).unwrap();
                (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect::<Vec<_>>()
            };
            thread::spawn(bound).join().unwrap()
        };
        let cores = thread::available_parallelism().unwrap().get();
        let (first, second) = (core(0), core(1));
        assert_eq!((first.len(), second.len()), (1, 1));
        assert_eq!(first == second, cores == 1);
        assert_eq!(core(cores), first, "more boards than cores share them");
    }
}
