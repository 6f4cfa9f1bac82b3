//! The current settings of the optimizer.

use ratatui::layout::Rect;

use crate::experiment::Experiment;
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::thousands;
use crate::tui::format::unicode::Width as _;
use crate::tui::operators::optimizer_rows;
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
    let Some(settings) = &open.settings else {
        pane::draw(draw, area, "Optimizer", "", focus);
        return;
    };
    let title = if open.algorithm().is_some() { "Genetic algorithm" } else { "Optimizer" };
    let note = if open.algorithm().is_some() && open.alive() { "e edits" } else { "" };
    let inner = pane::draw(draw, area, title, note, focus);
    let bits = open.schema.as_ref().map_or(0, |schema| schema.bits());
    let parameters = open.schema.as_ref().map_or(0, |schema| schema.len());
    let mut rows = vec![("population", thousands(settings.optimizer.population().into()))];
    rows.extend(optimizer_rows(settings));
    rows.extend([
        ("chromosome", format!("{bits} bits, {parameters} values")),
        basis(settings),
        ("seed", settings.seed.to_string()),
    ]);
    let column = rows.iter().map(|(name, _)| name.cells()).max().unwrap_or(0) as u16 + 2;
    for (row, (name, value)) in rows.iter().enumerate().take(usize::from(inner.height)) {
        let y = inner.y + row as u16;
        draw.text(inner.x + 1, y, inner.width.saturating_sub(1), name, Role::Dim);
        draw.text(inner.x + column, y, inner.width.saturating_sub(column), value, Role::Text);
    }
}
