//! Charts in the terminal: the same data as exported figures ([`crate::figures::Chart`]).
//!
//! Bands are in the background, lines above them. The vertical axis contains every value, both ends of bands included.
//! Of several panels with different units each has its own axis; where there is no room, only the first is drawn.

use super::legend;
use crate::figures::chart::{Axis, Layer, LayerRole as Meaning, Panel, Shape, Stroke as Weight};
use crate::figures::scale::{Scale, round_step};
use crate::tui::chart_view::View;
use crate::tui::prelude::*;
use crate::tui::widgets::plot::{Plot, Stroke};

/// The width of the y axis in cells: the labels and the line.
pub(super) const AXIS: u16 = 8;

/// The keys of a focused chart.
pub(crate) const KEYS: &str = "← → values  Z axis  X export";

/// The smallest room for the dots of a chart, in cells.
const LEAST: (u16, u16) = (8, 2);
/// The smallest height of the room for two panels.
const TWO: u16 = 15;
/// The number of places along a line where equal things have their marks.
const MARKS: usize = 3;
/// The roles of equal things; more of them repeat the roles. A mark on the line distinguishes them without colours.
const ROLES: [Role; 6] = [Role::Organism, Role::Grandmaster, Role::Rival, Role::Paper, Role::Key, Role::Bad];

/// How a chart is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options<'a> {
    pub(crate) view: View,
    /// Whether the chart is focused, so that the cursor is shown.
    pub(crate) focused: bool,
    pub(crate) ascii: bool,
    /// More entries of the legend, each with its texts, longest first.
    pub(crate) entries: &'a [(Vec<String>, Role)],
    /// The number of the highlighted one of equal things.
    pub(crate) selected: Option<usize>,
}

impl Options<'_> {
    /// Returns the position of the cursor, if the chart is focused and reaches so far.
    pub(super) fn cursor(&self, chart: &Chart) -> Option<f64> {
        let [low, high] = chart.range();
        self.view.cursor.filter(|x| self.focused && (low..=high).contains(x))
    }
}

/// Where a chart was drawn.
#[derive(Debug, Clone)]
pub(crate) struct Placed {
    /// The area of the dots of each panel.
    pub(crate) plots: Vec<Rect>,
    range: [f64; 2],
}

impl Placed {
    /// Returns the column of a horizontal position.
    pub(crate) fn column(&self, x: f64) -> u16 {
        let Some(plot) = self.plots.first() else { return 0 };
        let dot = across(self.range, x, i32::from(plot.width) * 2);
        plot.x + (dot / 2).clamp(0, i32::from(plot.width) - 1) as u16
    }
}

/// Returns the role of the screen's colours.
pub(crate) fn role(meaning: Meaning) -> Role {
    match meaning {
        Meaning::Best => Role::Organism,
        Meaning::Mean => Role::Mean,
        Meaning::Other => Role::Dim,
        Meaning::Paper => Role::Paper,
        Meaning::Event => Role::Title,
        Meaning::Untuned => Role::Grandmaster,
        Meaning::Subject => Role::Subject,
        Meaning::Rival => Role::Rival,
        Meaning::Number(number) => ROLES[number % ROLES.len()],
    }
}

/// Returns the character that marks one of equal things: 1 to 9, then letters.
pub(crate) fn mark(number: usize) -> String {
    let digit = u32::try_from(number + 1).ok().and_then(|number| char::from_digit(number, 36));
    digit.unwrap_or('+').to_string()
}

