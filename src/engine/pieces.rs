//! What evaluation and exchanges need to know of a board, whichever board it is: shakmaty's at the edges, the
//! search's own inside it.

use shakmaty::{Bitboard, Color, Role};

/// Where the pieces stand.
pub trait Pieces {
    /// The squares of the pieces of one kind, of both colours.
    fn by_role(&self, role: Role) -> Bitboard;

    /// The squares of all pieces of one colour.
    fn by_color(&self, color: Color) -> Bitboard;

    /// All squares that are not empty.
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
