//! What all Unix systems share.

use std::env;
use std::fs::{File, Permissions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, WaitOptions};
use rustix::process::{getrlimit, kill_process_group, setrlimit, waitid, waitpid};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGXFSZ};
use signal_hook::iterator::Signals;

use super::system;

/// Lets the process that a command starts lead a group of its own, which Ctrl-C in the terminal does not reach.
pub fn lead_group(command: &mut Command) -> &mut Command {
    command.process_group(0)
}

/// Sends SIGINT to the group that a child leads. The child must not be reaped: its number could be used again.
pub(crate) fn interrupt_group(leader: &Child) {
    signal_group(leader, Signal::INT);
}

/// Asks the group that a child leads to end (SIGTERM). The child must not be reaped.
pub(crate) fn terminate_group(leader: &Child) {
    signal_group(leader, Signal::TERM);
}

/// Kills the group that a child leads. The child must not be reaped.
pub(crate) fn kill_group(leader: &Child) {
    signal_group(leader, Signal::KILL);
}

fn signal_group(leader: &Child, signal: Signal) {
    // Fails if the group has no process left.
    let _ = kill_process_group(Pid::from_child(leader), signal);
}

/// Returns whether a child has ended, reaped or not. Does not reap it.
pub(crate) fn has_ended(child: &Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    // An error means that it is no longer a child.
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
}

/// Reaps a child on a thread of its own, as soon as the kernel has ended it.
pub(crate) fn reap_later(child: &Child) {
    let pid = Pid::from_child(child);
    thread::spawn(move || waitpid(Some(pid), WaitOptions::empty()));
}

/// Makes our ends of a child's pipes nonblocking. The ends of the child do not change.
pub(crate) fn unblock_pipes(child: &Child) -> io::Result<()> {
    let pipes = [
        child.stdin.as_ref().map(AsFd::as_fd),
        child.stdout.as_ref().map(AsFd::as_fd),
        child.stderr.as_ref().map(AsFd::as_fd),
    ];
    Ok(pipes.into_iter().flatten().try_for_each(|pipe| ioctl_fionbio(pipe, true))?)
}