/// Draws a chart. Draws nothing if there is not enough room.
pub(crate) fn draw(draw: &mut Draw<'_>, chart: &Chart, options: &Options<'_>, area: Rect) -> Option<Placed> {
    let mut placed = Placed { plots: Vec::new(), range: chart.range() };
    let panels = if area.height >= TWO { chart.panels.len() } else { chart.panels.len().min(1) };
    let mut y = area.y;
    for (index, panel) in chart.panels.iter().enumerate().take(panels) {
        let is_last = index + 1 == panels;
        let height = match (is_last, index) {
            (true, _) => area.bottom() - y,
            (false, _) => area.height * 3 / (2 * panels as u16 + 1),
        };
        let room = Rect { y, height, ..area };
        y += height;
        // The last panel has the numbers of the horizontal axis.
        let used = if is_last { 3 } else { 2 };
        if room.height < LEAST.1 + used || room.width < AXIS + LEAST.0 + 1 {
            return None;
        }
        let plot = Rect {
            x: room.x + AXIS,
            y: room.y + 1,
            width: room.width - AXIS - 1,
            height: room.height - used,
        };
        legend::draw(draw, chart, panel, options, Rect { height: 1, ..room });
        draw_panel(draw, panel, options, plot, placed.range);
        if is_last {
            x_axis(draw, plot, &chart.x, placed.range);
        } else {
            let line = format!("└{}", "─".repeat(usize::from(plot.width)));
            draw.text(plot.x - 1, plot.bottom(), plot.width + 1, &line, Role::Border);
        }
        placed.plots.push(plot);
    }
    if let Some(x) = options.cursor(chart) {
        cursor(draw, &placed, x);
    }
    Some(placed)
}

/// Returns the column of a position, in dots.
fn across([low, high]: [f64; 2], x: f64, width: i32) -> i32 {
    ((x - low) / (high - low) * f64::from(width - 1)).round() as i32
}

/// Returns the row of a value, in dots.
fn up(scale: &Scale, value: f64, height: i32) -> i32 {
    ((1.0 - scale.share(value).clamp(-1.0, 2.0)) * f64::from(height - 1)).round() as i32
}

/// The place of the dots of a panel.
struct Dots<'a> {
    range: [f64; 2],
    scale: &'a Scale,
    size: (i32, i32),
}

impl Dots<'_> {
    fn dot(&self, [x, y]: [f64; 2]) -> (i32, i32) {
        (across(self.range, x, self.size.0), up(self.scale, y, self.size.1))
    }

    /// Returns the cell of a point, relative to the plot.
    fn cell(&self, point: [f64; 2]) -> (u16, u16) {
        let (x, y) = self.dot(point);
        ((x.clamp(0, self.size.0 - 1) / 2) as u16, (y.clamp(0, self.size.1 - 1) / 4) as u16)
    }
}

fn draw_panel(draw: &mut Draw<'_>, panel: &Panel, options: &Options<'_>, area: Rect, range: [f64; 2]) {
    let ticks = usize::from((area.height / 3).clamp(2, 8));
    let scale = panel.scale(options.view.zoom, ticks);
    y_axis(draw, area, panel, &scale);
    let mut plot = Plot::new(area);
    let dots = Dots { range, scale: &scale, size: (plot.width(), plot.height()) };
    // The highlighted line comes last, above the others.
    let is_selected =
        |layer: &&Layer| matches!(layer.role, Meaning::Number(number) if options.selected == Some(number));
    let layers = || panel.drawn().filter(|layer| is_shown(layer, options));
    for layer in layers().filter(|layer| !is_selected(layer)).chain(layers().filter(is_selected)) {
        add(&mut plot, &dots, layer, options);
    }
    plot.draw(draw, options.ascii);
    for layer in layers() {
        labels(draw, &dots, layer, area);
    }
    let numbered: Vec<&Layer> = layers().filter(|layer| matches!(layer.role, Meaning::Number(_))).collect();
    for layer in &numbered {
        numbers(draw, &dots, layer, numbered.len(), area);
    }
}

/// Returns whether a layer is drawn: of equal things, only the selected one has its band.
pub(super) fn is_shown(layer: &Layer, options: &Options<'_>) -> bool {
    match (layer.role, &layer.shape) {
        (Meaning::Number(number), Shape::Band(_)) => {
            options.selected.is_none_or(|selected| selected == number)
        }
        _ => true,
    }
}

