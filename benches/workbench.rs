//! Measures the latency and the processor time of the workbench, and prints them as Markdown:
//! `cargo bench --bench workbench`, or only some parts: `cargo bench --bench workbench -- idle slowdown`.
//!
//! The binary runs in a pseudo-terminal of 200 × 60. A *frame* is complete when the terminal's screen shows the effect
//! of the key, so that the figures include the program's writing and the terminal's reading. Meanwhile an evolution
//! runs on all cores.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up shall fail")]
#![allow(clippy::print_stdout, reason = "a benchmark prints its result")]

#[path = "../tests/support/pty/mod.rs"]
mod pty;
#[path = "../tests/support/waiting/mod.rs"]
mod waiting;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use pty::Workbench;

const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/trees");
const SIZE: (u16, u16) = (200, 60);
/// The number of times that the workbench is opened.
const OPENINGS: usize = 20;
/// The number of keys that are pressed on each screen.
const KEYS: usize = 300;
/// The number of seconds without a key.
const IDLE: u64 = 10;
/// The generations that are timed with and without the workbench.
const GENERATIONS: std::ops::Range<usize> = 400..900;
/// The number of measurements of these generations.
const REPETITIONS: usize = 5;

/// The name of a screen, the key that opens it, and a text that is on it when it is complete.
const SCREENS: [(&str, &str, &str); 4] = [
    ("Run", "1", "Organisms"),
    ("Genome", "2", "Genome"),
    ("Positions", "3", "grandmaster "),
    ("Sessions", "6", "Sessions"),
];

fn main() {
    // Without the argument `--bench` of `cargo bench`, this run only checks that the benchmark compiles.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let named: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_selected = |part: &str| named.is_empty() || named.iter().any(|name| name == part);
    let folder = tempfile::tempdir().unwrap();
    let start = folder.path().join("start");
    start_session(&start);
    println!("| measurement | median | 99th percentile | maximum |\n| --- | --- | --- | --- |");
    if is_selected("first-frame") {
        first_frame(folder.path());
    }
    if is_selected("latency") {
        latency(folder.path(), &start);
    }
    println!("\n| measurement | value |\n| --- | --- |");
    if is_selected("idle") {
        idle(folder.path());
    }
    if is_selected("slowdown") {
        slowdown(folder.path(), &start);
    }
}

fn row(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share).ceil() as usize].as_secs_f64() * 1e3;
    println!("| {name} | {:.1} ms | {:.1} ms | {:.1} ms |", at(0.5), at(0.99), at(1.0));
}

/// Starts a session of a million generations and stops it after some hundred.
fn start_session(session: &Path) {
    let mut child = evolve(session, &["--generations", "1000000"]);
    wait_for_generation(session, GENERATIONS.start / 2);
    stop(&mut child);
}

