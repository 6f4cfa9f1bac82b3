//! The recording at the top of the README: a tour of the workbench in a pseudo-terminal, as an animated SVG.
//!
//! `cargo test --release --test program recording -- --ignored` plays the tour and writes `docs/pictures/tour.svg`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::pty::Workbench;
use crate::workbench::{cache, generation};

/// The size of the terminal, in cells.
const SIZE: (u16, u16) = (120, 40);

/// The width and height of a cell, in units of the picture.
const CELL: (f64, f64) = (8.0, 17.0);

/// The time between two frames.
const INTERVAL: Duration = Duration::from_millis(125);

/// Colours of the terminal's sixteen, and of its text and background.
const PALETTE: [&str; 16] = [
    "#1c2026", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#abb2bf", "#5c6370",
    "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#ffffff",
];
const TEXT: &str = "#d7dae0";
const BACKGROUND: &str = "#16191d";

/// The frames of a tour: the drawn rows of each, with the time at which it appears.
#[derive(Default)]
struct Recording {
    frames: Vec<(Duration, Vec<String>)>,
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

    /// Returns the picture. Each different row is in it once, with the times at which it is visible.
    fn svg(&self) -> String {
        let (width, height) = (f64::from(SIZE.0) * CELL.0, f64::from(SIZE.1) * CELL.1);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"'DejaVu Sans Mono', \
             Menlo, Consolas, monospace\" font-size=\"13.3\" fill=\"{TEXT}\">\n<title>A tour of Eyas: a run, \
             disagreements, what would change them, a match</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{BACKGROUND}\"/>\n"
        );
        for row in 0..usize::from(SIZE.1) {
            let mut times: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
            for (index, (_, rows)) in self.frames.iter().enumerate() {
                times.entry(&rows[row]).or_default().push(index);
            }
            times.remove("");
            for (drawn, frames) in times {
                let animation = self.visibility(&frames);
                let _ = writeln!(
                    out,
                    "<g transform=\"translate(0 {})\">{animation}{drawn}</g>",
                    row as f64 * CELL.1
                );
            }
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
        let times: Vec<String> = changes.iter().map(|(time, _)| format!("{time:.4}")).collect();
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

/// The text and the style of cells side by side.
#[derive(PartialEq)]
struct Style {
    text: Option<String>,
    background: Option<String>,
    bold: bool,
}

/// Draws a row of the screen at the top of the picture.
fn draw(screen: &vt100::Screen, row: u16) -> String {
    let mut runs: Vec<(u16, String, Style)> = Vec::new();
    for column in 0..SIZE.0 {
        let Some(cell) = screen.cell(row, column).filter(|cell| !cell.is_wide_continuation()) else {
            continue;
        };
        let (mut text, mut background) = (colour(cell.fgcolor()), colour(cell.bgcolor()));
        if cell.inverse() {
            (text, background) = (background.or(Some(BACKGROUND.to_owned())), text.or(Some(TEXT.to_owned())));
        }
        let style = Style { text, background, bold: cell.bold() };
        let content = if cell.has_contents() { cell.contents() } else { " " };
        // Only letters of one cell each may share a text.
        let joins = |last: &(u16, String, Style)| {
            last.2 == style && usize::from(column - last.0) == last.1.chars().count()
        };
        match runs.last_mut().filter(|last| joins(last)) {
            Some(last) => last.1.push_str(content),
            None => runs.push((column, content.to_owned(), style)),
        }
    }
    runs.iter().map(|(column, text, style)| draw_run(*column, text, style)).collect()
}

fn draw_run(column: u16, text: &str, style: &Style) -> String {
    let (x, cells) = (f64::from(column) * CELL.0, text.chars().count() as f64);
    let mut out = String::new();
    if let Some(background) = &style.background {
        let _ = write!(
            out,
            "<rect x=\"{x}\" width=\"{}\" height=\"{}\" fill=\"{background}\"/>",
            cells * CELL.0,
            CELL.1
        );
    }
    let fill = style.text.as_deref().unwrap_or(TEXT);
    // Blocks are rectangles: those of a font leave gaps between the cells.
    let mut letters = String::new();
    for (index, letter) in text.chars().enumerate() {
        let (top, height) = match letter {
            '▀' => (0.0, 0.5),
            '▄' => (0.5, 0.5),
            '█' => (0.0, 1.0),
            _ => {
                letters.push(letter);
                continue;
            }
        };
        letters.push(' ');
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"/>",
            x + index as f64 * CELL.0,
            top * CELL.1,
            CELL.0,
            height * CELL.1
        );
    }
    let shown = letters.trim();
    if shown.is_empty() {
        return out;
    }
    let skipped = (letters.chars().count() - letters.trim_start().chars().count()) as f64;
    let escaped = shown.replace('&', "&amp;").replace('<', "&lt;");
    let colour = if fill == TEXT { String::new() } else { format!(" fill=\"{fill}\"") };
    let weight = if style.bold { " font-weight=\"bold\"" } else { "" };
    let _ = write!(
        out,
        "<text x=\"{}\" y=\"13\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"{colour}{weight}>\
         {escaped}</text>",
        x + skipped * CELL.0,
        shown.chars().count() as f64 * CELL.0
    );
    out
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
    bench.wait_for("Welcome to Eyas");
    tour.watch(&bench, pause(2000));
    bench.press("\x1b");
    bench.wait_for("‖ paused");
    tour.watch(&bench, pause(1500));
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
    bench.press("6");
    tour.watch(&bench, pause(1000));
    bench.press("n");
    bench.wait_for("Match: players");
    tour.watch(&bench, pause(1000));
    bench.press(" \x1b[B ");
    bench.wait_for("2 selected");
    tour.watch(&bench, pause(1000));
    bench.press("\r");
    tour.watch(&bench, pause(1500));
    bench.press("\r");
    bench.wait_for("▶ playing");
    tour.watch(&bench, pause(8000));
    bench.press("\x03");
    let _ = bench.wait_for_exit();

    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures/tour.svg");
    fs::write(target, tour.svg()).unwrap();
}
