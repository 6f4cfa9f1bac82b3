//! The histogram of the fitness in the displayed generation.

use super::State;
use crate::figures::evolution::{Bins, bins};
use crate::tui::prelude::*;

/// The width of a bar in cells, with the gap after it.
const BAR: u16 = 3;

pub(super) fn draw(draw: &mut Draw<'_>, _state: &State, model: &Model, frame: Frame) {
    let Some(open) = &model.evolution else { return };
    let measure = open.measure();
    // As many bars as fit, so that their width stays: a range may begin and end between two round numbers.
    let slots = usize::from((frame.area.width.saturating_sub(4) / BAR).clamp(3, 18));
    let bins = open.record().and_then(|record| bins(&measure, record, slots - 2));
    let Some(Bins { first, step, mut counts }) = bins else {
        pane::draw(draw, frame.area, "Fitness", "", frame.highlighted);
        return;
    };
    let note = format!("tallest bar {}", thousands(counts.iter().copied().max().unwrap_or(0)));
    let earlier = open.earlier.as_ref().map(|record| format!(" · generation {}", record.generation));
    let title = format!("{}{}", measure.histogram, earlier.unwrap_or_default());
    let inner = pane::draw(draw, frame.area, &title, &note, frame.highlighted);
    if inner.height < 2 || inner.width < 4 {
        return;
    }
    let [chart, axis] = split_top(Rect { x: inner.x + 1, width: inner.width - 2, ..inner }, inner.height - 1);
    counts.resize(slots.max(counts.len()), 0);
    bars::vertical(draw, chart, &counts, Role::Organism);
    // The ends of the axis below the bars, and the width of a bar in the middle between them.
    let number = |value: f64| measure.tick(value);
    let used = bars::bar_width(chart.width, counts.len()).saturating_mul(counts.len() as u16);
    let room = usize::from(used.min(chart.width));
    let (low, high) = (number(first), number(first + step * counts.len() as f64));
    let mut text = low;
    if text.cells() + high.cells() < room {
        let middle = format!("{} per bar", number(step));
        let free = (room - high.cells()).saturating_sub(text.cells() + 2 + middle.cells());
        if free > 2 {
            text += &format!("{}{middle}", " ".repeat(1 + free / 2));
        }
        text += &right(&high, room - text.cells());
    }
    draw.text(axis.x, axis.y, axis.width, &text, Role::Dim);
}
