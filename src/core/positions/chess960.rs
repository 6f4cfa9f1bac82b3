//! The 960 start positions of Chess960.

use shakmaty::{Bitboard, CastlingMode, Chess, Color, File, FromSetup as _, Piece, Role, Setup, Square};

/// Number of start positions.
pub const STARTS: u16 = 960;

/// The two of five free files that the knights occupy, in Scharnagl's order.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// Returns the start position with this number in Scharnagl's order; 518 is standard chess. `None` from
/// [`STARTS`] on.
///
/// The result is a Chess960 position, even for 518.
#[must_use]
pub fn start(number: u16) -> Option<Chess> {
    if number >= STARTS {
        return None;
    }
    // Replace the pieces of standard chess and keep its pawns.
    let mut setup = Setup::initial();
    setup.castling_rights = Bitboard::EMPTY;
    for (file, role) in File::ALL.into_iter().zip(back_rank(usize::from(number))) {
        for color in Color::ALL {
            let square = Square::from_coords(file, color.backrank());
            setup.board.set_piece_at(square, Piece { color, role });
            if role == Role::Rook {
                setup.castling_rights.add(square);
            }
        }
    }
    Chess::from_setup(setup, CastlingMode::Chess960).ok()
}

/// Returns the pieces of the back rank from the a-file on, for a number below [`STARTS`].
fn back_rank(number: usize) -> [Role; 8] {
    let (number, light) = (number / 4, number % 4);
    let (number, dark) = (number / 4, number % 4);
    let (knights, queen) = (number / 6, number % 6);
    let mut rank = [None; 8];
    rank[2 * light + 1] = Some(Role::Bishop);
    rank[2 * dark] = Some(Role::Bishop);
    place(&mut rank, queen, Role::Queen);
    let [left, right] = KNIGHTS[knights];
    // Place the right knight first, because both indices count the free files before placement.
    place(&mut rank, right, Role::Knight);
    place(&mut rank, left, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(&mut rank, 0, role);
    }
    rank.map(|role| role.unwrap_or(Role::Rook))
}

/// Places a piece on the free file with this index, counted from the a-file.
fn place(rank: &mut [Option<Role>; 8], index: usize, role: Role) {
    if let Some(file) = rank.iter_mut().filter(|file| file.is_none()).nth(index) {
        *file = Some(role);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rstest::rstest;

    use super::*;
    use crate::positions::Variant;
    use crate::positions::moves::fen;

    #[rstest]
    #[case(0, "bbqnnrkr")]
    #[case(1, "bqnbnrkr")]
    #[case(518, "rnbqkbnr")]
    #[case(692, "rbbqknnr")]
    #[case(959, "rkrnnqbb")]
    fn numbers_follow_scharnagls_order(#[case] number: u16, #[case] rank: &str) {
        let white = rank.to_uppercase();
        let expected = format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
        assert_eq!(fen(&start(number).unwrap()), expected);
    }

    #[test]
    fn start_positions_are_distinct_and_chess960() {
        let starts: Vec<Chess> = (0..STARTS).map(|number| start(number).unwrap()).collect();
        assert!(starts.iter().all(|start| Variant::of(start) == Variant::Chess960));
        assert_eq!(starts.iter().map(fen).collect::<HashSet<_>>().len(), 960);
        assert_eq!(start(STARTS), None);
    }
}
