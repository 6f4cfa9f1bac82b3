//! Kills an engine when Eyas itself is killed.
//!
//! A *guard* is a shell that waits on a pipe with Eyas as its only writer. The pipe closes when Eyas ends for any
//! reason, including SIGKILL. The guard then kills the engine's process group.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// The shell script. Its argument is the process group. The shell runs in another group, so signals from the terminal
/// do not reach it.
const SCRIPT: &str = "trap '' HUP INT TERM; read -r line; kill -s KILL -- \"-$1\"";

/// Guards a process group until it is dropped.
pub(super) struct Guard(Child);

impl Guard {
    pub(super) fn new(group: u32) -> io::Result<Guard> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "eyas-guard", &group.to_string()]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        command.spawn().map(Guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // The guard must die before its pipe closes. Otherwise it would kill the group, whose number may be in use
        // again.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
