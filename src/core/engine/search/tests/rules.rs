//! Mates and draws.

use rstest::rstest;
use shakmaty::{Move, Position};

use super::*;
use crate::engine::search::Value;
use crate::engine::testing::move_of;

fn modes() -> [SearchParameters; 3] {
    let (_, paper, extended) = reference();
    [SearchParameters::default(), paper, extended]
}

#[rstest]
#[case::in_1("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "Rd8#", 1)]
#[case::in_1_black("3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "Rd1#", 1)]
#[case::in_1_by_promotion("6k1/3P1ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "d8=Q#", 1)]
#[case::in_2_two_rooks("7k/8/R7/1R6/8/8/8/6K1 w - - 0 1", "Rb7", 2)]
#[case::in_3("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "Ra6+", 3)]
fn mates_are_found_with_their_distance(#[case] position: &str, #[case] m: &str, #[case] moves: i32) {
    let position = fen(position);
    for parameters in modes() {
        let outcome = outcome_of(parameters, &position, &Limits::depth(8));
        let report = outcome.report.unwrap();
        assert_eq!(report.line.value, Value::Mate(moves));
        assert_eq!(report.line.moves.len(), 2 * moves as usize - 1, "the line ends in mate");
        assert_eq!(outcome.best, Some(move_of(&position, m)));
    }
}

#[test]
fn being_mated_is_reported_for_the_side_to_move() {
    // Rb8 mates after every move of Black.
    let position = fen("7k/R7/8/1R6/8/8/8/6K1 b - - 0 1");
    for parameters in modes() {
        let report = outcome_of(parameters, &position, &Limits::depth(6)).report.unwrap();
        assert_eq!(report.line.value, Value::Mate(-1));
    }
}

#[test]
fn a_search_for_mate_ends_with_it() {
    let position = fen("7k/8/R7/1R6/8/8/8/6K1 w - - 0 1");
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let report = outcome_of(reference().2, &position, &limits).report.unwrap();
    assert_eq!(report.line.value, Value::Mate(2));
}

#[rstest]
#[case::mate("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1")]
#[case::stalemate("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")]
fn where_no_move_is_legal_there_is_none(#[case] position: &str) {
    let outcome = outcome_of(reference().2, &fen(position), &Limits::nodes(1000));
    assert_eq!((outcome.best, outcome.report, outcome.nodes), (None, None, 0));
}

#[rstest]
#[case::king_and_knight("8/8/4k3/8/8/3NK3/8/8 w - - 0 1")]
#[case::stalemate_is_all_there_is("8/8/8/8/8/k7/p7/K7 b - - 0 1")]
fn drawn_positions_score_nothing(#[case] position: &str) {
    let position = fen(position);
    for parameters in modes() {
        let report = outcome_of(parameters, &position, &Limits::depth(4)).report.unwrap();
        assert_eq!(report.line.value, Value::Centipawns(0));
    }
}

#[test]
fn the_losing_side_repeats() {
    // White, two queens behind, has perpetual check on e8 and h5.
    let position = fen("6k1/6p1/8/7Q/8/1q6/1q6/7K w - - 0 1");
    for parameters in modes() {
        let report = outcome_of(parameters, &position, &Limits::depth(8)).report.unwrap();
        assert_eq!(report.line.value, Value::Centipawns(0), "{:?}", report.line.moves);
    }
}

#[test]
fn a_third_occurrence_in_the_game_is_a_draw() {
    // Black to move is a queen up, but Kg8 would repeat the position for the third time.
    let mut game = Game::new(fen("6k1/8/8/8/8/8/q7/7K b - - 0 1"));
    let shuffle = ["Kh8", "Kg1", "Kg8", "Kh1", "Kh8", "Kg1"];
    for m in shuffle {
        game.play(move_of(game.position(), m));
    }
    let king_home: Move = move_of(game.position(), "Kg8");
    // Kh1 after Kg8 is the third repetition.
    let value = |depth| {
        let limits = Limits { moves: vec![king_home], ..Limits::depth(depth) };
        let mut engine = Engine::new(&reference().0, SearchParameters::default(), 0);
        let outcome = engine.search(&game, &limits, &Signal::default(), &mut |_| ControlFlow::Continue(()));
        outcome.report.unwrap().line.value
    };
    assert!(matches!(value(1), Value::Centipawns(won) if won > 500));
    assert_eq!(value(2), Value::Centipawns(0), "quiescence, which takes over there, sees it");
}

