//! The evaluation bar at the right of a board.

use crate::tui::prelude::*;

/// The characters for one to seven eighths of a cell, from the bottom.
const EIGHTHS: [&str; 7] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"];

/// The advantage in centipawns at which White's share is 73 %.
const SCALE: f64 = 250.0;

/// Returns White's share of the bar, from 0 to 1, for a score in centipawns from White's view.
pub(crate) fn white_share(centipawns: f64) -> f64 {
    1.0 / (1.0 + (-centipawns / SCALE).exp())
}

/// Draws the bar into a column. White's part is at the bottom, or at the top if the board is flipped. Without colours,
/// a cell is either White's, `█`, or Black's, `░`.
pub(super) fn draw(draw: &mut Draw<'_>, column: Rect, white: f64, flipped: bool) {
    let lower = if flipped { 1.0 - white } else { white }.clamp(0.0, 1.0);
    let eighths = (lower * f64::from(column.height) * 8.0).round() as usize;
    let (white, black) = ("█", "░");
    let style = draw.theme.evaluation_bar(flipped);
    for (index, y) in (column.y..column.bottom()).rev().enumerate() {
        let filled = eighths.saturating_sub(8 * index).min(8);
        let symbol = if draw.theme.has_backgrounds() {
            match filled {
                0 => " ",
                8 => "█",
                part => EIGHTHS[part - 1],
            }
        } else if (filled >= 4) != flipped {
            white
        } else {
            black
        };
        draw.styled(column.x, y, 1, symbol, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_grows_with_the_score() {
        assert!((white_share(0.0) - 0.5).abs() < 1e-9);
        assert!((white_share(250.0) - 0.731).abs() < 1e-3);
        assert!(white_share(-10_000.0) < 0.001);
    }
}
