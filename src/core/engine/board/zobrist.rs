//! Zobrist keys: random numbers whose exclusive or identifies a position (Zobrist 1970).

use shakmaty::{Bitboard, Color, Role, Square};

/// The contribution of a piece on a square to the keys of a position.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    /// Combined by exclusive or.
    pub(super) key: u64,
    /// Combined by addition. Pawns and kings have one number per square; other pieces have a multiple of one number per
    /// colour, by their strength in twelfths of a full set.
    pub(super) pawn_king: u64,
}

/// The numbers of each colour, role and square.
static PIECES: [[[Numbers; 64]; 6]; 2] = {
    let mut table = [[[Numbers { key: 0, pawn_king: 0 }; 64]; 6]; 2];
    let mut index = 0;
    while index < 2 * 6 * 64 {
        let (color, role, square) = (index / (6 * 64), index / 64 % 6, index % 64);
        let key = number(index as u64);
        let strength = number(1300 + color as u64);
        let pawn_king = match Role::ALL[role] {
            Role::Pawn | Role::King => key,
            Role::Knight | Role::Bishop => strength,
            Role::Rook => strength.wrapping_mul(2),
            Role::Queen => strength.wrapping_mul(4),
        };
        table[color][role][square] = Numbers { key, pawn_king };
        index += 1;
    }
    table
};

/// One number for each set of castling rights with rooks in the corners. The empty set has 0.
static CASTLING: [u64; 16] = {
    let mut table = [0; 16];
    let mut rights = 1;
    while rights < 16 {
        table[rights] = number(1000 + rights as u64);
        rights += 1;
    }
    table
};

/// One number for each en passant file.
static EN_PASSANT: [u64; 8] = {
    let mut table = [0; 8];
    let mut file = 0;
    while file < 8 {
        table[file] = number(1100 + file as u64);
        file += 1;
    }
    table
};

/// The number for Black to move.
pub(super) const BLACK_TO_MOVE: u64 = number(1200);

/// Returns the Zobrist numbers of a piece on a square.
pub(super) fn piece(color: Color, role: Role, square: Square) -> Numbers {
    PIECES[color as usize][role as usize - 1][square as usize]
}

/// Returns the Zobrist number of the castling rights with these rooks.
pub(super) fn castling(rooks: Bitboard) -> u64 {
    let corner = |square: Square, bit: usize| if rooks.contains(square) { bit } else { 0 };
    let corners =
        corner(Square::H8, 1) | corner(Square::A8, 2) | corner(Square::H1, 4) | corner(Square::A1, 8);
    let others = rooks & !Bitboard::CORNERS;
    others.into_iter().fold(CASTLING[corners], |key, rook| key ^ number(1400 + rook as u64))
}

/// Returns the Zobrist number of the en passant square.
pub(super) fn en_passant(square: Option<Square>) -> u64 {
    square.map_or(0, |square| EN_PASSANT[square.file() as usize])
}

/// Returns the number at `index` of the SplitMix64 sequence (Steele, Lea, Flood 2014) with a fixed seed, so that keys
/// are the same on every machine.
const fn number(index: u64) -> u64 {
    const SEED: u64 = 2014;
    let mut z = SEED.wrapping_add((index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
