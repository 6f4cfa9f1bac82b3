//! The best, the mean and the 10–90 % band of the scores over the generations, with the points of the paper.

use ratatui::layout::Rect;

use super::paper::{self, Moment, Paper};
use super::scale::{Axis, round_step};
use crate::job::report::State;
use crate::tui::curve::Point;
use crate::tui::draw::Draw;
use crate::tui::evolution::{Evolution, Run};
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{duration, right, thousands};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::plot::{Plot, Stroke};
use crate::tui::widgets::{bars, pane};

/// The width of the y axis in cells: the labels and the line.
pub(crate) const AXIS: u16 = 8;

/// Returns the nodes of the untuned search, which are known once a run is complete.
fn untuned(open: &Evolution) -> Option<f64> {
    let trained = open.training_examinations();
    let nodes: u64 = trained.iter().map(|suite| suite.untuned.nodes).sum();
    (!trained.is_empty()).then_some(nodes as f64)
}

pub(crate) fn draw(draw: &mut Draw<'_>, model: &Model, open: &Evolution, area: Rect, focus: bool) {
    let measure = open.measure();
    let fits = |title: &String| title.cells() + 6 <= usize::from(area.width);
    let title = measure.titles.iter().find(|title| fits(title)).cloned().unwrap_or_default();
    let inner = pane::draw(draw, area, &title, "", focus);
    if open.latest().is_none() {
        waiting(draw, open, inner);
        return;
    }
    if inner.height < 5 || inner.width < AXIS + 10 {
        return;
    }
    let legend = Rect { height: 1, ..inner };
    let chart =
        Rect { y: inner.y + 1, height: inner.height - 3, x: inner.x + AXIS, width: inner.width - AXIS - 1 };
    let paper = paper::of(open);
    let axes = Axes { axis: axis(open, paper.as_ref(), chart), generations: generations(open) };
    self::legend(draw, open, paper.as_ref(), legend);
    y_axis(draw, inner.x, chart, &axes.axis, |value| measure.tick(value));
    x_axis(draw, chart, axes.generations);
    let mut plot = Plot::new(chart);
    let others = open.runs.iter().enumerate().filter(|(index, _)| *index != open.shown);
    if let Some(untuned) = untuned(open) {
        let y = axes.y(untuned, plot.height());
        plot.line((0, y), (plot.width() - 1, y), Role::Grandmaster, Stroke::Dashed);
    }
    let best = |point: &Point| measure.value(point.spread.best as f64);
    for (_, run) in others {
        line(&mut plot, &axes, run, best, Role::Dim, Stroke::Solid);
    }
    if let Some(run) = open.run() {
        let value = |score: f64| measure.value(score);
        band(&mut plot, &axes, run, value);
        line(&mut plot, &axes, run, |point| value(point.spread.mean), Role::Mean, Stroke::Dashed);
        line(&mut plot, &axes, run, best, Role::Organism, Stroke::Solid);
    }
    plot.draw(draw, model.ascii);
    mark_generations(draw, open, chart, &axes, Target::Generation);
    if let Some(paper) = &paper {
        paper_marks(draw, chart, &axes, paper);
    }
    if let Some(untuned) = untuned(open) {
        mark(draw, chart, &axes, untuned, "untuned search", Role::Grandmaster);
    }
}

/// Makes each column a target of the mouse for its generation, and marks the selected generation.
pub(crate) fn mark_generations(
    draw: &mut Draw<'_>,
    open: &Evolution,
    chart: Rect,
    axes: &Axes,
    target: fn(u32) -> Target,
) {
    let Some(newest) = open.latest().map(|record| record.generation) else { return };
    let last = f64::from(chart.width.saturating_sub(1).max(1));
    for column in 0..chart.width {
        let share = f64::from(column) / last;
        let generation = (share * f64::from(axes.generations)).round() as u32;
        let cells = Rect { x: chart.x + column, width: 1, ..chart };
        draw.hits.note(cells, target(generation.min(newest)));
    }
    let Some(selected) = open.earlier.as_ref().map(|record| record.generation) else { return };
    let x = chart.x + (axes.x(selected, i32::from(chart.width) * 2) / 2).max(0) as u16;
    for y in chart.y..chart.bottom() {
        if draw.buffer.cell((x, y)).is_some_and(|cell| cell.symbol() == " ") {
            draw.text(x, y, 1, "┊", Role::Key);
        }
    }
    draw.text(x, chart.bottom(), 1, "▲", Role::Key);
}

