//! Generates legal moves, all at once or separately as captures and quiet moves.
//!
//! Check and pin masks are computed first, so every move generated from them is legal. Only king moves and en passant
//! captures are tested one by one.

use shakmaty::{Bitboard, File, Rank, Role, Square, attacks};

use super::castling::Castling;
use super::make::passed_by;
use super::{Board, MoveList, PackedMove};
use crate::engine::pieces::Pieces;

impl Board {
    /// Adds all legal moves.
    pub fn legal_moves(&self, moves: &mut MoveList) {
        self.generate::<true, true>(moves);
    }

    /// Adds the legal captures, including en passant and capturing promotions, and the quiet queen promotions.
    pub fn captures(&self, moves: &mut MoveList) {
        self.generate::<true, false>(moves);
    }

    /// Adds the legal moves that [`Board::captures`] does not.
    pub fn quiets(&self, moves: &mut MoveList) {
        self.generate::<false, true>(moves);
    }

    /// Returns whether the side to move has a legal move. If not, the position is mate or stalemate.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Returns whether the side to move is not in check and has no legal move. Nearly always a pawn or piece that
    /// cannot be pinned has a move, which is found without generating any.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        if self.in_check() {
            return false;
        }
        let (ours, occupied) = (self.by_color(self.turn), self.occupied());
        let king = self.king_of(self.turn);
        let free = ours & !attacks::queen_attacks(king, Bitboard::EMPTY) & !Bitboard::from(king);
        let pawns = self.by_role(Role::Pawn);
        if (shifted(free & pawns, self.turn.fold_wb(8, -8)) & !occupied).any() {
            return false;
        }
        let moves = |from| match self.role_at(from) {
            Some(Role::Knight) => attacks::knight_attacks(from),
            Some(Role::Bishop) => attacks::bishop_attacks(from, occupied),
            Some(Role::Rook) => attacks::rook_attacks(from, occupied),
            _ => attacks::queen_attacks(from, occupied),
        };
        if (free & !pawns).into_iter().any(|from| (moves(from) & !ours).any()) {
            return false;
        }
        !self.has_legal_move()
    }

    pub(super) fn count_legal_moves(&self) -> usize {
        let mut count = Count(0);
        self.generate::<true, true>(&mut count);
        count.0
    }

    pub(super) fn generate<const CAPTURES: bool, const QUIETS: bool>(&self, sink: &mut impl Sink) {
        let (ours, theirs) = (self.by_color(self.turn), self.by_color(self.turn.other()));
        let occupied = ours | theirs;
        let mut wanted = Bitboard::EMPTY;
        if CAPTURES {
            wanted |= theirs;
        }
        if QUIETS {
            wanted |= !occupied;
        }
        let king = self.king_of(self.turn);
        if sink.wants_steps(king) {
            self.king_moves(sink, king, wanted);
        }
        if self.checkers.more_than_one() {
            return;
        }
        // A check is parried by capturing the checker or by interposing.
        let parries = self
            .checkers
            .first()
            .map_or(Bitboard::FULL, |checker| attacks::between(king, checker).with(checker));
        let pinned = self.pinned(king);
        self.piece_moves(sink, king, pinned, wanted & parries);
        let pawns = ours & self.by_role(Role::Pawn);
        self.pawn_moves::<CAPTURES, QUIETS>(sink, pawns & !pinned, parries);
        for pawn in pawns & pinned {
            let line = attacks::ray(king, pawn);
            self.pawn_moves::<CAPTURES, QUIETS>(sink, Bitboard::from(pawn), parries & line);
        }
        if CAPTURES {
            self.en_passant_captures(sink, pawns);
        }
        if QUIETS && self.checkers.is_empty() {
            self.castlings(sink, king);
        }
    }

    /// Returns the own pieces that are pinned to the king by an enemy slider.
    fn pinned(&self, king: Square) -> Bitboard {
        let (ours, theirs) = (self.by_color(self.turn), self.by_color(self.turn.other()));
        let mut pinned = Bitboard::EMPTY;
        for slider in self.sliders_to(king, theirs) & theirs {
            let between = attacks::between(king, slider) & ours;
            if !between.more_than_one() {
                pinned |= between;
            }
        }
        pinned
    }

    fn king_moves(&self, sink: &mut impl Sink, king: Square, wanted: Bitboard) {
        let mut safe = Bitboard::EMPTY;
        // The king cannot hide behind itself from a slider.
        let occupied = self.occupied().without(king);
        for to in attacks::king_attacks(king) & wanted {
            if !self.is_attacked(to, occupied) {
                safe.add(to);
            }
        }
        sink.piece(king, safe);
    }

    fn castlings(&self, sink: &mut impl Sink, king: Square) {
        // Kingside first.
        for rook in self.castling_rooks().into_iter().rev() {
            let castling = Castling::new(king, rook);
            if self.may_castle(castling) {
                sink.piece(king, Bitboard::from(castling.target()));
            }
        }
    }

    fn piece_moves(&self, sink: &mut impl Sink, king: Square, pinned: Bitboard, wanted: Bitboard) {
        let (ours, occupied) = (self.by_color(self.turn), self.occupied());
        let along_the_pin = |from: Square| {
            if pinned.contains(from) { attacks::ray(king, from) } else { Bitboard::FULL }
        };
        // A pinned knight has no legal move.
        for from in self.by_role(Role::Knight) & ours & !pinned {
            sink.piece(from, attacks::knight_attacks(from) & wanted);
        }
        for from in self.diagonal_sliders() & ours {
            sink.piece(from, attacks::bishop_attacks(from, occupied) & wanted & along_the_pin(from));
        }
        for from in self.straight_sliders() & ours {
            sink.piece(from, attacks::rook_attacks(from, occupied) & wanted & along_the_pin(from));
        }
    }

    /// Generates the moves of `pawns` to `allowed` squares, without en passant.
    fn pawn_moves<const CAPTURES: bool, const QUIETS: bool>(
        &self,
        sink: &mut impl Sink,
        pawns: Bitboard,
        allowed: Bitboard,
    ) {
        let (empty, theirs) = (!self.occupied(), self.by_color(self.turn.other()));
        let third = Bitboard::from_rank(self.turn.relative_rank(Rank::Third));
        let last = Bitboard::BACKRANKS;
        let step = self.turn.fold_wb(8, -8);
        let pushes = shifted(pawns, step) & empty;
        if CAPTURES {
            for (side, edge) in [(step - 1, File::A), (step + 1, File::H)] {
                let captures = shifted(pawns & !Bitboard::from_file(edge), side) & theirs & allowed;
                sink.pawns(captures & !last, side);
                sink.promotions(
                    captures & last,
                    side,
                    &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight],
                );
            }
            sink.promotions(pushes & allowed & last, step, &[Role::Queen]);
        }
        if QUIETS {
            let doubles = shifted(pushes & third, step) & empty & allowed;
            sink.pawns(pushes & allowed & !last, step);
            sink.pawns(doubles, 2 * step);
            sink.promotions(pushes & allowed & last, step, &[Role::Rook, Role::Bishop, Role::Knight]);
        }
    }

    fn en_passant_captures(&self, sink: &mut impl Sink, pawns: Bitboard) {
        let Some(to) = self.en_passant else { return };
        for from in attacks::pawn_attacks(self.turn.other(), to) & pawns {
            if self.king_is_safe_after(from, to, passed_by(to)) {
                sink.piece(from, Bitboard::from(to));
            }
        }
    }

    /// Returns whether the side not to move attacks a square.
    pub(super) fn is_attacked(&self, square: Square, occupied: Bitboard) -> bool {
        (self.attackers_to(square, occupied) & self.by_color(self.turn.other())).any()
    }
}

