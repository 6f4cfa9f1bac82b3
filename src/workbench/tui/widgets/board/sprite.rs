//! Pieces drawn with quadrant characters: four pixels in a cell, in two of the three layers.

use crate::tui::theme::board::Layer;

/// Returns how much a lost pixel matters.
fn weight(layer: Layer) -> u32 {
    match layer {
        Layer::Outline => 1,
        Layer::Square => 2,
        Layer::Piece => 3,
    }
}

/// A cell of a picture: a character with the layers of its foreground and background.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) symbol: char,
    pub(super) foreground: Layer,
    pub(super) background: Layer,
}

/// The characters by their pixels: bit 0 is top left, bit 1 top right, bit 2 bottom left, bit 3 bottom right.
const QUADRANTS: [char; 16] =
    [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// The pairs of layers that a cell can have, background first.
const PAIRS: [(Layer, Layer); 3] =
    [(Layer::Square, Layer::Piece), (Layer::Square, Layer::Outline), (Layer::Outline, Layer::Piece)];

/// Returns the cell at a column and a row of a picture. A cell with all three layers loses the one that matters least:
/// first the outline, then the square.
pub(super) fn cell(art: &[&str], outlined: bool, column: u16, row: u16) -> Cell {
    let (x, y) = (usize::from(column) * 2, usize::from(row) * 2);
    let layers = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| layer(art, outlined, x + dx, y + dy));
    let lost = |(back, front): (Layer, Layer)| -> u32 {
        layers.into_iter().filter(|layer| *layer != back && *layer != front).map(weight).sum()
    };
    let (background, foreground) = PAIRS.into_iter().min_by_key(|pair| lost(*pair)).unwrap_or(PAIRS[0]);
    let bits = (0..4).filter(|bit| layers[*bit] == foreground).fold(0, |bits, bit| bits | 1 << bit);
    Cell { symbol: QUADRANTS[bits], foreground, background }
}

/// Returns the layer of a pixel. The outline is beside the piece at the left and the right; pixels are twice as high as
/// wide.
fn layer(art: &[&str], outlined: bool, x: usize, y: usize) -> Layer {
    let at = |x: usize| art.get(y).and_then(|row| row.as_bytes().get(x)).copied();
    match at(x) {
        Some(b'#') => Layer::Piece,
        Some(b'o') => Layer::Outline,
        _ if outlined && (at(x + 1) == Some(b'#') || x > 0 && at(x - 1) == Some(b'#')) => Layer::Outline,
        _ => Layer::Square,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_has_two_layers_and_the_right_quadrants() {
        let art = &["##..", "#...", ".o..", "...."];
        let with = |outlined, column, row| {
            let Cell { symbol, foreground, background } = cell(art, outlined, column, row);
            (symbol, foreground, background)
        };
        assert_eq!(with(false, 0, 0), ('▛', Layer::Piece, Layer::Square));
        assert_eq!(with(true, 0, 0), ('▛', Layer::Piece, Layer::Outline));
        assert_eq!(with(true, 1, 0), ('▘', Layer::Outline, Layer::Square));
        assert_eq!(with(false, 0, 1), ('▝', Layer::Outline, Layer::Square));
        assert_eq!(with(false, 1, 1).0, ' ');
    }
}
