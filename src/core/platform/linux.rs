//! What only Linux has: processes that are found by their environment, pinned threads, large pages.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use memmap2::{Advice, MmapRaw};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use signal_hook::consts::SIGHUP;

/// Whether the system reports that a written file was closed.
pub(crate) const REPORTS_CLOSED_FILES: bool = true;

/// How long processes may take to end after SIGKILL.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The time between two searches for processes.
const INTERVAL: Duration = Duration::from_millis(1);

/// The largest environment that is searched, in bytes: more than the system allows by default.
const LARGEST: u64 = 16 << 20;

/// The flag of a kernel thread in `/proc/PID/stat` (`PF_KTHREAD`).
const KERNEL_THREAD: u64 = 0x0020_0000;

/// What is known about a process.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Marked,
    Unmarked,
    /// The process is being replaced by another program, whose environment is not there yet.
    Unknown,
}

/// Kills all processes with a mark. A process may start others meanwhile, so the search is repeated until it finds
/// none twice in a row: within `execve` there is an instant at which an environment looks empty.
pub(super) fn kill_marked(mark: &[u8]) {
    let deadline = Instant::now() + TIMEOUT;
    let mut quiet = 0;
    while quiet < 2 && Instant::now() < deadline {
        quiet = if kill_found(mark) { 0 } else { quiet + 1 };
        thread::sleep(INTERVAL);
    }
}

/// Returns whether a running process has a mark.
pub(super) fn is_marked(mark: &[u8]) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.into_iter().any(|process| examine(&process.path(), mark) == Found::Marked)
}

/// Kills the processes with a mark that exist now. Returns whether there were any or there may be.
fn kill_found(mark: &[u8]) -> bool {
    let Ok(processes) = fs::read_dir("/proc") else { return false };
    let mut again = false;
    for process in processes.flatten() {
        let name = process.file_name();
        let Some(pid) = name.to_str().and_then(|name| Pid::from_raw(name.parse().ok()?)) else {
            continue;
        };
        // The handle is opened first: it keeps referring to the process that is then examined, although the number
        // may be used again.
        let handle = pidfd_open(pid, PidfdFlags::empty());
        let found = examine(&process.path(), mark);
        again |= found != Found::Unmarked;
        if found == Found::Marked {
            // Fails if the process has ended.
            let _ = match handle {
                Ok(handle) => pidfd_send_signal(&handle, Signal::KILL),
                // Linux before 5.3.
                Err(_) => kill_process(pid, Signal::KILL),
            };
        }
    }
    again
}

/// Returns whether a process has a mark. Those of other users cannot be read, and ended ones have no environment.
fn examine(process: &Path, mark: &[u8]) -> Found {
    let mut environment = Vec::new();
    let read =
        File::open(process.join("environ")).map(|file| file.take(LARGEST).read_to_end(&mut environment));
    match read {
        Err(_) => Found::Unmarked,
        Ok(_) if environment.is_empty() && is_in_exec(process) => Found::Unknown,
        Ok(_) if environment.windows(mark.len()).any(|part| part == mark) => Found::Marked,
        Ok(_) => Found::Unmarked,
    }
}

/// Returns whether a process is within `execve`: it has a new address space, but no environment in it yet. That of a
/// process which was started without any environment is also empty, but has an address (`proc(5)`, `env_start`).
fn is_in_exec(process: &Path) -> bool {
    let Ok(stat) = fs::read_to_string(process.join("stat")) else { return false };
    // The second field, the name, is in parentheses and may contain any character.
    let Some((_, fields)) = stat.rsplit_once(')') else { return false };
    let fields: Vec<&str> = fields.split_ascii_whitespace().collect();
    // Counted from the third field: the state, `flags` (9) and `env_start` (50).
    let [Some(state), Some(flags), Some(start)] = [0, 6, 47].map(|index| fields.get(index)) else {
        return false;
    };
    let is_kernel_thread = flags.parse().is_ok_and(|flags: u64| flags & KERNEL_THREAD != 0);
    !matches!(*state, "Z" | "X") && !is_kernel_thread && *start == "0"
}

/// Pins the calling thread, and the processes that it starts later, to one of the available cores. Consecutive indices
/// get different cores until all are in use. The scheduler then does not move them, and their caches stay warm.
pub(crate) fn pin_to_core(index: usize) {
    let Ok(allowed) = sched_getaffinity(None) else { return };
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core)).collect();
    let Some(core) = cores.get(index % cores.len().max(1)) else { return };
    let mut one = CpuSet::new();
    one.set(*core);
    // On failure the scheduler keeps the choice.
    let _ = sched_setaffinity(None, &one);
}

/// Requests large pages for memory, if the system supports them. They only affect speed. Miri has no such request.
pub(crate) fn prefer_large_pages(memory: &MmapRaw) {
    if !cfg!(miri) {
        let _ = memory.advise(Advice::HugePage);
    }
}

/// Returns whether this process was started with SIGHUP ignored; `None` if the system does not report it.
pub(super) fn ignores_hangup() -> Option<bool> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    Some(u64::from_str_radix(mask.trim(), 16).ok()? >> (SIGHUP - 1) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;
    use crate::platform::{ProcessMark, lead_group};

    /// Processes that replace themselves again and again are found, whenever the search meets them.
    #[test]
    fn processes_within_exec_are_killed() {
        for _ in 0..20 {
            let mark = ProcessMark::new();
            let mut command = Command::new("/bin/sh");
            command.args(["-c", r#"exec /bin/sh -c "$0" "$0""#, r#"exec /bin/sh -c "$0" "$0""#]);
            mark.put_on(command.stdin(Stdio::null()));
            let mut child = lead_group(&mut command).spawn().unwrap();
            thread::sleep(Duration::from_millis(3));
            mark.kill_all();
            let deadline = Instant::now() + TIMEOUT;
            let ended = loop {
                match child.try_wait().unwrap() {
                    Some(_) => break true,
                    None if Instant::now() > deadline => break false,
                    None => thread::sleep(INTERVAL),
                }
            };
            child.kill().unwrap();
            child.wait().unwrap();
            assert!(ended, "the process was not found");
        }
    }

    #[test]
    fn an_empty_environment_is_not_waited_for() {
        let mut command = Command::new("/bin/sleep");
        let mut child = command.arg("60").env_clear().spawn().unwrap();
        let process = format!("/proc/{}", child.id());
        let deadline = Instant::now() + TIMEOUT;
        while is_in_exec(Path::new(&process)) && Instant::now() < deadline {
            thread::sleep(INTERVAL);
        }
        let found = examine(Path::new(&process), b"eyas-mark");
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(found == Found::Unmarked);
    }

    #[test]
    fn threads_are_pinned_to_different_cores() {
        let core = |index: usize| {
            let pinned = move || {
                pin_to_core(index);
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
