//! The chart of both players' scores by ply, in pawns from White's view.

use super::{Scene, Shown};
use crate::tui::prelude::*;
use crate::tui::widgets::plot::{Plot, Stroke};

/// The columns of the axis labels.
const AXIS: u16 = 4;
/// The possible bounds of the axis, in pawns. The smallest that contains all scores is used; higher scores are clipped.
const BOUNDS: [f64; 3] = [1.0, 2.0, 5.0];
/// The fewest plies on the horizontal axis.
const PLIES: usize = 40;

/// The fewest rows of the chart.
pub(super) const HEIGHT: u16 = 4;

/// Draws the chart if there is enough room.
pub(super) fn draw(draw: &mut Draw<'_>, scene: &Scene<'_>, shown: &Shown<'_>, area: Rect) {
    if area.height < HEIGHT || area.width < AXIS + 12 {
        return;
    }
    legend(draw, scene, shown, Rect { height: 1, ..area });
    let chart =
        Rect { x: area.x + AXIS, y: area.y + 1, width: area.width - AXIS - 1, height: area.height - 1 };
    let values = || (0..shown.recorded.len()).filter_map(|ply| pawns(shown, ply));
    let high = bound(values().fold(0.0, f64::max));
    let low = bound(-values().fold(0.0, f64::min));
    let plies = shown.recorded.len().max(PLIES);
    let mut plot = Plot::new(chart);
    let place = |plot: &Plot, ply: usize, value: f64| {
        let x = ply as f64 / (plies - 1) as f64 * f64::from(plot.width() - 1);
        let share = (high - value.clamp(-low, high)) / (high + low);
        let y = share * f64::from(plot.height() - 1);
        (x.round() as i32, y.round() as i32)
    };
    let zero = (place(&plot, 0, 0.0), place(&plot, plies - 1, 0.0));
    plot.line(zero.0, zero.1, Role::Border, Stroke::Dashed);
    let middle = chart.y + (zero.0.1 / 4) as u16;
    let ticks =
        [(middle, "0".to_owned()), (chart.y, format!("+{high}")), (chart.bottom() - 1, format!("−{low}"))];
    for (y, text) in ticks {
        draw.text(area.x, y, AXIS, &right(&text, usize::from(AXIS) - 1), Role::Dim);
    }
    for side in Color::ALL {
        let player = shown.player(side);
        let stroke = if side == Color::White { Stroke::Solid } else { Stroke::Dashed };
        let mut previous = None;
        for ply in (0..shown.recorded.len()).filter(|ply| mover(shown, *ply) == side) {
            let Some(value) = pawns(shown, ply) else { continue };
            let dot = place(&plot, ply, value);
            plot.line(previous.unwrap_or(dot), dot, scene.role(player), stroke);
            previous = Some(dot);
        }
    }
    plot.draw(draw, scene.ascii);
    replay_targets(draw, scene, shown, chart, plies);
}

/// Returns the side that made the players' move with this index.
pub(super) fn mover(shown: &Shown<'_>, ply: usize) -> Color {
    if ply.is_multiple_of(2) { shown.first_mover() } else { shown.first_mover().other() }
}

/// Returns the mover's score, in pawns from White's view.
fn pawns(shown: &Shown<'_>, ply: usize) -> Option<f64> {
    let value = f64::from(shown.recorded.get(ply)?.score?.centipawns()) / 100.0;
    Some(if mover(shown, ply) == Color::White { value } else { -value })
}

/// Returns the score of the last of the players' moves on the board, in pawns from White's view.
pub(super) fn latest(shown: &Shown<'_>) -> Option<f64> {
    pawns(shown, shown.ply.checked_sub(shown.opening + 1)?)
}

fn bound(value: f64) -> f64 {
    BOUNDS.into_iter().find(|bound| *bound >= value).unwrap_or(BOUNDS[2])
}

fn legend(draw: &mut Draw<'_>, scene: &Scene<'_>, shown: &Shown<'_>, line: Rect) {
    let [white, black] = shown.players;
    let room = usize::from(line.width.saturating_sub(14)) / 2;
    let name = |player: usize| cut(scene.name(player), room.max(4));
    draw.spans(
        line.x + 1,
        line.y,
        line.width - 1,
        &[
            ("pawns ", Role::Dim),
            ("━ ", scene.role(white)),
            (&name(white), scene.role(white)),
            ("  ┅ ", scene.role(black)),
            (&name(black), scene.role(black)),
        ],
    );
}

/// Makes the columns of a replay's chart clickable and marks the current ply.
fn replay_targets(draw: &mut Draw<'_>, scene: &Scene<'_>, shown: &Shown<'_>, chart: Rect, plies: usize) {
    if shown.live.is_some() {
        return;
    }
    let last = usize::from(chart.width.saturating_sub(1).max(1));
    for column in 0..chart.width {
        let ply = usize::from(column) * (plies - 1) / last;
        let at = (shown.opening + ply + 1).min(shown.moves.len());
        draw.hits.note(Rect { x: chart.x + column, width: 1, ..chart }, Target::Part(scene.panes[1], at));
    }
    let Some(ply) = shown.ply.checked_sub(shown.opening + 1) else { return };
    let x = chart.x + (ply * last / (plies - 1)) as u16;
    for y in chart.y..chart.bottom() {
        if draw.buffer.cell((x, y)).is_some_and(|cell| cell.symbol() == " ") {
            draw.text(x, y, 1, "┊", Role::Key);
        }
    }
}
