//! Sets of squares, shifted and filled along files.

use shakmaty::{Bitboard, Square};

pub(super) const A_FILE: Bitboard = Bitboard(0x0101_0101_0101_0101);
const H_FILE: Bitboard = Bitboard(0x8080_8080_8080_8080);

/// Shifts the squares one rank up.
#[inline]
pub(super) fn up(squares: Bitboard) -> Bitboard {
    squares.shift(8)
}

/// Shifts the squares one rank down.
#[inline]
pub(super) fn down(squares: Bitboard) -> Bitboard {
    squares.shift(-8)
}

/// Shifts the squares one file to the left. Those of the a-file vanish.
#[inline]
pub(super) fn left(squares: Bitboard) -> Bitboard {
    (squares & !A_FILE).shift(-1)
}

/// Shifts the squares one file to the right. Those of the h-file vanish.
#[inline]
pub(super) fn right(squares: Bitboard) -> Bitboard {
    (squares & !H_FILE).shift(1)
}

/// Returns the squares on the adjacent files, to the left and right.
#[inline]
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    left(squares) | right(squares)
}

/// Returns the square before a pawn, for a side that plays up the board.
#[inline]
pub(super) fn stop(pawn: Square) -> Square {
    Square::from_coords(pawn.file(), pawn.rank().offset(1).unwrap_or(pawn.rank()))
}

/// Returns the number of files between a square and the nearer edge: 0 on a and h to 3 on d and e.
#[inline]
pub(super) fn file_from_edge(square: Square) -> usize {
    let file = usize::from(square.file());
    file.min(7 - file)
}

/// Returns the squares and all squares above them.
#[inline]
pub(super) fn fill_up(squares: Bitboard) -> Bitboard {
    let mut filled = squares.0;
    filled |= filled << 8;
    filled |= filled << 16;
    filled |= filled << 32;
    Bitboard(filled)
}

/// Returns the squares and all squares below them.
#[inline]
pub(super) fn fill_down(squares: Bitboard) -> Bitboard {
    let mut filled = squares.0;
    filled |= filled >> 8;
    filled |= filled >> 16;
    filled |= filled >> 32;
    Bitboard(filled)
}

#[inline]
pub(super) fn file_of(square: Square) -> Bitboard {
    Bitboard::from_file(square.file())
}

/// Returns the number of king steps between two squares.
#[inline]
pub(super) fn distance(one: Square, other: Square) -> i32 {
    let apart = |one: u32, other: u32| one.abs_diff(other) as i32;
    let files = apart(one.file().into(), other.file().into());
    files.max(apart(one.rank().into(), other.rank().into()))
}
