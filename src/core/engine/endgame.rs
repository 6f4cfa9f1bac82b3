//! Endgame knowledge that every player has, regardless of its parameters. The 35 parameters cannot drive a king to the
//! edge of the board or express that two knights do not win.
//!
//! This is part of the program, like the built-in knowledge of the papers' Falcon, and not of the organism. It changes
//! only positions in which a side has a bare king or the leading side has no pawn.

use shakmaty::{Bitboard, Color, Role, Square};

use super::pieces::Pieces;

/// Bonus in centipawns per square that the lone king is closer to the edge or corner.
const DRIVE: i32 = 12;
/// The same for bishop and knight. The right corner must outweigh all parameters.
const DRIVE_TO_CORNER: i32 = 40;
/// Bonus in centipawns per square that the kings are closer to each other.
const APPROACH: i32 = 5;

/// Corrects a score from White's point of view, in centipawns, by endgame knowledge.
#[must_use]
pub fn corrected(board: &impl Pieces, white: i32) -> i32 {
    let side = |color| board.by_color(color);
    if !side(Color::White).more_than_one() {
        return white - against_lone_king(board, Color::Black, -white);
    }
    if !side(Color::Black).more_than_one() {
        return white + against_lone_king(board, Color::White, white);
    }
    let ahead = if white > 0 { Color::White } else { Color::Black };
    let has_pawns = (side(ahead) & board.by_role(Role::Pawn)).any();
    if has_pawns || lead(board, ahead) > 4 { white } else { white / 4 }
}

/// Returns the correction for the side whose opponent has a bare king, in centipawns.
fn against_lone_king(board: &impl Pieces, winner: Color, score: i32) -> i32 {
    let own = board.by_color(winner);
    let count = |role| (own & board.by_role(role)).count();
    let bishops = own & board.by_role(Role::Bishop);
    let both_bishops = (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any();
    let heavy = count(Role::Queen) + count(Role::Rook) > 0;
    let with_corner = !bishops.is_empty() && count(Role::Knight) > 0;
    if count(Role::Pawn) > 0 {
        return 0;
    }
    if !heavy && !both_bishops && !with_corner && count(Role::Knight) < 3 {
        // This material cannot force mate.
        return -score;
    }
    let (Some(king), Some(lone)) = (king_of(board, winner), king_of(board, winner.other())) else { return 0 };
    let drive = if heavy || both_bishops {
        DRIVE * centre_distance(lone)
    } else {
        let light = (bishops & Bitboard::LIGHT_SQUARES).any();
        DRIVE_TO_CORNER * towards_corner(lone, light)
    };
    drive + APPROACH * (7 - king.distance(lone) as i32)
}

/// Returns the lead of a side in pieces, without pawns, in units of a pawn.
fn lead(board: &impl Pieces, side: Color) -> i32 {
    let worth = |color| {
        let count = |role| (board.by_color(color) & board.by_role(role)).count() as i32;
        3 * (count(Role::Knight) + count(Role::Bishop)) + 5 * count(Role::Rook) + 9 * count(Role::Queen)
    };
    worth(side) - worth(side.other())
}

fn king_of(board: &impl Pieces, color: Color) -> Option<Square> {
    (board.by_color(color) & board.by_role(Role::King)).first()
}

/// Returns the distance from the centre by files and ranks: 0 to 6.
fn centre_distance(square: Square) -> i32 {
    let from_edge = |index: u32| index.min(7 - index) as i32;
    6 - from_edge(u32::from(square.file())) - from_edge(u32::from(square.rank()))
}

/// Returns the number of diagonals between a square and the long diagonal that joins the two corners of the other
/// colour: 0 to 7. Only corners of the bishop's colour have 7. Along an edge each step towards such a corner adds one.
fn towards_corner(square: Square, light: bool) -> i32 {
    let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
    (if light { file.abs_diff(rank) } else { 7_u32.abs_diff(file + rank) }) as i32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;
    use shakmaty::Position as _;

    use super::*;
    use crate::engine::testing::{mirrored, position, random_position};

    fn white(fen: &str, score: i32) -> i32 {
        corrected(position(fen).board(), score)
    }

    #[rstest]
    #[case::two_knights("8/8/4k3/8/8/3NK3/4N3/8 w - - 0 1")]
    #[case::bishops_of_one_colour("8/8/4k3/8/8/3BK3/4B3/8 w - - 0 1")]
    #[case::a_knight("8/8/4k3/8/8/3NK3/8/8 w - - 0 1")]
    fn what_cannot_win_is_a_draw(#[case] fen: &str) {
        let board = position(fen);
        if fen.contains("4B3") {
            // d3 and e2 are light squares.
            assert!((board.board().bishops() & Bitboard::DARK_SQUARES).is_empty());
        }
        assert_eq!(white(fen, 600), 0);
    }

    #[test]
    fn the_lone_king_is_driven_to_the_edge_and_approached() {
        let centre = white("8/8/8/4k3/8/8/8/R3K3 w - - 0 1", 500);
        let edge = white("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 500);
        let near = white("4k3/8/4K3/8/8/8/8/R7 w - - 0 1", 500);
        assert!(500 < centre && centre < edge && edge < near, "{centre} {edge} {near}");
    }

    #[test]
    fn bishop_and_knight_drive_to_the_bishops_corner() {
        // The bishop on d3 moves on light squares, so its corners are a8 and h1.
        let right = white("k7/8/2K5/8/8/3B4/3N4/8 w - - 0 1", 600);
        let wrong = white("7k/8/5K2/8/8/3B4/3N4/8 w - - 0 1", 600);
        assert!(right > wrong, "{right} {wrong}");
    }

    #[rstest]
    #[case(true, [Square::A8, Square::H1])]
    #[case(false, [Square::A1, Square::H8])]
    fn only_the_corners_of_the_bishop_are_the_farthest(#[case] light: bool, #[case] corners: [Square; 2]) {
        for square in Square::ALL {
            assert_eq!(square.is_light() == light, towards_corner(square, light) % 2 == 1);
            assert_eq!(corners.contains(&square), towards_corner(square, light) == 7);
        }
    }

    #[test]
    fn a_small_lead_without_pawns_shrinks() {
        assert_eq!(white("8/8/4k3/3n4/8/3RK3/8/8 w - - 0 1", 200), 50);
        assert_eq!(white("8/8/4k3/3n4/8/3QK3/8/8 w - - 0 1", 650), 650);
        assert_eq!(white("8/4p3/4k3/3n4/8/3RK3/4P3/8 w - - 0 1", 200), 200);
    }

    proptest! {
        #[test]
        fn both_sides_know_the_same(position in random_position(), score in -2000..2000_i32) {
            let other = corrected(mirrored(&position).board(), -score);
            prop_assert_eq!(corrected(position.board(), score), -other);
        }
    }
}
