//! The current settings of the optimizer.

use super::State;
use crate::tui::operators::optimizer_rows;
use crate::tui::prelude::*;

/// Rows of the pane, including borders.
pub(super) const HEIGHT: u16 = 10;

/// Returns the row for the fixed evaluation of a search, or for the objective's basis.
fn basis(settings: &Experiment) -> (&'static str, String) {
    match settings.target.evaluation() {
        Some(fixed) => ("evaluation", format!("of {}", fixed.organism)),
        None => settings.objective.settings().basis(),
    }
}

pub(super) fn draw(draw: &mut Draw<'_>, _state: &State, model: &Model, frame: Frame) {
    let Some(open) = &model.evolution else { return };
    let has_rates = open.algorithm().is_some();
    let title = if has_rates { "Genetic algorithm" } else { "Optimizer" };
    let note = if has_rates && open.alive() { "e edits" } else { "" };
    let inner = pane::draw(draw, frame.area, title, note, frame.highlighted);
    let Some(settings) = &open.settings else { return };
    let (bits, parameters) = open.schema.as_ref().map_or((0, 0), |schema| (schema.bits(), schema.len()));
    let mut rows = vec![("population", thousands(settings.optimizer.population().into()))];
    rows.extend(optimizer_rows(settings));
    rows.extend([
        ("chromosome", format!("{bits} bits, {parameters} values")),
        basis(settings),
        ("seed", settings.seed.to_string()),
    ]);
    let width = rows.iter().map(|(name, _)| name.cells()).max().unwrap_or(0) + 1;
    let line = |(name, value)| [(left(name, width), Role::Dim), (value, Role::Text)];
    pieces(draw, inner, rows.into_iter().map(line));
}
