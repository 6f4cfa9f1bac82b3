//! The board after a move.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::castling::Castling;
use super::zobrist::{self, Numbers};
use super::{Board, PackedMove};
use crate::engine::pieces::Pieces;

impl Board {
    /// The board after a legal move. After any other the board is of no use.
    #[must_use]
    pub fn after(&self, m: PackedMove) -> Board {
        let mut next = self.clone();
        next.play(m);
        next
    }

    /// The key after a legal move, but for castling, double steps, promotions, en passant, and rights lost: for
    /// asking early for what is known of the next position.
    #[must_use]
    pub fn likely_key_after(&self, m: PackedMove) -> u64 {
        let (us, them) = (self.turn, self.turn.other());
        let (from, to, role) = (m.from(), m.to(), self.moved(m));
        let number = |color, role, square| zobrist::piece(color, role, square).key;
        let taken = self.role_at(to).map_or(0, |captured| number(them, captured, to));
        let passed = zobrist::BLACK_TO_MOVE ^ zobrist::en_passant(self.en_passant);
        self.key ^ passed ^ taken ^ number(us, role, from) ^ number(us, role, to)
    }

    // Inlined into `after`, the compiler would build the copy elsewhere and copy it again: 36 ns, not 26.
    #[inline(never)]
    fn play(&mut self, m: PackedMove) {
        let (us, them) = (self.turn, self.turn.other());
        let (from, to, role) = (m.from(), m.to(), self.moved(m));
        let en_passant = self.en_passant;
        if role == Role::King {
            self.lose_rights(Bitboard::from_rank(us.backrank()));
            if let Some(castling) = self.castling_of(from, to) {
                return self.castle(castling);
            }
        }
        self.lose_rights(Bitboard::from(from).with(to));
        self.pass();
        if let Some(captured) = self.role_at(to) {
            self.take(them, captured, to);
            self.halfmoves = 0;
        }
        self.take(us, role, from);
        self.put(us, m.promotion().unwrap_or(role), to);
        if role == Role::Pawn {
            self.halfmoves = 0;
            if en_passant == Some(to) {
                self.take(them, Role::Pawn, passed_by(to));
            } else if from.abs_diff(to) == 16 {
                self.allow_en_passant(passed_by(to));
            }
        }
        self.find_checkers();
    }

    fn castle(&mut self, castling: Castling) {
        let us = self.turn;
        self.pass();
        // King and rook may change places, so both leave before either arrives.
        self.take(us, Role::King, castling.king_from);
        self.take(us, Role::Rook, castling.rook_from);
        self.put(us, Role::King, castling.king_to);
        self.put(us, Role::Rook, castling.rook_to);
        self.find_checkers();
    }

    /// Finds what gives check once a move has been made.
    fn find_checkers(&mut self) {
        let king = self.king_of(self.turn);
        self.checkers = self.attackers_to(king, self.occupied()) & self.by_color(self.turn.other());
    }

    /// Takes the rights to castle with rooks on these squares.
    fn lose_rights(&mut self, rooks: Bitboard) {
        let lost = self.castling & rooks;
        if lost.any() {
            self.key ^= zobrist::castling(self.castling);
            self.castling &= !rooks;
            self.key ^= zobrist::castling(self.castling);
        }
    }

    /// The board after the side to move, which must not be in check, has passed.
    #[must_use]
    pub fn after_null(&self) -> Board {
        // A side whose move it is not is not in check, so there are no checkers.
        let mut next = self.clone();
        next.pass();
        next
    }

    fn pass(&mut self) {
        self.turn = self.turn.other();
        self.key ^= zobrist::BLACK_TO_MOVE ^ zobrist::en_passant(self.en_passant);
        self.en_passant = None;
        self.halfmoves = self.halfmoves.saturating_add(1);
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
        let numbers = self.toggle(color, role, square);
        self.skeleton_key = self.skeleton_key.wrapping_add(numbers.skeleton);
        self.squares[square as usize] = Some(role);
    }

    fn take(&mut self, color: Color, role: Role, square: Square) {
        let numbers = self.toggle(color, role, square);
        self.skeleton_key = self.skeleton_key.wrapping_sub(numbers.skeleton);
        self.squares[square as usize] = None;
    }

    fn toggle(&mut self, color: Color, role: Role, square: Square) -> Numbers {
        self.roles[role as usize - 1].toggle(square);
        self.colors[color as usize].toggle(square);
        let numbers = zobrist::piece(color, role, square);
        self.key ^= numbers.key;
        numbers
    }
}

/// Where the pawn stands that is taken en passant on `square`; and where a pawn may be taken that has just
/// stepped two squares to `square`. Both are one rank behind it, as its mover sees it.
pub(super) const fn passed_by(square: Square) -> Square {
    square.xor(Square::A2)
}
