//! Which moves give check, precomputed for all moves of a position.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::generate::{Sink, behind, shifted};
use super::{Board, MoveList, PackedMove};
use crate::engine::pieces::Pieces;

/// Data to decide whether a move gives check to the side not to move.
pub struct Checks {
    king: Square,
    /// For each role, the squares from which it attacks the king.
    squares: [Bitboard; 6],
    /// Pieces of the side to move that alone block one of its own sliders from the enemy king.
    screens: Bitboard,
}

impl Board {
    /// Computes the check data of this position.
    #[must_use]
    pub fn checks(&self) -> Checks {
        let king = self.king_of(self.turn.other());
        let (ours, occupied) = (self.by_color(self.turn), self.occupied());
        let knights = attacks::knight_attacks(king);
        let diagonals = attacks::bishop_attacks(king, occupied);
        let lines = attacks::rook_attacks(king, occupied);
        let pawns = attacks::pawn_attacks(self.turn.other(), king);
        let mut screens = Bitboard::EMPTY;
        // Removing the nearest own pieces reveals the sliders behind them.
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

impl Board {
    /// Adds the legal moves that give check but are neither captures nor promotions.
    pub fn quiet_checks(&self, moves: &mut MoveList) {
        self.generate::<false, true>(&mut QuietChecks { board: self, checks: self.checks(), moves });
    }
}

/// Collects the quiet moves that give check, and skips early those that cannot.
struct QuietChecks<'a> {
    board: &'a Board,
    checks: Checks,
    moves: &'a mut MoveList,
}

impl QuietChecks<'_> {
    fn keep(&mut self, m: PackedMove) {
        if self.checks.gives(self.board, m) {
            self.moves.push(m);
        }
    }
}

impl Sink for QuietChecks<'_> {
    fn wants_steps(&self, king: Square) -> bool {
        self.checks.screens.contains(king)
    }

    fn piece(&mut self, from: Square, targets: Bitboard) {
        let role = self.board.role_at(from).unwrap_or(Role::King);
        let any = role == Role::King || self.checks.screens.contains(from);
        let targets = if any { targets } else { targets & self.checks.squares[role as usize - 1] };
        for to in targets {
            self.keep(PackedMove::new(from, to, None));
        }
    }

    fn pawns(&mut self, targets: Bitboard, step: i32) {
        let uncovering = shifted(self.checks.screens, step);
        for to in targets & (self.checks.squares[Role::Pawn as usize - 1] | uncovering) {
            self.keep(PackedMove::new(behind(to, step), to, None));
        }
    }

    fn promotions(&mut self, _: Bitboard, _: i32, _: &[Role]) {}
}

impl Checks {
    /// Returns whether a legal move of the position gives check. Equal to [`Board::gives_check`].
    #[must_use]
    pub fn gives(&self, board: &Board, m: PackedMove) -> bool {
        let (from, to) = (m.from(), m.to());
        let role = board.moved(m);
        if board.castles(m) || m.promotion().is_some() || board.is_en_passant(m) {
            return board.gives_check(m);
        }
        self.squares[role as usize - 1].contains(to)
            || self.screens.contains(from) && !attacks::ray(self.king, from).contains(to)
    }
}
