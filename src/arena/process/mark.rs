//! Processes that an engine started and that left its process group.
//!
//! An engine has a mark in its environment, which all processes inherit that it starts. On Linux they are found by it,
//! also those in a session of their own whose parent has ended.

use std::env;
use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};

/// The environment variable with the marks: that of the engine, after those of the engines that started this process.
pub(super) const VARIABLE: &str = "EYAS_ENGINE";

/// The mark of one engine's processes.
pub(super) struct Mark(String);

impl Mark {
    /// Creates a mark that no other process has.
    pub(super) fn new() -> Mark {
        let id = std::process::id();
        Mark(format!("eyas-{id}-{:016x}", RandomState::new().hash_one(id)))
    }

    /// Returns the mark as text.
    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// Returns the value of [`VARIABLE`] for the engine. It contains the marks of this process, so that whoever started
    /// this process as an engine also finds the processes of its engines.
    pub(super) fn value(&self) -> OsString {
        let mut value = env::var_os(VARIABLE).unwrap_or_default();
        if !value.is_empty() {
            value.push(" ");
        }
        value.push(&self.0);
        value
    }

    /// Kills all processes with the mark, until none is left. On systems other than Linux does nothing.
    pub(super) fn kill_all(&self) {
        #[cfg(target_os = "linux")]
        linux::kill_all(self.0.as_bytes());
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::{self, File};
    use std::io::Read;
    use std::path::Path;
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

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
    pub(super) fn kill_all(mark: &[u8]) {
        let deadline = Instant::now() + TIMEOUT;
        let mut quiet = 0;
        while quiet < 2 && Instant::now() < deadline {
            quiet = if kill_found(mark) { 0 } else { quiet + 1 };
            thread::sleep(INTERVAL);
        }
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

    #[cfg(test)]
    mod tests {
        use std::os::unix::process::CommandExt;
        use std::process::{Command, Stdio};

        use super::super::{Mark, VARIABLE};
        use super::*;

        /// Processes that replace themselves again and again are found, whenever the search meets them.
        #[test]
        fn processes_within_exec_are_killed() {
            for _ in 0..20 {
                let mark = Mark::new();
                let mut command = Command::new("/bin/sh");
                command.args(["-c", r#"exec /bin/sh -c "$0" "$0""#, r#"exec /bin/sh -c "$0" "$0""#]);
                command.env(VARIABLE, mark.value()).stdin(Stdio::null()).process_group(0);
                let mut child = command.spawn().unwrap();
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
    }
}
