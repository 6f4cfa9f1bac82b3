//! The histogram of the nodes that solved positions took, for the subject and the rival.

use super::State;
use super::grid::marker;
use super::state::Run;
use crate::tui::prelude::*;

/// The upper ends of the bins are 1 and 3 times the powers of 10. All larger numbers share the last bin.
const LAST: u64 = 1_000_000_000;

/// The least height of the histogram, with its heading.
const LEAST: u16 = 4;

/// The height of an area in which the histogram has at least this height, even beside many cells.
const HIGH: u16 = 20;
const BESIDE_MANY: u16 = 6;

/// A bin: its upper end, and the numbers of positions of the subject and of the rival.
type Bin = (u64, [u64; 2]);

/// Returns the upper end of the bin of a number of nodes.
fn bin_of(nodes: u64) -> u64 {
    let mut end = 1;
    while end < nodes && end < LAST {
        end = next(end);
    }
    end
}

/// Returns the upper end of the bin after the one that ends at `end`.
fn next(end: u64) -> u64 {
    let power = 10_u64.pow(end.ilog10());
    if end == power { 3 * power } else { 10 * power }
}

/// Returns the bins from the first to the last one that is not empty.
fn bins(runs: [Option<&Run>; 2]) -> Vec<Bin> {
    let ends = runs.map(|run| {
        let cells = run.map_or(&[][..], |run| &run.cells);
        let solved = cells.iter().filter_map(|cell| cell.attempt().filter(|attempt| attempt.solved));
        solved.map(|attempt| bin_of(attempt.nodes)).collect::<Vec<u64>>()
    });
    let all = || ends.iter().flatten().copied();
    let Some((first, last)) = all().min().zip(all().max()) else { return Vec::new() };
    let counts = |end: u64| ends.each_ref().map(|ends| ends.iter().filter(|own| **own == end).count() as u64);
    let mut bins = vec![(first, counts(first))];
    let mut end = first;
    while end < last {
        end = next(end);
        bins.push((end, counts(end)));
    }
    bins
}

/// Joins neighbouring bins so that at most `most` are left. The upper end of a joined bin is that of its last part.
fn joined(bins: &[Bin], most: usize) -> Vec<Bin> {
    let parts = bins.len().div_ceil(most.max(1)).max(1);
    let join = |part: &[Bin]| {
        let sum = |role: usize| part.iter().map(|(_, counts)| counts[role]).sum();
        (part.last().map_or(0, |(end, _)| *end), [sum(0), sum(1)])
    };
    bins.chunks(parts).map(join).collect()
}

/// Formats the upper end of a bin, which has one digit.
fn short(end: u64) -> String {
    match end {
        0..1_000 => end.to_string(),
        1_000..1_000_000 => format!("{}k", end / 1_000),
        _ => format!("{}M", end / 1_000_000),
    }
}

/// Draws the histogram in the lower part of an area, if there is room for it. Returns the rest of the area.
pub(super) fn draw(draw: &mut Draw<'_>, state: &State, area: Rect, rows_of_cells: u16) -> Rect {
    let runs = state.runs.each_ref().map(Option::as_ref);
    let bins = bins(runs);
    // The cells keep what they need; in a high area they scroll if that leaves too little for the histogram.
    let free = area.height.saturating_sub(rows_of_cells + 1);
    let room = if area.height >= HIGH { free.max(BESIDE_MANY) } else { free };
    if bins.is_empty() || room < LEAST || area.width < 24 {
        return area;
    }
    let bins = joined(&bins, usize::from(room - 1));
    let height = bins.len() as u16 + 1;
    let [cells, below] = split_top(area, area.height - height);
    const LABEL: u16 = 8;
    let shown: Vec<OrganismRole> = [OrganismRole::Subject, OrganismRole::Rival]
        .into_iter()
        .filter(|role| runs[*role as usize].is_some())
        .collect();
    let width = (below.width - LABEL - 2) / (shown.len().max(1) as u16);
    let x_of = |index: usize| below.x + 1 + LABEL + index as u16 * width;
    draw.text(below.x + 1, below.y, LABEL, &right("nodes", usize::from(LABEL) - 1), Role::Dim);
    for (index, role) in shown.iter().enumerate() {
        let (mark, style) = marker(*role);
        let solved: u64 = bins.iter().map(|(_, counts)| counts[*role as usize]).sum();
        let text = format!("{mark} solved {}", thousands(solved));
        draw.text(x_of(index), below.y, width, &text, style);
    }
    let highest = bins.iter().flat_map(|(_, counts)| *counts).max().unwrap_or(1).max(1);
    for (row, (end, counts)) in bins.iter().enumerate() {
        let y = below.y + 1 + row as u16;
        let label = if *end >= LAST { "more".to_owned() } else { format!("≤ {}", short(*end)) };
        draw.text(below.x + 1, y, LABEL, &right(&label, usize::from(LABEL) - 1), Role::Dim);
        for (index, role) in shown.iter().enumerate() {
            let count = counts[*role as usize];
            let number = format!(" {}", thousands(count));
            let room = usize::from(width).saturating_sub(number.len() + 1) as u64;
            let length = (count * room).div_ceil(highest).min(room) as usize;
            let (_, style) = marker(*role);
            let x = x_of(index);
            draw.text(x, y, width, &"■".repeat(length), style);
            let after = x + length as u16;
            draw.text(after, y, (x + width).saturating_sub(after), &number, Role::Text);
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_logarithmic() {
        let ends = [0, 1, 2, 3, 4, 10, 11, 31, 100, 250_000].map(bin_of);
        assert_eq!(ends, [1, 1, 3, 3, 10, 10, 30, 100, 100, 300_000]);
        assert_eq!(bin_of(u64::MAX), LAST);
    }

    #[test]
    fn joined_bins_keep_all_positions() {
        let bins: Vec<Bin> = vec![(10, [1, 2]), (30, [3, 0]), (100, [5, 7]), (300, [1, 1]), (1000, [2, 0])];
        assert_eq!(joined(&bins, 5), bins);
        assert_eq!(joined(&bins, 3), [(30, [4, 2]), (300, [6, 8]), (1000, [2, 0])]);
        assert_eq!(joined(&bins, 1), [(1000, [12, 10])]);
    }
}