/// Adds the dots of a layer.
fn add(plot: &mut Plot, dots: &Dots<'_>, layer: &Layer, options: &Options<'_>) {
    let role = role(layer.role);
    match &layer.shape {
        Shape::Band(ends) => ribbon(plot, dots, ends),
        Shape::Level(value) => {
            let y = up(dots.scale, *value, dots.size.1);
            plot.line((0, y), (dots.size.0 - 1, y), role, Stroke::Dashed);
        }
        Shape::Bars(width, bars) => {
            for &[x, value] in bars {
                let (left, top) = dots.dot([x, value]);
                let (right, bottom) = dots.dot([x + width, 0.0]);
                (left..right.max(left + 1)).for_each(|x| plot.shade(x, top, bottom));
            }
        }
        Shape::Points(_) => {}
        Shape::Line(weight, points) => {
            let stroke = match (layer.role, options.selected) {
                (Meaning::Number(number), Some(selected)) if number == selected => Stroke::Thick,
                (Meaning::Number(_), Some(_)) => Stroke::Solid,
                _ => match weight {
                    Weight::Thick => Stroke::Thick,
                    Weight::Thin => Stroke::Solid,
                    Weight::Dashed => Stroke::Dashed,
                },
            };
            let mut before = None;
            for point in points {
                let dot = dots.dot(*point);
                plot.line(before.unwrap_or(dot), dot, role, stroke);
                before = Some(dot);
            }
        }
    }
}

/// Adds a band between the lower and the upper ends.
fn ribbon(plot: &mut Plot, dots: &Dots<'_>, ends: &[(f64, [f64; 2])]) {
    let mut before: Option<(i32, [f64; 2])> = None;
    for (x, ends) in ends {
        let to = across(dots.range, *x, dots.size.0);
        let (from, first) = before.unwrap_or((to, *ends));
        for column in from..=to {
            let share = if to == from { 1.0 } else { f64::from(column - from) / f64::from(to - from) };
            let at = |end: usize| first[end] + share * (ends[end] - first[end]);
            let rows = [at(0), at(1)].map(|value| up(dots.scale, value, dots.size.1));
            plot.shade(column, rows[0].min(rows[1]), rows[0].max(rows[1]));
        }
        before = Some((to, *ends));
    }
}

/// Draws points and levels with their names, where these hide nothing.
fn labels(draw: &mut Draw<'_>, dots: &Dots<'_>, layer: &Layer, area: Rect) {
    let role = role(layer.role);
    let width = layer.name.cells() as u16;
    let points = match &layer.shape {
        Shape::Points(points) => points.clone(),
        Shape::Level(value) if layer.role == Meaning::Untuned => vec![[dots.range[1], *value]],
        _ => return,
    };
    for point in points {
        let (x, y) = dots.cell(point);
        let (x, y) = (area.x + x, area.y + y);
        // A point outside the axis is at its edge, with its name in the first row from there that has room.
        let (sign, rows): (&str, [u16; 3]) = match dots.scale.share(point[1]) {
            above if above > 1.0 => ("▲", [y, y + 1, y + 2]),
            below if below < 0.0 => ("▼", [y, y.saturating_sub(1), y.saturating_sub(2)]),
            _ if layer.role == Meaning::Event => ("◇", [y; 3]),
            _ => ("◆", [y; 3]),
        };
        let at = if x + 2 + width <= area.right() {
            Some(x + 2)
        } else if width + 22 <= area.width && x >= area.x + 2 + width {
            Some(x - 1 - width)
        } else {
            None
        };
        let free = |at: u16, row: &u16| area.contains((at, *row).into()) && is_free(draw, at, *row, width);
        let row = at.and_then(|at| Some((at, rows.into_iter().find(|row| free(at, row))?)));
        draw.text(x, row.map_or(y, |(_, row)| row), 1, sign, role);
        if let Some((at, row)) = row {
            draw.text(at, row, width, &layer.name, role);
        }
    }
}

/// Returns whether cells are empty, so that a text there hides no curve.
fn is_free(draw: &Draw<'_>, x: u16, y: u16, width: u16) -> bool {
    (x..x + width).all(|x| draw.buffer.cell((x, y)).is_none_or(|cell| cell.symbol() == " "))
}

