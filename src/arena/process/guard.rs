//! Kills an engine when Eyas itself is killed.
//!
//! A *guard* is a shell that waits on a pipe with Eyas as its only writer. The pipe closes when Eyas ends for any
//! reason, including SIGKILL. The guard then kills the engine's process group, and on Linux all processes with the
//! engine's mark.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use super::mark::Mark;

/// The shell script. Its arguments are the process group and the mark. The shell runs in another group, so signals from
/// the terminal do not reach it. Processes with the mark may start others while they are killed, and one that is just
/// replaced by another program has no environment for a moment, so it searches for them for about a second.
const SCRIPT: &str = r#"
trap '' HUP INT TERM
read -r line
kill -s KILL -- "-$1"
for round in 1 2 3 4 5 6 7 8 9 10; do
    for file in $(grep -lsF -e "$2" /proc/[0-9]*/environ); do
        pid=${file#/proc/}
        kill -s KILL "${pid%/environ}"
    done
    sleep 0.1
done
"#;

/// Guards a process group until it is dropped.
pub(super) struct Guard(Child);

impl Guard {
    pub(super) fn new(group: u32, mark: &Mark) -> io::Result<Guard> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "eyas-guard", &group.to_string(), mark.text()]);
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
