//! Draws charts.

use svg::node::element::{Path, Polygon};

use super::style::class;
use super::{Canvas, MARGIN, number, width_of};
use crate::figures::chart::{Axis, Chart, Layer, LayerRole, Panel, Shape, Stroke, Zoom};
use crate::figures::scale::Scale;

/// The width of the document.
const WIDTH: f64 = 960.0;
/// The room for the numbers at the left.
const LEFT: f64 = 76.0;
/// The height of a single panel, and of each of several.
const HEIGHTS: [f64; 2] = [380.0, 220.0];
/// The room for the heading and the legend above a panel, for each of their lines.
const LINE: f64 = 20.0;
/// The room for the numbers and the title below.
const BOTTOM: f64 = 48.0;
/// The dash patterns of equal things, so that lines differ without colours.
const DASHES: [&str; 4] = ["", "8 3", "2 3", "10 3 2 3"];
/// The number of equal things after which colours and dash patterns would repeat together: the least common multiple of their
/// numbers.
const COMBINATIONS: usize = 12;
/// The least distance of the base lines of labels.
const SPACING: f64 = 13.0;
/// The number of places above a point, and below it, for its label: half a line from each other.
const LABEL_STEPS: u32 = 16;

/// The number of points of a layer that have labels.
const LABELS: usize = 6;

/// The area of a panel with its scales.
struct Area<'a> {
    x: [f64; 2],
    y: [f64; 2],
    range: [f64; 2],
    scale: &'a Scale,
}

impl Area<'_> {
    fn across(&self, x: f64) -> f64 {
        let [low, high] = self.range;
        self.x[0] + (x - low) / (high - low) * (self.x[1] - self.x[0])
    }

    fn up(&self, y: f64) -> f64 {
        self.y[1] - self.scale.share(y).clamp(-0.5, 1.5) * (self.y[1] - self.y[0])
    }

    fn place(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.across(x), self.up(y)]
    }
}

/// Draws a chart below `top`. Returns the size of the document.
pub(super) fn draw(canvas: &mut Canvas, chart: &Chart, top: f64) -> [f64; 2] {
    let labels = chart.panels.iter().flat_map(|panel| &panel.layers).filter_map(end_label);
    let right = labels.map(|label| width_of(label) + 14.0).fold(MARGIN, f64::max).min(260.0);
    let x = [LEFT, WIDTH - right];
    let height = HEIGHTS[usize::from(chart.panels.len() > 1)];
    let mut y = top;
    for panel in &chart.panels {
        canvas.text(MARGIN, y + 14.0, "head", "start", &panel.y.heading());
        y = legend(canvas, panel, y + LINE);
        let scale = panel.scale(Zoom::Points, 6);
        let area = Area { x, y: [y + 6.0, y + height], range: chart.range(), scale: &scale };
        draw_panel(canvas, panel, &area);
        x_axis(canvas, &chart.x, &area);
        y += height + BOTTOM;
    }
    [WIDTH, y + 8.0]
}

/// Returns the label at the right end of a line, which equal things have.
fn end_label(layer: &Layer) -> Option<&str> {
    let numbered = matches!(layer.role, LayerRole::Number(_)) && matches!(layer.shape, Shape::Line(..));
    numbered.then_some(layer.name.as_str())
}

fn draw_panel(canvas: &mut Canvas, panel: &Panel, area: &Area<'_>) {
    let mut last = String::new();
    for &tick in &area.scale.ticks {
        let y = area.up(tick);
        let label = panel.y.tick(tick);
        canvas.line([area.x[0], y], [area.x[1], y], "grid");
        if label != last {
            canvas.text(area.x[0] - 8.0, y + 4.0, "dim number", "end", &label);
        }
        last = label;
    }
    canvas.line([area.x[0], area.y[0]], [area.x[0], area.y[1]], "axis");
    // Points are above everything else, because they have labels.
    let (points, others): (Vec<&Layer>, Vec<&Layer>) =
        panel.drawn().partition(|layer| matches!(layer.shape, Shape::Points(_)));
    for layer in &others {
        draw_layer(canvas, layer, area);
    }
    label_ends(canvas, &others, area);
    let mut labels = Labels::new(&others, &points, area);
    for layer in points {
        let Shape::Points(points) = &layer.shape else { continue };
        let class = class(layer.role);
        for (index, point) in points.iter().enumerate() {
            let at = area.place(*point);
            diamond(canvas, at, &class);
            if index >= LABELS {
                continue;
            }
            let label = labels.place(at, &layer.name, area);
            if let Some(end) = label.pointer(at) {
                canvas.line(at, end, &format!("{class} line pointer"));
            }
            let anchor = if label.is_end { "end" } else { "start" };
            canvas.text(label.x, label.y, &format!("{class} halo"), anchor, &layer.name);
        }
    }
}

