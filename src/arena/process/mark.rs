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

    /// Kills all processes with a mark. A process may start others meanwhile, so the search is repeated until it finds
    /// none.
    pub(super) fn kill_all(mark: &[u8]) {
        let deadline = Instant::now() + TIMEOUT;
        while kill_found(mark) && Instant::now() < deadline {
            thread::sleep(INTERVAL);
        }
    }

    /// Kills the processes with a mark that exist now. Returns whether there were any.
    fn kill_found(mark: &[u8]) -> bool {
        let Ok(processes) = fs::read_dir("/proc") else { return false };
        let mut found = false;
        for process in processes.flatten() {
            let name = process.file_name();
            let Some(pid) = name.to_str().and_then(|name| Pid::from_raw(name.parse().ok()?)) else {
                continue;
            };
            // The handle is opened first: it keeps referring to the process that is then examined, although the number
            // may be used again.
            let handle = pidfd_open(pid, PidfdFlags::empty());
            if !has_mark(&process.path(), mark) {
                continue;
            }
            found = true;
            // Fails if the process has ended.
            let _ = match handle {
                Ok(handle) => pidfd_send_signal(&handle, Signal::KILL),
                // Linux before 5.3.
                Err(_) => kill_process(pid, Signal::KILL),
            };
        }
        found
    }

    /// Returns whether a process has a mark. Those of other users cannot be read, and ended ones have no environment.
    fn has_mark(process: &Path, mark: &[u8]) -> bool {
        let mut environment = Vec::new();
        let read =
            File::open(process.join("environ")).map(|file| file.take(LARGEST).read_to_end(&mut environment));
        read.is_ok() && environment.windows(mark.len()).any(|part| part == mark)
    }
}
