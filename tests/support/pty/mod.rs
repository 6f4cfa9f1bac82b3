//! The workbench in a real pseudo-terminal: keys in, a screen of cells out.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]
#![allow(dead_code, reason = "each of its users needs another part")]

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::waiting::AT_LAST;
use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// What the terminal shows, and all that was written to it.
pub(crate) struct Output {
    pub(crate) parser: vt100::Parser,
    pub(crate) raw: Vec<u8>,
    ignored: bool,
    /// Whether the reader is to let go of the terminal.
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

impl Workbench {
    /// Opens `eyas` with these arguments in `folder`, on a terminal of `columns` × `rows`.
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
            while let Ok(read @ 1..) = from.read(&mut buffer) {
                // A test that failed while it held the screen has said why.
                let Ok(mut output) = to.0.lock() else { return };
                if output.closed {
                    return;
                }
                if output.ignored {
                    continue;
                }
                output.parser.process(&buffer[..read]);
                output.raw.extend_from_slice(&buffer[..read]);
                to.1.notify_all();
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Workbench { master: pair.master, child, keys, output, reader: Some(reader), line_settings }
    }

    /// The characters on the screen.
    pub(crate) fn contents(&self) -> String {
        self.look(|output| output.parser.screen().contents())
    }

    /// Looks at the screen, or at what was written.
    pub(crate) fn look<T>(&self, at: impl FnOnce(&Output) -> T) -> T {
        at(&self.output.0.lock().unwrap())
    }

    /// From now on reads what is written and forgets it.
    pub(crate) fn ignore_output(&self) {
        self.output.0.lock().unwrap().ignored = true;
    }

    /// Waits for what is wanted on the screen; how long that took.
    pub(crate) fn wait(&self, wanted: impl Fn(&str) -> bool, what: &str) -> Duration {
        let begun = Instant::now();
        let mut output = self.output.0.lock().unwrap();
        while !wanted(&output.parser.screen().contents()) {
            let left = AT_LAST.saturating_sub(begun.elapsed());
            assert!(!left.is_zero(), "never came: {what}\n{}", output.parser.screen().contents());
            output = self.output.1.wait_timeout(output, left).unwrap().0;
        }
        begun.elapsed()
    }

    /// Waits for a text on the screen.
    pub(crate) fn wait_for(&self, text: &str) {
        self.wait(|screen| screen.contains(text), text);
    }

    /// Presses keys, given as a terminal sends them.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Gives the terminal another size.
    pub(crate) fn resize(&self, (columns, rows): (u16, u16)) {
        let cells = |cells: u16| NonZero::new(cells).unwrap();
        self.output.0.lock().unwrap().parser.screen_mut().set_size(cells(rows), cells(columns));
        self.master.resize(PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }).unwrap();
    }

    /// Closes the terminal, as a person who closes its window does, and waits for the end.
    pub(crate) fn hang_up(mut self) -> ExitStatus {
        self.output.0.lock().unwrap().closed = true;
        // What is written now makes the reader let go; the program may have ended before.
        let _ = self.keys.write_all(b"\x0c");
        drop(self.keys);
        drop(self.master);
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begun.elapsed() < AT_LAST, "it never ended");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for the end and checks that the terminal was given back; tells the exit code and the last screen.
    pub(crate) fn ended(mut self) -> (u32, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < AT_LAST, "it never ended\n{}", self.contents());
            thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(line_settings(&*self.master), self.line_settings, "raw mode is left");
        drop(self.keys);
        drop(self.master);
        self.reader.take().unwrap().join().unwrap();
        let output = self.output.0.lock().unwrap();
        let screen = output.parser.screen();
        assert!(!screen.alternate_screen(), "the alternate screen is left");
        assert!(!screen.hide_cursor(), "the cursor is shown");
        assert!(!screen.bracketed_paste(), "bracketed paste is off");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is given back");
        (status.exit_code(), screen.contents())
    }
}

/// The terminal's line settings, to be compared.
fn line_settings(master: &(dyn MasterPty + Send)) -> String {
    let settings = master.get_termios().unwrap();
    format!("{:?} {:?} {:?}", settings.local_flags, settings.input_flags, settings.output_flags)
}