/// The axes of a chart.
pub(crate) struct Axes {
    /// The axis of the values, from bottom to top.
    pub(crate) axis: Axis,
    /// The last generation, at the right.
    pub(crate) generations: u32,
}

/// Returns the column of a generation on an axis from 0 to `generations`.
fn column(generation: u32, generations: u32, width: i32) -> i32 {
    let share = f64::from(generation) / f64::from(generations.max(1));
    (share * f64::from(width - 1)).round() as i32
}

impl Axes {
    fn x(&self, generation: u32, width: i32) -> i32 {
        column(generation, self.generations, width)
    }

    fn y(&self, value: f64, height: i32) -> i32 {
        let share = self.axis.share(value);
        ((1.0 - share.clamp(-1.0, 2.0)) * f64::from(height - 1)).round() as i32
    }

    fn dot(&self, plot: &Plot, generation: u32, value: f64) -> (i32, i32) {
        (self.x(generation, plot.width()), self.y(value, plot.height()))
    }
}

/// Returns the last generation of the axis.
pub(crate) fn generations(open: &Evolution) -> u32 {
    let planned = open.settings.as_ref().map_or(0, |settings| settings.generations);
    let done = open.runs.iter().filter_map(|run| run.latest.as_ref()).map(|record| record.generation).max();
    planned.max(done.unwrap_or(0)).max(1)
}

fn axis(open: &Evolution, paper: Option<&Paper>, chart: Rect) -> Axis {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    let measure = open.measure();
    for spread in open.runs.iter().flat_map(|run| run.curve.points()).map(|point| &point.spread) {
        for score in [spread.q10, spread.mean, spread.best as f64] {
            let value = measure.value(score);
            (low, high) = (low.min(value), high.max(value));
        }
    }
    if let Some(untuned) = untuned(open) {
        (low, high) = (low.min(untuned), high.max(untuned));
    }
    for point in paper.into_iter().flat_map(|paper| &paper.points) {
        (low, high) = (low.min(point.value), high.max(point.value));
    }
    if !low.is_finite() || !high.is_finite() {
        (low, high) = (0.0, 1.0);
    }
    let ticks = (chart.height / 3).clamp(2, 8);
    if measure.logarithmic { Axis::logarithmic(low, high, ticks) } else { Axis::round(low, high, ticks) }
}

/// Adds a line through the values of a run's generations.
pub(crate) fn line(
    plot: &mut Plot,
    axes: &Axes,
    run: &Run,
    value: impl Fn(&Point) -> f64,
    role: Role,
    stroke: Stroke,
) {
    path(plot, axes, run.curve.points().map(|point| (point.generation, value(point))), role, stroke);
}

/// Adds a line through pairs of a generation and its value.
pub(crate) fn path(
    plot: &mut Plot,
    axes: &Axes,
    values: impl Iterator<Item = (u32, f64)>,
    role: Role,
    stroke: Stroke,
) {
    let mut before = None;
    for (generation, value) in values {
        let dot = axes.dot(plot, generation, value);
        plot.line(before.unwrap_or(dot), dot, role, stroke);
        before = Some(dot);
    }
}

/// Adds the band from the 10 % to the 90 % quantile of a run's generations.
pub(crate) fn band(plot: &mut Plot, axes: &Axes, run: &Run, value: impl Fn(f64) -> f64) {
    let ends = |point: &Point| [point.spread.q10, point.spread.q90].map(&value);
    ribbon(plot, axes, run.curve.points().map(|point| (point.generation, ends(point))));
}

