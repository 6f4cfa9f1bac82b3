//! Sets of squares, shifted and filled along files.

use shakmaty::{Bitboard, Square};

pub(super) const A_FILE: Bitboard = Bitboard(0x0101_0101_0101_0101);
pub(super) const H_FILE: Bitboard = Bitboard(0x8080_8080_8080_8080);

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

/// Returns the squares on the adjacent files, to the left and right.
#[inline]
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    (squares & !H_FILE).shift(1) | (squares & !A_FILE).shift(-1)
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

/// Returns all squares on the file of a square.
#[inline]
pub(super) fn file_of(square: Square) -> Bitboard {
    Bitboard::from_file(square.file())
}
