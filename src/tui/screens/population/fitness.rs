//! The histogram of the fitness in the displayed generation.

use ratatui::layout::Rect;

use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::thousands;
use crate::tui::format::unicode::Width as _;
use crate::tui::panes::scale::round_step;
use crate::tui::theme::Role;
use crate::tui::widgets::{bars, pane};

pub(super) fn draw(draw: &mut Draw<'_>, open: &Evolution, area: Rect, focus: bool) {
    let Some(record) = open.record() else {
        pane::draw(draw, area, "Fitness", "", focus);
        return;
    };
    let measure = open.measure();
    let shown = |score: u64| measure.value(score as f64).max(0.0) as u64;
    let measures: Vec<u64> = record.population.iter().map(|organism| shown(organism.score)).collect();
    let (Some(low), Some(high)) = (measures.iter().min().copied(), measures.iter().max().copied()) else {
        pane::draw(draw, area, "Fitness", "", focus);
        return;
    };
    let width = area.width.saturating_sub(4);
    let target_bins = (width / 2).clamp(1, 16);
    let step = round_step(((high - low).max(1) as f64) / f64::from(target_bins)) as u64;
    let step = step.max(1);
    let first = low / step * step;
    let bins = ((high - first) / step + 1).min(u64::from(width.max(1))) as usize;
    let mut counts = vec![0u64; bins];
    for measure in &measures {
        let bin = ((measure - first) / step) as usize;
        if let Some(count) = counts.get_mut(bin.min(bins - 1)) {
            *count += 1;
        }
    }
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
    let number = |value: u64| measure.tick(value as f64);
    let end = number(first + step * bins as u64);
    let axis = inner.bottom() - 1;
    draw.text(chart.x, axis, chart.width, &number(first), Role::Dim);
    let used = bars::bar_width(chart.width, bins).saturating_mul(bins as u16).min(chart.width);
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
