//! The board interface of evaluation and exchanges. Implemented by shakmaty's board and by the board of the search.

use shakmaty::{Bitboard, Color, Role};

/// Access to piece bitboards.
pub trait Pieces {
    /// Returns the squares of all pieces of one role, of both colours.
    fn by_role(&self, role: Role) -> Bitboard;

    /// Returns the squares of all pieces of one colour.
    fn by_color(&self, color: Color) -> Bitboard;

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
}
