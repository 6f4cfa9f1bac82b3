//! Properties of a single move: legality, capture, check, static exchange.

use shakmaty::{Bitboard, Rank, Role, Square, attacks};

use super::castling::Castling;
use super::make::passed_by;
use super::{Board, PackedMove};
use crate::engine::exchange::{self, Capture};
use crate::engine::pieces::Pieces;

impl Board {
    /// Returns the role of the piece that a legal move moves.
    #[must_use]
    pub fn moved(&self, m: PackedMove) -> Role {
        // The origin square of a legal move is never empty.
        self.role_at(m.from()).unwrap_or(Role::Pawn)
    }

    /// Returns the role of the piece that a legal move captures.
    #[must_use]
    pub fn captured(&self, m: PackedMove) -> Option<Role> {
        match self.role_at(m.to()) {
            None => self.is_en_passant(m).then_some(Role::Pawn),
            // Castling encoded as king takes own rook.
            Some(_) if self.by_color(self.turn).contains(m.to()) => None,
            captured => captured,
        }
    }

    /// Returns whether a legal move is neither a capture nor a promotion.
    #[must_use]
    pub fn is_quiet(&self, m: PackedMove) -> bool {
        self.captured(m).is_none() && m.promotion().is_none()
    }

    pub(super) fn is_en_passant(&self, m: PackedMove) -> bool {
        self.en_passant == Some(m.to()) && self.role_at(m.from()) == Some(Role::Pawn)
    }

    /// Returns whether these 16 bits, from any source, encode a legal move.
    #[must_use]
    pub fn is_legal(&self, m: PackedMove) -> bool {
        let (from, to) = (m.from(), m.to());
        let (ours, occupied) = (self.by_color(self.turn), self.occupied());
        let Some(role) = self.role_at(from).filter(|_| ours.contains(from)) else {
            return false;
        };
        if ours.contains(to) && role != Role::King {
            return false;
        }
        let promotes = role == Role::Pawn && to.rank() == self.turn.relative_rank(Rank::Eighth);
        if m != PackedMove::new(from, to, m.promotion()) || promotes != m.promotion().is_some() {
            return false;
        }
        let reaches = match role {
            Role::Pawn => {
                return self.pawn_reaches(from, to) && self.king_is_safe_after(from, to, self.victim(m));
            }
            Role::King => return self.is_legal_king_move(from, to),
            Role::Knight => attacks::knight_attacks(from),
            Role::Bishop => attacks::bishop_attacks(from, occupied),
            Role::Rook => attacks::rook_attacks(from, occupied),
            Role::Queen => attacks::queen_attacks(from, occupied),
        };
        reaches.contains(to) && self.king_is_safe_after(from, to, to)
    }

    fn pawn_reaches(&self, from: Square, to: Square) -> bool {
        let them = self.by_color(self.turn.other());
        if attacks::pawn_attacks(self.turn, from).contains(to) {
            return them.contains(to) || self.en_passant == Some(to);
        }
        let path = attacks::between(from, to).with(to);
        let steps = self.turn.fold_wb(to as i32 - from as i32, from as i32 - to as i32);
        let second = from.rank() == self.turn.relative_rank(Rank::Second);
        (steps == 8 || steps == 16 && second) && self.occupied().is_disjoint(path)
    }

    fn is_legal_king_move(&self, from: Square, to: Square) -> bool {
        match self.castling_of(from, to) {
            None => {
                attacks::king_attacks(from).contains(to)
                    && !self.is_attacked(to, self.occupied().without(from))
            }
            Some(castling) => {
                self.checkers.is_empty()
                    && castling.target() == to
                    && self.castling_rooks().contains(castling.rook_from)
                    && self.may_castle(castling)
            }
        }
    }

    /// Returns the castling that a legal move encodes, if any.
    fn as_castling(&self, m: PackedMove) -> Option<Castling> {
        if self.moved(m) == Role::King { self.castling_of(m.from(), m.to()) } else { None }
    }

    /// Returns whether a legal move castles.
    pub(super) fn castles(&self, m: PackedMove) -> bool {
        self.as_castling(m).is_some()
    }

    /// Returns the square of the piece that a capture removes.
    fn victim(&self, m: PackedMove) -> Square {
        if self.is_en_passant(m) { passed_by(m.to()) } else { m.to() }
    }

    /// Returns whether the own king, which does not move, is safe after an own piece has moved between two squares and
    /// the piece on `victim` is gone.
    pub(super) fn king_is_safe_after(&self, from: Square, to: Square, victim: Square) -> bool {
        let occupied = self.occupied().without(from).without(victim).with(to);
        let attackers =
            self.attackers_to(self.king_of(self.turn), occupied) & self.by_color(self.turn.other());
        attackers.without(victim).is_empty()
    }

    /// Returns whether a legal move gives check, directly or by discovery.
    #[must_use]
    pub fn gives_check(&self, m: PackedMove) -> bool {
        let (from, to) = (m.from(), m.to());
        let role = m.promotion().unwrap_or_else(|| self.moved(m));
        let king = self.king_of(self.turn.other());
        if let Some(castling) = self.as_castling(m) {
            let occupied = castling.occupied_after(self.occupied());
            let sliders = self.sliders_to(king, occupied) & self.by_color(self.turn);
            return attacks::rook_attacks(castling.rook_to, occupied).contains(king)
                || sliders.without(castling.rook_from).any();
        }
        let occupied = self.occupied().without(from).without(self.victim(m)).with(to);
        let direct = match role {
            Role::Pawn => attacks::pawn_attacks(self.turn, to).contains(king),
            Role::Knight => attacks::knight_attacks(to).contains(king),
            Role::Bishop => attacks::bishop_attacks(to, occupied).contains(king),
            Role::Rook => attacks::rook_attacks(to, occupied).contains(king),
            Role::Queen => attacks::queen_attacks(to, occupied).contains(king),
            Role::King => false,
        };
        direct
            || self.uncovers(king, from, occupied)
            || self.is_en_passant(m) && self.uncovers(king, passed_by(to), occupied)
    }

    /// Returns whether an own slider attacks the enemy king along the line of the vacated square `left`.
    fn uncovers(&self, king: Square, left: Square, occupied: Bitboard) -> bool {
        let line = attacks::ray(king, left);
        line.any() && (self.sliders_to(king, occupied) & self.by_color(self.turn) & line).without(left).any()
    }

    /// Returns whether a legal move wins at least `threshold` centipawns by static exchange ([`exchange::outcome`]).
    /// Castling wins 0.
    #[must_use]
    pub fn exchange_holds(&self, m: PackedMove, threshold: i32) -> bool {
        let role = self.moved(m);
        if self.castles(m) {
            return threshold <= 0;
        }
        let capture = Capture {
            turn: self.turn,
            from: m.from(),
            to: m.to(),
            role,
            captured: self.captured(m),
            promotion: m.promotion(),
            en_passant: self.is_en_passant(m),
        };
        exchange::reaches(self, &capture, threshold)
    }
}
