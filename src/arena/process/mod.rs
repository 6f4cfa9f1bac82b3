//! An engine's process, hostile until proven otherwise: no wait without a deadline, no memory without a bound,
//! and nothing left behind.
//!
//! Its pipes never block: whoever waits for a line waits for all three at once, so that what the engine was told
//! goes on being written and its standard error goes on being read meanwhile. Nothing is read ahead of what is
//! waited for: where lines come faster than they are taken the engine waits, and memory stays flat.
//!
//! The engine leads a process group of its own, out of reach of the terminal's Ctrl-C. All of the group is killed
//! before its leader is reaped, as the group's number may be given to others afterwards. Only a process that
//! leaves the group on purpose escapes.

mod conversation;
mod folder;
mod guard;
mod lines;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::process::{Pid, Signal as ProcessSignal, WaitId, WaitIdOptions};

use self::conversation::{Conversation, Speech};
pub use self::folder::Folder;
use self::folder::Place;
use self::guard::Guard;
use self::lines::{Lines, LongLine};
use super::{Fault, PlayerError};
use crate::engine::search::Signal;

/// The longest line that an engine may say, in bytes. The longest real ones, options of many choices, have a few
/// thousand.
const LONGEST: usize = 64 << 10;

/// Bytes that may wait to be written. A position after a thousand moves has five thousand.
const UNREAD: usize = 256 << 10;

/// Bytes that an engine may say in answer to one thing it is told. Days of analysis have a few million.
const MOST_SAID: u64 = 64 << 20;

/// Folders in which Debian keeps engines, and which PATH may lack.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// How long an engine has to leave: when asked by `quit`, when told by SIGTERM, when killed.
const LEAVE: [Duration; 3] = [Duration::from_millis(500), Duration::from_millis(100), Duration::from_secs(5)];

/// How often it is looked whether a process ended whose pipes say nothing.
const LOOK: Duration = Duration::from_millis(20);

/// The same while nothing but its end is waited for.
const LOOK_CLOSELY: Duration = Duration::from_millis(1);

/// A running engine.
pub(super) struct Process {
    name: String,
    child: Child,
    /// How the process ended, once it is reaped.
    status: Option<ExitStatus>,
    guard: Option<Guard>,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    /// Told, but not yet read by it.
    unread: VecDeque<u8>,
    said: Lines,
    complained: Lines,
    conversation: Conversation,
    started: Instant,
    /// Lines and bytes said since it was last told anything.
    lines: u64,
    bytes: u64,
    /// The deadline after which what came in time was read.
    overtime: Option<Instant>,
    failed: bool,
    /// Where it runs. Let go last, when the process is gone.
    _place: Place,
}

impl Process {
    /// Starts the program with its arguments, at least the program. A bare name is looked for in PATH and where
    /// Debian keeps games; a path begins where Eyas is, wherever the program is to run.
    pub(super) fn start(command: &[String], folder: &Folder) -> Result<Process, PlayerError> {
        let name = command.join(" ");
        let fault = |error: io::Error| PlayerError {
            engine: name.clone(),
            fault: Fault::Start(error.to_string()),
            last: Vec::new(),
        };
        let place = Place::of(folder).map_err(fault)?;
        let mut child = spawn(command, place.path()).map_err(fault)?;
        let prepared = prepare(&child).and_then(|()| Guard::of(child.id()));
        let guard = prepared.map_err(|error| {
            // The error that matters is the other one.
            let _ = child.kill();
            let _ = child.wait();
            fault(error)
        })?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        Ok(Process {
            name,
            child,
            status: None,
            guard: Some(guard),
            input,
            output,
            errors,
            unread: VecDeque::new(),
            said: Lines::new(LONGEST),
            complained: Lines::new(LONGEST),
            conversation: Conversation::default(),
            started: Instant::now(),
            lines: 0,
            bytes: 0,
            overtime: None,
            failed: false,
            _place: place,
        })
    }

    /// Lines said since it was last told anything.
    pub(super) fn lines(&self) -> u64 {
        self.lines
    }