/// Adds a band between a low and a high value of each generation.
pub(crate) fn ribbon(plot: &mut Plot, axes: &Axes, ends: impl Iterator<Item = (u32, [f64; 2])>) {
    let mut before: Option<(i32, f64, f64)> = None;
    for (generation, [bottom, top]) in ends {
        let x = axes.x(generation, plot.width());
        let (from, low, high) = before.unwrap_or((x, bottom, top));
        for column in from..=x {
            let share = if x == from { 1.0 } else { f64::from(column - from) / f64::from(x - from) };
            let low = low + share * (bottom - low);
            let high = high + share * (top - high);
            let ends = [low, high].map(|value| axes.y(value, plot.height()));
            plot.shade(column, ends[0].min(ends[1]), ends[0].max(ends[1]));
        }
        before = Some((x, bottom, top));
    }
}

fn legend(draw: &mut Draw<'_>, open: &Evolution, paper: Option<&Paper>, area: Rect) {
    let others = if open.runs.len() > 1 { "   ── other runs’ best" } else { "" };
    let x = area.x + AXIS;
    let width = area.width.saturating_sub(AXIS);
    let paper = paper.map(|paper| (format!("   ◆ paper: {}", paper.summary), paper.short, Role::Paper));
    let untuned = untuned(open).map(|nodes| {
        let nodes = open.measure().amount(nodes);
        (format!("   ◆ untuned search {nodes}"), "   ◆ untuned", Role::Grandmaster)
    });
    let (whole, short, role) = paper.or(untuned).unwrap_or((String::new(), "", Role::Dim));
    let lines = [("━━ best", Role::Organism), ("   ╌╌ mean", Role::Mean), ("   ░░ 10–90 %", Role::Dim)];
    let fits = |texts: &[&str]| {
        let cells: usize =
            lines.iter().map(|(text, _)| *text).chain(texts.iter().copied()).map(str::cells).sum();
        cells <= usize::from(width)
    };
    // The longest legend that fits.
    let more = [[whole.as_str(), others], [short, others], [short, ""], ["", ""]];
    let [reference, others] = more.into_iter().find(|texts| fits(texts)).unwrap_or(["", ""]);
    let spans: Vec<_> = lines.into_iter().chain([(reference, role), (others, Role::Dim)]).collect();
    let end = draw.spans(x, area.y, width, &spans);
    let sample = x + "━━ best   ╌╌ mean   ".cells() as u16;
    if let (Some(colour), true) = (draw.theme.fill(Role::Band), end > sample + 2) {
        // The sample of the band has the band's background.
        let style = draw.theme.style(Role::Text).bg(colour);
        draw.styled(sample, area.y, 2, "  ", style);
    }
}

/// Draws the axis of the values, with a label at each tick.
pub(crate) fn y_axis(draw: &mut Draw<'_>, x: u16, chart: Rect, axis: &Axis, label: impl Fn(f64) -> String) {
    for y in chart.y..chart.bottom() {
        draw.text(chart.x - 1, y, 1, "│", Role::Border);
    }
    let rows = f64::from(chart.height.saturating_sub(1));
    for value in &axis.ticks {
        let row = ((1.0 - axis.share(*value)) * rows).round().clamp(0.0, rows) as u16;
        let text = right(&label(*value), usize::from(AXIS) - 2);
        draw.text(x, chart.y + row, AXIS - 1, &text, Role::Dim);
        draw.text(chart.x - 1, chart.y + row, 1, "┤", Role::Border);
    }
}

/// Draws the axis of the generations.
pub(crate) fn x_axis(draw: &mut Draw<'_>, chart: Rect, generations: u32) {
    x_axis_of(draw, chart, generations, "generation");
}

/// Draws an axis from 0 to `generations`, which counts what `title` says.
pub(crate) fn x_axis_of(draw: &mut Draw<'_>, chart: Rect, generations: u32, title: &str) {
    let y = chart.bottom();
    let line = format!("└{}", "─".repeat(usize::from(chart.width)));
    draw.text(chart.x - 1, y, chart.width + 1, &line, Role::Border);
    let step = round_step(f64::from(generations) * 12.0 / f64::from(chart.width.max(1))) as u32;
    let mut generation = 0u32;
    loop {
        let x = chart.x + (column(generation, generations, i32::from(chart.width) * 2) / 2).max(0) as u16;
        let text = thousands(generation.into());
        let half = text.cells() as u16 / 2;
        draw.text(x, y, 1, "┬", Role::Border);
        let at = x.saturating_sub(half).min(chart.right().saturating_sub(text.cells() as u16));
        draw.text(at, y + 1, text.cells() as u16, &text, Role::Dim);
        generation = generation.saturating_add(step.max(1));
        if generation > generations {
            break;
        }
    }
    let width = title.len() as u16;
    let last = column(generations / step.max(1) * step.max(1), generations, i32::from(chart.width) * 2) / 2;
    let room = i32::from(chart.width) - last - 4;
    if room > i32::from(width) {
        draw.text(chart.right() - width, y + 1, width, title, Role::Dim);
    }
}

