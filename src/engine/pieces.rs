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
