//! An engine's process, hostile until proven otherwise: no wait without a deadline, no memory without a bound,
//! and nothing left behind.
//!
//! Three threads stand between the engine's pipes and whoever talks to it: one writes, as an engine that does not
//! read would block the writer for ever; one reads lines, one reads standard error, each into a bounded place.
//! Where lines come faster than they are taken the reader stops reading, so that the engine waits and memory stays
//! flat.
//!
//! The engine leads a process group of its own, out of reach of the terminal's Ctrl-C. Beside it runs a *guard*, a
//! shell that waits on a pipe whose only writer is Eyas: when the pipe closes, because the engine is done with or
//! because Eyas ended in whatever way, SIGKILL included, the guard kills the group. Only a process that leaves the
//! group on purpose escapes.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{EngineError, Fault};

/// The longest line that an engine may say, in bytes. The longest real ones have a few thousand.
const LONGEST: usize = 16 << 10;

/// Lines that wait to be read, and lines that wait to be written.
const QUEUE: usize = 256;

/// Lines that are kept for error messages, and the letters of each.
const LAST: (usize, usize) = (8, 200);

/// Folders in which Debian keeps engines, and which PATH may lack.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// Kills a process group: with each signal it is told, and for good when nobody can tell it any more.
const GUARD: &str = "trap '' HUP INT TERM; while read -r s; do kill -s \"$s\" -- \"-$1\"; done; \
                     kill -s KILL -- \"-$1\"";

/// How long an engine has to leave: when asked by `quit`, when told by SIGTERM, when killed.
const LEAVE: [Duration; 3] = [Duration::from_millis(500), Duration::from_millis(100), Duration::from_secs(5)];

/// How often the end of a process is looked for.
const POLL: Duration = Duration::from_millis(2);

type Last = Arc<Mutex<VecDeque<String>>>;

enum Heard {
    Line(String),
    Endless(String),
}

/// A running engine.
pub(super) struct Process {
    name: String,
    child: Child,
    guard: Option<Child>,
    input: Option<SyncSender<String>>,
    output: Option<Receiver<Heard>>,
    last: Last,
    /// Lines said since the last one that was told.
    pub(super) lines: u64,
    /// Lines taken after a deadline.
    overtime: usize,
    failed: bool,
}

impl Process {
    /// Starts the program with its arguments, at least the program. A bare name is looked for in PATH and where
    /// Debian keeps games.
    pub(super) fn start(command: &[String]) -> Result<Process, EngineError> {
        let name = command.join(" ");
        let fault = |error: io::Error| EngineError {
            engine: name.clone(),
            fault: Fault::Start(error.to_string()),
            last: Vec::new(),
        };
        let mut child = spawn(command).map_err(fault)?;
        let guard = guard(child.id()).map_err(|error| {
            // The error that matters is the guard's.
            let _ = child.kill();
            let _ = child.wait();
            fault(error)
        })?;
        let last = Last::default();
        let (input, lines_in) = mpsc::sync_channel(QUEUE);
        let (lines_out, output) = mpsc::sync_channel(QUEUE);
        if let Some(pipe) = child.stdin.take() {
            thread::spawn(move || write(pipe, &lines_in));
        }
        if let Some(pipe) = child.stdout.take() {
            let last = Arc::clone(&last);
            thread::spawn(move || read(pipe, &lines_out, &last));
        }
        if let Some(pipe) = child.stderr.take() {
            let last = Arc::clone(&last);
            thread::spawn(move || drain(pipe, &last));
        }
        Ok(Process {
            name,
            child,
            guard: Some(guard),
            input: Some(input),
            output: Some(output),
            last,
            lines: 0,
            overtime: 0,
            failed: false,
        })
    }

    /// Tells the engine a line; never waits.
    pub(super) fn send(&mut self, line: &str) -> Result<(), EngineError> {
        self.lines = 0;
        keep(&self.last, '<', line);
        match self.input.as_ref().map(|input| input.try_send(format!("{line}\n"))) {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(self.fail(Fault::Deaf)),
            // Nobody reads: it has ended, or is about to.
            Some(Err(TrySendError::Disconnected(_))) | None => Err(self.ended(Fault::Deaf)),
        }
    }

