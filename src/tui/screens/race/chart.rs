//! The chart of a race: the median of each optimizer by evaluations, with the quartiles of the selected one.

use ratatui::layout::Rect;

use super::State;
use crate::objectives::measure::Measure;
use crate::race::{Band, ScoredSet, Standing};
use crate::tui::draw::Draw;
use crate::tui::model::Model;
use crate::tui::panes::curves::{AXIS, x_axis_of, y_axis};
use crate::tui::panes::scale::Axis;
use crate::tui::theme::Role;
use crate::tui::widgets::pane;
use crate::tui::widgets::plot::{Plot, Stroke};

/// The roles of the curves; more optimizers repeat them. The number on a curve distinguishes it without colours.
const ROLES: [Role; 6] = [Role::Organism, Role::Grandmaster, Role::Rival, Role::Paper, Role::Key, Role::Bad];

/// The number of places along a chart where curves have their numbers.
const NUMBERS: usize = 3;

/// Returns the role of an optimizer's curve.
pub(super) fn role(optimizer: usize) -> Role {
    ROLES[optimizer % ROLES.len()]
}

/// Returns the character that marks an optimizer: 1 to 9, then letters.
pub(super) fn mark(optimizer: usize) -> String {
    let digit = u32::try_from(optimizer + 1).ok().and_then(|number| char::from_digit(number, 36));
    digit.unwrap_or('+').to_string()
}

/// The axes of the chart.
struct Axes {
    values: Axis,
    evaluations: u64,
    measure: Measure,
}

impl Axes {
    /// Returns the dot of a score after a number of evaluations.
    fn dot(&self, (width, height): (i32, i32), evaluations: u64, score: f64) -> (i32, i32) {
        let across = evaluations as f64 / self.evaluations.max(1) as f64;
        let up = self.values.share(self.measure.value(score)).clamp(-1.0, 2.0);
        let place = |share: f64, size: i32| (share * f64::from(size - 1)).round() as i32;
        (place(across, width), place(1.0 - up, height))
    }
}

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some(standing) = state.standing() else {
        pane::draw(draw, area, "Best score by evaluations", "", false);
        return;
    };
    let measure = standing.measure(ScoredSet::Train);
    let title = measure.titles.last().map_or("Best score", String::as_str);
    let selected = standing.plan().optimizers.get(state.optimizer.at);
    let note = selected.map_or_else(String::new, |raced| format!("band: quartiles of {}", raced.label));
    let inner = pane::draw(draw, area, &format!("{title}: medians by evaluations"), &note, false);
    if inner.height < 5 || inner.width < AXIS + 12 {
        return;
    }
    let chart =
        Rect { y: inner.y, height: inner.height - 2, x: inner.x + AXIS, width: inner.width - AXIS - 1 };
    let curves: Vec<Vec<Band>> = (0..standing.plan().optimizers.len())
        .map(|optimizer| standing.bands(optimizer, u64::from(chart.width)))
        .collect();
    let Some(axes) = axes(standing, measure, &curves, chart) else {
        draw.text(inner.x + 1, inner.y, inner.width - 1, "no generation yet", Role::Dim);
        return;
    };
    y_axis(draw, inner.x, chart, &axes.values, |value| axes.measure.tick(value));
    x_axis_of(draw, chart, u32::try_from(axes.evaluations).unwrap_or(u32::MAX), "evaluations");
    plot(draw, model, chart, &axes, &curves, state.optimizer.at);
}

/// Returns the axes, or `None` without curves.
fn axes(standing: &Standing, measure: Measure, curves: &[Vec<Band>], chart: Rect) -> Option<Axes> {
    let values = |band: &Band| [band.q25, band.q75].map(|score| measure.value(score));
    let all: Vec<f64> = curves.iter().flatten().flat_map(values).collect();
    let (low, high) = (all.iter().copied().reduce(f64::min)?, all.iter().copied().reduce(f64::max)?);
    Some(Axes {
        values: Axis::round(low, high, (chart.height / 3).clamp(2, 8)),
        evaluations: standing.plan().evaluations,
        measure,
    })
}

fn plot(draw: &mut Draw<'_>, model: &Model, chart: Rect, axes: &Axes, curves: &[Vec<Band>], selected: usize) {
    let mut plot = Plot::new(chart);
    let size = (plot.width(), plot.height());
    if let Some(bands) = curves.get(selected) {
        shade(&mut plot, axes, bands);
    }
    // The selected curve comes last, so that it hides the others.
    let mut order: Vec<usize> = (0..curves.len()).filter(|index| *index != selected).collect();
    order.extend((selected < curves.len()).then_some(selected));
    for &index in &order {
        let dots: Vec<(i32, i32)> =
            curves[index].iter().map(|band| axes.dot(size, band.evaluations, band.median)).collect();
        let stroke = if index == selected { Stroke::Solid } else { Stroke::Dashed };
        for pair in dots.windows(2) {
            plot.line(pair[0], pair[1], role(index), stroke);
        }
        if let [(x, y)] = dots.as_slice() {
            plot.dot(*x, *y, role(index));
        }
    }
    plot.draw(draw, model.ascii);
    for &index in &order {
        numbers(draw, chart, axes, &curves[index], (index, curves.len()));
    }
}

/// Shades the area between the quartiles.
fn shade(plot: &mut Plot, axes: &Axes, bands: &[Band]) {
    let size = (plot.width(), plot.height());
    for pair in bands.windows(2) {
        let [low, high] = [pair[1].q25, pair[1].q75].map(|score| axes.dot(size, pair[1].evaluations, score));
        let from = axes.dot(size, pair[0].evaluations, pair[0].q25).0;
        for x in from..=low.0 {
            plot.shade(x, low.1.min(high.1), low.1.max(high.1));
        }
    }
}

/// Writes the number of an optimizer on its curve at several places, which differ from those of the others.
fn numbers(draw: &mut Draw<'_>, chart: Rect, axes: &Axes, bands: &[Band], (index, count): (usize, usize)) {
    let size = (i32::from(chart.width) * 2, i32::from(chart.height) * 4);
    for place in 0..NUMBERS {
        let share = (place * count + index + 1) as f64 / (NUMBERS * count + 1) as f64;
        let Some(band) = bands.get((share * f64::from(chart.width)) as usize) else { continue };
        let (x, y) = axes.dot(size, band.evaluations, band.median);
        let (x, y) = (x.clamp(0, size.0 - 1) / 2, y.clamp(0, size.1 - 1) / 4);
        draw.text(chart.x + x as u16, chart.y + y as u16, 1, &mark(index), role(index));
    }
}
