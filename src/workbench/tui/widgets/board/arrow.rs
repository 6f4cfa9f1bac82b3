//! Arrows of moves, drawn in braille over the empty cells of a board.

use shakmaty::Square;

use super::{MarkedMove, Picture, place};
use crate::tui::prelude::*;

/// The dots of a cell: two columns of four.
const DOTS: (f64, f64) = (2.0, 4.0);
const BRAILLE: u32 = 0x2800;
/// The bit of each dot, by column and row.
const BITS: [[u32; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
/// The heads of arrows, by direction: right, then clockwise.
const HEADS: [&str; 8] = ["→", "↘", "↓", "↙", "←", "↖", "↑", "↗"];

/// Draws an arrow from the middle of a square to the middle of another. Pieces hide it.
pub(super) fn draw(draw: &mut Draw<'_>, area: Rect, picture: &Picture<'_>, size: Size, arrow: MarkedMove) {
    let middle = |square: Square| {
        let place = place(area, picture.flipped, size, square);
        let (x, y) = (
            f64::from(place.x) + f64::from(place.width) / 2.0,
            f64::from(place.y) + f64::from(place.height) / 2.0,
        );
        (x * DOTS.0, y * DOTS.1)
    };
    let (from, to) = (middle(arrow.from), middle(arrow.to));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let steps = dx.abs().max(dy.abs()).ceil() as u32;
    let mut cells: Vec<((u16, u16), u32)> = Vec::with_capacity(steps as usize);
    for step in 0..=steps {
        let share = f64::from(step) / f64::from(steps.max(1));
        let (x, y) = (from.0 + dx * share, from.1 + dy * share);
        let cell = ((x / DOTS.0) as u16, (y / DOTS.1) as u16);
        let bit = BITS[(x as usize) % 2][(y as usize) % 4];
        match cells.last_mut() {
            Some((last, bits)) if *last == cell => *bits |= bit,
            _ => cells.push((cell, bit)),
        }
    }
    cells.retain(|((x, y), _)| {
        let cell = draw.buffer.cell((*x, *y));
        area.contains((*x, *y).into()) && cell.is_some_and(|cell| is_free(cell.symbol()))
    });
    // The direction in dots, which are about square.
    let turns = (dy.atan2(dx) / std::f64::consts::FRAC_PI_4).round() as i32;
    let head = HEADS[turns.rem_euclid(8) as usize];
    let Some(style) = draw.theme.arrow(arrow.kind) else { return };
    let last = cells.len().saturating_sub(1);
    for (index, ((x, y), bits)) in cells.into_iter().enumerate() {
        let symbol = if index == last { head.to_owned() } else { braille(draw, (x, y), bits) };
        // A style without a background keeps that of the square.
        draw.styled(x, y, 1, &symbol, style);
    }
}

/// Returns whether an arrow can be drawn on a cell.
fn is_free(symbol: &str) -> bool {
    symbol == " " || symbol.chars().all(|character| (BRAILLE..BRAILLE + 256).contains(&u32::from(character)))
}

/// Returns the character with these dots and those of the cell.
fn braille(draw: &Draw<'_>, position: (u16, u16), bits: u32) -> String {
    let there = draw.buffer.cell(position).and_then(|cell| cell.symbol().chars().next()).map_or(0, u32::from);
    let old = there.checked_sub(BRAILLE).filter(|old| *old < 256).unwrap_or(0);
    char::from_u32(BRAILLE + (old | bits)).map(String::from).unwrap_or_default()
}