fn evolve(session: &Path, flags: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.args(["evolve", "--cache", CACHE, "--session"]).arg(session).args(flags);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn stop(child: &mut Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    child.wait().unwrap();
}

/// Waits until the journal contains a generation.
fn wait_for_generation(session: &Path, generation: usize) -> Instant {
    let journal = session.join("journal.jsonl");
    let mut lines = 0;
    let mut read = 0;
    loop {
        if let Ok(mut file) = fs::File::open(&journal) {
            use std::io::{Read as _, Seek as _, SeekFrom};
            let mut added = Vec::new();
            file.seek(SeekFrom::Start(read)).unwrap();
            read += file.read_to_end(&mut added).unwrap() as u64;
            lines += added.iter().filter(|byte| **byte == b'\n').count();
        }
        if lines > generation {
            return Instant::now();
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Copies a session.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}

fn open(folder: &Path, session: &Path) -> Workbench {
    let session = session.to_str().unwrap();
    let bench = Workbench::open(folder, &["--session", session, "--resume", "--cache", CACHE], &[], SIZE);
    bench.wait_for("‖ paused");
    bench
}

fn quit(mut bench: Workbench) {
    bench.press("\x03");
    bench.child.wait().unwrap();
}

fn first_frame(folder: &Path) {
    let times = (0..OPENINGS).map(|_| {
        let start = Instant::now();
        let bench = Workbench::open(folder, &["--cache", CACHE], &[], SIZE);
        bench.wait_for("1 Run");
        let time = start.elapsed();
        quit(bench);
        time
    });
    row("from the start of the program to the first frame", times.collect());
}

/// The last line of the screen with the mark of a cursor in its first pane.
fn cursor(screen: &str) -> Option<usize> {
    let lines: Vec<&str> = screen.lines().collect();
    lines.iter().rposition(|line| line.trim_start_matches('│').trim_start().starts_with('▸'))
}

fn latency(folder: &Path, start: &Path) {
    let session = folder.join("latency");
    copy(start, &session);
    let mut bench = open(folder, &session);
    bench.press(" ");
    bench.wait_for("▶ running");
    for (name, key, complete) in SCREENS {
        bench.press(key);
        bench.wait_for(complete);
        thread::sleep(Duration::from_secs(2));
        let times = (0..KEYS).map(|press| {
            // A varying pause, so that keys do not follow the rhythm of the frames.
            thread::sleep(Duration::from_micros(20_000 + (press as u64 * 7919) % 30_000));
            let (key, is_open) = if press % 2 == 0 { ("?", true) } else { ("\x1b", false) };
            bench.press(key);
            bench.wait(|screen| screen.contains("type to search") == is_open, "the help opens and closes")
        });
        let times: Vec<Duration> = times.collect();
        row(&format!("key to frame, {name}: the help opens and closes"), times);
        if cursor(&bench.contents()).is_none() {
            continue;
        }
        let times = (0..KEYS).map(|press| {
            thread::sleep(Duration::from_micros(20_000 + (press as u64 * 7919) % 30_000));
            let before = cursor(&bench.contents());
            bench.press(if press % 2 == 0 { "j" } else { "k" });
            bench.wait(|screen| cursor(screen) != before, "the cursor moves")
        });
        let times: Vec<Duration> = times.collect();
        row(&format!("key to frame, {name}: the cursor moves"), times);
    }
    assert!(bench.contents().contains("▶ running"), "the evolution is still running");
    quit(bench);
}

/// The processor time that a process has used, in clock ticks.
fn ticks(id: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let (_, rest) = stat.rsplit_once(')').unwrap();
    let fields: Vec<&str> = rest.split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

fn idle(folder: &Path) {
    let mut bench = Workbench::open(folder, &["--cache", CACHE], &[], SIZE);
    bench.wait_for("‖ paused");
    for (name, key, complete) in SCREENS {
        bench.press(key);
        bench.wait_for(complete);
        thread::sleep(Duration::from_secs(4));
        let id = bench.child.process_id().unwrap();
        let before = ticks(id);
        thread::sleep(Duration::from_secs(IDLE));
        println!("| processor time in {IDLE} idle seconds, {name} | {} ms |", 10 * (ticks(id) - before));
    }
    quit(bench);
}

/// The time that the generations of [`GENERATIONS`] take.
fn generations(session: &Path) -> Duration {
    let start = wait_for_generation(session, GENERATIONS.start);
    wait_for_generation(session, GENERATIONS.end) - start
}

fn slowdown(folder: &Path, start: &Path) {
    let mut plain = Vec::new();
    let mut displayed = Vec::new();
    for repetition in 0..REPETITIONS {
        let session = folder.join(format!("plain-{repetition}"));
        copy(start, &session);
        let mut child = evolve(&session, &["--generations", "1000000", "--resume"]);
        plain.push(generations(&session));
        stop(&mut child);

        let session = folder.join(format!("displayed-{repetition}"));
        copy(start, &session);
        let mut bench = open(folder, &session);
        bench.press(" ");
        // The cost of a terminal that reads frames is not part of the measurement.
        bench.ignore_output();
        displayed.push(generations(&session));
        quit(bench);
    }
    plain.sort_unstable();
    displayed.sort_unstable();
    let (plain, displayed) = (plain[REPETITIONS / 2].as_secs_f64(), displayed[REPETITIONS / 2].as_secs_f64());
    let count = GENERATIONS.len();
    println!("| {count} generations on the command line, median of {REPETITIONS} | {plain:.2} s |");
    println!("| the same in the workbench with the place Run | {displayed:.2} s |");
    println!("| slowdown | {:.1} % |", 100.0 * (displayed / plain - 1.0));
}
