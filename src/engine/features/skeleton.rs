//! One side's view of what changes slowly: the pawns and the kings of both sides and how strong their pieces are,
//! wherever those stand. What a feature counts of it holds good for as long as none of it changes.

use shakmaty::{Bitboard, Square};

use super::ONE;
use super::forces::Forces;

/// What one side, playing up the board, sees of pawns, kings and strengths.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Skeleton {
    pub(super) pawns: Bitboard,
    pub(super) enemy_pawns: Bitboard,
    /// Squares own pawns attack now or could attack after advancing.
    pub(super) attack_span: Bitboard,
    /// The same of the enemy's pawns.
    pub(super) enemy_attack_span: Bitboard,
    /// Own pawns no enemy pawn can stop, the foremost of each file.
    pub(super) passed: Bitboard,
    /// The same of the enemy's pawns.
    enemy_passed: Bitboard,
    /// Files with own pawns, a bit a file.
    files: u8,
    /// Files with enemy pawns, a bit a file.
    enemy_files: u8,
    pub(super) king: Square,
    pub(super) enemy_king: Square,
    /// Own pieces in twelfths of a full set.
    strength: u8,
    /// The enemy's pieces in twelfths of a full set.
    enemy_strength: u8,
}

/// Twelfths in a full set of pieces.
pub(super) const FULL_SET: i32 = 12;

impl Skeleton {
    /// White's view.
    pub(in crate::engine) fn of(forces: &Forces) -> Skeleton {
        let (pawns, enemy_pawns) = (forces.white.pawns, forces.black.pawns.flip_vertical());
        let (path, enemy_path) = (fill_up(up(pawns)), fill_down(down(enemy_pawns)));
        let (attack_span, enemy_attack_span) = (beside(path), beside(enemy_path));
        Skeleton {
            pawns,
            enemy_pawns,
            attack_span,
            enemy_attack_span,
            passed: pawns & !(enemy_path | enemy_attack_span | fill_down(down(pawns))),
            enemy_passed: enemy_pawns & !(path | attack_span | fill_up(up(enemy_pawns))),
            files: bits(pawns),
            enemy_files: bits(enemy_pawns),
            king: forces.white.king,
            enemy_king: forces.black.king.flip_vertical(),
            strength: forces.white.strength,
            enemy_strength: forces.black.strength,
        }
    }

    /// Whether this is White's view of these.
    #[inline]
    pub(in crate::engine) fn is_of(&self, forces: &Forces) -> bool {
        self.pawns == forces.white.pawns
            && self.enemy_pawns == forces.black.pawns.flip_vertical()
            && self.king == forces.white.king
            && self.enemy_king == forces.black.king.flip_vertical()
            && self.strength == forces.white.strength
            && self.enemy_strength == forces.black.strength
    }

    /// The same as the other side sees it.
    #[inline]
    pub(super) fn turned(&self) -> Skeleton {
        Skeleton {
            pawns: self.enemy_pawns.flip_vertical(),
            enemy_pawns: self.pawns.flip_vertical(),
            attack_span: self.enemy_attack_span.flip_vertical(),
            enemy_attack_span: self.attack_span.flip_vertical(),
            passed: self.enemy_passed.flip_vertical(),
            enemy_passed: self.passed.flip_vertical(),
            files: self.enemy_files,
            enemy_files: self.files,
            king: self.enemy_king.flip_vertical(),
            enemy_king: self.king.flip_vertical(),
            strength: self.enemy_strength,
            enemy_strength: self.strength,
        }
    }

    /// Squares that own pawns attack.
    #[inline]
    pub(super) fn attacks(&self) -> Bitboard {
        beside(up(self.pawns))
    }

    /// Squares that enemy pawns attack.
    #[inline]
    pub(super) fn enemy_attacks(&self) -> Bitboard {
        beside(down(self.enemy_pawns))
    }

    /// Files (as whole columns) with own pawns.
    #[inline]
    pub(super) fn files(&self) -> Bitboard {
        columns(self.files)
    }

    /// Files with enemy pawns.
    #[inline]
    pub(super) fn enemy_files(&self) -> Bitboard {
        columns(self.enemy_files)
    }

    /// Own pieces in twelfths of a full set.
    #[inline]
    pub(super) fn strength(&self) -> i32 {
        self.strength.into()
    }

    /// The enemy's pieces in twelfths of a full set.
    #[inline]
    pub(super) fn enemy_strength(&self) -> i32 {
        self.enemy_strength.into()
    }

    /// A count in sixteenths, in proportion to the enemy's pieces.
    #[inline]
    pub(super) fn scaled(&self, count: i32) -> i32 {
        ONE * count * self.enemy_strength() / FULL_SET
    }
}

/// The files of these squares, a bit a file.
fn bits(squares: Bitboard) -> u8 {
    fill_down(squares).0 as u8
}

/// These files as whole columns.
#[inline]
fn columns(files: u8) -> Bitboard {
    Bitboard(A_FILE.0 * u64::from(files))
}

pub(super) const A_FILE: Bitboard = Bitboard(0x0101_0101_0101_0101);
pub(super) const H_FILE: Bitboard = Bitboard(0x8080_8080_8080_8080);

/// The squares one step up.
#[inline]
pub(super) fn up(squares: Bitboard) -> Bitboard {
    squares.shift(8)
}

/// The squares one step down.
#[inline]
pub(super) fn down(squares: Bitboard) -> Bitboard {
    squares.shift(-8)
}

/// The squares beside, on both neighbouring files.
#[inline]
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    (squares & !H_FILE).shift(1) | (squares & !A_FILE).shift(-1)
}

/// The squares and all above them.
#[inline]
pub(super) fn fill_up(squares: Bitboard) -> Bitboard {
    let mut filled = squares.0;
    filled |= filled << 8;
    filled |= filled << 16;
    filled |= filled << 32;
    Bitboard(filled)
}

/// The squares and all below them.
#[inline]
pub(super) fn fill_down(squares: Bitboard) -> Bitboard {
    let mut filled = squares.0;
    filled |= filled >> 8;
    filled |= filled >> 16;
    filled |= filled >> 32;
    Bitboard(filled)
}

/// The whole file of a square.
#[inline]
pub(super) fn file_of(square: Square) -> Bitboard {
    Bitboard::from_file(square.file())
}
