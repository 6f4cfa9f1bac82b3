use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::engine::features;
use crate::engine::testing::{
    fen, material_only, mirrored, mirrored_move, move_of, position, random_position, random_weights, weights,
};
use crate::positions::moves::san;
use crate::positions::{Example, PositionSet};

const NOTHING: [i32; features::paper::COUNT] = [0; features::paper::COUNT];

fn ply_score() -> impl Strategy<Value = PlyScore> {
    prop_oneof![Just(PlyScore::Quiescence), Just(PlyScore::Static)]
}

proptest! {
    #[test]
    fn the_best_move_is_the_first_of_the_highest_score(
        position in random_position(),
        weights in random_weights(),
        ply_score in ply_score(),
    ) {
        let scores: Vec<(Move, Score)> = ordered_moves(&position)
            .into_iter()
            .map(|m| (m, score_move(&position, m, &weights, ply_score)))
            .collect();
        let highest = scores.iter().map(|(_, score)| *score).max();
        let first = scores.iter().find(|(_, score)| Some(*score) == highest).map(|(m, _)| *m);
        prop_assert_eq!(best_move(&position, &weights, ply_score), first, "{}", fen(&position));
    }

    #[test]
    fn the_mirrored_position_has_the_mirrored_move(
        position in random_position(),
        weights in random_weights(),
        ply_score in ply_score(),
    ) {
        let there = best_move(&mirrored(&position), &weights, ply_score);
        let here = best_move(&position, &weights, ply_score);
        prop_assert_eq!(there, here.map(mirrored_move), "{}", fen(&position));
    }

    #[test]
    fn every_legal_move_has_its_place_in_the_order(position in random_position()) {
        let ordered = ordered_moves(&position);
        let legal = position.legal_moves();
        prop_assert_eq!(ordered.len(), legal.len());
        prop_assert!(legal.iter().all(|m| ordered.contains(m)), "{}", fen(&position));
        // Moves are generated in another order for the other colour, so a tie would be visible.
        let there: Vec<Move> = ordered.into_iter().map(mirrored_move).collect();
        prop_assert_eq!(ordered_moves(&mirrored(&position)), there, "{}", fen(&position));
    }

    #[test]
    fn a_static_score_is_the_evaluation_after_the_move(
        position in random_position(),
        weights in random_weights(),
    ) {
        for m in position.legal_moves() {
            let next = quiescence::after(&position, m);
            let after = weights.evaluate(&next);
            let expected = match Ending::of(&next) {
                Some(Ending::Mate) => MATE,
                Some(Ending::Draw) => 0,
                None if position.turn().is_white() => after,
                None => -after,
            };
            prop_assert_eq!(score_move(&position, m, &weights, PlyScore::Static), expected);
        }
    }
}

#[rstest]
#[case::pieces_far_squares_and_promotions(
    "1n5k/P7/8/8/8/8/7P/K7 w - -",
    "axb8=Q+ axb8=R+ axb8=B axb8=N a8=Q a8=R a8=B a8=N h4 h3 Kb2 Ka2 Kb1"
)]
#[case::as_black_sees_it(
    "k7/7p/8/8/8/8/p7/1N5K b - -",
    "axb1=Q+ axb1=R+ axb1=B axb1=N a1=Q a1=R a1=B a1=N h5 h6 Kb7 Ka7 Kb8"
)]
#[case::origin_breaks_ties("7k/8/8/8/8/8/7K/N3N3 w - -", "Nf3 Nd3 Nb3 Ng2 Nac2 Nec2 Kh3 Kg3 Kg2 Kh1 Kg1")]
#[case::castling_is_a_king_move_to_the_rook(
    "6k1/8/8/8/8/8/8/4K2R w K -",
    "Rh8+ Rh7 Rh6 Rh5 Rh4 Rh3 Rh2 Rg1+ Rf1 Kf2 Ke2 Kd2 O-O Kf1 Kd1"
)]
fn moves_are_ordered(#[case] fen: &str, #[case] expected: &str) {
    let position = position(fen);
    let moves: Vec<String> = ordered_moves(&position).into_iter().map(|m| san(&position, m)).collect();
    assert_eq!(moves.join(" "), expected);
}

#[rstest]
#[case::back_rank("6k1/5ppp/8/8/8/8/8/R3K3 w - -", "Ra8#")]
#[case::scholar("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -", "Qxf7#")]
#[case::fool("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq -", "Qh4#")]
#[case::smothered("6rk/6pp/8/6N1/8/8/8/4K3 w - -", "Nf7#")]
#[case::promotion("7k/P5pp/8/8/8/8/8/4K3 w - -", "a8=Q#")]
#[case::rather_than_a_queen("6k1/5ppp/8/8/8/8/q7/R3R1K1 w - -", "Re8#")]
fn mate_in_one_is_played(#[case] fen: &str, #[case] expected: &str) {
    let position = position(fen);
    for ply_score in [PlyScore::Quiescence, PlyScore::Static] {
        for weights in [weights(&NOTHING), material_only(), weights(&[63; features::paper::COUNT])] {
            let played = best_move(&position, &weights, ply_score).unwrap();
            assert_eq!(san(&position, played), expected, "{ply_score:?} {weights:?}");
        }
    }
}