/// Writes the names of equal lines at the right, each as near to the end of its line as the others allow.
fn label_ends(canvas: &mut Canvas, layers: &[&Layer], area: &Area<'_>) {
    let end = |layer: &&Layer| match (&layer.shape, end_label(layer)) {
        (Shape::Line(_, points), Some(label)) => {
            Some((area.place(*points.last()?)[1], class(layer.role), label.to_owned()))
        }
        _ => None,
    };
    let mut ends: Vec<(f64, String, String)> = layers.iter().filter_map(end).collect();
    ends.sort_by(|(one, ..), (other, ..)| one.total_cmp(other));
    let mut least = f64::NEG_INFINITY;
    for (y, ..) in &mut ends {
        *y = y.max(least);
        least = *y + SPACING;
    }
    // What is pushed out at the bottom goes up again.
    let mut most = area.y[1];
    for (y, ..) in ends.iter_mut().rev() {
        *y = y.min(most);
        most = *y - SPACING;
    }
    for (y, class, label) in &ends {
        canvas.text(area.x[1] + 6.0, y + 4.0, class, "start", label);
    }
}

/// The place of a point's label.
#[derive(Clone, Copy)]
struct Label {
    /// The end of the text at which it is anchored, and its base line.
    x: f64,
    y: f64,
    /// Whether the text ends there instead of beginning.
    is_end: bool,
    width: f64,
}

impl Label {
    /// Returns the left, upper, right and lower end.
    fn area(&self) -> [f64; 4] {
        let left = if self.is_end { self.x - self.width } else { self.x };
        [left - 2.0, self.y - 11.0, left + self.width + 2.0, self.y + 4.0]
    }

    /// Returns the end of a line from the point to the label, if the label is not beside the point.
    fn pointer(&self, [_, y]: [f64; 2]) -> Option<[f64; 2]> {
        let [_, top, _, bottom] = self.area();
        let end = if bottom < y { bottom } else { top };
        ((self.y - 4.0 - y).abs() > SPACING).then_some([self.x + if self.is_end { -6.0 } else { 6.0 }, end])
    }
}

/// What the labels of points must not cover: lines, and other labels and points.
struct Labels {
    lines: Vec<[[f64; 2]; 2]>,
    taken: Vec<[f64; 4]>,
}

impl Labels {
    fn new(layers: &[&Layer], points: &[&Layer], area: &Area<'_>) -> Labels {
        let mut lines = Vec::new();
        for layer in layers {
            match &layer.shape {
                Shape::Line(_, points) => {
                    let places: Vec<[f64; 2]> = points.iter().map(|point| area.place(*point)).collect();
                    lines.extend(places.windows(2).map(|pair| [pair[0], pair[1]]));
                }
                Shape::Level(value) => {
                    let y = area.up(*value);
                    lines.push([[area.x[0], y], [area.x[1], y]]);
                }
                Shape::Band(_) | Shape::Points(_) | Shape::Bars(..) => {}
            }
        }
        let taken = |layer: &&Layer| match &layer.shape {
            Shape::Points(points) => points.clone(),
            _ => Vec::new(),
        };
        let around = |[x, y]: [f64; 2]| [x - 5.0, y - 5.0, x + 5.0, y + 5.0];
        let taken = points.iter().flat_map(taken).map(|point| around(area.place(point)));
        Labels { lines, taken: taken.collect() }
    }

    /// Finds the nearest place for the label of a point: beside it if nothing is there, otherwise above or below. If there is
    /// none, the place that covers least.
    fn place(&mut self, [x, y]: [f64; 2], text: &str, area: &Area<'_>) -> Label {
        let width = width_of(text);
        let distances = (0..LABEL_STEPS).flat_map(|step| [f64::from(step), -f64::from(step)]);
        let places = distances.flat_map(|distance| {
            [false, true].map(|is_end| {
                let x = if is_end { x - 9.0 } else { x + 9.0 };
                Label { x, y: y + 4.0 + distance * SPACING / 2.0, is_end, width }
            })
        });
        let is_inside = |label: &Label| {
            let [left, top, right, bottom] = label.area();
            left >= area.x[0] && right <= area.x[1] && top >= area.y[0] - 6.0 && bottom <= area.y[1]
        };
        let found = places.filter(is_inside).min_by_key(|label| self.covered(label.area()));
        let label = found.unwrap_or(Label { x: x - 9.0, y: y + 4.0, is_end: true, width });
        self.taken.push(label.area());
        label
    }

