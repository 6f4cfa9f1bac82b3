//! How quick the workbench is and what it costs, as Markdown: `cargo bench --bench workbench`, or parts of it by
//! name: `cargo bench --bench workbench -- idle slowdown`.
//!
//! The binary runs in a pseudo-terminal of 200 × 60. A *frame* is there when the terminal's screen shows
//! what the key asked for, so that the figures hold the program's writing and the terminal's reading, too.
//! An evolution that uses all cores runs on meanwhile.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up has nothing to say")]
#![allow(clippy::print_stdout, reason = "the tables are the benchmark's result")]

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
/// How often the workbench is opened.
const OPENINGS: usize = 20;
/// Keys pressed on each screen.
const KEYS: usize = 300;
/// Seconds without a key.
const IDLE: u64 = 10;
/// The generations timed with and without the screen, and how often.
const GENERATIONS: std::ops::Range<usize> = 400..900;
const REPETITIONS: usize = 5;

/// A screen, the key that shows it, what it says when it is complete, and two keys that move its cursor to
/// and fro.
const SCREENS: [(&str, &str, &str); 4] = [
    ("Population", "1", "Organisms"),
    ("Genome", "2", "Genome"),
    ("Positions", "3", "grandmaster "),
    ("Sessions", "8", "Sessions"),
];

fn main() {
    // Without the argument that `cargo bench` gives this is only a check that it compiles.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let named: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let asked = |part: &str| named.is_empty() || named.iter().any(|name| name == part);
    let folder = tempfile::tempdir().unwrap();
    let start = folder.path().join("start");
    begin(&start);
    println!("| what | median | 99th percentile | worst |\n| --- | --- | --- | --- |");
    if asked("first-frame") {
        first_frame(folder.path());
    }
    if asked("latency") {
        latency(folder.path(), &start);
    }
    println!("\n| what | measured |\n| --- | --- |");
    if asked("idle") {
        idle(folder.path());
    }
    if asked("slowdown") {
        slowdown(folder.path(), &start);
    }
}

fn row(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share).ceil() as usize].as_secs_f64() * 1e3;
    println!("| {what} | {:.1} ms | {:.1} ms | {:.1} ms |", at(0.5), at(0.99), at(1.0));
}

/// A session of very many generations, of which the first hundreds are done.
fn begin(session: &Path) {
    let mut child = evolve(session, &["--generations", "1000000"]);
    wait_for_generation(session, GENERATIONS.start / 2);
    stop(&mut child);
}

fn evolve(session: &Path, more: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.args(["evolve", "--cache", CACHE, "--session"]).arg(session).args(more);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn stop(child: &mut Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    child.wait().unwrap();
}

/// Waits until the journal holds so many lines.
fn wait_for_generation(session: &Path, generation: usize) -> Instant {
    let journal = session.join("journal.jsonl");
    let mut lines = 0;
    let mut read = 0;
    loop {
        if let Ok(mut file) = fs::File::open(&journal) {
            use std::io::{Read as _, Seek as _, SeekFrom};
            let mut news = Vec::new();
            file.seek(SeekFrom::Start(read)).unwrap();
            read += file.read_to_end(&mut news).unwrap() as u64;
            lines += news.iter().filter(|byte| **byte == b'\n').count();
        }
        if lines > generation {
            return Instant::now();
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// A copy of the session to go on from.
fn copy(start: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for file in fs::read_dir(start).unwrap() {
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
        let begun = Instant::now();
        let bench = Workbench::open(folder, &["--cache", CACHE], &[], SIZE);
        bench.wait_for("1 Population");
        let time = begun.elapsed();
        quit(bench);
        time
    });
    row("from the start of the program to the first frame", times.collect());
}

/// The last line of the screen that has the cursor's mark in its first pane.
fn cursor(screen: &str) -> Option<usize> {
    let lines: Vec<&str> = screen.lines().collect();
    lines.iter().rposition(|line| line.trim_start_matches('│').trim_start().starts_with('▸'))
}

fn latency(folder: &Path, start: &Path) {
    let session = folder.join("latency");
    copy(start, &session);
    let mut bench = open(folder, &session);
    bench.press(" ");
    bench.wait_for("● running");
    for (name, key, whole) in SCREENS {
        bench.press(key);
        bench.wait_for(whole);
        thread::sleep(Duration::from_secs(2));
        let times = (0..KEYS).map(|press| {
            // Not in step with the frames that show the evolution.
            thread::sleep(Duration::from_micros(20_000 + (press as u64 * 7919) % 30_000));
            let (key, other) = if press % 2 == 0 { ("?", true) } else { ("\x1b", false) };
            bench.press(key);
            bench.wait(|screen| screen.contains("type to search") == other, "the help opens and closes")
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
    assert!(bench.contents().contains("● running"), "the evolution went on all the while");
    quit(bench);
}

/// Clock ticks of processor time that a process has used.
fn ticks(id: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let (_, rest) = stat.rsplit_once(')').unwrap();
    let fields: Vec<&str> = rest.split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

fn idle(folder: &Path) {
    let mut bench = Workbench::open(folder, &["--cache", CACHE], &[], SIZE);
    bench.wait_for("‖ paused");
    for (name, key, whole) in SCREENS {
        bench.press(key);
        bench.wait_for(whole);
        thread::sleep(Duration::from_secs(4));
        let id = bench.child.process_id().unwrap();
        let before = ticks(id);
        thread::sleep(Duration::from_secs(IDLE));
        println!("| processor time in {IDLE} idle seconds, {name} | {} ms |", 10 * (ticks(id) - before));
    }
    quit(bench);
}

/// The time that the same generations take.
fn generations(session: &Path) -> Duration {
    let begun = wait_for_generation(session, GENERATIONS.start);
    wait_for_generation(session, GENERATIONS.end) - begun
}

fn slowdown(folder: &Path, start: &Path) {
    let mut plain = Vec::new();
    let mut watched = Vec::new();
    for repetition in 0..REPETITIONS {
        let session = folder.join(format!("plain-{repetition}"));
        copy(start, &session);
        let mut child = evolve(&session, &["--generations", "1000000", "--resume"]);
        plain.push(generations(&session));
        stop(&mut child);

        let session = folder.join(format!("watched-{repetition}"));
        copy(start, &session);
        let mut bench = open(folder, &session);
        bench.press(" ");
        // What reading an evolution's frames costs a terminal is not the program's.
        bench.ignore_output();
        watched.push(generations(&session));
        quit(bench);
    }
    plain.sort_unstable();
    watched.sort_unstable();
    let (plain, watched) = (plain[REPETITIONS / 2].as_secs_f64(), watched[REPETITIONS / 2].as_secs_f64());
    let count = GENERATIONS.len();
    println!("| {count} generations on the command line, median of {REPETITIONS} | {plain:.2} s |");
    println!("| the same under the Population screen | {watched:.2} s |");
    println!("| slower by | {:.1} % |", 100.0 * (watched / plain - 1.0));
}
