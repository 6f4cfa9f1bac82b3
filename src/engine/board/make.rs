//! The board after a move.

use shakmaty::{Color, Role, Square, attacks};

use super::{Board, PackedMove, castling, zobrist};
use crate::engine::pieces::Pieces;

impl Board {
    /// The board after a legal move. After any other the board is of no use.
    #[must_use]
    pub fn after(&self, m: PackedMove) -> Board {
        let (us, them) = (self.turn, self.turn.other());
        let (from, to, role) = (m.from(), m.to(), self.moved(m));
        let mut next = self.passed();
        if let Some(captured) = self.role_at(to) {
            next.take(them, captured, to);
            next.halfmoves = 0;
        }
        next.take(us, role, from);
        next.put(us, m.promotion().unwrap_or(role), to);
        match role {
            Role::Pawn => {
                next.halfmoves = 0;
                if self.en_passant == Some(to) {
                    next.take(them, Role::Pawn, passed_by(to));
                } else if from.abs_diff(to) == 16 {
                    next.allow_en_passant(passed_by(to));
                }
            }
            Role::King if from.abs_diff(to) == 2 => {
                if let Some(castling) = castling::to(us, to) {
                    next.take(us, Role::Rook, castling.rook_from);
                    next.put(us, Role::Rook, castling.rook_to);
                }
            }
            _ => {}
        }
        next.castling &= castling::kept(from, to);
        next.key ^= zobrist::castling(self.castling) ^ zobrist::castling(next.castling);
        next.checkers = next.attackers_to(next.king_of(them), next.occupied()) & next.by_color(us);
        next
    }

    /// The board after the side to move, which must not be in check, has passed.
    #[must_use]
    pub fn after_null(&self) -> Board {
        // A side whose move it is not is not in check, so there are no checkers.
        self.passed()
    }

    fn passed(&self) -> Board {
        let mut next = self.clone();
        next.turn = self.turn.other();
        next.key ^= zobrist::BLACK_TO_MOVE ^ zobrist::en_passant(self.en_passant);
        next.en_passant = None;
        next.halfmoves = self.halfmoves.saturating_add(1);
        next
    }

    /// Notes that the pawn just pushed may be taken on `square`, if a pawn may legally do so.
    fn allow_en_passant(&mut self, square: Square) {
        let takers = attacks::pawn_attacks(self.turn.other(), square) & self.by_piece(self.turn, Role::Pawn);
        if takers.into_iter().any(|from| self.king_is_safe_after(from, square, passed_by(square))) {
            self.en_passant = Some(square);
            self.key ^= zobrist::en_passant(self.en_passant);
        }
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, color: Color, role: Role, square: Square) {
        self.toggle(color, role, square);
        self.squares[square as usize] = Some(role);
    }

    fn take(&mut self, color: Color, role: Role, square: Square) {
        self.toggle(color, role, square);
        self.squares[square as usize] = None;
    }

    fn toggle(&mut self, color: Color, role: Role, square: Square) {
        self.roles[role as usize - 1].toggle(square);
        self.colors[color as usize].toggle(square);
        let number = zobrist::piece(color, role, square);
        self.key ^= number;
        if role == Role::Pawn {
            self.pawn_key ^= number;
        }
    }
}

/// The square before or behind: where the pawn stands that is taken on `square` en passant, and where the one
/// is taken that has stepped two squares to `square`.
pub(super) const fn passed_by(square: Square) -> Square {
    square.xor(Square::A2)
}
