//! The board interface of evaluation and exchanges. Implemented by shakmaty's boards and by the board of the search.

use shakmaty::{Bitboard, Color, Position as _, Role};

/// Access to piece bitboards.
pub trait Pieces {
    /// Returns the squares of all pieces of one role, of both colours.
    fn by_role(&self, role: Role) -> Bitboard;

    /// Returns the squares of all pieces of one colour.
    fn by_color(&self, color: Color) -> Bitboard;

    /// Returns the side to move; `None` for a placement of pieces without one.
    fn side_to_move(&self) -> Option<Color>;

    /// Returns all occupied squares.
    fn occupied(&self) -> Bitboard {
        self.by_color(Color::White) | self.by_color(Color::Black)
    }
}

/// The strength of all pieces of the start position ([`pieces_left`]).
pub const ALL_PIECES: u32 = 24;

/// Returns the strength of the pieces of both sides without kings and pawns, at most [`ALL_PIECES`]: minor pieces count
/// 1, rooks 2, queens 4.
#[inline]
#[must_use]
pub fn pieces_left(board: &impl Pieces) -> u32 {
    let count = |role| board.by_role(role).count() as u32;
    let sum = count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen);
    sum.min(ALL_PIECES)
}

/// Returns the share of the pieces of the start position that is left: 1 for all, 0 for kings and pawns only.
#[must_use]
pub fn share_left(board: &impl Pieces) -> f64 {
    f64::from(pieces_left(board)) / f64::from(ALL_PIECES)
}

impl Pieces for shakmaty::Board {
    fn by_role(&self, role: Role) -> Bitboard {
        shakmaty::Board::by_role(self, role)
    }

    fn by_color(&self, color: Color) -> Bitboard {
        shakmaty::Board::by_color(self, color)
    }

    fn side_to_move(&self) -> Option<Color> {
        None
    }
}

impl Pieces for shakmaty::Chess {
    fn by_role(&self, role: Role) -> Bitboard {
        self.board().by_role(role)
    }

    fn by_color(&self, color: Color) -> Bitboard {
        self.board().by_color(color)
    }

    fn side_to_move(&self) -> Option<Color> {
        Some(self.turn())
    }
}
