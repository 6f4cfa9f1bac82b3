//! The part of a position that consists of pawns and kings. Terms that depend only on it can be kept in a table.

use shakmaty::{Bitboard, Color, Role, Square};

use super::super::squares::{beside, down, fill_down, fill_up, up};
use super::Tally;
use super::pawns;
use crate::engine::pieces::Pieces;

/// One side's pawns and king from its own point of view.
#[derive(Clone, Copy)]
pub(in crate::engine) struct PawnsAndKing {
    pub(super) pawns: Bitboard,
    pub(super) king: Square,
    /// Passed pawns, only the foremost on each file.
    pub(super) passed: Bitboard,
}

/// The pawns and kings of White and of Black, each from its own point of view.
#[derive(Clone, Copy)]
pub(in crate::engine) struct PawnKingEntry {
    pub(super) sides: [PawnsAndKing; 2],
}

impl PawnKingEntry {
    pub(in crate::engine) fn of(board: &impl Pieces) -> PawnKingEntry {
        let [white, black] = squares(board);
        let side = |(pawns, king): (Bitboard, Square), enemy: Bitboard| {
            let enemy = enemy.flip_vertical();
            let path = fill_down(down(enemy));
            PawnsAndKing { pawns, king, passed: pawns & !(path | beside(path) | fill_down(down(pawns))) }
        };
        PawnKingEntry { sides: [side(white, black.0), side(black, white.0)] }
    }

    /// Whether these are the pawns and kings of a board.
    #[inline]
    pub(in crate::engine) fn is_of(&self, board: &impl Pieces) -> bool {
        let of = |side: &PawnsAndKing| (side.pawns, side.king);
        squares(board) == [of(&self.sides[0]), of(&self.sides[1])]
    }

    /// Counts the terms of White and of Black that depend only on pawns and kings.
    pub(super) fn count<T: Tally>(&self, tallies: [&mut T; 2]) {
        let [white, black] = &self.sides;
        for ((own, enemy), tally) in [(white, black), (black, white)].into_iter().zip(tallies) {
            let view = PawnView {
                pawns: own.pawns,
                enemy_pawns: enemy.pawns.flip_vertical(),
                passed: own.passed,
                king: own.king,
                enemy_king: enemy.king.flip_vertical(),
            };
            pawns::count(&view, tally);
        }
    }
}

/// Returns a hash of the squares of pawns and kings.
#[inline]
pub(in crate::engine) fn pawn_king_key(board: &impl Pieces) -> u64 {
    let (pawns, kings) = (board.by_role(Role::Pawn), board.by_role(Role::King));
    let (white, black) = (board.by_color(Color::White), board.by_color(Color::Black));
    let of = |squares: Bitboard, odd: u64| squares.0.wrapping_mul(odd).swap_bytes();
    of(pawns & white, 0xbf58_476d_1ce4_e5b9)
        ^ of(pawns & black, 0x94d0_49bb_1331_11eb)
        ^ of(kings & white, 0xd6e8_feb8_6659_fd93)
        ^ of(kings & black, 0xa076_1d64_78bd_642f)
}

/// Returns the pawns and the king of White and of Black, each from its own point of view.
#[inline]
fn squares(board: &impl Pieces) -> [(Bitboard, Square); 2] {
    let (pawns, kings) = (board.by_role(Role::Pawn), board.by_role(Role::King));
    let (white, black) = (board.by_color(Color::White), board.by_color(Color::Black));
    let king = |squares: Bitboard| squares.first().unwrap_or(Square::A1);
    [
        (pawns & white, king(kings & white)),
        ((pawns & black).flip_vertical(), king((kings & black).flip_vertical())),
    ]
}

/// One side's view of pawns and kings. The side plays up the board.
pub(super) struct PawnView {
    pub(super) pawns: Bitboard,
    pub(super) enemy_pawns: Bitboard,
    pub(super) passed: Bitboard,
    pub(super) king: Square,
    pub(super) enemy_king: Square,
}

impl PawnView {
    /// Squares that own pawns attack.
    pub(super) fn attacks(&self) -> Bitboard {
        beside(up(self.pawns))
    }

    /// Squares that enemy pawns attack.
    pub(super) fn enemy_attacks(&self) -> Bitboard {
        beside(down(self.enemy_pawns))
    }

    /// Own pawns with an enemy pawn before them on their file.
    pub(super) fn opposed(&self) -> Bitboard {
        self.pawns & fill_down(down(self.enemy_pawns))
    }

    /// Files with own pawns, as whole files.
    pub(super) fn files(&self) -> Bitboard {
        fill_up(fill_down(self.pawns))
    }
}