    /// Returns how many lines, labels and points an area covers.
    fn covered(&self, [left, top, right, bottom]: [f64; 4]) -> usize {
        let lines = self.lines.iter().filter(|line| crosses(**line, [left, top, right, bottom]));
        let taken = self.taken.iter().filter(|[other_left, other_top, other_right, other_bottom]| {
            left < *other_right && *other_left < right && top < *other_bottom && *other_top < bottom
        });
        lines.count() + taken.count()
    }
}

/// Returns whether a part of a straight line is in an area.
fn crosses([[x1, y1], [x2, y2]]: [[f64; 2]; 2], [left, top, right, bottom]: [f64; 4]) -> bool {
    // The part of the line, from 0 to 1, that is between both pairs of sides (Liang and Barsky).
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for (start, change, low, high) in [(x1, x2 - x1, left, right), (y1, y2 - y1, top, bottom)] {
        if change == 0.0 {
            if start < low || start > high {
                return false;
            }
            continue;
        }
        let (one, other) = ((low - start) / change, (high - start) / change);
        from = from.max(one.min(other));
        to = to.min(one.max(other));
    }
    from <= to
}

fn draw_layer(canvas: &mut Canvas, layer: &Layer, area: &Area<'_>) {
    let class = class(layer.role);
    match &layer.shape {
        Shape::Band(ends) if ends.len() > 1 => {
            let upper = ends.iter().map(|(x, ends)| area.place([*x, ends[1]]));
            let lower = ends.iter().rev().map(|(x, ends)| area.place([*x, ends[0]]));
            let corners: Vec<String> =
                upper.chain(lower).map(|[x, y]| format!("{},{}", number(x), number(y))).collect();
            canvas.add(Polygon::new().set("points", corners.join(" ")).set("class", format!("{class} band")));
        }
        Shape::Band(ends) => {
            // A band of one position has a visible width.
            for (x, [low, high]) in ends {
                let [x, top] = area.place([*x, *high]);
                let height = area.up(*low) - top;
                canvas.rectangle([x - 4.0, top], [8.0, height.max(1.0)], &format!("{class} band"));
            }
        }
        Shape::Bars(width, bars) => {
            for &[x, value] in bars {
                let [left, top] = area.place([x, value]);
                let size = [area.across(x + width) - left - 1.0, area.up(0.0) - top];
                canvas.rectangle([left, top], size, &format!("{class} bar"));
            }
        }
        Shape::Level(value) => {
            let y = area.up(*value);
            canvas.line([area.x[0], y], [area.x[1], y], &format!("{class} line level"));
        }
        // Drawn after everything else, with its label.
        Shape::Points(_) => {}
        Shape::Line(_, points) if points.len() == 1 => {
            let [x, y] = area.place(points[0]);
            let dot = svg::node::element::Circle::new().set("cx", number(x)).set("cy", number(y)).set("r", 3);
            canvas.add(dot.set("class", format!("{class} point")));
        }
        Shape::Line(stroke, points) => {
            let mut path = String::new();
            for (index, point) in points.iter().enumerate() {
                let [x, y] = area.place(*point);
                path += &format!("{}{} {}", if index == 0 { "M" } else { "L" }, number(x), number(y));
            }
            let path =
                Path::new().set("d", path).set("class", format!("{class} line {}", stroke_class(*stroke)));
            canvas.add(match dashes(layer.role) {
                "" => path,
                dashes => path.set("stroke-dasharray", dashes),
            });
        }
    }
}

fn stroke_class(stroke: Stroke) -> &'static str {
    match stroke {
        Stroke::Thick => "thick",
        Stroke::Thin => "thin",
        Stroke::Dashed => "dashed",
    }
}

fn dashes(role: LayerRole) -> &'static str {
    match role {
        // Each round of combinations begins with another pattern.
        LayerRole::Number(number) => DASHES[(number + number / COMBINATIONS) % DASHES.len()],
        _ => "",
    }
}

