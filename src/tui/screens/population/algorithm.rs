//! The genetic algorithm's settings in use.

use ratatui::layout::Rect;

use crate::evolution::settings::{Crossover, PlyScore, Selection};
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::{rate, thousands};
use crate::tui::theme::Role;
use crate::tui::widgets::pane;

/// Rows of the pane, borders included.
pub(super) const HEIGHT: u16 = 10;

/// A crossover operator in words.
pub(crate) fn crossover(crossover: Crossover) -> &'static str {
    match crossover {
        Crossover::Uniform => "uniform",
        Crossover::OnePoint => "one-point",
        Crossover::TwoPoint => "two-point",
    }
}

/// A selection in words.
pub(crate) fn selection(selection: Selection) -> String {
    match selection {
        Selection::Proportional => "by fitness²".to_owned(),
        Selection::Rank { pressure } => format!("linear ranking, pressure {}", rate(pressure)),
        Selection::Tournament { size } => format!("tournament of {size}"),
    }
}

/// Draws the pane.
pub(super) fn draw(draw: &mut Draw<'_>, open: &Evolution, area: Rect, focus: bool) {
    let inner = pane::draw(draw, area, "Genetic algorithm", "e edits", focus);
    let (Some(settings), Some(algorithm)) = (&open.settings, open.algorithm()) else { return };
    let bits = open.schema.as_ref().map_or(0, |schema| schema.bits());
    let parameters = open.schema.as_ref().map_or(0, |schema| schema.len());
    let score = match settings.ply_score {
        PlyScore::Quiescence => "1 ply + quiescence",
        PlyScore::Static => "1 ply, static",
    };
    let rows = [
        ("population", thousands(algorithm.population.into())),
        ("crossover", format!("{} {}", rate(algorithm.crossover_rate), crossover(algorithm.crossover))),
        ("mutation", format!("{} per bit", rate(algorithm.mutation_rate))),
        ("selection", selection(algorithm.selection)),
        ("elite", algorithm.elite.to_string()),
        ("chromosome", format!("{bits} bits, {parameters} values")),
        ("move by", score.to_owned()),
        ("seed", settings.seed.to_string()),
    ];
    for (row, (name, value)) in rows.iter().enumerate().take(usize::from(inner.height)) {
        let y = inner.y + row as u16;
        draw.text(inner.x + 1, y, inner.width.saturating_sub(1), name, Role::Dim);
        draw.text(inner.x + 12, y, inner.width.saturating_sub(12), value, Role::Text);
    }
}
