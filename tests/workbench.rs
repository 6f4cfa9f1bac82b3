//! The workbench in a real pseudo-terminal, from the first frame to the terminal given back.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use predicates::prelude::PredicateBooleanExt as _;

const ROWS: NonZero<u16> = NonZero::new(40).unwrap();
const COLUMNS: NonZero<u16> = NonZero::new(120).unwrap();

/// How long a wait may take before the test gives up; nothing is asserted about speed.
const PATIENCE: Duration = Duration::from_secs(240);

/// A cache of quiescence trees that all tests share, filled once.
fn cache() -> &'static Path {
    static CACHE: OnceLock<PathBuf> = OnceLock::new();
    CACHE.get_or_init(|| {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("trees");
        let folder = tempfile::tempdir().unwrap();
        let status = Command::new(env!("CARGO_BIN_EXE_eyas"))
            .args(["evolve", "--generations", "1", "--population", "2", "--json", "--session"])
            .arg(folder.path().join("warm"))
            .arg("--cache")
            .arg(&cache)
            .output()
            .unwrap();
        assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
        cache
    })
}

struct Workbench {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    raw: Arc<Mutex<Vec<u8>>>,
    reader: Option<thread::JoinHandle<()>>,
    line_settings: String,
}

impl Workbench {
    fn open(folder: &Path, arguments: &[&str]) -> Workbench {
        Workbench::open_with(folder, arguments, &[])
    }

