//! The numbers whose exclusive or names a position (Zobrist 1970).

use shakmaty::{Bitboard, Color, Role, Square};

/// What a piece on a square contributes to the keys of a position.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    /// By exclusive or.
    pub(super) key: u64,
    /// By addition: of pawns and kings one for each square, of other pieces as many of one number as they count
    /// twelfths of a full set.
    pub(super) skeleton: u64,
}

/// The numbers for each colour, piece and square.
static PIECES: [[[Numbers; 64]; 6]; 2] = {
    let mut table = [[[Numbers { key: 0, skeleton: 0 }; 64]; 6]; 2];
    let mut index = 0;
    while index < 2 * 6 * 64 {
        let (color, role, square) = (index / (6 * 64), index / 64 % 6, index % 64);
        let key = number(index as u64);
        let strength = number(1300 + color as u64);
        let skeleton = match Role::ALL[role] {
            Role::Pawn | Role::King => key,
            Role::Knight | Role::Bishop => strength,
            Role::Rook => strength.wrapping_mul(2),
            Role::Queen => strength.wrapping_mul(4),
        };
        table[color][role][square] = Numbers { key, skeleton };
        index += 1;
    }
    table
};

/// A number for each set of castling rights with rooks in the corners; none have the number 0.
static CASTLING: [u64; 16] = {
    let mut table = [0; 16];
    let mut rights = 1;
    while rights < 16 {
        table[rights] = number(1000 + rights as u64);
        rights += 1;
    }
    table
};

/// A number for each file on which a pawn can be taken en passant.
static EN_PASSANT: [u64; 8] = {
    let mut table = [0; 8];
    let mut file = 0;
    while file < 8 {
        table[file] = number(1100 + file as u64);
        file += 1;
    }
    table
};

/// Black is to move.
pub(super) const BLACK_TO_MOVE: u64 = number(1200);

/// The numbers of a piece on a square.
pub(super) fn piece(color: Color, role: Role, square: Square) -> Numbers {
    PIECES[color as usize][role as usize - 1][square as usize]
}

/// The number of the castling rights with these rooks.
pub(super) fn castling(rooks: Bitboard) -> u64 {
    let corner = |square: Square, bit: usize| if rooks.contains(square) { bit } else { 0 };
    let corners =
        corner(Square::H8, 1) | corner(Square::A8, 2) | corner(Square::H1, 4) | corner(Square::A1, 8);
    let others = rooks & !Bitboard::CORNERS;
    others.into_iter().fold(CASTLING[corners], |key, rook| key ^ number(1400 + rook as u64))
}

/// The number of the square on which a pawn can be taken en passant.
pub(super) fn en_passant(square: Option<Square>) -> u64 {
    square.map_or(0, |square| EN_PASSANT[square.file() as usize])
}

/// The number at `index` of the SplitMix64 sequence (Steele, Lea, Flood 2014) of a fixed seed, so that keys are
/// the same on every machine.
const fn number(index: u64) -> u64 {
    const SEED: u64 = 2014;
    let mut z = SEED.wrapping_add((index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
