//! Best, mean and the 10–90 % band over the generations, with the points the paper tells.

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

/// Columns of the y axis: numbers and the line.
pub(crate) const AXIS: u16 = 8;

/// The nodes of the search that was not tuned, where it was examined: when a run is complete.
fn untuned(open: &Evolution) -> Option<f64> {
    let results = open.runs.iter().filter_map(|run| run.result.as_ref());
    let trained = results.flat_map(|result| &result.examinations).find(|examined| examined.trained)?;
    Some(trained.untuned.nodes as f64)
}

/// Draws the pane.
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
    let place = Place { axis: axis(open, paper.as_ref(), chart), generations: generations(open) };
    self::legend(draw, open, paper.as_ref(), legend);
    y_axis(draw, inner.x, chart, &place.axis, |value| measure.tick(value));
    x_axis(draw, chart, place.generations);
    let mut plot = Plot::new(chart);
    let others = open.runs.iter().enumerate().filter(|(index, _)| *index != open.shown);
    if let Some(untuned) = untuned(open) {
        let y = place.y(untuned, plot.height());
        plot.line((0, y), (plot.width() - 1, y), Role::Grandmaster, Stroke::Dashed);
    }
    let best = |point: &Point| measure.value(point.spread.best as f64);
    for (_, run) in others {
        line(&mut plot, &place, run, best, Role::Dim, Stroke::Solid);
    }
    if let Some(run) = open.run() {
        let value = |score: f64| measure.value(score);
        band(&mut plot, &place, run, value);
        line(&mut plot, &place, run, |point| value(point.spread.mean), Role::Mean, Stroke::Dashed);
        line(&mut plot, &place, run, best, Role::Organism, Stroke::Solid);
    }
    plot.draw(draw, model.ascii);
    moments(draw, open, chart, &place, Target::Moment);
    if let Some(paper) = &paper {
        paper_marks(draw, chart, &place, paper);
    }
    if let Some(untuned) = untuned(open) {
        mark(draw, chart, &place, untuned, "untuned search", Role::Grandmaster);
    }
}

/// Notes which generation each column is, and marks the one looked at.
pub(crate) fn moments(
    draw: &mut Draw<'_>,
    open: &Evolution,
    chart: Rect,
    place: &Place,
    target: fn(u32) -> Target,
) {
    let Some(newest) = open.latest().map(|record| record.generation) else { return };
    let last = f64::from(chart.width.saturating_sub(1).max(1));
    for column in 0..chart.width {
        let share = f64::from(column) / last;
        let generation = (share * f64::from(place.generations)).round() as u32;
        let cells = Rect { x: chart.x + column, width: 1, ..chart };
        draw.hits.note(cells, target(generation.min(newest)));
    }
    let Some(looked) = open.earlier.as_ref().map(|record| record.generation) else { return };
    let x = chart.x + (place.x(looked, i32::from(chart.width) * 2) / 2).max(0) as u16;
    for y in chart.y..chart.bottom() {
        if draw.buffer.cell((x, y)).is_some_and(|cell| cell.symbol() == " ") {
            draw.text(x, y, 1, "┊", Role::Key);
        }
    }
    draw.text(x, chart.bottom(), 1, "▲", Role::Key);
}

/// Where generations and values stand.
pub(crate) struct Place {
    /// Where values stand, from the bottom to the top.
    pub(crate) axis: Axis,
    /// The generation at the right.
    pub(crate) generations: u32,
}

/// Where a generation stands on an axis from 0 to `generations`.
fn column(generation: u32, generations: u32, width: i32) -> i32 {
    let share = f64::from(generation) / f64::from(generations.max(1));
    (share * f64::from(width - 1)).round() as i32
}

