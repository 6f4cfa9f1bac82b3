//! The pictures of the pieces, one for each size of square: two pixels for each column, and two for each row.
//!
//! `#` is the piece, `o` a line inside it, `.` the square. A file has the pictures of pawn, knight, bishop, rook, queen and
//! king, one below the other.

use shakmaty::Role;

use super::Size;

const LARGE: &str = include_str!("../../../assets/pieces/large.txt");
const HUGE: &str = include_str!("../../../assets/pieces/huge.txt");
const GIANT: &str = include_str!("../../../assets/pieces/giant.txt");

/// Returns the rows of the picture of a piece, from the top; `None` for squares too small for a picture.
pub(super) fn of(role: Role, size: Size) -> Option<Vec<&'static str>> {
    let pictures = match size {
        Size::Tiny | Size::Small | Size::Medium => return None,
        Size::Large => LARGE,
        Size::Huge => HUGE,
        Size::Giant => GIANT,
    };
    let rows = usize::from(2 * size.square().1);
    Some(pictures.lines().skip(rows * (usize::from(role) - 1)).take(rows).collect())
}
