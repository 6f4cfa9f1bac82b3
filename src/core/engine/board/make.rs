//! Making moves: the board after a move.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::castling::Castling;
use super::zobrist::{self, Numbers};
use super::{Board, PackedMove};
use crate::engine::pieces::Pieces;

impl Board {
    /// Returns the board after a legal move. The result for any other move is meaningless.
    #[must_use]
    pub fn after(&self, m: PackedMove) -> Board {
        let mut next = self.clone();
        next.play(m);
        next
    }

    /// Returns the key after a legal move, ignoring castling, double pawn steps, promotions, en passant and lost
    /// castling rights. Used to prefetch the hash entry of the next position.
    #[must_use]
    pub fn likely_key_after(&self, m: PackedMove) -> u64 {
        let (us, them) = (self.turn, self.turn.other());
        let (from, to, role) = (m.from(), m.to(), self.moved(m));
        let number = |color, role, square| zobrist::piece(color, role, square).key;
        let taken = self.role_at(to).map_or(0, |captured| number(them, captured, to));
        let passed = zobrist::BLACK_TO_MOVE ^ zobrist::en_passant(self.en_passant);
        self.key ^ passed ^ taken ^ number(us, role, from) ^ number(us, role, to)
    }

    /// Makes a legal move. The result for any other move is meaningless.
    pub fn play(&mut self, m: PackedMove) {
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
        // King and rook may swap squares, so remove both before placing either.
        self.take(us, Role::King, castling.king_from);
        self.take(us, Role::Rook, castling.rook_from);
        self.put(us, Role::King, castling.king_to);
        self.put(us, Role::Rook, castling.rook_to);
        self.find_checkers();
    }

    /// Computes the checkers after a move.
    fn find_checkers(&mut self) {
        let king = self.king_of(self.turn);
        self.checkers = self.attackers_to(king, self.occupied()) & self.by_color(self.turn.other());
    }

    /// Removes the castling rights of the rooks on these squares.
    fn lose_rights(&mut self, rooks: Bitboard) {
        let lost = self.castling & rooks;
        if lost.any() {
            self.key ^= zobrist::castling(self.castling);
            self.castling &= !rooks;
            self.key ^= zobrist::castling(self.castling);
        }
    }

    /// Returns the key after a null move.
    #[must_use]
    pub fn key_after_null(&self) -> u64 {
        self.key ^ zobrist::BLACK_TO_MOVE ^ zobrist::en_passant(self.en_passant)
    }

    /// Returns the board after a null move. The side to move must not be in check.
    #[must_use]
    pub fn after_null(&self) -> Board {
        // The side not to move is never in check, so there are no checkers.
        let mut next = self.clone();
        next.pass();
        next
    }

    fn pass(&mut self) {
        self.turn = self.turn.other();
        self.key = self.key_after_null();
        self.en_passant = None;
        self.halfmoves = self.halfmoves.saturating_add(1);
    }

    /// Sets the en passant square of a double pawn step if a legal en passant capture exists.
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
        self.pawn_king_key = self.pawn_king_key.wrapping_add(numbers.pawn_king);
        self.squares[square as usize] = Some(role);
    }

    fn take(&mut self, color: Color, role: Role, square: Square) {
        let numbers = self.toggle(color, role, square);
        self.pawn_king_key = self.pawn_king_key.wrapping_sub(numbers.pawn_king);
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

/// Converts between the target square of an en passant capture and the square of the captured pawn, and between the
/// target square of a double pawn step and the square passed over.
pub(super) const fn passed_by(square: Square) -> Square {
    square.xor(Square::A2)
}
