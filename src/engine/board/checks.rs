//! Which moves give check, found once for all moves of a position.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::{Board, PackedMove};
use crate::engine::pieces::Pieces;

/// What gives check to the side that is not to move.
pub struct Checks {
    king: Square,
    /// For each role the squares from which it attacks the king.
    squares: [Bitboard; 6],
    /// Pieces of the side to move that alone stand between the king and a slider of theirs.
    screens: Bitboard,
}

impl Board {
    /// What gives check in this position.
    #[must_use]
    pub fn checks(&self) -> Checks {
        let king = self.king_of(self.turn.other());
        let (ours, occupied) = (self.by_color(self.turn), self.occupied());
        let knights = attacks::knight_attacks(king);
        let diagonals = attacks::bishop_attacks(king, occupied);
        let lines = attacks::rook_attacks(king, occupied);
        let pawns = attacks::pawn_attacks(self.turn.other(), king);
        let mut screens = Bitboard::EMPTY;
        // Looking through the nearest pieces that are ours shows the sliders behind them.
        let beyond = occupied & !(ours & (diagonals | lines));
        for slider in self.sliders_to(king, beyond) & ours {
            screens |= attacks::between(king, slider) & ours;
        }
        Checks {
            king,
            squares: [pawns, knights, diagonals, lines, diagonals | lines, Bitboard::EMPTY],
            screens,
        }
    }
}

impl Checks {
    /// Whether a legal move of the position gives check; the same answer as [`Board::gives_check`].
    #[must_use]
    pub fn gives(&self, board: &Board, m: PackedMove) -> bool {
        let (from, to) = (m.from(), m.to());
        let role = board.moved(m);
        let castles = role == Role::King && from.abs_diff(to) == 2;
        if castles || m.promotion().is_some() || board.is_en_passant(m) {
            return board.gives_check(m);
        }
        self.squares[role as usize - 1].contains(to)
            || self.screens.contains(from) && !attacks::ray(self.king, from).contains(to)
    }
}
