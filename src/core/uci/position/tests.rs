use std::ops::ControlFlow;

use proptest::prelude::*;
use rstest::rstest;
use shakmaty::fen::Fen;
use shakmaty::{Bitboard, Color, EnPassantMode, Piece, Position as _, Role, Square};

use super::*;
use crate::engine::features::FeatureSet;
use crate::engine::search::{Engine, Limits, Signal};
use crate::uci::Player;
use crate::uci::show;

/// Searches a position, and runs the other functions of `uci` on it.
fn explore(position: &Chess, nodes: u64) {
    for mode in crate::engine::search::SearchMode::ALL {
        let player = Player::named("reference", Some(mode)).unwrap();
        let mut engine = Engine::new(&player.weights, player.parameters, 1);
        let limits = Limits::nodes(nodes);
        let game = Game::new(position.clone());
        let outcome = engine.search(&game, &limits, &Signal::default(), &mut |_| ControlFlow::Continue(()));
        assert_eq!(outcome.best.is_some(), !position.legal_moves().is_empty());
        assert!(outcome.best.is_none_or(|best| position.is_legal(best)));
        assert!(show::evaluation(position, &player).contains("total"));
    }
    let [white, black] = FeatureSet::Paper.sides(position);
    let fits = |count: &i32| i16::try_from(*count).is_ok();
    assert!(white.iter().chain(&black).all(fits), "a feature vector has room for every count");
}

#[rstest]
#[case::most_moves("kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", 270)]
#[case::ten_queens("4k3/8/8/8/8/8/QQQQQ3/QQQQQ2K b - - 0 1", 1)]
#[case::sixteen_pawns("4k3/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1", 10)]
#[case::pawns_everywhere("k7/P1PPPPPP/PPPPPPPP/PPPPPPPP/pppppppp/pppppppp/p1pppppp/K7 b - - 0 1", 25)]
#[case::ten_knights_that_give_check("7K/8/2n1n3/1n3n2/3k4/1N3N2/2N1N3/8 b - - 0 1", 4)]
#[case::three_checkers("4k3/8/8/1b5q/8/8/8/r3K3 w - - 0 1", 2)]
#[case::four_checkers("4r2k/8/8/8/1b5b/8/2n5/r3K3 w - - 0 1", 0)]
#[case::two_pawns_give_check("4k3/8/8/8/8/8/3p1p2/4K3 w - - 0 1", 5)]
#[case::en_passant_with_another_check("4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1", 6)]
fn impossible_positions_are_searched(#[case] fen: &str, #[case] moves: usize) {
    let position = position(fen).unwrap();
    assert_eq!(position.legal_moves().len(), moves);
    let board = crate::engine::board::Board::new(&position);
    assert_eq!(crate::engine::board::perft(&board, 1), moves as u64);
    explore(&position, 2_000);
}

#[rstest]
#[case("4k3/8/8/8/8/8/8/4K2R w K - 12 34 and more", "4k3/8/8/8/8/8/8/4K2R w K - 12 34")]
#[case("4k3/8/8/8/8/8/8/4K2R w K - 12", "4k3/8/8/8/8/8/8/4K2R w K - 12 1")]
#[case("4k3/8/8/8/8/8/8/4K2R w K - 12 bm O-O;", "4k3/8/8/8/8/8/8/4K2R w K - 12 1")]
#[case("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"a\";", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")]
#[case("4k3/8/8/8/8/8/8/4K2R b", "4k3/8/8/8/8/8/8/4K2R b - - 0 1")]
#[case("4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w - - 0 1")]
#[case("4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")]
fn missing_and_extra_fields_are_accepted(#[case] text: &str, #[case] expected: &str) {
    let position = position(text).unwrap();
    assert_eq!(Fen::from_position(&position, EnPassantMode::Legal).to_string(), expected);
}

#[rstest]
#[case::no_king("8/8/8/8/8/8/8/4K3 w - - 0 1")]
#[case::two_kings("4k3/8/8/8/8/8/8/K3K3 w - - 0 1")]
#[case::a_pawn_on_the_last_rank("P3k3/8/8/8/8/8/8/4K3 w - - 0 1")]
#[case::the_king_can_be_taken("4k3/8/8/8/8/8/8/4R2K w - - 0 1")]
fn unplayable_positions_are_refused(#[case] fen: &str) {
    assert!(matches!(position(fen), Err(GameError::Position(_))));
}

/// Returns any pieces on any squares, with one king for each side. Few of these positions can occur in a game.
fn random_setup() -> impl Strategy<Value = Chess> {
    let square = || (0..64_u32).prop_map(Square::new);
    let piece = prop::sample::select(
        Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL.map(|role| Piece { color, role }))
            .filter(|piece| piece.role != Role::King)
            .collect::<Vec<_>>(),
    );
    let pieces = prop::collection::vec((square(), piece), 0..40);
    let parts = (pieces, square(), square(), any::<bool>(), 0..120_u32);
    parts.prop_filter_map("cannot be played", |(pieces, white, black, turn, halfmoves)| {
        let mut board = shakmaty::Board::empty();
        for (square, piece) in pieces {
            if piece.role != Role::Pawn || !Bitboard::BACKRANKS.contains(square) {
                board.set_piece_at(square, piece);
            }
        }
        board.set_piece_at(white, Color::White.king());
        board.set_piece_at(black, Color::Black.king());
        let turn = Color::from_white(turn);
        position(&format!("{} {} KQkq - {halfmoves} 1", board.board_fen(), turn.char())).ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn random_setups_are_searched(position in random_setup()) {
        let board = crate::engine::board::Board::new(&position);
        prop_assert_eq!(crate::engine::board::perft(&board, 1), position.legal_moves().len() as u64);
        explore(&position, 300);
    }
}