impl Place {
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

/// The generations that the axis shows.
pub(crate) fn generations(open: &Evolution) -> u32 {
    let asked = open.settings.as_ref().map_or(0, |settings| settings.generations);
    let done = open.runs.iter().filter_map(|run| run.latest.as_ref()).map(|record| record.generation).max();
    asked.max(done.unwrap_or(0)).max(1)
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

/// A line through the values of all generations.
pub(crate) fn line(
    plot: &mut Plot,
    place: &Place,
    run: &Run,
    value: impl Fn(&Point) -> f64,
    role: Role,
    stroke: Stroke,
) {
    path(plot, place, run.curve.points().map(|point| (point.generation, value(point))), role, stroke);
}

/// A line through values of generations.
pub(crate) fn path(
    plot: &mut Plot,
    place: &Place,
    values: impl Iterator<Item = (u32, f64)>,
    role: Role,
    stroke: Stroke,
) {
    let mut before = None;
    for (generation, value) in values {
        let dot = place.dot(plot, generation, value);
        plot.line(before.unwrap_or(dot), dot, role, stroke);
        before = Some(dot);
    }
}

/// The band in which most organisms of each generation are.
pub(crate) fn band(plot: &mut Plot, place: &Place, run: &Run, value: impl Fn(f64) -> f64) {
    let ends = |point: &Point| [point.spread.q10, point.spread.q90].map(&value);
    ribbon(plot, place, run.curve.points().map(|point| (point.generation, ends(point))));
}

/// A band between a low and a high value of each generation.
pub(crate) fn ribbon(plot: &mut Plot, place: &Place, ends: impl Iterator<Item = (u32, [f64; 2])>) {
    let mut before: Option<(i32, f64, f64)> = None;
    for (generation, [bottom, top]) in ends {
        let x = place.x(generation, plot.width());
        let (from, low, high) = before.unwrap_or((x, bottom, top));
        for column in from..=x {
            let share = if x == from { 1.0 } else { f64::from(column - from) / f64::from(x - from) };
            let low = low + share * (bottom - low);
            let high = high + share * (top - high);
            let ends = [low, high].map(|value| place.y(value, plot.height()));
            plot.shade(column, ends[0].min(ends[1]), ends[0].max(ends[1]));
        }
        before = Some((x, bottom, top));
    }
}

fn legend(draw: &mut Draw<'_>, open: &Evolution, paper: Option<&Paper>, area: Rect) {
    let others = if open.runs.len() > 1 { "   ── other runs’ best" } else { "" };
    let x = area.x + AXIS;
    let width = area.width.saturating_sub(AXIS);
    let paper = paper.map(|paper| (format!("   ◆ paper: {}", paper.words), paper.short, Role::Paper));
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
    // The most that fits: the paper's figures in words, else its mark, else the curves alone.
    let more = [[whole.as_str(), others], [short, others], [short, ""], ["", ""]];
    let [known, others] = more.into_iter().find(|texts| fits(texts)).unwrap_or(["", ""]);
    let spans: Vec<_> = lines.into_iter().chain([(known, role), (others, Role::Dim)]).collect();
    let end = draw.spans(x, area.y, width, &spans);
    let swatch = x + "━━ best   ╌╌ mean   ".cells() as u16;
    if let (Some(colour), true) = (draw.theme.fill(Role::Band), end > swatch + 2) {
        // The swatch of the band is the band's own ground.
        let style = draw.theme.style(Role::Text).bg(colour);
        draw.styled(swatch, area.y, 2, "  ", style);
    }
}

/// The axis of values, each tick in words.
pub(crate) fn y_axis(draw: &mut Draw<'_>, x: u16, chart: Rect, axis: &Axis, told: impl Fn(f64) -> String) {
    for y in chart.y..chart.bottom() {
        draw.text(chart.x - 1, y, 1, "│", Role::Border);
    }
    let rows = f64::from(chart.height.saturating_sub(1));
    for value in &axis.ticks {
        let row = ((1.0 - axis.share(*value)) * rows).round().clamp(0.0, rows) as u16;
        let number = told(*value);
        draw.text(x, chart.y + row, AXIS - 1, &right(&number, usize::from(AXIS) - 2), Role::Dim);
        draw.text(chart.x - 1, chart.y + row, 1, "┤", Role::Border);
    }
}

/// The axis of generations.
pub(crate) fn x_axis(draw: &mut Draw<'_>, chart: Rect, generations: u32) {
    let y = chart.bottom();
    draw.text(
        chart.x - 1,
        y,
        chart.width + 1,
        &format!("└{}", "─".repeat(usize::from(chart.width))),
        Role::Border,
    );
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
    let word = "generation";
    let last = column(generations / step.max(1) * step.max(1), generations, i32::from(chart.width) * 2) / 2;
    let room = i32::from(chart.width) - last - 4;
    if room > word.cells() as i32 {
        draw.text(chart.right() - word.cells() as u16, y + 1, word.cells() as u16, word, Role::Dim);
    }
}

/// The points the paper tells: marks and words, no curve.
fn paper_marks(draw: &mut Draw<'_>, chart: Rect, place: &Place, paper: &Paper) {
    for point in &paper.points {
        match point.at {
            Moment::Generation(at) if at < place.generations => {
                let height = i32::from(chart.height) * 4;
                let y = chart.y + (place.y(point.value, height).clamp(0, height - 1) / 4) as u16;
                let x = chart.x + (place.x(at, i32::from(chart.width) * 2) / 2).max(0) as u16;
                draw.text(x, y, 1, "◆", Role::Paper);
                let text = point.words.as_str();
                let width = text.cells() as u16;
                if x + 2 + width <= chart.right() {
                    free_text(draw, x + 2, y, text, Role::Paper);
                }
            }
            // The axis ends before it.
            Moment::Generation(at) if at > place.generations => {}
            Moment::Generation(_) | Moment::End => {
                mark(draw, chart, place, point.value, &point.words, Role::Paper);
            }
        }
    }
}

/// A value that something else reached: a mark at the right end, and what it is where there is room.
fn mark(draw: &mut Draw<'_>, chart: Rect, place: &Place, value: f64, word: &str, role: Role) {
    let height = i32::from(chart.height) * 4;
    let y = chart.y + (place.y(value, height).clamp(0, height - 1) / 4) as u16;
    draw.text(chart.right() - 1, y, 1, "◆", role);
    let width = word.cells() as u16;
    if width + 22 <= chart.width {
        free_text(draw, chart.right() - 2 - width, y, word, role);
    }
}

/// Writes over empty cells only, so that no curve is hidden.
fn free_text(draw: &mut Draw<'_>, x: u16, y: u16, text: &str, role: Role) {
    let width = text.cells() as u16;
    let empty = (x..x + width).all(|x| draw.buffer.cell((x, y)).is_none_or(|cell| cell.symbol() == " "));
    if empty {
        draw.text(x, y, width, text, role);
    }
}

/// What is going on before the first generation is measured.
fn waiting(draw: &mut Draw<'_>, open: &Evolution, area: Rect) {
    if area.height < 3 || area.width < 10 {
        return;
    }
    let x = area.x + 2;
    let width = area.width - 4;
    let mut y = area.y + area.height.saturating_sub(4) / 2;
    let doing = match (&open.progress, open.state) {
        (Some(progress), _) => progress.activity,
        (None, State::Preparing) => "opening the session",
        (None, State::Paused) => "ready: Space runs, s steps one generation",
        (None, _) => "measuring the first generation",
    };
    draw.text(x, y, width, doing, Role::Title);
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
        draw.text(x, y, width, "● runs as soon as this is done; Space waits instead", Role::Good);
    } else if open.state == State::Preparing && y < area.bottom() {
        draw.text(x, y, width, "Space runs the evolution as soon as this is done", Role::Dim);
    }
}