    /// The next line; `None` where there is none before the deadline. What it said in time but was not taken yet
    /// still counts, and nothing beyond that.
    pub(super) fn receive(&mut self, deadline: Instant) -> Result<Option<String>, EngineError> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.overtime = if left.is_zero() { self.overtime + 1 } else { 0 };
        if self.overtime > QUEUE {
            return Ok(None);
        }
        let heard = match &self.output {
            Some(output) => output.recv_timeout(left),
            None => Err(RecvTimeoutError::Disconnected),
        };
        match heard {
            Ok(Heard::Line(line)) => {
                self.lines += 1;
                Ok(Some(line))
            }
            Ok(Heard::Endless(_)) => Err(self.fail(Fault::EndlessLine(LONGEST))),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended(Fault::Mute)),
        }
    }

    /// An error with the engine's last lines. The engine will not be asked to leave, but made to.
    pub(super) fn fail(&mut self, fault: Fault) -> EngineError {
        self.failed = true;
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect();
        EngineError { engine: self.name.clone(), fault, last }
    }

    /// Its pipes are closed: how it ended, or `fault` where it has not.
    fn ended(&mut self, fault: Fault) -> EngineError {
        let status = wait(&mut self.child, LEAVE[0]);
        self.fail(status.map_or(fault, Fault::Exited))
    }

    /// Has the guard send a signal to the group.
    fn signal(&mut self, name: &str) {
        if let Some(pipe) = self.guard.as_mut().and_then(|guard| guard.stdin.as_mut()) {
            // A guard that is gone cannot be told; the leader is killed directly in the end.
            let _ = writeln!(pipe, "{name}");
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.failed {
            // Fails where it is deaf or has ended.
            let _ = self.send("quit");
        }
        // What it still says is of no interest, but must not hold it up: its pipes are closed.
        self.input = None;
        self.output = None;
        if self.failed || wait(&mut self.child, LEAVE[0]).is_none() {
            self.signal("TERM");
            wait(&mut self.child, LEAVE[1]);
        }
        if let Some(mut guard) = self.guard.take() {
            drop(guard.stdin.take());
            if wait(&mut guard, LEAVE[2]).is_none() {
                let _ = guard.kill();
                let _ = guard.wait();
            }
        }
        // Fails where the guard has done its duty.
        let _ = self.child.kill();
        wait(&mut self.child, LEAVE[2]);
    }
}

/// How the process ended, if it does within this time.
fn wait(child: &mut Child, time: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + time;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Err(_) => return None,
            Ok(None) if Instant::now() >= deadline => return None,
            Ok(None) => thread::sleep(POLL),
        }
    }
}

fn spawn(command: &[String]) -> io::Result<Child> {
    let (program, arguments) = command.split_first().ok_or(io::ErrorKind::NotFound)?;
    let spawn = |program: &Path| {
        let pipes = || Stdio::piped();
        let mut command = Command::new(program);
        command.args(arguments).stdin(pipes()).stdout(pipes()).stderr(pipes()).process_group(0).spawn()
    };
    let is_missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound && !program.contains('/');
    match spawn(Path::new(program)) {
        Err(error) if is_missing(&error) => {
            let games = GAMES.map(|folder| Path::new(folder).join(program));
            games.iter().find(|path| path.is_file()).map_or(Err(error), |path| spawn(path))
        }
        result => result,
    }
}

fn guard(group: u32) -> io::Result<Child> {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", GUARD, "eyas-guard", &group.to_string()]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0).spawn()
}

/// Notes a line for error messages.
fn keep(last: &Last, direction: char, line: &str) {
    let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
    if last.len() == LAST.0 {
        last.pop_front();
    }
    let visible = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let line: String = line.chars().take(LAST.1).map(visible).collect();
    last.push_back(format!("{direction} {line}"));
}

fn write(mut pipe: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

/// The next line without its end, or the beginning of one that is too long; `None` at the end.
fn line(input: &mut impl BufRead) -> Option<Heard> {
    let mut line = Vec::new();
    let count = input.take(LONGEST as u64).read_until(b'\n', &mut line).ok()?;
    let text = String::from_utf8_lossy(&line).trim_end().to_owned();
    match count {
        0 => None,
        LONGEST if !line.ends_with(b"\n") => Some(Heard::Endless(text)),
        _ => Some(Heard::Line(text)),
    }
}

/// Until the end of the output or of an endless line's patience, or until nobody listens.
fn read(pipe: impl Read, lines: &SyncSender<Heard>, last: &Last) {
    let mut input = BufReader::new(pipe);
    while let Some(heard) = line(&mut input) {
        let (Heard::Line(text) | Heard::Endless(text)) = &heard;
        keep(last, '>', text);
        let is_last = matches!(heard, Heard::Endless(_));
        if lines.send(heard).is_err() || is_last {
            return;
        }
    }
}

/// Standard error is always read, so that it never holds the engine up.
fn drain(pipe: impl Read, last: &Last) {
    let mut input = BufReader::new(pipe);
    while let Some(Heard::Line(text) | Heard::Endless(text)) = line(&mut input) {
        keep(last, '!', &text);
    }
}
