//! The workbench in a pseudo-terminal: tests press keys and read the screen.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]
#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::waiting::AT_LAST;
use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};

/// The state of the terminal and all bytes that were written to it.
pub(crate) struct Output {
    pub(crate) parser: vt100::Parser,
    pub(crate) raw: Vec<u8>,
    ignored: bool,
    /// Whether the reader thread shall end.
    closed: bool,
}

/// A running workbench.
pub(crate) struct Workbench {
    master: Box<dyn MasterPty + Send>,
    pub(crate) child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Arc<(Mutex<Output>, Condvar)>,
    reader: Option<thread::JoinHandle<()>>,
    line_settings: String,
}

/// How many of these bytes a terminal with synchronized output shows: all but a frame that has begun and not ended.
fn whole_frames(bytes: &[u8]) -> usize {
    const BEGIN: &[u8] = b"\x1b[?2026h";
    const END: &[u8] = b"\x1b[?2026l";
    let last = |mark: &[u8]| bytes.windows(mark.len()).rposition(|window| window == mark);
    match last(BEGIN) {
        Some(begin) if last(END).is_none_or(|end| end < begin) => begin,
        // The beginning itself can arrive in two parts.
        _ => bytes.len() - (1..BEGIN.len()).rev().find(|&part| bytes.ends_with(&BEGIN[..part])).unwrap_or(0),
    }
}

impl Workbench {
    /// Starts `eyas` with these arguments and environment variables in `folder`, on a terminal of `columns` × `rows`.
    pub(crate) fn open(
        folder: &Path,
        arguments: &[&str],
        variables: &[(&str, &str)],
        (columns, rows): (u16, u16),
    ) -> Workbench {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let line_settings = line_settings(&*pair.master);
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_eyas"));
        command.args(arguments);
        command.cwd(folder);
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        command.env_remove("NO_COLOR");
        command.env("LC_ALL", "C.UTF-8");
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let cells = |cells: u16| NonZero::new(cells).unwrap();
        let parser = vt100::Parser::new(cells(rows), cells(columns), 0);
        let output = Arc::new((
            Mutex::new(Output { parser, raw: Vec::new(), ignored: false, closed: false }),
            Condvar::new(),
        ));
        let mut from = pair.master.try_clone_reader().unwrap();
        let to = Arc::clone(&output);
        let reader = thread::spawn(move || {
            let mut buffer = [0; 65536];
            let mut unshown = Vec::new();
            loop {
                let read = from.read(&mut buffer).unwrap_or(0);
                // The lock is poisoned if a test has failed while it held the lock.
                let Ok(mut output) = to.0.lock() else { return };
                if output.closed {
                    return;
                }
                if output.ignored && read > 0 {
                    continue;
                }
                output.raw.extend_from_slice(&buffer[..read]);
                unshown.extend_from_slice(&buffer[..read]);
                let shown = if read == 0 { unshown.len() } else { whole_frames(&unshown) };
                output.parser.process(&unshown[..shown]);
                unshown.drain(..shown);
                to.1.notify_all();
                if read == 0 {
                    return;
                }
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Workbench { master: pair.master, child, keys, output, reader: Some(reader), line_settings }
    }

    /// The characters on the screen.
    pub(crate) fn contents(&self) -> String {
        self.read_output(|output| output.parser.screen().contents())
    }

    /// Returns what `read` returns for the terminal's output.
    pub(crate) fn read_output<T>(&self, read: impl FnOnce(&Output) -> T) -> T {
        read(&self.output.0.lock().unwrap())
    }

    /// Reads and discards all further output.
    pub(crate) fn ignore_output(&self) {
        self.output.0.lock().unwrap().ignored = true;
    }

    /// Waits until the text of the screen satisfies a condition, and returns how long that took. `what` describes the
    /// condition in the message of a failure.
    pub(crate) fn wait(&self, condition: impl Fn(&str) -> bool, what: &str) -> Duration {
        let start = Instant::now();
        let mut output = self.output.0.lock().unwrap();
        while !condition(&output.parser.screen().contents()) {
            let left = AT_LAST.saturating_sub(start.elapsed());
            assert!(!left.is_zero(), "never happened: {what}\n{}", output.parser.screen().contents());
            output = self.output.1.wait_timeout(output, left).unwrap().0;
        }
        start.elapsed()
    }

    /// Waits until the screen contains a text.
    pub(crate) fn wait_for(&self, text: &str) {
        self.wait(|screen| screen.contains(text), text);
    }

    /// Makes the terminal an empty one, as after another program.
    pub(crate) fn reset(&self) {
        let mut output = self.output.0.lock().unwrap();
        let (rows, columns) = output.parser.screen().size();
        output.parser = vt100::Parser::new(rows, columns, 0);
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, signal: Signal) {
        let id = self.child.process_id().and_then(|id| Pid::from_raw(i32::try_from(id).unwrap()));
        kill_process(id.unwrap(), signal).unwrap();
    }

    /// Presses keys, given as the bytes that a terminal sends.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Resizes the terminal.
    pub(crate) fn resize(&self, (columns, rows): (u16, u16)) {
        let cells = |cells: u16| NonZero::new(cells).unwrap();
        self.output.0.lock().unwrap().parser.screen_mut().set_size(cells(rows), cells(columns));
        self.master.resize(PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }).unwrap();
    }

    /// Closes the terminal, as a user who closes its window does, and waits for the end of the program.
    pub(crate) fn hang_up(mut self) -> ExitStatus {
        self.output.0.lock().unwrap().closed = true;
        // Output of the program wakes the reader thread, which then ends. The program may have ended already.
        let _ = self.keys.write_all(b"\x0c");
        drop(self.keys);
        drop(self.master);
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < AT_LAST, "the program did not end");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for the end of the program and asserts that the terminal is restored. Returns the exit code and the last
    /// screen.
    pub(crate) fn wait_for_exit(mut self) -> (u32, String) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < AT_LAST, "the program did not end\n{}", self.contents());
            thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(line_settings(&*self.master), self.line_settings, "raw mode is still on");
        drop(self.keys);
        drop(self.master);
        self.reader.take().unwrap().join().unwrap();
        let output = self.output.0.lock().unwrap();
        let screen = output.parser.screen();
        assert!(!screen.alternate_screen(), "the alternate screen is still on");
        assert!(!screen.hide_cursor(), "the cursor is still hidden");
        assert!(!screen.bracketed_paste(), "bracketed paste is still on");
        assert_eq!(
            screen.mouse_protocol_mode(),
            vt100::MouseProtocolMode::None,
            "the mouse is still captured"
        );
        (status.exit_code(), screen.contents())
    }
}

/// The line settings of a terminal as a text that can be compared.
fn line_settings(master: &(dyn MasterPty + Send)) -> String {
    let settings = master.get_termios().unwrap();
    format!("{:?} {:?} {:?}", settings.local_flags, settings.input_flags, settings.output_flags)
}
