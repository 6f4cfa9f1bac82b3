//! Properties of the features in all positions.

use proptest::prelude::*;
use shakmaty::{Board, Color, Piece, Role, Square};

use super::super::{COUNT, FeatureVector, NAMES};
use crate::engine::testing::{position, random_position};

/// Generates boards with any pieces on any squares and at least one king per side.
fn any_board() -> impl Strategy<Value = Board> {
    let piece = (any::<bool>(), 0..Role::ALL.len())
        .prop_map(|(white, role)| Piece { color: Color::from_white(white), role: Role::ALL[role] });
    let squares = prop::collection::vec(prop::option::of(piece), 64);
    (squares, 0..32_usize, 32..64_usize).prop_map(|(squares, white_king, black_king)| {
        let mut board = Board::empty();
        for (square, piece) in Square::ALL.into_iter().zip(squares) {
            if let Some(piece) = piece {
                board.set_piece_at(square, piece);
            }
        }
        board.set_piece_at(Square::ALL[white_king], Color::White.king());
        board.set_piece_at(Square::ALL[black_king], Color::Black.king());
        board
    })
}

/// Returns a board full of one kind of white pieces against a bare king: the maximum that a side can count.
fn crowd(role: Role) -> Board {
    let mut board = Board::empty();
    for square in Square::ALL {
        board.set_piece_at(square, Piece { color: Color::White, role });
    }
    board.set_piece_at(Square::A1, Color::White.king());
    board.set_piece_at(Square::H8, Color::Black.king());
    board
}

/// Half the range of 16 bits.
const MARGIN: i16 = i16::MAX / 2;

fn assert_within_margin(board: &Board) {
    for (name, feature) in NAMES.iter().zip(FeatureVector::of(board).0) {
        assert!((-MARGIN..=MARGIN).contains(&feature), "{name} {feature}: {board}");
    }
}

#[test]
fn the_start_position_is_balanced() {
    assert_eq!(FeatureVector::of(&Board::new()).0, [0; COUNT]);
}

#[test]
fn features_fit_however_many_pieces_there_are() {
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        assert_within_margin(&crowd(role));
    }
    for board in
        ["QQQ1k3/QQQ5/QQQ5/8/8/8/8/4K3", "qqqqk3/8/qqqqq3/8/8/8/8/QQQQKQQQ", "k7/PPPPPPPP/8/8/8/8/8/K7"]
    {
        assert_within_margin(&board.parse().unwrap());
    }
}

#[test]
fn a_board_without_kings_is_no_trouble() {
    for board in ["8/8/8/8/8/8/8/8", "8/PPPPPPPP/8/8/8/8/pppppppp/8", "qqqqqqqq/8/8/8/8/8/8/RRRRRRRR"] {
        assert_within_margin(&board.parse().unwrap());
    }
}

#[test]
fn en_passant_castling_rights_and_turn_do_not_matter() {
    let features = |fen| FeatureVector::of(shakmaty::Position::board(&position(fen)));
    let plain = features("r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1");
    assert_eq!(features("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"), plain);
    assert_eq!(features("r3k2r/8/8/3pP3/8/8/8/R3K2R b - - 0 1"), plain);
}

proptest! {
    #[test]
    fn swapping_the_colours_negates_every_feature(position in random_position()) {
        let board = shakmaty::Position::board(&position);
        let mirrored = FeatureVector::of(&board.clone().into_mirrored());
        prop_assert_eq!(mirrored.0, FeatureVector::of(board).0.map(|feature| -feature));
    }

    #[test]
    fn mirroring_the_wings_changes_no_feature(position in random_position()) {
        let board = shakmaty::Position::board(&position);
        let mut mirrored = board.clone();
        mirrored.flip_horizontal();
        prop_assert_eq!(FeatureVector::of(&mirrored), FeatureVector::of(board));
    }

    #[test]
    fn features_fit_on_any_board(board in any_board()) {
        assert_within_margin(&board);
    }
}