/// Receives generated moves.
pub(super) trait Sink {
    /// Returns whether king steps from this square are needed. They are the most expensive to generate.
    fn wants_steps(&self, _king: Square) -> bool {
        true
    }

    /// Adds the moves of one piece.
    fn piece(&mut self, from: Square, targets: Bitboard);

    /// Adds the pawn moves to `targets`, each from the square `step` squares behind.
    fn pawns(&mut self, targets: Bitboard, step: i32);

    /// Adds the promotions to `targets`, one for each role.
    fn promotions(&mut self, targets: Bitboard, step: i32, roles: &[Role]);
}

impl Sink for MoveList {
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(PackedMove::new(from, to, None));
        }
    }

    fn pawns(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            self.push(PackedMove::new(behind(to, step), to, None));
        }
    }

    fn promotions(&mut self, targets: Bitboard, step: i32, roles: &[Role]) {
        for to in targets {
            for role in roles {
                self.push(PackedMove::new(behind(to, step), to, Some(*role)));
            }
        }
    }
}

/// Counts moves without storing them.
struct Count(usize);

impl Sink for Count {
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    fn pawns(&mut self, targets: Bitboard, _: i32) {
        self.0 += targets.count();
    }

    fn promotions(&mut self, targets: Bitboard, _: i32, roles: &[Role]) {
        self.0 += targets.count() * roles.len();
    }
}

/// Shifts all squares by `step`, which must keep them on the board. Implemented as a rotation, which needs no branch.
pub(super) fn shifted(squares: Bitboard, step: i32) -> Bitboard {
    Bitboard(squares.0.rotate_left(step as u32 & 63))
}

pub(super) fn behind(to: Square, step: i32) -> Square {
    Square::new((to as u32).wrapping_sub(step as u32) & 63)
}
