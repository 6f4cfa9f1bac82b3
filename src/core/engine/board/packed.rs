//! Moves in 16 bits, for the search, its tables and its move lists.

use std::fmt;

use arrayvec::ArrayVec;
use shakmaty::{Chess, Move, Position as _, Role, Square};

use super::castling::Castling;
use crate::positions::moves::uci;

/// A move in 16 bits: 6 for the origin, 6 for the target, 4 for the promotion (0 none, otherwise the number of the
/// role).
///
/// Castling is the king's step of two squares, or the king onto its own rook if they are not on their standard files.
/// Only a board can decide whether a move is a capture or legal: a hash table may return any 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedMove(u16);

/// A list of moves. No reachable position has more than 218 legal moves, and no position with any set-up more than 270:
/// `kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - -`.
pub type MoveList = ArrayVec<PackedMove, MOST_MOVES>;

/// Capacity for the moves of any position.
pub const MOST_MOVES: usize = 272;

/// The meaning of the four promotion bits. Pawn and king are not promotions.
const PROMOTIONS: [Option<Role>; 16] = {
    let mut roles = [None; 16];
    roles[Role::Knight as usize] = Some(Role::Knight);
    roles[Role::Bishop as usize] = Some(Role::Bishop);
    roles[Role::Rook as usize] = Some(Role::Rook);
    roles[Role::Queen as usize] = Some(Role::Queen);
    roles
};

impl PackedMove {
    /// The null value: all bits zero, which would be a1a1.
    pub const NONE: PackedMove = PackedMove(0);

    /// Returns the move between two squares.
    #[must_use]
    pub const fn new(from: Square, to: Square, promotion: Option<Role>) -> PackedMove {
        let promotion = match promotion {
            Some(role) => role as u16,
            None => 0,
        };
        PackedMove(from as u16 | (to as u16) << 6 | promotion << 12)
    }

    /// Returns the origin square.
    #[must_use]
    pub const fn from(self) -> Square {
        Square::new((self.0 & 63) as u32)
    }

    /// Returns the target square. For castling from non-standard files, the square of the rook.
    #[must_use]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u32)
    }

    /// Returns the role that a pawn promotes to.
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        PROMOTIONS[(self.0 >> 12) as usize]
    }

    /// Returns whether this is [`PackedMove::NONE`].
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Formats the move in UCI notation. It must be legal in `position`.
    #[must_use]
    pub fn uci(self, position: &Chess) -> String {
        let found = position.legal_moves().into_iter().find(|m| self == (*m).into());
        found.map_or_else(|| self.to_string(), |m| uci(position, m))
    }

    /// Returns the 16 bits.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the move with these bits, which need not be a legal move of any position.
    #[must_use]
    pub const fn from_bits(bits: u16) -> PackedMove {
        PackedMove(bits)
    }
}

impl From<Move> for PackedMove {
    /// Converts a move. A drop, which chess does not have, becomes [`PackedMove::NONE`].
    fn from(m: Move) -> PackedMove {
        match m {
            Move::Normal { from, to, promotion, .. } => PackedMove::new(from, to, promotion),
            Move::EnPassant { from, to } => PackedMove::new(from, to, None),
            Move::Castle { king, rook } => PackedMove::new(king, Castling::new(king, rook).target(), None),
            Move::Put { .. } => PackedMove::NONE,
        }
    }
}

/// Formats the move in the UCI notation of standard chess: `e2e4`, `e1g1` for castling, `a7a8q`, `0000` for none. The
/// notation of Chess960 castling depends on the position: see [`PackedMove::uci`].
impl fmt::Display for PackedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from(), self.to())?;
        self.promotion().map_or(Ok(()), |role| write!(f, "{}", role.char()))
    }
}
