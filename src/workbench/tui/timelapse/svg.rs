//! Frames of a terminal as an animated SVG.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use crate::tui::format::unicode::Width as _;

/// The width and height of a cell, in units of the picture.
const CELL: (f64, f64) = (8.0, 17.0);

/// The height of the baseline of a row's text below its top.
const BASELINE: f64 = 13.0;

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

/// Returns a picture of frames of one size, each with the time at which it appears, in seconds, and the length of the
/// whole. Each different element of a row is in it once, with the times at which it is visible.
pub(super) fn picture(frames: &[(f64, Buffer)], length: f64, title: &str) -> String {
    let size = frames.first().map(|(_, buffer)| buffer.area).unwrap_or_default();
    let (width, height) = (f64::from(size.width) * CELL.0, f64::from(size.height) * CELL.1);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"'DejaVu Sans Mono', \
         Menlo, Consolas, monospace\" font-size=\"13.3\" fill=\"{TEXT}\" xml:space=\"preserve\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{BACKGROUND}\"/>\n",
        escaped(title)
    );
    for y in 0..size.height {
        let mut times: BTreeMap<Element, Vec<usize>> = BTreeMap::new();
        for (index, (_, buffer)) in frames.iter().enumerate() {
            row(buffer, y).into_iter().for_each(|element| times.entry(element).or_default().push(index));
        }
        // Elements that are visible at the same times share one animation.
        let mut groups: BTreeMap<(Layer, Vec<usize>), String> = BTreeMap::new();
        for ((layer, element), shown) in times {
            groups.entry((layer, shown)).or_default().push_str(&element);
        }
        let baseline = f64::from(y).mul_add(CELL.1, BASELINE);
        let _ = write!(out, "<g transform=\"translate(0 {baseline})\">");
        for ((_, shown), elements) in groups {
            let _ = write!(out, "<g>{}{elements}</g>", visibility(frames, length, &shown));
        }
        out.push_str("</g>\n");
    }
    out + "</svg>\n"
}

/// Returns the animation that shows a row in some of the frames, given by their indices.
fn visibility(frames: &[(f64, Buffer)], length: f64, shown: &[usize]) -> String {
    if shown.len() == frames.len() {
        return String::new();
    }
    let mut changes = Vec::new();
    for (index, (time, _)) in frames.iter().enumerate() {
        let visible = shown.binary_search(&index).is_ok();
        if changes.last().is_none_or(|(_, last)| *last != visible) {
            changes.push((time / length, visible));
        }
    }
    let times: Vec<String> = changes.iter().map(|(time, _)| format!("{time:.3}")).collect();
    let values: Vec<&str> =
        changes.iter().map(|(_, visible)| if *visible { "visible" } else { "hidden" }).collect();
    format!(
        "<animate attributeName=\"visibility\" calcMode=\"discrete\" dur=\"{length:.1}s\" repeatCount=\"indefinite\" \
         keyTimes=\"{}\" values=\"{}\"/>",
        times.join(";"),
        values.join(";")
    )
}

/// Returns the colour in hexadecimal digits; `None` for the terminal's own.
fn hex(colour: Color) -> Option<String> {
    match colour {
        Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        Color::Indexed(index) => PALETTE.get(usize::from(index)).map(|&colour| colour.to_owned()),
        _ => None,
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
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
fn row(buffer: &Buffer, row: u16) -> Vec<Element> {
    let (mut backgrounds, mut blocks, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    let mut covered = 0;
    for column in buffer.area.left()..buffer.area.right() {
        let Some(cell) = buffer.cell((column, row)).filter(|_| column >= covered) else { continue };
        covered = column + cell.symbol().cells().max(1) as u16;
        let mut colours = (
            hex(cell.fg).unwrap_or_else(|| TEXT.to_owned()),
            hex(cell.bg).unwrap_or_else(|| BACKGROUND.to_owned()),
        );
        if cell.modifier.contains(Modifier::REVERSED) {
            colours = (colours.1, colours.0);
        }
        let (text, background) = colours;
        if background != BACKGROUND {
            extend(&mut backgrounds, column, " ", background, false);
        }
        match cell.symbol() {
            "" | " " => {}
            // Blocks are areas: those of a font leave gaps between the cells.
            block if !parts(block).is_empty() => extend(&mut blocks, column, block, text, false),
            letter => extend(&mut texts, column, letter, text, cell.modifier.contains(Modifier::BOLD)),
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
    let escaped = escaped(&run.text);
    let (x, count) = (f64::from(run.column) * CELL.0, run.text.chars().count());
    // One letter needs no width.
    let width = if count > 1 { format!(" textLength=\"{}\"", count as f64 * CELL.0) } else { String::new() };
    let colour = if run.colour == TEXT { String::new() } else { format!(" fill=\"{}\"", run.colour) };
    let weight = if run.bold { " font-weight=\"bold\"" } else { "" };
    format!("<text x=\"{x}\"{width}{colour}{weight}>{escaped}</text>")
}