/// Draws the points of the paper with their labels.
fn paper_marks(draw: &mut Draw<'_>, chart: Rect, axes: &Axes, paper: &Paper) {
    for point in &paper.points {
        match point.at {
            Moment::Generation(at) if at < axes.generations => {
                let height = i32::from(chart.height) * 4;
                let y = chart.y + (axes.y(point.value, height).clamp(0, height - 1) / 4) as u16;
                let x = chart.x + (axes.x(at, i32::from(chart.width) * 2) / 2).max(0) as u16;
                draw.text(x, y, 1, "◆", Role::Paper);
                let text = point.label.as_str();
                let width = text.cells() as u16;
                if x + 2 + width <= chart.right() {
                    free_text(draw, x + 2, y, text, Role::Paper);
                }
            }
            // Beyond the end of the axis.
            Moment::Generation(at) if at > axes.generations => {}
            Moment::Generation(_) | Moment::End => {
                mark(draw, chart, axes, point.value, &point.label, Role::Paper);
            }
        }
    }
}

/// Marks a value at the right end of the chart, with a label if there is room.
fn mark(draw: &mut Draw<'_>, chart: Rect, axes: &Axes, value: f64, label: &str, role: Role) {
    let height = i32::from(chart.height) * 4;
    let y = chart.y + (axes.y(value, height).clamp(0, height - 1) / 4) as u16;
    draw.text(chart.right() - 1, y, 1, "◆", role);
    let width = label.cells() as u16;
    if width + 22 <= chart.width {
        free_text(draw, chart.right() - 2 - width, y, label, role);
    }
}

/// Writes a text if all its cells are empty, so that it hides no curve.
fn free_text(draw: &mut Draw<'_>, x: u16, y: u16, text: &str, role: Role) {
    let width = text.cells() as u16;
    let empty = (x..x + width).all(|x| draw.buffer.cell((x, y)).is_none_or(|cell| cell.symbol() == " "));
    if empty {
        draw.text(x, y, width, text, role);
    }
}

/// Draws the progress before the first generation is measured.
fn waiting(draw: &mut Draw<'_>, open: &Evolution, area: Rect) {
    if area.height < 3 || area.width < 10 {
        return;
    }
    let x = area.x + 2;
    let width = area.width - 4;
    let mut y = area.y + area.height.saturating_sub(4) / 2;
    let activity = match (&open.progress, open.state) {
        (Some(progress), _) => progress.activity,
        (None, State::Preparing) => "opening the session",
        (None, State::Paused) => "ready: Space runs, s steps one generation",
        (None, _) => "measuring the first generation",
    };
    draw.text(x, y, width, activity, Role::Title);
    y += 1;
    if let Some(progress) = &open.progress
        && progress.total > 0
        && y < area.bottom()
    {
        let share = progress.done as f64 / progress.total as f64;
        bars::horizontal(draw, x, y, width.min(48), share, Role::Organism);
        let mut text = format!(
            "{} of {} · {:.0} %",
            thousands(progress.done),
            thousands(progress.total),
            (100.0 * share).floor().min(100.0)
        );
        if let Some(left) = progress.time_left {
            text += &format!(" · {} left", duration(left));
        }
        draw.text(x, y + 1, width, &text, Role::Dim);
        y += 2;
    }
    if open.run_when_ready && y < area.bottom() {
        draw.text(x, y, width, "▶ runs as soon as this is done; Space pauses", Role::Good);
    } else if open.state == State::Preparing && y < area.bottom() {
        draw.text(x, y, width, "Space runs the evolution as soon as this is done", Role::Dim);
    }
}
