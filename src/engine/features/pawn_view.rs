//! One side's view of the pawns of both sides, and nothing else: what pawn structure is, and so what can be
//! remembered for as long as no pawn moves or falls.

use shakmaty::{Bitboard, Color, Role, Square};

use super::super::pieces::Pieces;

/// What one side, playing up the board, sees of the pawns.
#[derive(Clone, Copy)]
pub(in crate::engine) struct PawnView {
    pub(super) own: Bitboard,
    pub(super) enemy: Bitboard,
    /// Squares own pawns attack now or could attack after advancing.
    pub(super) attack_span: Bitboard,
    /// The same of the enemy's pawns.
    pub(super) enemy_attack_span: Bitboard,
    /// Own pawns no enemy pawn can stop, the foremost of each file.
    pub(super) passed: Bitboard,
    /// The same of the enemy's pawns.
    enemy_passed: Bitboard,
}

impl PawnView {
    /// White's view.
    #[inline]
    pub(in crate::engine) fn of(board: &impl Pieces) -> PawnView {
        let pawns = board.by_role(Role::Pawn);
        let (own, enemy) = (pawns & board.by_color(Color::White), pawns & board.by_color(Color::Black));
        let (own_path, enemy_path) = (fill_up(up(own)), fill_down(down(enemy)));
        let (attack_span, enemy_attack_span) = (beside(own_path), beside(enemy_path));
        PawnView {
            own,
            enemy,
            attack_span,
            enemy_attack_span,
            passed: own & !(enemy_path | enemy_attack_span | fill_down(down(own))),
            enemy_passed: enemy & !(own_path | attack_span | fill_up(up(enemy))),
        }
    }

    /// Whether these are the pawns of this board, as White sees them.
    #[inline]
    pub(in crate::engine) fn is_of(&self, board: &impl Pieces) -> bool {
        let pawns = board.by_role(Role::Pawn);
        self.own == pawns & board.by_color(Color::White) && self.enemy == pawns & board.by_color(Color::Black)
    }

    /// The same as the other side sees it.
    #[inline]
    pub(in crate::engine) fn turned(&self) -> PawnView {
        PawnView {
            own: self.enemy.flip_vertical(),
            enemy: self.own.flip_vertical(),
            attack_span: self.enemy_attack_span.flip_vertical(),
            enemy_attack_span: self.attack_span.flip_vertical(),
            passed: self.enemy_passed.flip_vertical(),
            enemy_passed: self.passed.flip_vertical(),
        }
    }

    /// Squares that own pawns attack.
    #[inline]
    pub(super) fn attacks(&self) -> Bitboard {
        beside(up(self.own))
    }

    /// Squares that enemy pawns attack.
    #[inline]
    pub(super) fn enemy_attacks(&self) -> Bitboard {
        beside(down(self.enemy))
    }

    /// Files (as whole columns) with own pawns.
    #[inline]
    pub(super) fn files(&self) -> Bitboard {
        fill_up(fill_down(self.own))
    }

    /// Files with enemy pawns.
    #[inline]
    pub(super) fn enemy_files(&self) -> Bitboard {
        fill_up(fill_down(self.enemy))
    }
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