/// Waits until an output can be read or the input can be written, but at most this long. Returns whether one can. An
/// interruption by a signal counts as none.
pub(crate) fn wait_for_pipes(
    output: Option<&ChildStdout>,
    errors: Option<&ChildStderr>,
    input: Option<&ChildStdin>,
    time: Duration,
) -> bool {
    let mut pipes = Vec::with_capacity(3);
    pipes.extend(output.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
    pipes.extend(errors.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
    pipes.extend(input.map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
    let time = Timespec { tv_sec: time.as_secs() as _, tv_nsec: time.subsec_nanos() as _ };
    poll(&mut pipes, Some(&time)).is_ok_and(|ready| ready > 0)
}

/// The shell script of a [`GroupGuard`]. Its arguments are the process group and the mark. The shell runs in another
/// group, so signals from the terminal do not reach it. Processes with the mark may start others while they are killed,
/// and one that is just replaced by another program has no environment for a moment, so it searches for them for about
/// a second.
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

/// Kills an engine when Eyas itself is killed, until the guard is dropped.
///
/// It is a shell that waits on a pipe with Eyas as its only writer. The pipe closes when Eyas ends for any reason,
/// including SIGKILL. The shell then kills the engine's process group, and on Linux all processes with the engine's mark.
pub(crate) struct GroupGuard(Child);

impl GroupGuard {
    /// Guards the group that an engine leads, and the processes with its mark.
    pub(crate) fn new(leader: &Child, mark: &ProcessMark) -> io::Result<GroupGuard> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "eyas-guard", &leader.id().to_string(), &mark.0]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        lead_group(&mut command).spawn().map(GroupGuard)
    }
}

impl Drop for GroupGuard {
    fn drop(&mut self) {
        // The guard must die before its pipe closes. Otherwise it would kill the group, whose number may be in use
        // again.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The environment variable with the marks: that of the engine, after those of the engines that started this process.
const VARIABLE: &str = "EYAS_ENGINE";

/// The mark of one engine's processes. It is in the environment of the engine, which all processes inherit that it
/// starts. On Linux they are found by it, also those in a session of their own whose parent has ended.
pub(crate) struct ProcessMark(String);

impl ProcessMark {
    /// Creates a mark that no other process has.
    pub(crate) fn new() -> ProcessMark {
        let id = std::process::id();
        ProcessMark(format!("eyas-{id}-{:016x}", RandomState::new().hash_one(id)))
    }

    /// Marks the process that a command starts. The marks of this process are kept, so that a program that runs
    /// this process as an engine also finds the processes of its engines.
    pub(crate) fn put_on(&self, command: &mut Command) {
        let mut value = env::var_os(VARIABLE).unwrap_or_default();
        if !value.is_empty() {
            value.push(" ");
        }
        value.push(&self.0);
        command.env(VARIABLE, value);
    }

    /// Returns whether a running process has the mark. On systems other than Linux returns `false`.
    pub(crate) fn is_on_a_process(&self) -> bool {
        system::is_marked(self.0.as_bytes())
    }

    /// Kills all processes with the mark, until none is left. On systems other than Linux does nothing.
    pub(crate) fn kill_all(&self) {
        system::kill_marked(self.0.as_bytes());
    }
}

/// A signal that asks this program to end, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndSignal(pub i32);

impl EndSignal {
    /// The terminal was closed (SIGHUP).
    pub const HANGUP: EndSignal = EndSignal(SIGHUP);
    /// All of them: Ctrl-C (SIGINT), the request of another process (SIGTERM), and [`EndSignal::HANGUP`].
    pub const ALL: [EndSignal; 3] = [EndSignal(SIGINT), EndSignal(SIGTERM), EndSignal::HANGUP];

    /// Returns all of them, without [`EndSignal::HANGUP`] if this process was started with that ignored, as by `nohup`.
    /// Where the system does not report this, a process whose output is no terminal is assumed to ignore it.
    #[must_use]
    pub fn unignored() -> Vec<EndSignal> {
        let guess = || !(io::stdout().is_terminal() || io::stderr().is_terminal());
        let ignored = system::ignores_hangup().unwrap_or_else(guess);
        EndSignal::ALL.into_iter().filter(|signal| *signal != EndSignal::HANGUP || !ignored).collect()
    }
}

/// Calls `on_signal` on a thread of its own whenever one of the signals arrives. They no longer end the process.
///
/// # Errors
/// When the system refuses to install the handlers or to start the thread.
pub fn watch_signals(
    signals: &[EndSignal],
    mut on_signal: impl FnMut(EndSignal) + Send + 'static,
) -> io::Result<()> {
    let mut arriving = Signals::new(signals.iter().map(|signal| signal.0))?;
    let watch = move || arriving.forever().for_each(|signal| on_signal(EndSignal(signal)));
    thread::Builder::new().name("eyas-signals".to_owned()).spawn(watch).map(drop)
}

/// Calls `on_continue` on a thread of its own whenever this process goes on after it was suspended.
///
/// # Errors
/// As [`watch_signals`].
pub fn watch_continuation(mut on_continue: impl FnMut() + Send + 'static) -> io::Result<()> {
    watch_signals(&[EndSignal(SIGCONT)], move |_| on_continue())
}

/// Makes a write beyond the file size limit (`ulimit -f`) fail with an error. Without a handler the system kills the
/// process.
///
/// # Errors
/// When the system refuses to install the handler.
pub fn survive_file_size_limit() -> io::Result<()> {
    signal_hook::flag::register(SIGXFSZ, Arc::default()).map(drop)
}

/// Returns whether an error means that the terminal was closed.
pub fn is_terminal_gone(error: &io::Error) -> bool {
    matches!(Errno::from_io_error(error), Some(Errno::IO | Errno::NXIO | Errno::NOTTY))
}

/// Waits until the terminal on standard input is closed. Returns false if waiting is not possible.
pub fn wait_for_hangup() -> bool {
    let stdin = io::stdin();
    loop {
        let mut terminal = [PollFd::new(&stdin, PollFlags::empty())];
        match poll(&mut terminal, None) {
            Ok(_) => return terminal[0].revents().intersects(PollFlags::HUP | PollFlags::ERR),
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

/// Stops this process as Ctrl-Z does. Returns when it continues.
pub fn suspend() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(SIGTSTP)
}

/// Returns how many files this process may have open at the same time; `None` if there is no limit.
pub(crate) fn open_file_limit() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

/// The limit that [`raise_open_file_limit`] sets at most. Engines inherit it, and some programs close all files up to
/// their limit one by one.
const ENOUGH_FILES: u64 = 1 << 16;

/// Raises the limit of open files of this process as far as the system allows and engines can need.
pub fn raise_open_file_limit() {
    let limits = getrlimit(Resource::Nofile);
    let wanted = limits.maximum.map_or(ENOUGH_FILES, |maximum| maximum.min(ENOUGH_FILES));
    if limits.current.is_some_and(|current| current < wanted) {
        // Without more files, fewer engines can run, and their start says so.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limits });
    }
}

/// Returns whether an error means that this process or the system has too many open files.
pub(crate) fn is_too_many_files(error: &io::Error) -> bool {
    matches!(Errno::from_io_error(error), Some(Errno::MFILE | Errno::NFILE))
}

/// Returns whether an error means that a disk failed.
pub(crate) fn is_disk_error(error: &io::Error) -> bool {
    Errno::from_io_error(error) == Some(Errno::IO)
}

/// Returns whether a path is that of a file that may be executed.
pub(crate) fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

/// Returns the permissions of a new file that is not private. The umask applies.
pub(crate) fn ordinary_permissions() -> Permissions {
    Permissions::from_mode(0o666)
}

/// Opens a folder, so that it can be locked, or synced to make the names of new files durable.
pub(crate) fn open_folder(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

/// Returns the name of this machine in its network.
#[must_use]
pub fn machine_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}