    fn open_with(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Workbench {
        let size = PtySize { rows: ROWS.get(), cols: COLUMNS.get(), pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let line_settings = line_settings(&*pair.master);
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_eyas"));
        command.args(arguments);
        command.args(["--preset", "quick", "--cache", cache().to_str().unwrap()]);
        command.cwd(folder);
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        command.env_remove("NO_COLOR");
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(ROWS, COLUMNS, 0)));
        let raw = Arc::new(Mutex::new(Vec::new()));
        let mut output = pair.master.try_clone_reader().unwrap();
        let (to_screen, to_raw) = (Arc::clone(&screen), Arc::clone(&raw));
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = output.read(&mut buffer) {
                to_screen.lock().unwrap().process(&buffer[..read]);
                to_raw.lock().unwrap().extend_from_slice(&buffer[..read]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Workbench { master: pair.master, child, keys, screen, raw, reader: Some(reader), line_settings }
    }

    fn contents(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    fn wait(&self, wanted: impl Fn(&str) -> bool, what: &str) {
        let begun = Instant::now();
        while !wanted(&self.contents()) {
            assert!(begun.elapsed() < PATIENCE, "never came: {what}\n{}", self.contents());
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn wait_for(&self, text: &str) {
        self.wait(|screen| screen.contains(text), text);
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Waits for the end and checks that the terminal was given back; tells the exit code.
    fn ended(mut self) -> (u32, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "it never ended\n{}", self.contents());
            thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(line_settings(&*self.master), self.line_settings, "raw mode is left");
        drop(self.keys);
        drop(self.master);
        self.reader.take().unwrap().join().unwrap();
        let parser = self.screen.lock().unwrap();
        let screen = parser.screen();
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

fn generation(screen: &str) -> Option<u32> {
    let (_, rest) = screen.split_once("generation ")?;
    rest.split('/').next()?.replace(',', "").parse().ok()
}

#[test]
fn from_the_first_frame_to_quit_and_on_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Workbench::open(folder.path(), &["--seed", "3"]);
    bench.wait_for("1 Population");
    bench.wait_for("‖ paused");
    bench.wait_for("generation 0/40");
    bench.press("s");
    bench.wait_for("generation 1/40");
    bench.press("e\t\t\x150.02\r");
    bench.wait_for("0.02 per bit");
    bench.press("?rates");
    bench.wait_for("change the genetic algorithm's settings");
    bench.press("\x1b");
    bench.wait(|screen| !screen.contains("type to search"), "the help closes");
    bench.press("\x0c");
    bench.press(":step ten\r");
    // Space while the last step is still being told would pause, which it does by itself.
    bench.wait(|screen| generation(screen) == Some(11) && screen.contains("‖ paused"), "ten steps are done");
    bench.press(" ");
    bench.wait(|screen| generation(screen) > Some(13), "it runs");
    bench.press(" ");
    bench.wait(|screen| screen.contains("‖ paused") || screen.contains("✓ done"), "it pauses");
    let reached = generation(&bench.contents()).unwrap();
    bench.press("q");
    let (code, after) = bench.ended();
    assert_eq!(code, 0);
    assert!(after.contains("Saved in sessions/grandmaster-0001"), "{after}");

    let bench = Workbench::open(folder.path(), &["--session", "sessions/grandmaster-0001", "--resume"]);
    bench.wait_for(&format!("generation {reached}/40"));
    bench.wait_for("0.02 per bit");
    let mut bench = bench;
    bench.press("\x03");
    assert_eq!(bench.ended().0, 0);
}

#[test]
fn an_untouched_session_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Workbench::open(folder.path(), &[]);
    bench.wait_for("generation 0/40");
    bench.press("q");
    let (code, after) = bench.ended();
    assert_eq!(code, 0);
    assert!(!after.contains("Saved"), "{after}");
    let left = std::fs::read_dir(folder.path().join("sessions")).map_or(0, Iterator::count);
    assert_eq!(left, 0);
}

#[test]
fn sigterm_saves_and_gives_the_terminal_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Workbench::open(folder.path(), &[]);
    bench.wait_for("generation 0/40");
    bench.press("s");
    bench.wait_for("generation 1/40");
    let id = bench.child.process_id().unwrap();
    assert!(Command::new("kill").args(["-TERM", &id.to_string()]).status().unwrap().success());
    let (code, after) = bench.ended();
    assert_eq!(code, 130);
    assert!(after.contains("the session is saved"), "{after}");
    assert!(folder.path().join("sessions/grandmaster-0001").is_dir());
}

#[test]
fn ctrl_z_gives_the_terminal_back_until_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Workbench::open(folder.path(), &[]);
    bench.wait_for("generation 0/40");
    bench.press("\x1a");
    let left = |bench: &Workbench| !bench.screen.lock().unwrap().screen().alternate_screen();
    let begun = Instant::now();
    while !left(&bench) {
        assert!(begun.elapsed() < PATIENCE, "the alternate screen is left");
        thread::sleep(Duration::from_millis(10));
    }
    // It stops right after giving the terminal back; a signal to go on before that would be lost.
    let id = bench.child.process_id().unwrap();
    while left(&bench) {
        assert!(begun.elapsed() < PATIENCE, "it never came back");
        assert!(Command::new("kill").args(["-CONT", &id.to_string()]).status().unwrap().success());
        thread::sleep(Duration::from_millis(50));
    }
    bench.press("?rates");
    bench.wait_for("change the genetic algorithm's settings");
    bench.press("\x03");
    assert_eq!(bench.ended().0, 0);
}

#[test]
fn a_sessions_folder_that_cannot_be_written_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("taken"), "a file").unwrap();
    let mut bench = Workbench::open(folder.path(), &["--sessions", "taken"]);
    bench.wait_for("This does not go on");
    bench.wait_for("taken");
    bench.press("q");
    assert_eq!(bench.ended().0, 0);
}

#[test]
fn no_color_means_no_colour() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Workbench::open_with(folder.path(), &["--ascii"], &[("NO_COLOR", "1")]);
    bench.wait_for("generation 0/40");
    assert!(bench.contents().is_ascii(), "{}", bench.contents());
    bench.press("q");
    let raw = Arc::clone(&bench.raw);
    assert_eq!(bench.ended().0, 0);
    let raw = String::from_utf8_lossy(&raw.lock().unwrap()).into_owned();
    let colours = ["\x1b[38;5;", "\x1b[38;2;", "\x1b[48;5;", "\x1b[48;2;"];
    assert!(!colours.iter().any(|colour| raw.contains(colour)), "colours were set");
}

#[test]
fn flags_that_contradict_a_session_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Workbench::open(folder.path(), &["--session", "mine"]);
    bench.wait_for("generation 0/40");
    bench.press("q");
    assert_eq!(bench.ended().0, 0);
    assert!(folder.path().join("mine").is_dir(), "a session the person named is kept");
    let (code, after) = Workbench::open(folder.path(), &["--session", "mine", "--seed", "5"]).ended();
    assert_eq!(code, 2);
    assert!(after.contains("other settings than --seed"), "{after}");
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    assert_cmd::Command::cargo_bin("eyas")
        .unwrap()
        .assert()
        .code(2)
        .stderr(predicates::str::contains("needs a terminal").and(predicates::str::contains("eyas evolve")));
}
