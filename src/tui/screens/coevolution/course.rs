//! What the best scored in each generation, and how many founders were left.
//!
//! A score is one against the generation's own others, so it does not tell whether organisms get stronger: that is what
//! the confirmation is for, where the last population meets the founders. A rating of all organisms of all generations
//! on one scale is not drawn. Generations hang together by the organisms that go on unchanged, and those are the ones
//! that were lucky: such a scale would rise with every generation even where nothing is gained.

use ratatui::layout::Rect;

use super::{Frame, Spot};
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::rounded;
use crate::tui::model::{Model, Target};
use crate::tui::screens::population::curves;
use crate::tui::screens::population::scale::Axis;
use crate::tui::theme::Role;
use crate::tui::widgets::plot::{Plot, Stroke};

/// The axis, percent: its ends and its steps.
const PERCENT: (f64, f64) = (0.0, 100.0);
const STEPS: (f64, f64) = (25.0, 50.0);
/// Rows from which on there is room for the finer steps.
const FINE: u16 = 9;

/// Draws the pane.
pub(super) fn draw(draw: &mut Draw<'_>, model: &Model, open: &Evolution, frame: Frame) {
    let inner = frame.open(draw, "Scores within each generation, %", "");
    let (Some(run), Some(newest)) = (open.run(), open.latest()) else {
        draw.text(
            inner.x + 1,
            inner.y,
            inner.width.saturating_sub(1),
            "no generation is over yet",
            Role::Dim,
        );
        return;
    };
    let axis = curves::AXIS;
    if inner.height < 5 || inner.width < axis + 10 {
        return;
    }
    let chart =
        Rect { y: inner.y + 1, height: inner.height - 3, x: inner.x + axis, width: inner.width - axis - 1 };
    let legend =
        [("━━ best", Role::Organism), ("   ╌╌ founders left", Role::Paper), ("   ░░ 10–90 %", Role::Dim)];
    draw.spans(chart.x, inner.y, chart.width, &legend);
    let step = if chart.height >= FINE { STEPS.0 } else { STEPS.1 };
    let axis = Axis::linear(PERCENT.0, PERCENT.1, step);
    curves::y_axis(draw, inner.x, chart, &axis, rounded);
    let generations = curves::generations(open);
    curves::x_axis(draw, chart, generations);
    let place = curves::Place { axis, generations };
    let largest = open.train_total.max(1) as f64;
    let share = |measure: f64| 100.0 * measure / largest;
    let population = newest.population.len().max(1) as f64;
    let mut plot = Plot::new(chart);
    curves::band(&mut plot, &place, run, share);
    let left = |founders: u32| 100.0 * f64::from(founders) / population;
    curves::line(&mut plot, &place, run, |point| left(point.founders), Role::Paper, Stroke::Dashed);
    curves::line(
        &mut plot,
        &place,
        run,
        |point| share(point.spread.best as f64),
        Role::Organism,
        Stroke::Solid,
    );
    plot.draw(draw, model.ascii);
    curves::moments(draw, open, chart, &place, |generation| Target::Coevolution(Spot::Moment(generation)));
}
