//! The terms of a piece that depend only on its square or on its mobility.

use shakmaty::Square;

use super::super::squares::file_from_edge;
use super::army::{BISHOP, KNIGHT, ROOK};
use super::families::first;

/// Names the terms of a knight, bishop, rook or queen on a square: material, rank and file.
#[inline]
pub(super) fn of_piece(kind: usize, square: Square, mut term: impl FnMut(usize)) {
    let (value, ranks, files) = match kind {
        KNIGHT => (first::KNIGHT, first::KNIGHT_RANK, first::KNIGHT_FILE),
        BISHOP => (first::BISHOP, first::BISHOP_RANK, first::BISHOP_FILE),
        ROOK => (first::ROOK, first::ROOK_RANK, first::ROOK_FILE),
        _ => (first::QUEEN, first::QUEEN_RANK, first::QUEEN_FILE),
    };
    term(value);
    term(ranks + usize::from(square.rank()));
    term(files + file_from_edge(square));
}

/// Names the terms of a piece that can move to `count` squares, with their counts.
#[inline]
pub(super) fn of_mobility(kind: usize, count: usize, mut term: impl FnMut(usize, i32)) {
    let usual = match kind {
        KNIGHT => 3,
        BISHOP => 5,
        ROOK => 6,
        _ => 9,
    };
    term(first::MOBILITY + kind, count as i32);
    term(first::FIRST_MOBILITY + kind, count.min(usual) as i32);
    if count <= 1 {
        term(first::LOW_MOBILITY + kind, 1);
    }
}