#[rstest]
#[case::stalemate("7k/4Q2P/8/6P1/8/8/8/3K4 w - - 0 1", "Qf7")]
#[case::stalemate_by_a_king("k7/P7/2K5/8/8/8/8/3Q4 w - - 0 1", "Kb6")]
#[case::stalemate_with_a_pinned_piece("k1K5/b7/8/8/8/8/7Q/8 w - - 0 1", "Qa2")]
#[case::fifty_moves("7k/8/8/8/8/8/R7/K7 w - - 99 80", "Ra5")]
fn a_move_that_draws_at_once_scores_nothing(#[case] position: &str, #[case] m: &str) {
    let position = fen(position);
    let limits = Limits { moves: vec![move_of(&position, m)], ..Limits::depth(1) };
    for parameters in modes() {
        let report = outcome_of(parameters, &position, &limits).report.unwrap();
        assert_eq!(report.line.value, Value::Centipawns(0));
    }
}

#[test]
fn a_move_that_repeats_for_the_third_time_scores_nothing() {
    let mut game = Game::new(fen("6k1/8/8/8/8/8/q7/7K b - - 0 1"));
    for m in ["Kh8", "Kg1", "Kg8", "Kh1", "Kh8", "Kg1", "Kg8"] {
        game.play(move_of(game.position(), m));
    }
    let limits = Limits { moves: vec![move_of(game.position(), "Kh1")], ..Limits::depth(1) };
    let mut engine = Engine::new(&reference().0, SearchParameters::default(), 0);
    let outcome = engine.search(&game, &limits, &Signal::default(), &mut |_| ControlFlow::Continue(()));
    assert_eq!(outcome.report.unwrap().line.value, Value::Centipawns(0));
}

#[rstest]
#[case::queen_and_pawns("7k/4Q2P/8/6P1/8/8/8/3K4 w - - 0 1")]
#[case::queen("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")]
#[case::queens("7k/8/8/8/8/1Q1Q4/8/3K4 w - - 0 1")]
#[case::queen_and_rook("k7/8/8/1R6/8/4Q3/8/4K3 w - - 0 1")]
#[case::about_to_promote("k7/2P5/K7/8/8/8/8/8 w - - 0 1")]
fn won_games_are_not_stalemated_by_short_searches(#[case] start: &str, #[values(50, 200)] nodes: u64) {
    for parameters in modes() {
        let mut game = Game::new(fen(start));
        let mut engines = [(); 2].map(|()| Engine::new(&reference().0, parameters, 1));
        while game.position().outcome().is_unknown() && game.moves().len() < 60 {
            let engine = &mut engines[game.moves().len() % 2];
            let limits = Limits::nodes(nodes);
            let outcome =
                engine.search(&game, &limits, &Signal::default(), &mut |_| ControlFlow::Continue(()));
            game.play(outcome.best.unwrap());
        }
        assert!(!game.position().is_stalemate(), "{:?}", game.moves());
    }
}

#[test]
fn fifty_moves_without_progress_are_a_draw_but_mate_comes_first() {
    let drawn = fen("7k/8/8/8/8/8/R7/K7 w - - 99 80");
    let report = outcome_of(reference().1, &drawn, &Limits::depth(3)).report.unwrap();
    assert_eq!(report.line.value, Value::Centipawns(0));
    let mate = fen("7k/R7/8/1R6/8/8/8/K7 w - - 99 80");
    let report = outcome_of(reference().1, &mate, &Limits::depth(3)).report.unwrap();
    assert_eq!(report.line.value, Value::Mate(1));
}

#[test]
fn the_game_before_the_root_can_be_taken_back() {
    let mut game = Game::default();
    let first = move_of(game.position(), "e4");
    game.play(first);
    assert_eq!(game.moves(), [first]);
    assert_eq!(game.take_back(), Some(first));
    assert_eq!(game.take_back(), None);
    assert_eq!(game.position(), game.start());
    assert!(game.position().is_legal(first));
}
