//! The process of an external engine. It is not trusted: every wait has a deadline, memory is bounded, and no process
//! is left behind.
//!
//! The pipes never block. A wait for a line polls all three pipes, so pending input is written and standard error is
//! read meanwhile. Nothing is read ahead of what is needed: if lines arrive too fast the engine waits, and memory stays
//! constant.
//!
//! The engine leads a separate process group, which Ctrl-C in the terminal does not reach. The whole group is killed
//! before its leader is reaped, because its number can be reused afterwards. On Linux, processes that left the group are
//! killed too: they are found by a mark in their environment. Elsewhere these survive.

mod conversation;
mod farewell;
mod folder;
mod lines;

use std::collections::VecDeque;
use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

pub(super) use self::conversation::Recorded;
use self::conversation::{Conversation, LineKind};
pub(super) use self::farewell::{Farewell, Leave};
pub use self::folder::Folder;
use self::folder::WorkingFolder;
use self::lines::{Lines, LongLine};
use super::{Fault, PlayerError};
use crate::engine::search::Signal;
use crate::platform::{self, GroupGuard, ProcessMark};

/// The maximum length of an engine's line, in bytes. The longest real lines, options with many choices, have a few
/// thousand.
const MAX_LINE: usize = 64 << 10;

/// The maximum size of unwritten input, in bytes. A position after a thousand moves has five thousand.
const MAX_PENDING_INPUT: usize = 256 << 10;

/// The maximum output in response to one command, in bytes. Days of analysis have a few million.
const MAX_ANSWER: u64 = 64 << 20;

/// The maximum number of recorded lines.
const MAX_RECORD: usize = 100_000;

/// The directories of Debian's engines, which may be missing in PATH.
const GAME_FOLDERS: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// How long an engine may take to exit: after `quit`, after SIGTERM, after SIGKILL.
const EXIT_TIMEOUTS: [Duration; 3] =
    [Duration::from_millis(500), Duration::from_millis(100), Duration::from_secs(5)];

/// The interval for polling whether a silent process has exited.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Only a process that was suspended waits longer than it wants by this time.
const SUSPENSION: Duration = Duration::from_secs(1);

/// The same interval while only the exit is awaited.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A running engine.
pub(super) struct Process {
    name: String,
    child: Child,
    /// The exit status of the process, once it is reaped.
    status: Option<ExitStatus>,
    /// Kills the engine if this process is killed.
    _guard: GroupGuard,
    /// The mark of all processes that the engine starts.
    mark: ProcessMark,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    /// Input that is not written yet.
    pending_input: VecDeque<u8>,
    output_lines: Lines,
    error_lines: Lines,
    conversation: Conversation,
    started: Instant,
    /// Lines and bytes received since the last command.
    lines: u64,
    bytes: u64,
    /// Bytes received on standard error since the start.
    error_bytes: u64,
    /// The lines since [`Process::record`]; `None` if they are not recorded.
    record: Option<Vec<Recorded>>,
    /// The deadline after which the pipe was read once more.
    overtime: Option<Instant>,
    /// How long this process was suspended while it waited for the engine.
    suspended: Duration,
    failed: bool,
    /// The working directory. It is dropped last, when the process is gone.
    _folder: WorkingFolder,
}

impl Process {
    /// Starts a program with its arguments; `command` contains at least the program. A bare name is searched in PATH
    /// and in Debian's directories for games. A relative path starts at the current directory of Eyas, independent of
    /// `folder`.
    pub(super) fn start(command: &[String], folder: &Folder) -> Result<Process, PlayerError> {
        let name = command.join(" ");
        let failed =
            |text: String| PlayerError { engine: name.clone(), fault: Fault::Start(text), last: Vec::new() };
        let fault = |error: io::Error| failed(format!("{error}{}", too_many_files(&error)));
        let working_folder = WorkingFolder::new(folder).map_err(fault)?;
        let mark = ProcessMark::new();
        let mut child = spawn(command, working_folder.path(), &mark)
            .map_err(|error| failed(format!("{error}{}{}", wrong_program(&error), too_many_files(&error))))?;
        let prepared = platform::unblock_pipes(&child).and_then(|()| GroupGuard::new(&child, &mark));
        let _guard = prepared.map_err(|error| {
            // Only the first error matters.
            let _ = child.kill();
            let _ = child.wait();
            mark.kill_all();
            fault(error)
        })?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        Ok(Process {
            name,
            child,
            status: None,
            _guard,
            mark,
            input,
            output,
            errors,
            pending_input: VecDeque::new(),
            output_lines: Lines::new(MAX_LINE),
            error_lines: Lines::new(MAX_LINE),
            conversation: Conversation::default(),
            started: Instant::now(),
            lines: 0,
            bytes: 0,
            error_bytes: 0,
            record: None,
            overtime: None,
            suspended: Duration::ZERO,
            failed: false,
            _folder: working_folder,
        })
    }

