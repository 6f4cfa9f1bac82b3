use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::engine::evaluation::centipawns;
use crate::engine::testing::{fen, material_only, position, random_position, random_weights};
use crate::positions::moves::san;

/// Searches with the full window from −[`MATE`] to [`MATE`].
fn full(position: &Chess, weights: &Weights, depth: u32) -> Score {
    search(position, weights, depth, -MATE, MATE)
}

/// Returns the moves of a node in notation, sorted.
fn moves_of(position: &Chess, node: Node) -> Vec<String> {
    let (Node::StandPat(moves) | Node::Evasions(moves)) = node else { panic!("{node:?} has no moves") };
    let mut moves: Vec<String> = moves.into_iter().map(|m| san(position, m)).collect();
    moves.sort();
    moves
}

/// Quiescence by its literal definition: no window, moves filtered from all legal ones.
fn minimax(position: &Chess, weights: &Weights, depth: u32) -> Score {
    let evaluation = weights.evaluate(position);
    let stand_pat = if position.turn().is_white() { evaluation } else { -evaluation };
    if depth == 0 {
        return stand_pat;
    }
    let in_check = position.is_check();
    let mut best = if in_check { -MATE } else { stand_pat };
    for m in position.legal_moves() {
        let queens_or_stays = m.promotion().is_none_or(|role| role == Role::Queen);
        let tactical = m.is_capture() || m.is_promotion();
        if in_check || tactical && queens_or_stays && exchange::exchange(position, m) >= 0 {
            best = best.max(-minimax(&after(position, m), weights, depth - 1));
        }
    }
    best
}

proptest! {
    #[test]
    fn the_search_is_plain_minimax(
        position in random_position(),
        weights in random_weights(),
        depth in 0..=4_u32,
    ) {
        prop_assert_eq!(
            full(&position, &weights, depth),
            minimax(&position, &weights, depth),
            "depth {}: {}", depth, fen(&position)
        );
    }

    #[test]
    fn a_narrow_window_bounds_the_score(
        position in random_position(),
        weights in random_weights(),
        alpha in -20_000..20_000,
        width in 1..10_000,
    ) {
        let (exact, beta) = (full(&position, &weights, 3), alpha + width);
        let bound = search(&position, &weights, 3, alpha, beta);
        prop_assert!(
            if bound <= alpha { exact <= bound } else if bound >= beta { exact >= bound } else { exact == bound },
            "{} in ({}, {}), exactly {}: {}", bound, alpha, beta, exact, fen(&position)
        );
    }

    #[test]
    fn which_moves_are_looked_at_holds_for_both_colours(position in random_position()) {
        let mirrored = crate::engine::testing::mirrored(&position);
        let count = |node| match node {
            Node::Mated => None,
            Node::Leaf => Some((false, 0)),
            Node::StandPat(moves) => Some((false, moves.len())),
            Node::Evasions(moves) => Some((true, moves.len())),
        };
        prop_assert_eq!(count(node(&position, 1)), count(node(&mirrored, 1)), "{}", fen(&position));
    }
}

#[test]
fn the_full_depth_is_plain_minimax_too() {
    // A middlegame with many captures, but few enough for the plain search.
    let position = position("r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - -");
    let weights = material_only();
    assert_eq!(full(&position, &weights, DEPTH), minimax(&position, &weights, DEPTH));
}

#[rstest]
#[case::losing_captures_are_left_out("4k3/2p1p3/1p1p4/4P3/8/2B5/8/3QK3 w - -", &["exd6"])]
#[case::queen_promotions_only("1n5k/P7/8/8/8/8/8/K7 w - -", &["a8=Q", "axb8=Q+"])]
#[case::black_promotes("k7/8/8/8/8/8/p7/1N5K b - -", &["a1=Q", "axb1=Q+"])]
#[case::promotions_that_lose_the_queen_are_left_out("r6k/1P6/8/8/8/8/8/2K5 w - -", &["bxa8=Q+"])]
#[case::en_passant("4k3/8/8/3pP3/8/8/8/4K3 w - d6", &["exd6"])]
fn tactical_moves_are_looked_at(#[case] fen: &str, #[case] expected: &[&str]) {
    let position = position(fen);
    let found = node(&position, 1);
    assert!(matches!(found, Node::StandPat(_)), "{found:?}");
    assert_eq!(moves_of(&position, found), expected);
}

#[test]
fn a_side_in_check_looks_at_every_legal_move() {
    let position = position("4k3/1P6/8/8/1b6/8/8/R3K3 w Q -");
    let found = node(&position, 1);
    assert!(matches!(found, Node::Evasions(_)), "{found:?}");
    assert_eq!(moves_of(&position, found), ["Kd1", "Ke2", "Kf1", "Kf2"]);
}

#[rstest]
#[case::nothing_to_take("4k3/8/8/8/8/8/8/4K2R w K -")]
#[case::stalemate("7k/5Q2/6K1/8/8/8/8/8 b - -")]
#[case::only_losing_captures("4k3/2p5/3p4/8/8/8/8/3QK3 w - -")]
fn quiet_positions_score_the_evaluation(#[case] fen: &str) {
    let position = position(fen);
    assert!(matches!(node(&position, DEPTH), Node::Leaf));
    let weights = material_only();
    let evaluation = from(position.turn(), weights.evaluate(&position));
    assert_eq!(full(&position, &weights, DEPTH), evaluation);
}

#[test]
fn a_mated_side_scores_mate_unless_no_ply_is_left() {
    let position = position("R5k1/5ppp/8/8/8/8/8/6K1 b - -");
    let weights = material_only();
    assert!(matches!(node(&position, 1), Node::Mated));
    assert_eq!(full(&position, &weights, 1), -MATE);
    assert!(matches!(node(&position, 0), Node::Leaf));
    assert_eq!(centipawns(full(&position, &weights, 0)), 300 - 500);
}

/// Centipawns by depth, for the side to move.
#[rstest]
#[case::queens_are_traded("3qk3/8/8/8/8/8/8/3QK3 w - -", &[0, 900, 0, 0])]
#[case::a_knight_is_free("4k3/8/8/3n4/4P3/8/8/4K3 w - -", &[-200, 100, 100])]
#[case::as_black_sees_it("4k3/8/8/3p4/4N3/8/8/4K3 b - -", &[-200, 100, 100])]
#[case::pawn_becomes_queen("8/P6k/8/8/8/8/8/K7 w - -", &[100, 900, 900])]
#[case::fork_cannot_be_stood_pat("4k3/8/8/8/8/8/2n5/Q3K3 w - -", &[600, 600, -300, -300])]
#[case::mate_by_capture("4r1k1/5ppp/8/8/8/8/8/4R1K1 w - -", &[-300, 200, MATE / 16, MATE / 16])]
fn scores_by_depth(#[case] fen: &str, #[case] expected: &[i32]) {
    let position = position(fen);
    let weights = material_only();
    for (depth, expected) in (0..).zip(expected) {
        assert_eq!(centipawns(full(&position, &weights, depth)), *expected, "depth {depth}");
    }
}
