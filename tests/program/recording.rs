//! The recording at the top of the README, a tour of the workbench in a pseudo-terminal as an animated SVG, and the
//! pictures of its places.
//!
//! `cargo test --release --test program recording -- --ignored` plays the tour and writes `docs/pictures`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::command::eyas;
use crate::support::pty::Workbench;
use crate::workbench::{cache, generation};

/// The size of the terminal, in cells.
const SIZE: (u16, u16) = (120, 40);

/// The width and height of a cell, in units of the picture.
const CELL: (f64, f64) = (8.0, 17.0);

/// The height of the baseline of a row's text below its top.
const BASELINE: f64 = 13.0;

/// The time between two frames.
const INTERVAL: Duration = Duration::from_millis(250);

/// Colours of the terminal's sixteen, and of its text and background.
const PALETTE: [&str; 16] = [
    "#1c2026", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#abb2bf", "#5c6370",
    "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#ffffff",
];
const TEXT: &str = "#d7dae0";
const BACKGROUND: &str = "#11151b";

/// Something drawn on a row: its layer, and the SVG.
type Element = (Layer, String);

/// What covers what: later ones cover earlier ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    Background,
    Blocks,
    Letters,
}

/// The frames of a tour: the elements of each row, with the time at which the frame appears.
#[derive(Default)]
struct Recording {
    frames: Vec<(Duration, Vec<Vec<Element>>)>,
    length: Duration,
}

impl Recording {
    /// Shows the workbench as it is for a while.
    fn watch(&mut self, bench: &Workbench, duration: Duration) {
        self.watch_until(bench, Some(duration), |_| false);
    }

    /// Shows the workbench until its screen satisfies a condition, or for a while.
    fn watch_until(&mut self, bench: &Workbench, most: Option<Duration>, condition: impl Fn(&str) -> bool) {
        let start = Instant::now();
        loop {
            let (rows, text) = bench.read_output(|output| {
                let screen = output.parser.screen();
                ((0..SIZE.1).map(|row| draw(screen, row)).collect(), screen.contents())
            });
            if self.frames.last().is_none_or(|(_, last)| *last != rows) {
                self.frames.push((self.length, rows));
            }
            self.length += INTERVAL;
            if condition(&text) || most.is_some_and(|most| start.elapsed() >= most) {
                return;
            }
            thread::sleep(INTERVAL);
        }
    }

    /// Returns the picture. Each different element of a row is in it once, with the times at which it is visible.
    fn svg(&self, title: &str) -> String {
        let (width, height) = (f64::from(SIZE.0) * CELL.0, f64::from(SIZE.1) * CELL.1);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"'DejaVu Sans Mono', \
             Menlo, Consolas, monospace\" font-size=\"13.3\" fill=\"{TEXT}\" xml:space=\"preserve\">\n<title>{title}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{BACKGROUND}\"/>\n"
        );
        for row in 0..usize::from(SIZE.1) {
            let mut times: BTreeMap<&Element, Vec<usize>> = BTreeMap::new();
            for (index, (_, rows)) in self.frames.iter().enumerate() {
                rows[row].iter().for_each(|element| times.entry(element).or_default().push(index));
            }
            // Elements that are visible at the same times share one animation.
            let mut groups: BTreeMap<(Layer, Vec<usize>), String> = BTreeMap::new();
            for ((layer, element), frames) in times {
                groups.entry((*layer, frames)).or_default().push_str(element);
            }
            let y = (row as f64).mul_add(CELL.1, BASELINE);
            let _ = write!(out, "<g transform=\"translate(0 {y})\">");
            for ((_, frames), elements) in groups {
                let _ = write!(out, "<g>{}{elements}</g>", self.visibility(&frames));
            }
            out.push_str("</g>\n");
        }
        out + "</svg>\n"
    }

    /// Returns the animation that shows a row in these frames.
    fn visibility(&self, frames: &[usize]) -> String {
        if frames.len() == self.frames.len() {
            return String::new();
        }
        let mut changes = Vec::new();
        for index in 0..self.frames.len() {
            let visible = frames.binary_search(&index).is_ok();
            if changes.last().is_none_or(|(_, last)| *last != visible) {
                changes.push((self.frames[index].0.as_secs_f64() / self.length.as_secs_f64(), visible));
            }
        }
        let times: Vec<String> = changes.iter().map(|(time, _)| format!("{time:.3}")).collect();
        let values: Vec<&str> =
            changes.iter().map(|(_, visible)| if *visible { "visible" } else { "hidden" }).collect();
        format!(
            "<animate attributeName=\"visibility\" calcMode=\"discrete\" dur=\"{:.1}s\" repeatCount=\"indefinite\" \
             keyTimes=\"{}\" values=\"{}\"/>",
            self.length.as_secs_f64(),
            times.join(";"),
            values.join(";")
        )
    }
}

fn colour(colour: vt100::Color) -> Option<String> {
    match colour {
        vt100::Color::Default => None,
        vt100::Color::Idx(index) => PALETTE.get(usize::from(index)).map(|&colour| colour.to_owned()),
        vt100::Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
    }
}

/// Cells side by side with one colour: the first column, and the text or blanks.
#[derive(Clone)]
struct Run {
    column: u16,
    text: String,
    colour: String,
    bold: bool,
}

