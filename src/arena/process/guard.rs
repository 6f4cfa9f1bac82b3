//! What kills an engine when Eyas itself is killed.
//!
//! A *guard* is a shell that waits on a pipe whose only writer is Eyas. When the pipe closes, because Eyas ended
//! in whatever way, SIGKILL included, the guard kills the engine's process group.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// The group is the first argument. The shell is in a group of its own, which no terminal knows.
const SCRIPT: &str = "trap '' HUP INT TERM; read -r line; kill -s KILL -- \"-$1\"";

/// Guards a process group until it is dropped.
pub(super) struct Guard(Child);

impl Guard {
    pub(super) fn of(group: u32) -> io::Result<Guard> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "eyas-guard", &group.to_string()]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        command.spawn().map(Guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // Killed before its pipe closes, it does nothing: the group's number may by now be another's.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
