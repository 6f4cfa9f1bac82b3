//! The pane with the progress of the generations: the Elo of their leaders against the founders once it is measured,
//! and before that the best score and the number of surviving founders of each generation.
//!
//! A score is relative to the other organisms of the same generation, so it does not show whether organisms get
//! stronger. The confirmation and the milestones show that: in them the last population and the leaders play against
//! the founders, and milestones select nothing. The pane does not show a rating of all organisms from the games of the
//! round robins. Generations are linked only by the organisms that survive unchanged, and survivors were lucky: such a
//! rating would rise with every generation even without any gain.

use ratatui::layout::Rect;

use super::state::confirmation;
use super::{Frame, Spot};
use crate::arena::statistics::Estimate;
use crate::objectives::self_play::confirmation::Milestone;
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::{rounded, signed, thousands};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::panes::curves;
use crate::tui::panes::scale::Axis;
use crate::tui::theme::Role;
use crate::tui::widgets::plot::{Plot, Stroke};

/// The ends of the vertical axis, in percent.
const PERCENT: (f64, f64) = (0.0, 100.0);
/// The fine and the coarse steps of the vertical axis, in percent.
const STEPS: (f64, f64) = (25.0, 50.0);
/// Smallest height of the chart for the fine steps.
const FINE: u16 = 9;

pub(super) fn draw(draw: &mut Draw<'_>, model: &Model, open: &Evolution, frame: Frame) {
    let milestones = confirmation(open).map_or(&[][..], |confirmation| &confirmation.milestones);
    if !milestones.is_empty() {
        return draw_leaders(draw, model, open, milestones, frame);
    }
    let inner = frame.open(draw, "Scores within each generation, %", "");
    let (Some(run), Some(newest)) = (open.run(), open.latest()) else {
        let width = inner.width.saturating_sub(1);
        draw.text(inner.x + 1, inner.y, width, "no generation is finished yet", Role::Dim);
        return;
    };
    let Some(chart) = chart(inner) else { return };
    let legend =
        [("━━ best", Role::Organism), ("   ╌╌ founders left", Role::Paper), ("   ░░ 10–90 %", Role::Dim)];
    draw.spans(chart.x, inner.y, chart.width, &legend);
    let step = if chart.height >= FINE { STEPS.0 } else { STEPS.1 };
    let axis = Axis::linear(PERCENT.0, PERCENT.1, step);
    curves::y_axis(draw, inner.x, chart, &axis, rounded);
    let generations = curves::generations(open);
    curves::x_axis(draw, chart, generations);
    let place = curves::Axes { axis, generations };
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
    curves::mark_generations(draw, open, chart, &place, |generation| {
        Target::own(Spot::Generation(generation))
    });
}

/// Returns the area of the curves, below the legend and above the two rows of the horizontal axis, if it fits.
fn chart(inner: Rect) -> Option<Rect> {
    let axis = curves::AXIS;
    let room = inner.height >= 5 && inner.width >= axis + 10;
    room.then(|| Rect {
        x: inner.x + axis,
        y: inner.y + 1,
        width: inner.width - axis - 1,
        height: inner.height - 3,
    })
}

/// Draws the Elo of leaders against the founders, at the generation where each first led.
fn draw_leaders(
    draw: &mut Draw<'_>,
    model: &Model,
    open: &Evolution,
    milestones: &[Milestone],
    frame: Frame,
) {
    let games = milestones.iter().map(|milestone| milestone.games()).sum();
    let note = format!("{} games", thousands(games));
    let inner = frame.open(draw, "Elo of leaders against the founders", &note);
    let Some(chart) = chart(inner) else { return };
    let known: Vec<(u32, Estimate)> =
        milestones.iter().filter_map(|milestone| Some((milestone.generation, milestone.elo()?))).collect();
    if known.is_empty() {
        draw.text(
            inner.x + 1,
            inner.y,
            inner.width - 1,
            "no Elo: leaders won all or lost all games",
            Role::Dim,
        );
        return;
    }
    let low = known.iter().map(|(_, elo)| elo.ends()[0]).fold(0.0, f64::min);
    let high = known.iter().map(|(_, elo)| elo.ends()[1]).fold(0.0, f64::max);
    let legend =
        [("━━ each new leader", Role::Organism), ("   ╌╌ founders", Role::Paper), ("   ░░ 95 %", Role::Dim)];
    draw.spans(chart.x, inner.y, chart.width, &legend);
    let axis = Axis::round(low, high, (chart.height / 3).clamp(2, 6));
    curves::y_axis(draw, inner.x, chart, &axis, |value| signed(value.round() as i64));
    let generations = curves::generations(open);
    curves::x_axis(draw, chart, generations);
    let place = curves::Axes { axis, generations };
    let mut plot = Plot::new(chart);
    curves::ribbon(&mut plot, &place, known.iter().map(|(generation, elo)| (*generation, elo.ends())));
    let founders = [(0, 0.0), (generations, 0.0)];
    curves::path(&mut plot, &place, founders.into_iter(), Role::Paper, Stroke::Dashed);
    let values = known.iter().map(|(generation, elo)| (*generation, elo.value));
    curves::path(&mut plot, &place, values, Role::Organism, Stroke::Solid);
    plot.draw(draw, model.ascii);
    curves::mark_generations(draw, open, chart, &place, |generation| {
        Target::own(Spot::Generation(generation))
    });
}
