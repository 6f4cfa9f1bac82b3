//! The histogram of the fitness in the displayed generation.

use ratatui::layout::Rect;

use crate::figures::evolution::{Bins, bins};
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::thousands;
use crate::tui::format::unicode::Width as _;
use crate::tui::theme::Role;
use crate::tui::widgets::{bars, pane};

pub(super) fn draw(draw: &mut Draw<'_>, open: &Evolution, area: Rect, focus: bool) {
    let Some(record) = open.record() else {
        pane::draw(draw, area, "Fitness", "", focus);
        return;
    };
    let measure = open.measure();
    let target = usize::from((area.width.saturating_sub(4) / 2).clamp(1, 16));
    let Some(Bins { first, step, counts }) = bins(&measure, record, target) else {
        pane::draw(draw, area, "Fitness", "", focus);
        return;
    };
    let note = format!("tallest bar {}", thousands(counts.iter().copied().max().unwrap_or(0)));
    let name = measure.histogram;
    let title = match open.earlier {
        Some(_) => format!("{name} · generation {}", record.generation),
        None => name.to_owned(),
    };
    let inner = pane::draw(draw, area, &title, &note, focus);
    if inner.height < 2 || inner.width < 4 {
        return;
    }
    let chart = Rect { x: inner.x + 1, width: inner.width - 2, height: inner.height - 1, ..inner };
    bars::vertical(draw, chart, &counts, Role::Organism);
    let number = |value: f64| measure.tick(value);
    let end = number(first + step * counts.len() as f64);
    let axis = inner.bottom() - 1;
    draw.text(chart.x, axis, chart.width, &number(first), Role::Dim);
    let used =
        bars::bar_width(chart.width, counts.len()).saturating_mul(counts.len() as u16).min(chart.width);
    let end_x = (chart.x + used).saturating_sub(end.cells() as u16);
    if end_x > chart.x + number(first).cells() as u16 {
        draw.text(end_x, axis, chart.right().saturating_sub(end_x), &end, Role::Dim);
    }
    let text = format!("{} per bar", number(step));
    let middle = chart.x + number(first).cells() as u16 + 2;
    if middle + text.cells() as u16 + 2 < end_x {
        let gap = end_x - middle - text.cells() as u16;
        draw.text(middle + gap / 2 - 1, axis, text.cells() as u16, &text, Role::Dim);
    }
}