/// Adds a cell to the runs of a row.
fn extend(runs: &mut Vec<Run>, column: u16, content: &str, colour: String, bold: bool) {
    // Only letters of one cell each may share a text.
    let joins = |last: &Run| {
        (&last.colour, last.bold) == (&colour, bold)
            && usize::from(column - last.column) == last.text.chars().count()
    };
    match runs.last_mut().filter(|last| joins(last)) {
        Some(last) => last.text.push_str(content),
        None => runs.push(Run { column, text: content.to_owned(), colour, bold }),
    }
}

/// Returns the elements of a row of the screen, whose baseline is at 0.
fn draw(screen: &vt100::Screen, row: u16) -> Vec<Element> {
    let (mut backgrounds, mut blocks, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for column in 0..SIZE.0 {
        let Some(cell) = screen.cell(row, column).filter(|cell| !cell.is_wide_continuation()) else {
            continue;
        };
        let mut colours = (
            colour(cell.fgcolor()).unwrap_or_else(|| TEXT.to_owned()),
            colour(cell.bgcolor()).unwrap_or_else(|| BACKGROUND.to_owned()),
        );
        if cell.inverse() {
            colours = (colours.1, colours.0);
        }
        let (text, background) = colours;
        if background != BACKGROUND {
            extend(&mut backgrounds, column, " ", background, false);
        }
        match cell.contents() {
            "" | " " => {}
            // Blocks are areas: those of a font leave gaps between the cells.
            block if !parts(block).is_empty() => extend(&mut blocks, column, block, text, false),
            letter => extend(&mut texts, column, letter, text, cell.bold()),
        }
    }
    let mut elements: Vec<Element> =
        backgrounds.iter().map(|run| (Layer::Background, area(run, [0, 8, 0, 8]))).collect();
    for run in &blocks {
        let mut same: Vec<Run> = Vec::new();
        for (column, block) in (run.column..).zip(run.text.chars()) {
            // Only equal blocks without gaps at their sides are one area.
            let joins = same.last().is_some_and(|last| {
                last.text.starts_with(block)
                    && parts(&last.text[..block.len_utf8()]).iter().all(|part| part[..2] == [0, 8])
            });
            match same.last_mut().filter(|_| joins) {
                Some(last) => last.text.push(block),
                None => same.push(Run { column, text: block.to_string(), ..run.clone() }),
            }
        }
        for run in same {
            let first = run.text.chars().next().unwrap_or(' ').to_string();
            elements.extend(parts(&first).into_iter().map(|part| (Layer::Blocks, area(&run, part))));
        }
    }
    elements.extend(texts.iter().map(|run| (Layer::Letters, letters(run))));
    elements
}

/// Returns the areas of a block element: left, right, top and bottom in eighths of a cell. No other character has any.
fn parts(block: &str) -> Vec<[u8; 4]> {
    let quadrants: &[usize] = match block {
        "▘" => &[0],
        "▝" => &[1],
        "▖" => &[2],
        "▗" => &[3],
        "▞" => &[1, 2],
        "▚" => &[0, 3],
        "▛" => &[0, 1, 2],
        "▜" => &[0, 1, 3],
        "▙" => &[0, 2, 3],
        "▟" => &[1, 2, 3],
        "▐" => &[1, 3],
        "▀" => return vec![[0, 8, 0, 4]],
        _ => {
            let rising = "▁▂▃▄▅▆▇█".chars().position(|found| block == found.to_string());
            let growing = "▏▎▍▌▋▊▉".chars().position(|found| block == found.to_string());
            let of_height = rising.map(|eighths| [0, 8, 7 - eighths as u8, 8]);
            return of_height.or(growing.map(|eighths| [0, eighths as u8 + 1, 0, 8])).into_iter().collect();
        }
    };
    quadrants.iter().map(|at| [[0, 4, 0, 4], [4, 8, 0, 4], [0, 4, 4, 8], [4, 8, 4, 8]][*at]).collect()
}

/// Draws a part of cells.
fn area(run: &Run, part: [u8; 4]) -> String {
    let [left, right, top, bottom] = part.map(|eighths| f64::from(eighths) / 8.0);
    let x = (f64::from(run.column) + left) * CELL.0;
    let y = top.mul_add(CELL.1, -BASELINE);
    let width = (run.text.chars().count() as f64 - 1.0 + right - left) * CELL.0;
    let height = (bottom - top) * CELL.1;
    format!("<path d=\"M{x} {y}h{width}v{height}h-{width}z\" fill=\"{}\"/>", run.colour)
}

/// Draws letters.
fn letters(run: &Run) -> String {
    let escaped = run.text.replace('&', "&amp;").replace('<', "&lt;");
    let (x, count) = (f64::from(run.column) * CELL.0, run.text.chars().count());
    // One letter needs no width.
    let width = if count > 1 { format!(" textLength=\"{}\"", count as f64 * CELL.0) } else { String::new() };
    let colour = if run.colour == TEXT { String::new() } else { format!(" fill=\"{}\"", run.colour) };
    let weight = if run.bold { " font-weight=\"bold\"" } else { "" };
    format!("<text x=\"{x}\"{width}{colour}{weight}>{escaped}</text>")
}

#[test]
#[ignore = "writes docs/pictures/tour.svg; half a minute on a quiet machine"]
fn the_tour_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let cache = cache().to_str().unwrap();
    let mut bench = Workbench::open(folder.path(), &["--seed", "1", "--cache", cache], &[], SIZE);
    let mut tour = Recording::default();
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
    fs::write(target, tour.svg(title)).unwrap();
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
        let mut picture = Recording::default();
        picture.watch(&self.bench, Duration::ZERO);
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/pictures/{name}.svg"));
        fs::write(target, picture.svg(name)).unwrap();
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
