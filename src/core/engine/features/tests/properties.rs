//! Properties of the features in all positions.

use proptest::prelude::*;
use shakmaty::{Board, Color, Piece, Role, Square};

use super::super::{FeatureSet, FeatureVector};
use crate::engine::testing::{mirrored, position, random_position};

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
    for set in FeatureSet::ALL {
        for (name, feature) in set.names().iter().zip(FeatureVector::of(set, board).values) {
            assert!((-MARGIN..=MARGIN).contains(&feature), "{name} {feature}: {board}");
        }
    }
}

#[test]
fn the_start_position_is_balanced() {
    for set in FeatureSet::ALL {
        assert_eq!(FeatureVector::of(set, &Board::new()).values, vec![0; set.count()]);
    }
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
fn en_passant_castling_rights_and_turn_do_not_matter_to_the_papers_features() {
    let features = |fen| FeatureVector::of(FeatureSet::Paper, &position(fen));
    let plain = features("r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1");
    assert_eq!(features("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"), plain);
    assert_eq!(features("r3k2r/8/8/3pP3/8/8/8/R3K2R b - - 0 1"), plain);
}

#[test]
fn of_the_extended_features_only_tempo_depends_on_the_turn() {
    let features = |fen| FeatureVector::of(FeatureSet::Extended, &position(fen));
    let white = features("r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1");
    assert_eq!(features("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"), white);
    let black = features("r3k2r/8/8/3pP3/8/8/8/R3K2R b - - 0 1");
    for ((name, white), black) in white.set.names().iter().zip(&white.values).zip(&black.values) {
        if name.starts_with("TEMPO") {
            assert!(*white > 0, "{name}");
            assert_eq!(*black, -white, "{name}");
        } else {
            assert_eq!(white, black, "{name}");
        }
    }
}

proptest! {
    #[test]
    fn swapping_the_colours_negates_every_feature(position in random_position()) {
        for set in FeatureSet::ALL {
            let negated: Vec<i16> = FeatureVector::of(set, &position).values.iter().map(|one| -one).collect();
            prop_assert_eq!(FeatureVector::of(set, &mirrored(&position)).values, negated);
        }
    }

    #[test]
    fn mirroring_the_wings_changes_no_feature(position in random_position()) {
        let board = shakmaty::Position::board(&position);
        let mut mirrored = board.clone();
        mirrored.flip_horizontal();
        for set in FeatureSet::ALL {
            prop_assert_eq!(FeatureVector::of(set, &mirrored), FeatureVector::of(set, board));
        }
    }

    #[test]
    fn features_fit_on_any_board(board in any_board()) {
        assert_within_margin(&board);
    }
}
