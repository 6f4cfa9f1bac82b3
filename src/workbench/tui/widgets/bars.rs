//! Bars: vertical bars of a histogram, horizontal bars of progress.

use crate::statistics::Estimate;
use crate::statistics::sprt::{Sprt, Verdict};
use crate::tui::prelude::*;

const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Draws vertical bars, scaled to the highest count.
pub(crate) fn vertical(draw: &mut Draw<'_>, area: Rect, counts: &[u64], role: Role) {
    let highest = counts.iter().copied().max().unwrap_or(0).max(1);
    let width = bar_width(area.width, counts.len());
    for (index, count) in counts.iter().enumerate() {
        let x = area.x.saturating_add((index as u16).saturating_mul(width));
        if x.saturating_add(width) > area.right() {
            break;
        }
        let full = u64::from(area.height) * 8;
        let eighths = (count * full / highest).max(u64::from(*count > 0));
        for row in 0..area.height {
            let level = eighths.saturating_sub(u64::from(row) * 8).min(8) as usize;
            if level == 0 {
                break;
            }
            let gap = u16::from(width > 2);
            let text = EIGHTHS[level].repeat(usize::from(width - gap));
            draw.text(x, area.bottom() - 1 - row, width, &text, role);
        }
    }
}

/// Returns the width of each of `count` bars in cells.
pub(crate) fn bar_width(width: u16, count: usize) -> u16 {
    (width / (count.max(1) as u16)).clamp(1, 6)
}

/// Draws a horizontal bar of which the fraction `share` is filled.
pub(crate) fn horizontal(draw: &mut Draw<'_>, x: u16, y: u16, width: u16, share: f64, role: Role) {
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let full = (share * f64::from(width)).round() as usize;
    let rest = usize::from(width).saturating_sub(full);
    draw.text(x, y, width, &"█".repeat(full), role);
    draw.text(x.saturating_add(full as u16), y, rest as u16, &"░".repeat(rest), Role::Border);
}

/// Draws a horizontal bar from the middle: to the right for a positive share, to the left for a negative one.
pub(crate) fn from_middle(draw: &mut Draw<'_>, (x, y, width): (u16, u16, u16), share: f64, role: Role) {
    let half = width / 2;
    let length = (share.clamp(-1.0, 1.0).abs() * f64::from(half)).round() as u16;
    draw.text(x + half, y, 1, "│", Role::Border);
    let from = if share < 0.0 { x + half - length } else { x + half + 1 };
    draw.text(from, y, length, &"■".repeat(usize::from(length)), role);
}

/// The colour of a test's decision.
pub(crate) fn verdict_role(verdict: Verdict) -> Role {
    match verdict {
        Verdict::Open => Role::Text,
        Verdict::H0 => Role::Bad,
        Verdict::H1 => Role::Good,
    }
}

/// The least width of a bar of a sequential test.
const SPRT_BAR: u16 = 8;

/// Draws the log-likelihood ratio of a sequential test as a bar between its bounds, if there is room. A narrow one has no
/// numbers.
pub(crate) fn sprt(draw: &mut Draw<'_>, line: Rect, test: &Sprt, ratio: f64, role: Role) {
    let (low, high) = test.bounds();
    let share = (ratio - low) / (high - low);
    let (least, most) = (format!("{low:.2} ").replace('-', "−"), format!(" {high:.2}"));
    let room = line.width.min(44).saturating_sub((least.cells() + most.cells()) as u16);
    if room >= SPRT_BAR {
        let x = draw.spans(line.x, line.y, line.width, &[(&least, Role::Dim)]);
        horizontal(draw, x, line.y, room, share, role);
        draw.text(x + room, line.y, most.cells() as u16, &most, Role::Dim);
    } else if line.width >= SPRT_BAR {
        horizontal(draw, line.x, line.y, line.width, share, role);
    }
}

/// The possible bounds of an Elo scale.
const BOUNDS: [f64; 6] = [20.0, 50.0, 100.0, 200.0, 400.0, 800.0];

/// Returns the smallest bound that is at least `reach` Elo, or the largest bound if `reach` exceeds all.
pub(crate) fn elo_bound(reach: f64) -> f64 {
    BOUNDS.into_iter().find(|bound| *bound >= reach).unwrap_or(BOUNDS[5])
}

/// Draws an Elo estimate with its error interval on a scale from `-bound` to `bound`.
pub(crate) fn elo_interval(draw: &mut Draw<'_>, line: Rect, estimate: Estimate, bound: f64, role: Role) {
    let width = line.width;
    let at = |value: f64| {
        let share = (value / bound).clamp(-1.0, 1.0) / 2.0 + 0.5;
        (share * f64::from(width.saturating_sub(1))).round() as usize
    };
    let [from, to] = estimate.ends().map(at);
    for column in 0..usize::from(width) {
        let (symbol, role) = match column {
            _ if column == at(estimate.value) => ("◆", role),
            _ if (from..=to).contains(&column) => ("━", role),
            _ if column == at(0.0) => ("┼", Role::Border),
            0 => ("├", Role::Border),
            _ if column + 1 == usize::from(width) => ("┤", Role::Border),
            _ => ("─", Role::Border),
        };
        draw.text(line.x + column as u16, line.y, 1, symbol, role);
    }
}

/// Returns a line of at most `width` cells that shows the course of values by the height of its cells.
pub(crate) fn sparkline(values: &[u64], width: usize) -> String {
    let ends = values.iter().min().zip(values.iter().max());
    let Some((low, high)) = ends else { return String::new() };
    let above: Vec<u64> = values.iter().map(|value| value - low).collect();
    course(&above, high - low, width)
}

/// Returns a line of at most `width` cells that shows the course of values from 0 to `most`. Unlike in [`sparkline`], the
/// height of a cell does not depend on the other values.
pub(crate) fn course(values: &[u64], most: u64, width: usize) -> String {
    let shown = width.min(values.len());
    let level = |column: usize| {
        // Each cell shows the last value of its part.
        let value = values[((column + 1) * values.len() / shown).saturating_sub(1)];
        1 + (value.min(most) * 7 / most.max(1)) as usize
    };
    (0..shown).map(|column| EIGHTHS[level(column)]).collect()
}

/// Returns a bar of one cell for a share of 0 to 1, in steps of an eighth.
pub(crate) fn cell(share: f64) -> &'static str {
    EIGHTHS[((share.clamp(0.0, 1.0) * 8.0).round() as usize).min(8)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sparkline_shows_the_course_and_both_ends() {
        assert_eq!(sparkline(&[], 5), "");
        assert_eq!(sparkline(&[7], 5), "▁");
        assert_eq!(sparkline(&[1, 1, 1], 5), "▁▁▁");
        assert_eq!(sparkline(&[0, 7, 14], 3), "▁▄█");
        let rising: Vec<u64> = (0..1000).collect();
        assert_eq!(sparkline(&rising, 8), "▁▂▃▄▅▆▇█");
    }
}