fn diamond(canvas: &mut Canvas, [x, y]: [f64; 2], class: &str) {
    let corners = [[x, y - 5.0], [x + 5.0, y], [x, y + 5.0], [x - 5.0, y]];
    let corners = corners.map(|[x, y]| format!("{},{}", number(x), number(y)));
    canvas.add(Polygon::new().set("points", corners.join(" ")).set("class", format!("{class} point")));
}

/// Draws the legend of a panel from `y` on. Returns the lower end.
fn legend(canvas: &mut Canvas, panel: &Panel, mut y: f64) -> f64 {
    let mut x = MARGIN;
    for (layer, name) in legend_entries(panel) {
        let width = 30.0 + width_of(&name) + 24.0;
        if x + width > WIDTH - MARGIN && x > MARGIN {
            (x, y) = (MARGIN, y + LINE);
        }
        let class = class(layer.role);
        let middle = y + 8.0;
        match &layer.shape {
            Shape::Band(_) => canvas.rectangle([x, middle - 5.0], [24.0, 10.0], &format!("{class} band")),
            Shape::Bars(..) => canvas.rectangle([x, middle - 5.0], [24.0, 10.0], &format!("{class} bar")),
            Shape::Level(_) => {
                canvas.line([x, middle], [x + 24.0, middle], &format!("{class} line level"));
            }
            Shape::Line(stroke, _) => {
                let path = Path::new()
                    .set(
                        "d",
                        format!("M{} {}L{} {}", number(x), number(middle), number(x + 24.0), number(middle)),
                    )
                    .set("class", format!("{class} line {}", stroke_class(*stroke)));
                canvas.add(match dashes(layer.role) {
                    "" => path,
                    dashes => path.set("stroke-dasharray", dashes),
                });
            }
            Shape::Points(_) => {}
        }
        canvas.text(x + 30.0, y + 12.0, "dim", "start", &name);
        x += width;
    }
    y + LINE
}

/// Returns the entries of the legend: layers with names. Three or more lines that look the same and whose names differ
/// in a number, such as those of several runs, share an entry. Points have their labels beside them.
fn legend_entries(panel: &Panel) -> Vec<(&Layer, String)> {
    let named = panel
        .layers
        .iter()
        .filter(|layer| !layer.name.is_empty() && !matches!(layer.shape, Shape::Points(_)));
    let mut groups: Vec<Vec<&Layer>> = Vec::new();
    for layer in named {
        match groups.iter_mut().find(|group| are_equal_but_numbered(group[0], layer)) {
            Some(group) => group.push(layer),
            None => groups.push(vec![layer]),
        }
    }
    let mut entries = Vec::new();
    for group in groups {
        match group[..] {
            [first, _, .., last] => entries.push((first, span_of_names(&first.name, &last.name))),
            _ => entries.extend(group.into_iter().map(|layer| (layer, layer.name.clone()))),
        }
    }
    entries
}

fn are_equal_but_numbered(one: &Layer, other: &Layer) -> bool {
    let stroke = |layer: &Layer| match layer.shape {
        Shape::Line(stroke, _) => Some(stroke),
        _ => None,
    };
    let without_numbers = |layer: &Layer| layer.name.replace(|c: char| c.is_ascii_digit(), "");
    one.role == other.role
        && stroke(one).is_some()
        && stroke(one) == stroke(other)
        && without_numbers(one) == without_numbers(other)
}

/// Returns a name for all from the first to the last: “run 1 best” and “run 9 best” become “run 1…9 best”.
fn span_of_names(first: &str, last: &str) -> String {
    let words = first.split(' ').zip(last.split(' '));
    let span = |(one, other): (&str, &str)| {
        if one == other { one.to_owned() } else { format!("{one}…{other}") }
    };
    words.map(span).collect::<Vec<_>>().join(" ")
}

/// Draws the horizontal axis below a panel.
fn x_axis(canvas: &mut Canvas, axis: &Axis, area: &Area<'_>) {
    let [left, right] = area.x;
    let y = area.y[1];
    canvas.line([left, y], [right, y], "axis");
    let scale = Scale::round(area.range[0], area.range[1], 10, axis.least_step());
    let inside = scale.ticks.iter().filter(|tick| (area.range[0]..=area.range[1]).contains(*tick));
    for &tick in inside {
        let x = area.across(tick);
        canvas.line([x, y], [x, y + 5.0], "axis");
        canvas.text(x, y + 18.0, "dim number", "middle", &axis.tick(tick));
    }
    let title = axis.heading();
    canvas.text(right, y + 36.0, "dim", "end", &title);
}
