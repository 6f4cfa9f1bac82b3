//! Piece and attack bitboards of both sides.
//!
//! Each side is flipped so that it plays up the board.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::super::squares::{beside, up};
use super::pawn_king::FULL_SET;
use crate::engine::pieces::Pieces;

/// A knight, bishop, rook or queen with the squares it attacks.
#[derive(Clone, Copy)]
pub(super) struct Attacker {
    pub(super) square: Square,
    pub(super) attacks: Bitboard,
}

/// Squares attacked by one side, by kind of piece.
#[derive(Clone, Copy)]
pub(super) struct Attacks {
    pub(super) pawns: Bitboard,
    pub(super) minor_pieces: Bitboard,
    pub(super) rooks: Bitboard,
    /// Squares attacked by any piece.
    pub(super) all: Bitboard,
}

impl Attacks {
    /// Flips the squares to the other side's point of view.
    #[inline]
    pub(super) fn turned(&self) -> Attacks {
        Attacks {
            pawns: self.pawns.flip_vertical(),
            minor_pieces: self.minor_pieces.flip_vertical(),
            rooks: self.rooks.flip_vertical(),
            all: self.all.flip_vertical(),
        }
    }
}

/// One side's pieces, flipped so that it plays up the board.
pub(super) struct SidePieces {
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    pub(super) bishops: Bitboard,
    pub(super) rooks: Bitboard,
    queens: Bitboard,
    /// The king's square, or a1 for a side without a king (no legal position has one).
    pub(super) king: Square,
    pub(super) all: Bitboard,
    pub(super) attacks: Attacks,
    /// Strength of the pieces without pawns, in twelfths of a full set: minor pieces 1, rooks 2, queens 4; at most 12.
    pub(super) strength: u8,
    /// Squares occupied by either side.
    occupied: Bitboard,
}

impl SidePieces {
    #[inline]
    fn of(board: &impl Pieces, color: Color, turned: impl Fn(Bitboard) -> Bitboard) -> SidePieces {
        let own = board.by_color(color);
        let kind = |role| turned(own & board.by_role(role));
        let nothing = Bitboard(0);
        let mut side = SidePieces {
            pawns: kind(Role::Pawn),
            knights: kind(Role::Knight),
            bishops: kind(Role::Bishop),
            rooks: kind(Role::Rook),
            queens: kind(Role::Queen),
            king: kind(Role::King).first().unwrap_or(Square::A1),
            all: turned(own),
            attacks: Attacks { pawns: nothing, minor_pieces: nothing, rooks: nothing, all: nothing },
            strength: 0,
            occupied: turned(board.occupied()),
        };
        let (mut minor_pieces, mut rooks, mut queens, mut strength) = (nothing, nothing, nothing, 0);
        for knight in side.knights() {
            minor_pieces |= knight.attacks;
            strength += 1;
        }
        for bishop in side.bishops() {
            minor_pieces |= bishop.attacks;
            strength += 1;
        }
        for rook in side.rooks() {
            rooks |= rook.attacks;
            strength += 2;
        }
        for queen in side.queens() {
            queens |= queen.attacks;
            strength += 4;
        }
        let pawns = beside(up(side.pawns));
        let all = pawns | minor_pieces | rooks | queens | attacks::king_attacks(side.king);
        side.attacks = Attacks { pawns, minor_pieces, rooks, all };
        side.strength = strength.min(FULL_SET) as u8;
        side
    }

    #[inline]
    pub(super) fn knights(&self) -> impl Iterator<Item = Attacker> {
        attackers(self.knights, attacks::knight_attacks)
    }

    #[inline]
    pub(super) fn bishops(&self) -> impl Iterator<Item = Attacker> {
        let occupied = self.occupied;
        attackers(self.bishops, move |square| attacks::bishop_attacks(square, occupied))
    }

    #[inline]
    pub(super) fn rooks(&self) -> impl Iterator<Item = Attacker> {
        self.rooks_on(Bitboard::FULL)
    }

    /// Returns the rooks on `squares`.
    #[inline]
    pub(super) fn rooks_on(&self, squares: Bitboard) -> impl Iterator<Item = Attacker> {
        let occupied = self.occupied;
        attackers(self.rooks & squares, move |square| attacks::rook_attacks(square, occupied))
    }

    #[inline]
    pub(super) fn queens(&self) -> impl Iterator<Item = Attacker> {
        let occupied = self.occupied;
        attackers(self.queens, move |square| attacks::queen_attacks(square, occupied))
    }
}

#[inline]
fn attackers(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> impl Iterator<Item = Attacker> {
    pieces.into_iter().map(move |square| Attacker { square, attacks: attacks(square) })
}

/// Counts squares. Fast if there are few or none.
#[inline]
pub(super) fn count(squares: Bitboard) -> i32 {
    squares.into_iter().map(|_| 1).sum()
}

/// Piece information of both sides.
pub(in crate::engine) struct PieceInfo {
    pub(super) white: SidePieces,
    pub(super) black: SidePieces,
}

impl PieceInfo {
    #[inline]
    pub(in crate::engine) fn of(board: &impl Pieces) -> PieceInfo {
        PieceInfo {
            white: SidePieces::of(board, Color::White, |pieces| pieces),
            black: SidePieces::of(board, Color::Black, Bitboard::flip_vertical),
        }
    }
}