    /// Tells the engine a line; never waits.
    pub(super) fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        (self.lines, self.bytes) = (0, 0);
        self.keep(Speech::Told, line);
        if self.unread.len() + line.len() > UNREAD {
            return Err(self.fail(Fault::Deaf));
        }
        self.unread.extend(line.bytes().chain([b'\n']));
        self.write();
        Ok(())
    }

    /// Sends the engine the signal of Ctrl-C, which for some is a command.
    pub(super) fn interrupt(&mut self) {
        self.keep(Speech::Told, "SIGINT");
        self.signal(ProcessSignal::INT);
    }

    /// The next line; `None` where there is none before the deadline. What it said in time but was not taken yet
    /// still counts, and nothing beyond that.
    pub(super) fn receive(&mut self, deadline: Instant) -> Result<Option<String>, PlayerError> {
        loop {
            match self.said.next() {
                Ok(Some(line)) => {
                    self.lines += 1;
                    self.keep(Speech::Said, &line);
                    return Ok(Some(line));
                }
                Ok(None) => {}
                Err(LongLine { beginning }) => {
                    self.keep(Speech::Said, &beginning);
                    return Err(self.fail(Fault::EndlessLine(LONGEST)));
                }
            }
            if self.bytes > MOST_SAID {
                return Err(self.fail(Fault::Spam(MOST_SAID)));
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
            let heard = self.wait(left.min(LOOK));
            // Somebody else may hold its output open when it has ended.
            if !heard && self.has_ended() {
                return Err(self.ended(Fault::Mute));
            }
        }
    }

    /// As [`Process::receive`], but ends with [`Fault::Stopped`] when `signal` has been stopped for `grace`.
    pub(super) fn receive_unless(
        &mut self,
        signal: &Signal,
        grace: Duration,
        deadline: Instant,
    ) -> Result<Option<String>, PlayerError> {
        let mut stopped = None;
        loop {
            let now = Instant::now();
            if signal.is_stopped() && now >= *stopped.get_or_insert(now) + grace {
                return Err(self.fail(Fault::Stopped));
            }
            let look = deadline.min(now + LOOK);
            match self.receive(look)? {
                None if look < deadline => {}
                line => return Ok(line),
            }
        }
    }

    /// An error with the engine's last lines. The engine will not be asked to leave, but made to.
    pub(super) fn fail(&mut self, fault: Fault) -> PlayerError {
        self.failed = true;
        // What it complained about is often the reason, and was said just now.
        self.read_errors();
        PlayerError { engine: self.name.clone(), fault, last: self.conversation.last() }
    }

    /// The fault of an engine that did not answer: `fault`, or that it did not even hear.
    pub(super) fn fail_silent(&mut self, fault: Fault) -> PlayerError {
        let is_deaf = !self.unread.is_empty();
        self.fail(if is_deaf { Fault::Deaf } else { fault })
    }

    /// It says nothing more: how it ended, or `fault` where it has not.
    fn ended(&mut self, fault: Fault) -> PlayerError {
        self.linger(LEAVE[0]);
        self.reap();
        let fault = self.status.map_or(fault, Fault::Exited);
        self.fail(fault)
    }

    /// Waits until a pipe is ready, or this long, and then writes and reads what it can. Whether anything was
    /// heard on standard output, its end included.
    fn wait(&mut self, time: Duration) -> bool {
        let mut pipes = Vec::with_capacity(3);
        if let Some(pipe) = &self.output {
            pipes.push(PollFd::new(pipe, PollFlags::IN));
        }
        if let Some(pipe) = &self.errors {
            pipes.push(PollFd::new(pipe, PollFlags::IN));
        }
        if let Some(pipe) = self.input.as_ref().filter(|_| !self.unread.is_empty()) {
            pipes.push(PollFd::new(pipe, PollFlags::OUT));
        }
        let time = Timespec { tv_sec: time.as_secs() as _, tv_nsec: time.subsec_nanos() as _ };
        // Interrupted by a signal, it is as if nothing was heard; whoever waits comes again.
        let ready = rustix::event::poll(&mut pipes, Some(&time)).unwrap_or(0);
        if ready == 0 {
            return false;
        }
        self.write();
        self.read_errors();
        self.read()
    }

    /// Writes what its pipe takes.
    fn write(&mut self) {
        while let (Some(pipe), false) = (&mut self.input, self.unread.is_empty()) {
            match pipe.write(self.unread.as_slices().0) {
                Ok(written) => drop(self.unread.drain(..written)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // It closed its input, or ended: what it says, or does not, decides.
                Err(_) => self.input = None,
            }
        }
    }

    fn read(&mut self) -> bool {
        match self.output.as_mut().map(|pipe| self.said.read(pipe)) {
            Some(Ok(0)) | None => self.output = None,
            Some(Ok(count)) => self.bytes += count as u64,
            Some(Err(error)) if is_for_later(&error) => return false,
            Some(Err(_)) => self.output = None,
        }
        true
    }

    fn read_errors(&mut self) {
        let Some(pipe) = &mut self.errors else { return };
        match self.complained.read(pipe) {
            Ok(count) if count > 0 => {}
            Err(error) if is_for_later(&error) => return,
            Ok(_) | Err(_) => self.errors = None,
        }
        loop {
            match self.complained.next() {
                Ok(None) => return,
                Ok(Some(line)) | Err(LongLine { beginning: line }) => self.keep(Speech::Complained, &line),
            }
        }
    }

    /// Notes a line for error messages.
    fn keep(&mut self, speech: Speech, line: &str) {
        self.conversation.keep(speech, self.started.elapsed(), line);
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Whether the leader has ended, reaped or not.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        // An error says that it is no child any more.
        self.status.is_some()
            || !matches!(rustix::process::waitid(WaitId::Pid(self.pid()), options), Ok(None))
    }

    /// Waits this long for the end. What it still says does not hold it up, and is of no interest.
    fn linger(&mut self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        while !self.has_ended() {
            if Instant::now() >= deadline {
                return false;
            }
            if self.output.is_none() && self.errors.is_none() {
                thread::sleep(LOOK_CLOSELY);
            } else {
                self.wait(LOOK_CLOSELY);
                self.said.clear();
            }
        }
        true
    }

    /// Kills what is left of the group, and then reaps the leader where it has ended.
    fn reap(&mut self) {
        if self.status.is_none() && self.has_ended() {
            self.signal(ProcessSignal::KILL);
            self.status = self.child.wait().ok();
        }
    }

    fn signal(&self, signal: ProcessSignal) {
        if self.status.is_none() {
            // Fails where nobody is left in the group.
            let _ = rustix::process::kill_process_group(self.pid(), signal);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.failed && self.send("quit").is_ok() {
            self.linger(LEAVE[0]);
        }
        if !self.has_ended() {
            self.signal(ProcessSignal::TERM);
            self.linger(LEAVE[1]);
        }
        self.signal(ProcessSignal::KILL);
        self.linger(LEAVE[2]);
        self.reap();
        if self.status.is_none() {
            // The kernel does not let it go yet, as when it waits for a disk. Somebody must be there when it does.
            let pid = self.pid();
            thread::spawn(move || rustix::process::waitpid(Some(pid), rustix::process::WaitOptions::empty()));
        }
        self.guard = None;
    }
}

fn is_for_later(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

fn spawn(command: &[String], folder: Option<&Path>) -> io::Result<Child> {
    let (program, arguments) = command.split_first().ok_or(io::ErrorKind::NotFound)?;
    let spawn = |program: &Path| {
        let pipes = || Stdio::piped();
        let mut command = Command::new(program);
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        command.args(arguments).stdin(pipes()).stdout(pipes()).stderr(pipes()).process_group(0).spawn()
    };
    if program.contains('/') {
        return spawn(&std::path::absolute(program)?);
    }
    let is_missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    match spawn(Path::new(program)) {
        Err(error) if is_missing(&error) => {
            let games = GAMES.map(|folder| Path::new(folder).join(program));
            games.iter().find(|path| path.is_file()).map_or(Err(error), |path| spawn(path))
        }
        result => result,
    }
}

/// Has no pipe of the child block; the child's own ends stay as they are.
fn prepare(child: &Child) -> io::Result<()> {
    let nonblocking = |result: Result<(), Errno>| result.map_err(io::Error::from);
    if let Some(pipe) = &child.stdin {
        nonblocking(rustix::io::ioctl_fionbio(pipe, true))?;
    }
    if let Some(pipe) = &child.stdout {
        nonblocking(rustix::io::ioctl_fionbio(pipe, true))?;
    }
    if let Some(pipe) = &child.stderr {
        nonblocking(rustix::io::ioctl_fionbio(pipe, true))?;
    }
    Ok(())
}
