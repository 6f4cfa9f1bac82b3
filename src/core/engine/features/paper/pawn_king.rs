//! The slowly changing part of one side's view: pawns and kings of both sides and the strength of their pieces,
//! regardless of the squares of those pieces. Features that depend only on it can be cached.

use shakmaty::{Bitboard, Square};

use super::super::ONE;
use super::super::squares::{A_FILE, beside, down, fill_down, fill_up, up};
use super::piece_info::PieceInfo;

/// Pawns, kings and strengths as seen by one side, which plays up the board.
#[derive(Clone, Copy)]
pub(in crate::engine) struct PawnKingEntry {
    pub(super) pawns: Bitboard,
    pub(super) enemy_pawns: Bitboard,
    /// Squares that own pawns attack now or could attack after advancing.
    pub(super) attack_span: Bitboard,
    /// Squares that enemy pawns attack now or could attack after advancing.
    pub(super) enemy_attack_span: Bitboard,
    /// Own passed pawns, only the foremost on each file.
    pub(super) passed: Bitboard,
    /// Enemy passed pawns, only the foremost on each file.
    enemy_passed: Bitboard,
    /// Files with own pawns, one bit per file.
    files: u8,
    /// Files with enemy pawns, one bit per file.
    enemy_files: u8,
    pub(super) king: Square,
    pub(super) enemy_king: Square,
    /// Strength of the own pieces in twelfths of a full set.
    strength: u8,
    /// Strength of the enemy's pieces in twelfths of a full set.
    enemy_strength: u8,
}

/// Strength of a full set of pieces.
pub(super) const FULL_SET: i32 = 12;

impl PawnKingEntry {
    /// Returns White's view.
    pub(in crate::engine) fn of(pieces: &PieceInfo) -> PawnKingEntry {
        let (pawns, enemy_pawns) = (pieces.white.pawns, pieces.black.pawns.flip_vertical());
        let (path, enemy_path) = (fill_up(up(pawns)), fill_down(down(enemy_pawns)));
        let (attack_span, enemy_attack_span) = (beside(path), beside(enemy_path));
        PawnKingEntry {
            pawns,
            enemy_pawns,
            attack_span,
            enemy_attack_span,
            passed: pawns & !(enemy_path | enemy_attack_span | fill_down(down(pawns))),
            enemy_passed: enemy_pawns & !(path | attack_span | fill_up(up(enemy_pawns))),
            files: bits(pawns),
            enemy_files: bits(enemy_pawns),
            king: pieces.white.king,
            enemy_king: pieces.black.king.flip_vertical(),
            strength: pieces.white.strength,
            enemy_strength: pieces.black.strength,
        }
    }

    /// Whether this is White's view of these pieces.
    #[inline]
    pub(in crate::engine) fn is_of(&self, pieces: &PieceInfo) -> bool {
        self.pawns == pieces.white.pawns
            && self.enemy_pawns == pieces.black.pawns.flip_vertical()
            && self.king == pieces.white.king
            && self.enemy_king == pieces.black.king.flip_vertical()
            && self.strength == pieces.white.strength
            && self.enemy_strength == pieces.black.strength
    }

    /// Returns the same position from the other side's point of view.
    #[inline]
    pub(super) fn turned(&self) -> PawnKingEntry {
        PawnKingEntry {
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

    /// Files with own pawns, as bitboards of whole files.
    #[inline]
    pub(super) fn files(&self) -> Bitboard {
        columns(self.files)
    }

    /// Files with enemy pawns, as bitboards of whole files.
    #[inline]
    pub(super) fn enemy_files(&self) -> Bitboard {
        columns(self.enemy_files)
    }

    /// Returns the strength of the own pieces in twelfths of a full set.
    #[inline]
    pub(super) fn strength(&self) -> i32 {
        self.strength.into()
    }

    /// Returns the strength of the enemy's pieces in twelfths of a full set.
    #[inline]
    pub(super) fn enemy_strength(&self) -> i32 {
        self.enemy_strength.into()
    }

    /// Scales a count by the enemy's material, in sixteenths.
    #[inline]
    pub(super) fn scaled(&self, count: i32) -> i32 {
        ONE * count * self.enemy_strength() / FULL_SET
    }
}

/// Returns the files of these squares, one bit per file.
fn bits(squares: Bitboard) -> u8 {
    fill_down(squares).0 as u8
}

/// Converts file bits to a bitboard of whole files.
#[inline]
fn columns(files: u8) -> Bitboard {
    Bitboard(A_FILE.0 * u64::from(files))
}
