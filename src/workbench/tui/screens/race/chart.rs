//! The chart of a race: the median of each optimizer by evaluations, with the quartiles of the selected one.

use ratatui::layout::Rect;

use super::{Pane, State};
use crate::figures::race::medians;
use crate::figures::{Chart, chart::Shape};
use crate::race::ScoredSet;
use crate::tui::draw::Draw;
use crate::tui::model::Model;
use crate::tui::panes::chart::{self, Options};
use crate::tui::theme::Role;
use crate::tui::widgets::pane;

/// The number of points of a curve.
const POINTS: u64 = 200;

/// Returns the chart of the selected race; `None` before its first generation.
pub(super) fn of(state: &State) -> Option<Chart> {
    let mut chart = medians(state.standing()?, POINTS);
    let selected = crate::figures::chart::Role::Number(state.optimizer.at);
    for panel in &mut chart.panels {
        // The bands of the others would hide each other, and their values the details of the selected one.
        panel.layers.retain(|layer| layer.role == selected || !matches!(layer.shape, Shape::Band(_)));
    }
    (!chart.stops().is_empty()).then_some(chart)
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
    let Some(chart) = of(state) else {
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), "no generation yet", Role::Dim);
        return;
    };
    let options = Options {
        view: model.chart,
        focused: state.pane == Pane::Optimizers,
        ascii: model.ascii,
        entries: &[],
        selected: Some(state.optimizer.at),
    };
    chart::draw(draw, &chart, &options, inner);
}
