//! One side's pieces and attacks.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::super::squares::{left, right, up};
use crate::engine::pieces::Pieces;

/// A knight, bishop, rook or queen with the squares it attacks. Bishops attack through own queens, rooks through own
/// rooks and queens.
#[derive(Clone, Copy)]
pub(super) struct Attacker {
    /// 0 for a knight to 3 for a queen.
    pub(super) kind: u8,
    pub(super) square: Square,
    pub(super) attacks: Bitboard,
}

/// The kinds of attackers.
pub(super) const KNIGHT: usize = 0;
pub(super) const BISHOP: usize = 1;
pub(super) const ROOK: usize = 2;
pub(super) const QUEEN: usize = 3;

/// One side's pieces and the squares that they attack.
#[derive(Clone, Copy)]
pub(super) struct Army {
    pub(super) pawns: Bitboard,
    /// Knights, bishops, rooks and queens.
    pub(super) pieces: [Bitboard; 4],
    /// The king's square, or a1 for a side without a king (no legal position has one).
    pub(super) king: Square,
    pub(super) all: Bitboard,
    /// Squares that pawns attack.
    pub(super) by_pawns: Bitboard,
    /// Squares that knights, bishops, rooks and queens attack.
    pub(super) by_pieces: [Bitboard; 4],
    /// Squares that the king attacks.
    pub(super) by_king: Bitboard,
    /// Squares that any piece attacks.
    pub(super) attacked: Bitboard,
    /// Squares that two or more pieces attack.
    pub(super) twice: Bitboard,
}

/// The attackers of a side, in the order of their kinds.
pub(super) struct Attackers {
    all: ArrayVec<Attacker, 64>,
    /// For each kind, the index after its last attacker.
    ends: [usize; 4],
}

impl Attackers {
    /// Returns an empty list.
    #[inline]
    pub(super) fn new() -> Attackers {
        Attackers { all: ArrayVec::new(), ends: [0; 4] }
    }

    /// Returns all attackers.
    #[inline]
    pub(super) fn all(&self) -> &[Attacker] {
        &self.all
    }

    /// Returns the attackers of one kind.
    #[inline]
    pub(super) fn of(&self, kind: usize) -> &[Attacker] {
        let first = if kind == KNIGHT { 0 } else { self.ends[kind - 1] };
        self.all.get(first..self.ends[kind]).unwrap_or_default()
    }
}

impl Army {
    /// Returns a side's army, and adds its attackers to an empty list. `turned` turns the board so that the side plays up.
    #[inline]
    pub(super) fn of(
        board: &impl Pieces,
        color: Color,
        turned: impl Fn(Bitboard) -> Bitboard,
        attackers: &mut Attackers,
    ) -> Army {
        let own = board.by_color(color);
        let kind = |role| turned(own & board.by_role(role));
        let occupied = turned(board.occupied());
        let pawns = kind(Role::Pawn);
        let pieces = [kind(Role::Knight), kind(Role::Bishop), kind(Role::Rook), kind(Role::Queen)];
        let king = kind(Role::King).first().unwrap_or(Square::A1);
        let (left, right) = (left(up(pawns)), right(up(pawns)));
        let by_pawns = left | right;
        let by_king = attacks::king_attacks(king);
        let mut army = Army {
            pawns,
            pieces,
            king,
            all: turned(own),
            by_pawns,
            by_pieces: [Bitboard(0); 4],
            by_king,
            attacked: by_pawns | by_king,
            twice: (left & right) | (by_pawns & by_king),
        };
        let through_queens = occupied & !pieces[QUEEN];
        let through_rooks = through_queens & !pieces[ROOK];
        army.add(attackers, KNIGHT, attacks::knight_attacks);
        army.add(attackers, BISHOP, |square| attacks::bishop_attacks(square, through_queens));
        army.add(attackers, ROOK, |square| attacks::rook_attacks(square, through_rooks));
        army.add(attackers, QUEEN, |square| attacks::queen_attacks(square, occupied));
        army
    }

    #[inline]
    fn add(&mut self, attackers: &mut Attackers, kind: usize, attacks: impl Fn(Square) -> Bitboard) {
        for square in self.pieces[kind] {
            let attacks = attacks(square);
            attackers.all.push(Attacker { kind: kind as u8, square, attacks });
            self.by_pieces[kind] |= attacks;
            self.twice |= self.attacked & attacks;
            self.attacked |= attacks;
        }
        attackers.ends[kind] = attackers.all.len();
    }

    /// Returns the army from the other side's point of view.
    #[inline]
    pub(super) fn turned(&self) -> Army {
        Army {
            pawns: self.pawns.flip_vertical(),
            pieces: turned(self.pieces),
            king: self.king.flip_vertical(),
            all: self.all.flip_vertical(),
            by_pawns: self.by_pawns.flip_vertical(),
            by_pieces: turned(self.by_pieces),
            by_king: self.by_king.flip_vertical(),
            attacked: self.attacked.flip_vertical(),
            twice: self.twice.flip_vertical(),
        }
    }

    /// Returns the knights, bishops, rooks and queens.
    #[inline]
    pub(super) fn officers(&self) -> Bitboard {
        let [knights, bishops, rooks, queens] = self.pieces;
        knights | bishops | rooks | queens
    }
}

#[inline]
fn turned([knights, bishops, rooks, queens]: [Bitboard; 4]) -> [Bitboard; 4] {
    [knights.flip_vertical(), bishops.flip_vertical(), rooks.flip_vertical(), queens.flip_vertical()]
}