    /// Returns the number of lines received since the last command.
    pub(super) fn lines(&self) -> u64 {
        self.lines
    }

    /// Records all lines from now on, at most [`MAX_RECORD`].
    pub(super) fn record(&mut self) {
        self.record = Some(Vec::new());
    }

    /// Returns the recorded lines.
    pub(super) fn recorded(&self) -> &[Recorded] {
        self.record.as_deref().unwrap_or_default()
    }

    /// Returns the lines received since this number of recorded lines.
    pub(super) fn received_since(&self, first: usize) -> impl Iterator<Item = &str> {
        self.recorded().get(first..).unwrap_or_default().iter().filter_map(Recorded::output)
    }

    fn add_to_record(&mut self, line: impl FnOnce() -> Recorded) {
        if let Some(record) = self.record.as_mut().filter(|record| record.len() < MAX_RECORD) {
            record.push(line());
        }
    }

    /// Returns the number of bytes received on standard error since the start.
    pub(super) fn error_bytes(&self) -> u64 {
        self.error_bytes
    }

    /// Sends a line to the engine. Never blocks.
    pub(super) fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        (self.lines, self.bytes) = (0, 0);
        self.keep(LineKind::Input, line);
        self.add_to_record(|| Recorded::Input(line.to_owned()));
        if self.pending_input.len() + line.len() > MAX_PENDING_INPUT {
            return Err(self.fail(Fault::Deaf));
        }
        self.pending_input.extend(line.bytes().chain([b'\n']));
        self.write();
        Ok(())
    }

    /// Sends SIGINT, which is a command for some engines.
    pub(super) fn interrupt(&mut self) {
        self.keep(LineKind::Input, "SIGINT");
        self.signal(platform::interrupt_group);
    }

    /// Returns the next line, or `None` if there is none before the deadline. Output that arrived in time but was not
    /// read yet still counts.
    pub(super) fn receive(&mut self, deadline: Instant) -> Result<Option<String>, PlayerError> {
        loop {
            match self.output_lines.next() {
                Ok(Some(line)) => {
                    self.lines += 1;
                    self.keep(LineKind::Output, &line);
                    self.add_to_record(|| Recorded::Output(line.clone()));
                    return Ok(Some(line));
                }
                Ok(None) => {}
                Err(LongLine { beginning }) => {
                    self.keep(LineKind::Output, &beginning);
                    return Err(self.fail(Fault::EndlessLine(MAX_LINE)));
                }
            }
            if self.bytes > MAX_ANSWER {
                return Err(self.fail(Fault::Spam(MAX_ANSWER)));
            }
            if self.output.is_none() {
                return Err(self.ended(Fault::Mute));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                if self.overtime == Some(deadline) {
                    return Ok(None);
                }
                self.overtime = Some(deadline);
            }
            let (began, time) = (Instant::now(), left.min(POLL_INTERVAL));
            let has_output = self.wait(time);
            self.suspended +=
                Some(began.elapsed()).filter(|took| *took > time + SUSPENSION).unwrap_or_default();
            // Another process can hold the pipe open after the engine has exited.
            if !has_output && self.has_ended() {
                return Err(self.ended(Fault::Mute));
            }
        }
    }

    /// Returns how long this process was suspended while it waited. The engine could not be heard then.
    pub(super) fn suspended(&self) -> Duration {
        self.suspended
    }

    /// Receives a line as [`Process::receive`] does, but returns [`Fault::Stopped`] when `signal` has been stopped for
    /// `grace`.
    pub(super) fn receive_unless(
        &mut self,
        signal: &Signal,
        grace: Duration,
        deadline: Instant,
    ) -> Result<Option<String>, PlayerError> {
        let (mut stopped, before) = (None, self.suspended);
        loop {
            let (now, deadline) = (Instant::now(), deadline + (self.suspended - before));
            if signal.is_stopped() && now >= *stopped.get_or_insert(now) + grace {
                return Err(self.fail(Fault::Stopped));
            }
            let until = deadline.min(now + POLL_INTERVAL);
            match self.receive(until)? {
                None if until < deadline => {}
                line => return Ok(line),
            }
        }
    }

    /// Asks the engine to quit, or only closes its input, and waits at most this long for its exit. The engine cannot be used
    /// afterwards.
    pub(super) fn leave(&mut self, request: Leave, time: Duration) -> Farewell {
        let started = Instant::now();
        match request {
            // An engine that does not read its input does not exit either.
            Leave::Quit => drop(self.send("quit")),
            Leave::EndOfInput => self.input = None,
        }
        self.failed = true;
        let has_exited = self.wait_for_exit(time);
        let after = started.elapsed();
        // Its own children may end just after it.
        thread::sleep(POLL_INTERVAL);
        let leaves_processes = has_exited && self.mark.is_on_a_process();
        self.reap();
        Farewell { after, status: self.status, leaves_processes }
    }

    /// Returns an error with the engine's last lines. The engine is then terminated without a `quit`.
    pub(super) fn fail(&mut self, fault: Fault) -> PlayerError {
        self.failed = true;
        // The reason is often a message on standard error just now.
        self.read_errors();
        PlayerError { engine: self.name.clone(), fault, last: self.conversation.last() }
    }

    /// Returns an error that is not the engine's fault, without its last lines.
    pub(super) fn refuse(&mut self, fault: Fault) -> PlayerError {
        PlayerError { last: Vec::new(), ..self.fail(fault) }
    }

    /// Returns the error of an engine that did not answer: `fault`, or [`Fault::Deaf`] if it did not read its input.
    pub(super) fn fail_silent(&mut self, fault: Fault) -> PlayerError {
        let has_pending_input = !self.pending_input.is_empty();
        self.fail(if has_pending_input { Fault::Deaf } else { fault })
    }

    /// Returns the error of an engine that closed its output: its exit status, or `fault` if it still runs.
    fn ended(&mut self, fault: Fault) -> PlayerError {
        self.wait_for_exit(EXIT_TIMEOUTS[0]);
        self.reap();
        let fault = self.status.map_or(fault, Fault::Exited);
        self.fail(fault)
    }

    /// Waits until a pipe is ready or the time is over, and then writes and reads what it can. Returns whether there
    /// was output on standard output, including its end.
    fn wait(&mut self, time: Duration) -> bool {
        let input = self.input.as_ref().filter(|_| !self.pending_input.is_empty());
        if !platform::wait_for_pipes(self.output.as_ref(), self.errors.as_ref(), input, time) {
            // The caller waits again.
            return false;
        }
        self.write();
        self.read_errors();
        self.read()
    }

    /// Writes as much as the pipe accepts.
    fn write(&mut self) {
        while let (Some(pipe), false) = (&mut self.input, self.pending_input.is_empty()) {
            match pipe.write(self.pending_input.as_slices().0) {
                Ok(written) => drop(self.pending_input.drain(..written)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // The engine closed its input or exited. Its output, or the lack of it, decides the fault.
                Err(_) => self.input = None,
            }
        }
    }

    fn read(&mut self) -> bool {
        match self.output.as_mut().map(|pipe| self.output_lines.read(pipe)) {
            Some(Ok(0)) | None => self.output = None,
            Some(Ok(count)) => self.bytes += count as u64,
            Some(Err(error)) if is_temporary(&error) => return false,
            Some(Err(_)) => self.output = None,
        }
        true
    }

    fn read_errors(&mut self) {
        let Some(pipe) = &mut self.errors else { return };
        match self.error_lines.read(pipe) {
            Ok(count) if count > 0 => self.error_bytes += count as u64,
            Err(error) if is_temporary(&error) => return,
            Ok(_) | Err(_) => self.errors = None,
        }
        loop {
            match self.error_lines.next() {
                Ok(None) => return,
                Ok(Some(line)) | Err(LongLine { beginning: line }) => self.keep(LineKind::Errors, &line),
            }
        }
    }

    /// Records a line for error messages.
    fn keep(&mut self, kind: LineKind, line: &str) {
        self.conversation.keep(kind, self.started.elapsed(), line);
    }

    /// Returns whether the leader has exited, reaped or not.
    fn has_ended(&self) -> bool {
        self.status.is_some() || platform::has_ended(&self.child)
    }

    /// Waits at most this long for the exit, and discards all output meanwhile.
    fn wait_for_exit(&mut self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        while !self.has_ended() {
            if Instant::now() >= deadline {
                return false;
            }
            if self.output.is_none() && self.errors.is_none() {
                thread::sleep(EXIT_POLL_INTERVAL);
            } else {
                self.wait(EXIT_POLL_INTERVAL);
                self.output_lines.clear();
            }
        }
        true
    }

    /// Kills the rest of the group and then reaps the leader, if it has exited.
    fn reap(&mut self) {
        if self.status.is_none() && self.has_ended() {
            self.signal(platform::kill_group);
            self.status = self.child.wait().ok();
        }
    }

    /// Sends a signal to the group, if its leader is not reaped.
    fn signal(&self, send: fn(&Child)) {
        if self.status.is_none() {
            send(&self.child);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.failed && self.send("quit").is_ok() {
            self.wait_for_exit(EXIT_TIMEOUTS[0]);
        }
        if !self.has_ended() {
            self.signal(platform::terminate_group);
            self.wait_for_exit(EXIT_TIMEOUTS[1]);
        }
        self.signal(platform::kill_group);
        self.wait_for_exit(EXIT_TIMEOUTS[2]);
        self.mark.kill_all();
        self.reap();
        if self.status.is_none() {
            // The kernel has not ended the process yet, for example because it waits for a disk.
            platform::reap_later(&self.child);
        }
    }
}

/// Returns what to do if a program does not exist or is not one.
fn wrong_program(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied => {
            "; use the path of a program, or the name of a program in PATH"
        }
        _ => "",
    }
}

