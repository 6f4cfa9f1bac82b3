//! The recording at the top of the README, a tour of the workbench in a pseudo-terminal as an animated SVG, and the
//! pictures of its places.
//!
//! `cargo test --release --test program recording -- --ignored` plays the tour and writes `docs/pictures`.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use eyas::tui::timelapse::Recording;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use crate::support::command::eyas;
use crate::support::pty::Workbench;
use crate::workbench::{cache, generation};

/// The size of the terminal, in cells.
const SIZE: (u16, u16) = (120, 40);

/// The time between two frames.
const INTERVAL: Duration = Duration::from_millis(250);

/// A recording of a workbench.
#[derive(Default)]
struct Tape(Recording);

impl Tape {
    /// Shows the workbench as it is for a while.
    fn watch(&mut self, bench: &Workbench, duration: Duration) {
        self.watch_until(bench, Some(duration), |_| false);
    }

    /// Shows the workbench until its screen satisfies a condition, or for a while.
    fn watch_until(&mut self, bench: &Workbench, most: Option<Duration>, condition: impl Fn(&str) -> bool) {
        let start = Instant::now();
        loop {
            let (frame, text) = bench.read_output(|output| {
                let screen = output.parser.screen();
                (frame(screen), screen.contents())
            });
            self.0.push(frame, INTERVAL.as_secs_f64());
            if condition(&text) || most.is_some_and(|most| start.elapsed() >= most) {
                return;
            }
            thread::sleep(INTERVAL);
        }
    }
}

/// Returns the cells of the screen.
fn frame(screen: &vt100::Screen) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    for (row, column) in (0..SIZE.1).flat_map(|row| (0..SIZE.0).map(move |column| (row, column))) {
        let Some(cell) = screen.cell(row, column).filter(|cell| !cell.is_wide_continuation()) else {
            continue;
        };
        let mut style = Style::new().fg(colour(cell.fgcolor())).bg(colour(cell.bgcolor()));
        if cell.bold() {
            style = style.add_modifier(Modifier::BOLD);
        }
        if cell.inverse() {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let contents = if cell.contents().is_empty() { " " } else { cell.contents() };
        buffer.set_string(column, row, contents, style);
    }
    buffer
}

fn colour(colour: vt100::Color) -> Color {
    match colour {
        vt100::Color::Default => Color::Reset,
        vt100::Color::Idx(index) => Color::Indexed(index),
        vt100::Color::Rgb(red, green, blue) => Color::Rgb(red, green, blue),
    }
}

#[test]
#[ignore = "writes docs/pictures/tour.svg; half a minute on a quiet machine"]
fn the_tour_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let cache = cache().to_str().unwrap();
    let mut bench = Workbench::open(folder.path(), &["--seed", "1", "--cache", cache], &[], SIZE);
    let mut tour = Tape::default();
    let pause = Duration::from_millis;

    // A run.
    bench.wait_for("‖ paused");
    bench.wait_for("generation 0/200");
    tour.watch(&bench, pause(2000));
    bench.press(" ");
    let finished = |screen: &str| generation(screen) >= Some(199);
    tour.watch_until(&bench, Some(Duration::from_secs(60)), finished);
    tour.watch(&bench, pause(2000));

    // Positions, the reasons, and what would change the move.
    bench.press("3");
    bench.wait_for("What would change it");
    tour.watch(&bench, pause(3000));
    for _ in 0..3 {
        bench.press("\x1b[B");
        tour.watch(&bench, pause(1500));
    }

    // A match of the first two players.
    bench.press("4");
    tour.watch(&bench, pause(1000));
    bench.press("n");
    bench.wait_for("Match: players");
    tour.watch(&bench, pause(1000));
    bench.press("\r\x1b[B\r");
    bench.wait_for("2 selected");
    tour.watch(&bench, pause(1500));
    bench.press("\t");
    bench.wait_for("the same work for each move");
    tour.watch(&bench, pause(1500));
    bench.press("\r");
    bench.wait_for("▶ playing");
    tour.watch(&bench, pause(6000));
    bench.press("\x03");
    let _ = bench.wait_for_exit();

    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures/tour.svg");
    let title = "A tour of Eyas: a run, disagreements, what would change them, a match";
    fs::write(target, tour.0.svg(title)).unwrap();
}

/// Takes pictures of the workbench.
struct Camera {
    bench: Workbench,
}

impl Camera {
    /// Presses keys. Escape and a key right after it would be one key with Alt, so there is a pause between them.
    fn press(&mut self, keys: &str) {
        for part in keys.split_inclusive('\x1b') {
            self.bench.press(part);
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// Presses keys, waits for a text, and takes a picture.
    fn take(&mut self, name: &str, keys: &str, text: &str) {
        self.press(keys);
        self.bench.wait_for(text);
        // What is read in the background arrives.
        thread::sleep(Duration::from_secs(2));
        let mut picture = Tape::default();
        picture.watch(&self.bench, Duration::ZERO);
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/pictures/{name}.svg"));
        fs::write(target, picture.0.svg(name)).unwrap();
    }
}

#[test]
#[ignore = "writes docs/pictures/*.svg; some minutes"]
fn the_pictures_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let cache = cache().to_str().unwrap();
    let start = |arguments: &[&str]| {
        let arguments: Vec<&str> = arguments.iter().copied().chain(["--cache", cache]).collect();
        Camera { bench: Workbench::open(folder.path(), &arguments, &[], SIZE) }
    };

    let mut welcome = start(&["--seed", "1"]);
    welcome.bench.wait_for("‖ paused");
    welcome.take("welcome", "", "Welcome to Eyas");
    welcome.press("\x1bq");
    assert_eq!(welcome.bench.wait_for_exit().0, 0);

    // A mentor, and a race, beside the demo.
    let demo = folder.path().join("eyas-demo");
    ::eyas::demo::unpack(&demo).unwrap();
    for command in [
        "evolve --preset paper-2008 --objective scores --mentor reference --mentor-depth 1 --population 50 \
         --generations 40 --session eyas-demo/mentor",
        "race --preset quick --optimizers ga,pso,cma-es --seeds 1-3 --evaluations 2000 --session eyas-demo/race",
    ] {
        let output = eyas(folder.path(), &format!("{command} --cache {cache}")).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    let mut camera = start(&["demo"]);
    camera.take("run", "", "✓ done");
    camera.take("help", "?", "type to search");
    camera.take("palette", "\x1b:", "commands");
    camera.take("new-run", "\x1bn", "▸New run");
    camera.take("genome", "\x1b2", "Parameters × organisms");
    camera.press("3");
    camera.bench.wait(|screen| screen.contains("of the others"), "the gains are complete");
    camera.take("positions", "jj", "What would change it");
    camera.take("players", "4n", "Match: players");
    camera.take("match", "\x1b4", "Score");
    camera.take("suite", "5 ", "solved");
    camera.take("log", "L", "▸Log");
    camera.take("stages", "\x1b11", "from random bits to");
    camera.take("sessions", "6", "▸Sessions");
    camera.take("compare", "/1-grandmaster\rm\x1b/2-coevolution\rC", "Two sessions");
    camera.take("games", "\x1b\r", "Standings");
    camera.take("searches", "6/3-tuning\r\r", "Σ nodes");
    camera.take("mentor", "6/mentor\r\r", "least squares");
    camera.take("race", "6/race\r\r", "Rank tests");
    camera.press("\x03");
    let _ = camera.bench.wait_for_exit();
}
