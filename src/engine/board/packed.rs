//! Moves in 16 bits, as the search, its tables and its move lists keep them.

use std::fmt;

use arrayvec::ArrayVec;
use shakmaty::{Chess, Move, Position as _, Role, Square};

use super::castling::Castling;
use crate::positions::moves::uci;

/// A move in 16 bits: from 6, to 6, promotion 4 (0 none, else the role's number).
///
/// Castling is the king's step of two squares, or where king and rook are not on their usual files, the king onto its
/// own rook. Whether a move is a capture, and whether it is legal, only a board
/// can tell: any 16 bits may come out of a hash table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedMove(u16);

/// The moves of a position. No position that the rules can reach has more than 218, and none that can be set up
/// with any number of pieces more than 270: `kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - -`.
pub type MoveList = ArrayVec<PackedMove, MOST_MOVES>;

/// Room for the moves of any position.
pub const MOST_MOVES: usize = 272;

/// What the four promotion bits say; a pawn and a king are no promotions.
const PROMOTIONS: [Option<Role>; 16] = {
    let mut roles = [None; 16];
    roles[Role::Knight as usize] = Some(Role::Knight);
    roles[Role::Bishop as usize] = Some(Role::Bishop);
    roles[Role::Rook as usize] = Some(Role::Rook);
    roles[Role::Queen as usize] = Some(Role::Queen);
    roles
};

impl PackedMove {
    /// No move: all bits zero, which would be a1a1.
    pub const NONE: PackedMove = PackedMove(0);

    /// The move between two squares.
    #[must_use]
    pub const fn new(from: Square, to: Square, promotion: Option<Role>) -> PackedMove {
        let promotion = match promotion {
            Some(role) => role as u16,
            None => 0,
        };
        PackedMove(from as u16 | (to as u16) << 6 | promotion << 12)
    }

    /// Where the piece comes from.
    #[must_use]
    pub const fn from(self) -> Square {
        Square::new((self.0 & 63) as u32)
    }

    /// Where the piece goes. Castling from other files than the usual: the square of the rook.
    #[must_use]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u32)
    }

    /// What a pawn becomes.
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        PROMOTIONS[(self.0 >> 12) as usize]
    }

    /// Whether this is [`PackedMove::NONE`].
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The move as UCI writes it in this position, of which it is a legal move.
    #[must_use]
    pub fn uci(self, position: &Chess) -> String {
        let found = position.legal_moves().into_iter().find(|m| self == (*m).into());
        found.map_or_else(|| self.to_string(), |m| uci(position, m))
    }

    /// The 16 bits.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move of any 16 bits; it need not be one.
    #[must_use]
    pub const fn from_bits(bits: u16) -> PackedMove {
        PackedMove(bits)
    }
}

impl From<Move> for PackedMove {
    /// A drop, which chess does not have, is no move.
    fn from(m: Move) -> PackedMove {
        match m {
            Move::Normal { from, to, promotion, .. } => PackedMove::new(from, to, promotion),
            Move::EnPassant { from, to } => PackedMove::new(from, to, None),
            Move::Castle { king, rook } => PackedMove::new(king, Castling::new(king, rook).target(), None),
            Move::Put { .. } => PackedMove::NONE,
        }
    }
}

/// The move as UCI writes it in standard chess: `e2e4`, `e1g1` for castling, `a7a8q`, `0000` for none. How UCI writes
/// castling in Chess960 depends on the position: see [`PackedMove::uci`].
impl fmt::Display for PackedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from(), self.to())?;
        self.promotion().map_or(Ok(()), |role| write!(f, "{}", role.char()))
    }
}