/// Returns what to do if this process or the system has too many open files.
fn too_many_files(error: &io::Error) -> &'static str {
    if platform::is_too_many_files(error) {
        "; run fewer engines at the same time (--concurrency), or raise the limit of open files (ulimit -n)"
    } else {
        ""
    }
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

/// Returns whether a program exists: at its path, or by its name in PATH or in Debian's directories for games.
pub(super) fn is_program(program: &str) -> bool {
    if program.contains('/') {
        return platform::is_executable(Path::new(program));
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(GAME_FOLDERS.map(PathBuf::from));
    folders.map(|folder| folder.join(program)).any(|path| platform::is_executable(&path))
}

fn spawn(command: &[String], folder: Option<&Path>, mark: &ProcessMark) -> io::Result<Child> {
    let (program, arguments) = command.split_first().ok_or(io::ErrorKind::NotFound)?;
    let spawn = |program: &Path| {
        let pipes = || Stdio::piped();
        let mut command = Command::new(program);
        mark.put_on(&mut command);
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        command.args(arguments).stdin(pipes()).stdout(pipes()).stderr(pipes());
        platform::lead_group(&mut command).spawn()
    };
    if program.contains('/') {
        return spawn(&std::path::absolute(program)?);
    }
    let is_missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    match spawn(Path::new(program)) {
        Err(error) if is_missing(&error) => {
            let games = GAME_FOLDERS.map(|folder| Path::new(folder).join(program));
            games.iter().find(|path| path.is_file()).map_or(Err(error), |path| spawn(path))
        }
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use rustix::io::Errno;

    use super::*;

    #[test]
    fn the_remedy_depends_on_why_a_program_cannot_be_started() {
        let advice = |errno: Errno| {
            let error = io::Error::from(errno);
            [wrong_program(&error), too_many_files(&error)].concat()
        };
        assert!(advice(Errno::NOENT).contains("PATH") && advice(Errno::ACCESS).contains("PATH"));
        let files = advice(Errno::MFILE);
        assert!(files.contains("ulimit -n") && !files.contains("PATH"), "{files}");
        assert_eq!(advice(Errno::NOMEM), "");
    }
}
