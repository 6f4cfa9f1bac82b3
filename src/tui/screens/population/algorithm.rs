//! The current settings of the genetic algorithm.

use ratatui::layout::Rect;

use crate::experiment::Experiment;
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::{rate, thousands};
use crate::tui::operators::{crossover, selection};
use crate::tui::theme::Role;
use crate::tui::widgets::pane;

/// Rows of the pane, including borders.
pub(super) const HEIGHT: u16 = 10;

/// Returns the row for the fixed evaluation of a search, or for the objective's basis.
fn basis(settings: &Experiment) -> (&'static str, String) {
    match settings.target.evaluation() {
        Some(fixed) => ("evaluation", format!("of {}", fixed.organism)),
        None => settings.objective.settings().basis(),
    }
}

pub(super) fn draw(draw: &mut Draw<'_>, open: &Evolution, area: Rect, focus: bool) {
    let inner = pane::draw(draw, area, "Genetic algorithm", "e edits", focus);
    let (Some(settings), Some(algorithm)) = (&open.settings, open.algorithm()) else { return };
    let bits = open.schema.as_ref().map_or(0, |schema| schema.bits());
    let parameters = open.schema.as_ref().map_or(0, |schema| schema.len());
    let rows = [
        ("population", thousands(algorithm.population.into())),
        ("crossover", format!("{} {}", rate(algorithm.crossover_rate), crossover(algorithm.crossover))),
        ("mutation", format!("{} per bit", rate(algorithm.mutation_rate))),
        ("selection", selection(algorithm.selection, settings)),
        ("elite", algorithm.elite.to_string()),
        ("chromosome", format!("{bits} bits, {parameters} values")),
        basis(settings),
        ("seed", settings.seed.to_string()),
    ];
    for (row, (name, value)) in rows.iter().enumerate().take(usize::from(inner.height)) {
        let y = inner.y + row as u16;
        draw.text(inner.x + 1, y, inner.width.saturating_sub(1), name, Role::Dim);
        draw.text(inner.x + 12, y, inner.width.saturating_sub(12), value, Role::Text);
    }
}