/// Game ends after one move, with their score for the side that makes it.
#[rstest]
#[case::mate("6k1/5ppp/8/8/8/8/8/R3K3 w - -", "Ra8", Some(Ending::Mate), MATE)]
#[case::stalemate("7k/5Q2/8/8/8/8/8/K7 w - -", "Qg6", Some(Ending::Draw), 0)]
#[case::bare_kings("7k/8/8/8/8/8/1n6/K7 w - -", "Kxb2", Some(Ending::Draw), 0)]
#[case::knight_alone("7k/8/8/8/8/2N5/1q6/K7 w - -", "Kxb2", Some(Ending::Draw), 0)]
#[case::going_on("7k/5Q2/8/8/8/8/8/K7 w - -", "Qf6", None, 16 * 900)]
fn endings_have_their_score(
    #[case] fen: &str,
    #[case] text: &str,
    #[case] ending: Option<Ending>,
    #[case] score: Score,
) {
    let position = position(fen);
    let m = move_of(&position, text);
    assert_eq!(Ending::of(&quiescence::after(&position, m)), ending);
    for ply_score in [PlyScore::Quiescence, PlyScore::Static] {
        assert_eq!(score_move(&position, m, &material_only(), ply_score), score);
    }
}

#[rstest]
#[case::winning_side_avoids_it("7k/5Q2/8/8/8/8/8/K7 w - -", false)]
#[case::losing_side_seeks_it("8/8/8/8/8/8/p1K5/k7 w - -", true)]
fn a_draw_is_worth_nothing(#[case] fen: &str, #[case] draws: bool) {
    let position = position(fen);
    let played = best_move(&position, &material_only(), PlyScore::Quiescence).unwrap();
    let ending = Ending::of(&quiescence::after(&position, played));
    assert_eq!(ending == Some(Ending::Draw), draws, "{}", san(&position, played));
}

#[rstest]
#[case::mated("R5k1/5ppp/8/8/8/8/8/6K1 b - -")]
#[case::stalemated("7k/5Q2/6K1/8/8/8/8/8 b - -")]
fn where_the_game_is_over_there_is_no_move(#[case] fen: &str) {
    let position = position(fen);
    assert!(ordered_moves(&position).is_empty());
    assert_eq!(best_move(&position, &material_only(), PlyScore::Quiescence), None);
}

#[test]
fn quiescence_sees_the_recapture_that_a_static_score_does_not() {
    // Qxd7 captures a pawn that the king defends.
    let position = position("4k3/3p4/8/8/8/8/8/3QK3 w - -");
    let m = move_of(&position, "Qxd7+");
    assert_eq!(score_move(&position, m, &material_only(), PlyScore::Static), 16 * 900);
    // Only kings are left after Kxd7.
    assert_eq!(score_move(&position, m, &material_only(), PlyScore::Quiescence), 0);
}

#[test]
fn a_mate_that_quiescence_forces_is_as_good_as_mate_at_once() {
    // Qb3 mates. Ra8+ comes earlier in the order and mates after every reply of the bishop.
    let position = position("7r/4k2p/1B6/1q3B1P/4b3/K4PN1/3R4/n7 b - -");
    let played = best_move(&position, &material_only(), PlyScore::Quiescence).unwrap();
    assert_eq!(san(&position, played), "Ra8+");
    assert_eq!(score_move(&position, played, &material_only(), PlyScore::Quiescence), MATE);
    let statically = best_move(&position, &material_only(), PlyScore::Static).unwrap();
    assert_eq!(Ending::of(&quiescence::after(&position, statically)), Some(Ending::Mate));
}

/// Returns the number of matches with the grandmaster's move in the first 500 training positions.
fn agreement(weights: &Weights) -> usize {
    let set = PositionSet::embedded("gm2600-train").unwrap();
    let agrees = |example: &&Example| {
        best_move(&example.position, weights, PlyScore::Quiescence)
            .is_some_and(|m| example.moves.contains(&m))
    };
    set.examples[..500].iter().filter(agrees).count()
}

/// If the grandmaster's move won ties, an organism of zeros would always agree.
#[test]
fn an_organism_of_zeros_does_not_agree_with_grandmasters() {
    let zeros = agreement(&weights(&NOTHING));
    assert!(zeros < 50, "{zeros} of 500");
    let material = agreement(&material_only());
    assert!(material > 2 * zeros, "{material} of 500 by counting pieces, {zeros} by nothing");
}
