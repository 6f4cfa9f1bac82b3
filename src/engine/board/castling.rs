//! Castling in standard chess: one bit a right, and what each way of castling needs.

use shakmaty::{Bitboard, Castles, CastlingSide, Color, Square};

/// A way of castling.
#[derive(Debug)]
pub(super) struct Castling {
    /// Its bit among a board's rights.
    pub(super) right: u8,
    /// Where the king goes; it comes from the e-file.
    pub(super) king_to: Square,
    /// Where the king passes, which must not be attacked; the rook goes there.
    pub(super) rook_to: Square,
    /// Where the rook comes from.
    pub(super) rook_from: Square,
    /// The squares that must be empty.
    pub(super) path: Bitboard,
}

/// The castlings of each colour, king's side first.
static CASTLINGS: [[Castling; 2]; 2] = {
    use Square::{A1, A8, B1, B8, C1, C8, D1, D8, F1, F8, G1, G8, H1, H8};
    const fn castling(right: u8, king_to: Square, rook_to: Square, rook_from: Square, path: u64) -> Castling {
        Castling { right, king_to, rook_to, rook_from, path: Bitboard(path) }
    }
    const fn squares(squares: &[Square]) -> u64 {
        let (mut set, mut index) = (0, 0);
        while index < squares.len() {
            set |= 1 << squares[index] as u32;
            index += 1;
        }
        set
    }
    [
        [castling(1, G8, F8, H8, squares(&[F8, G8])), castling(2, C8, D8, A8, squares(&[B8, C8, D8]))],
        [castling(4, G1, F1, H1, squares(&[F1, G1])), castling(8, C1, D1, A1, squares(&[B1, C1, D1]))],
    ]
};

/// The rights that a move from or to a square leaves.
static KEPT: [u8; 64] = {
    let mut kept = [15; 64];
    kept[Square::H8 as usize] = 15 & !1;
    kept[Square::A8 as usize] = 15 & !2;
    kept[Square::E8 as usize] = 15 & !3;
    kept[Square::H1 as usize] = 15 & !4;
    kept[Square::A1 as usize] = 15 & !8;
    kept[Square::E1 as usize] = 15 & !12;
    kept
};

/// The two castlings of a side.
pub(super) fn of(color: Color) -> &'static [Castling; 2] {
    &CASTLINGS[color as usize]
}

/// The castling in which a side's king goes there.
pub(super) fn to(color: Color, king_to: Square) -> Option<&'static Castling> {
    of(color).iter().find(|castling| castling.king_to == king_to)
}

/// The rights that a move leaves.
pub(super) fn kept(from: Square, to: Square) -> u8 {
    KEPT[from as usize] & KEPT[to as usize]
}

/// The rights of a position, those of standard chess.
pub(super) fn rights(castles: &Castles) -> u8 {
    let mut rights = 0;
    for color in Color::ALL {
        for (castling, side) in of(color).iter().zip([CastlingSide::KingSide, CastlingSide::QueenSide]) {
            if castles.rook(color, side) == Some(castling.rook_from) {
                rights |= castling.right;
            }
        }
    }
    rights
}