/// Writes the mark of one of equal things on its line at several places, which differ from those of the others.
fn numbers(draw: &mut Draw<'_>, dots: &Dots<'_>, layer: &Layer, count: usize, area: Rect) {
    let (Meaning::Number(number), Shape::Line(_, points)) = (layer.role, &layer.shape) else { return };
    for place in 0..MARKS {
        let share = (place * count + number + 1) as f64 / (MARKS * count + 1) as f64;
        let Some(point) = points.get((share * points.len() as f64) as usize) else { continue };
        let (x, y) = dots.cell(*point);
        draw.text(area.x + x, area.y + y, 1, &mark(number), role(layer.role));
    }
}

/// Draws the cursor: a vertical line beside the lines and bands, which stay visible.
fn cursor(draw: &mut Draw<'_>, placed: &Placed, x: f64) {
    let x = placed.column(x);
    for plot in &placed.plots {
        for y in plot.y..plot.bottom() {
            // Braille dots are data.
            let free =
                draw.buffer.cell((x, y)).is_some_and(|cell| [" ", "░", "▀", "▄"].contains(&cell.symbol()));
            if free {
                draw.text(x, y, 1, "│", Role::Key);
            }
        }
        draw.text(x, plot.bottom(), 1, "┴", Role::Key);
    }
}

/// Draws the axis of the values, with a label at each tick.
fn y_axis(draw: &mut Draw<'_>, chart: Rect, panel: &Panel, scale: &Scale) {
    for y in chart.y..chart.bottom() {
        draw.text(chart.x - 1, y, 1, "│", Role::Border);
    }
    let rows = f64::from(chart.height.saturating_sub(1));
    let mut last = String::new();
    for value in &scale.ticks {
        let row = ((1.0 - scale.share(*value)) * rows).round().clamp(0.0, rows) as u16;
        let label = panel.y.tick(*value);
        // Ticks that round to the same number have one label.
        if label == last {
            continue;
        }
        let text = right(&label, usize::from(AXIS) - 2);
        draw.text(chart.x - AXIS, chart.y + row, AXIS - 1, &text, Role::Dim);
        draw.text(chart.x - 1, chart.y + row, 1, "┤", Role::Border);
        last = label;
    }
}

/// Draws the horizontal axis.
fn x_axis(draw: &mut Draw<'_>, chart: Rect, axis: &Axis, range: [f64; 2]) {
    let y = chart.bottom();
    let line = format!("└{}", "─".repeat(usize::from(chart.width)));
    draw.text(chart.x - 1, y, chart.width + 1, &line, Role::Border);
    let column = |x: f64| (across(range, x, i32::from(chart.width) * 2) / 2).max(0) as u16;
    let step = round_step((range[1] - range[0]) * 12.0 / f64::from(chart.width.max(1)));
    let mut at = (range[0] / step).ceil() * step;
    // The free cells between the numbers, each from its first to the one after its last.
    let (mut free, mut end) = (Vec::new(), chart.x);
    while at <= range[1] {
        let x = chart.x + column(at).min(chart.width.saturating_sub(1));
        let text = if range[0] < 0.0 { axis.tick(at) } else { thousands(at as u64) };
        let width = text.cells() as u16;
        draw.text(x, y, 1, "┬", Role::Border);
        let start = x.saturating_sub(width / 2).min(chart.right().saturating_sub(width));
        draw.text(start, y + 1, width, &text, Role::Dim);
        free.push((end, start));
        end = start + width;
        at += step;
    }
    let title = axis.heading();
    let width = title.cells() as u16;
    if end + width < chart.right() {
        draw.text(chart.right() - width, y + 1, width, &title, Role::Dim);
    } else if let Some((from, to)) = free.iter().rev().find(|(from, to)| from + width + 2 <= *to) {
        draw.text(from + (to - from - width) / 2, y + 1, width, &title, Role::Dim);
    }
}
