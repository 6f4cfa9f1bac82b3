//! Pawn structure and advance.

use rstest::rstest;

use super::{sixteenths, units};

#[rstest]
#[case::rank_2("8/8/8/8/8/8/4P3/8", 0.0)]
#[case::rank_3("8/8/8/8/8/4P3/8/8", 1.0)]
#[case::rank_4("8/8/8/8/4P3/8/8/8", 3.0)]
#[case::rank_5("8/8/8/4P3/8/8/8/8", 4.0)]
#[case::rank_6("8/8/4P3/8/8/8/8/8", 5.0)]
#[case::rank_7("8/4P3/8/8/8/8/8/8", 6.0)]
#[case::black("8/8/8/4p3/8/8/8/8", -3.0)]
#[case::c_file_counts_half("8/8/8/8/2P5/8/8/8", 1.5)]
#[case::wing("8/8/8/8/1P4P1/8/8/8", 0.0)]
#[case::beside_each_other("8/8/8/8/3PP3/8/8/8", 9.0)]
#[case::defended("8/8/8/8/4P3/3P4/8/8", 5.5)]
#[case::c_file_defended_by_the_wing("8/8/8/8/2P5/1P6/8/8", 3.0)]
#[case::one_file_apart_is_no_support("8/8/8/8/2P1P3/8/8/8", 4.5)]
fn pawn_advance_b(#[case] board: &str, #[case] expected: f64) {
    assert_eq!(units(board, "PAWN_ADVANCE_B"), expected);
}

#[rstest]
#[case::rank_2("8/8/8/8/8/8/P7/8", 0.0)]
#[case::two_steps("8/8/8/8/P7/8/8/8", 2.0)]
#[case::five_steps("8/6P1/8/8/8/8/8/8", 5.0)]
#[case::black("8/8/8/7p/8/8/8/8", -2.0)]
#[case::centre("8/8/8/8/2P2P2/8/8/8", 0.0)]
#[case::beside_each_other("8/8/8/8/PP6/8/8/8", 8.0)]
#[case::defended("8/8/8/8/P7/1P6/8/8", 5.0)]
#[case::defended_by_the_centre("8/8/8/8/1P6/2P5/8/8", 4.0)]
#[case::defended_on_the_other_side_of_the_board("8/8/8/8/P7/7P/8/8", 3.0)]
fn pawn_advance_a(#[case] board: &str, #[case] expected: f64) {
    assert_eq!(units(board, "PAWN_ADVANCE_A"), expected);
}

#[rstest]
#[case::rank_2("8/8/8/8/8/8/4P3/8", 1.0)]
#[case::rank_3("8/8/8/8/8/4P3/8/8", 1.0)]
#[case::rank_4("8/8/8/8/4P3/8/8/8", 2.0)]
#[case::rank_5("8/8/8/4P3/8/8/8/8", 4.0)]
#[case::rank_6("8/8/4P3/8/8/8/8/8", 7.0)]
#[case::rank_7("8/4P3/8/8/8/8/8/8", 11.0)]
#[case::black("8/8/8/8/8/4p3/8/8", -7.0)]
#[case::stopped_on_its_file("8/4p3/8/4P3/8/8/8/8", 0.0)]
#[case::stopped_on_a_neighbouring_file("8/3p4/8/4P3/8/8/8/8", 0.0)]
#[case::just_past_each_other("8/8/8/3pP3/8/8/8/8", 2.0)]
#[case::two_files_apart("8/2p5/8/4P3/8/8/8/8", 3.0)]
#[case::edge_files_are_not_neighbours("8/8/8/P7/8/8/7p/8", -7.0)]
#[case::foremost_of_a_file("8/8/8/4P3/4P3/8/8/8", 4.0)]
fn passed_pawns(#[case] board: &str, #[case] expected: f64) {
    assert_eq!(units(board, "PASSED_PAWN_MULT"), expected);
}

#[rstest]
#[case::one_behind_another("8/8/8/8/4P3/4P3/8/8", -1.0)]
#[case::with_a_gap("8/8/8/4P3/8/8/4P3/8", -1.0)]
#[case::tripled("8/8/8/8/4P3/4P3/4P3/8", -2.0)]
#[case::black("8/4p3/4p3/8/8/8/8/8", 1.0)]
#[case::neighbours("8/8/8/8/4P3/3P4/8/8", 0.0)]
#[case::enemy_before("8/8/8/8/4p3/4P3/8/8", 0.0)]
fn doubled_pawns(#[case] board: &str, #[case] expected: f64) {
    assert_eq!(units(board, "DOUBLED_PAWN_PENALTY"), expected);
}

#[rstest]
#[case::alone("8/8/8/8/8/8/P7/8", -1.0)]
#[case::two_files_apart("8/8/8/8/8/8/P1P5/8", -2.0)]
#[case::doubled("8/8/8/8/8/P7/P7/8", -2.0)]
#[case::edge_files_are_not_neighbours("8/8/8/8/8/8/P6P/8", -2.0)]
#[case::neighbours("8/8/8/8/8/8/PP6/8", 0.0)]
#[case::neighbour_far_ahead("8/1P6/8/8/8/8/P7/8", 0.0)]
#[case::enemy_neighbours_do_not_help("8/1pp5/8/8/8/8/P7/8", -1.0)]
#[case::black("8/p7/8/8/8/8/8/8", 1.0)]
fn isolated_pawns(#[case] board: &str, #[case] expected: f64) {
    assert_eq!(units(board, "ISOLATED_PAWN_PENALTY"), expected);
}

#[rstest]
#[case::left_behind("8/8/8/4p3/2P5/3P4/8/8", -1.0)]
#[case::black("8/8/3p4/2p5/4P3/8/8/8", 1.0)]
#[case::free_to_advance("8/8/4p3/8/2P5/3P4/8/8", 0.0)]
#[case::neighbour_beside("8/8/8/4p3/8/2PP4/8/8", 0.0)]
#[case::neighbour_far_behind("8/8/8/4p3/2P5/3P4/4P3/8", 0.0)]
#[case::isolated_instead("8/8/8/4p3/1P6/3P4/8/8", 0.0)]
#[case::held_by_a_piece_only("8/8/8/4b3/2P5/3P4/8/8", 0.0)]
fn backward_pawns(#[case] board: &str, #[case] expected: f64) {
    assert_eq!(units(board, "BACKWARD_PAWN_PENALTY"), expected);
}

/// Black's eight pawns leave no weak square for Black.
#[rstest]
#[case::no_pawns("8/pppppppp/8/8/8/8/8/8", -12.0)]
#[case::all_pawns("8/8/8/8/8/8/PPPPPPPP/8", 12.0)]
#[case::one_missing_is_covered_from_the_other_side("8/pppppppp/8/8/8/8/PPPP1PPP/8", 0.0)]
#[case::both_neighbours_missing("8/pppppppp/8/8/8/8/PP1P1PPP/8", -2.0)]
#[case::neighbours_gone_past("8/pppppppp/8/8/2P1P3/8/PP1P1PPP/8", -2.0)]
#[case::still_covers_the_fourth_rank("8/pppppppp/8/8/8/2P5/PP1P1PPP/8", -1.0)]
#[case::edge_files_are_no_camp("8/pppppppp/8/8/8/8/P1PPPPPP/8", 0.0)]
fn weak_squares(#[case] board: &str, #[case] expected: f64) {
    assert_eq!(units(board, "WEAK_SQUARE_PENALTY"), expected);
}

/// The pawn on e5 has advanced three steps. From e6 the distance is 5 to the king on e1, 4 to a8, 1 to e7.
#[rstest]
#[case::enemy_king_far("k7/8/8/4P3/8/8/8/4K3", 4 * 3 * (2 * 4 - 5))]
#[case::enemy_king_near("8/4k3/8/4P3/8/8/8/4K3", 4 * 3 * (2 - 5))]
#[case::black("4k3/8/8/8/4p3/8/8/K7", -4 * 3 * (2 * 4 - 5))]
#[case::no_step_made("k7/8/8/8/8/8/4P3/4K3", 0)]
#[case::one_step_made("k7/8/8/8/8/4P3/8/4K3", 4 * (2 * 4 - 3))]
#[case::before_promotion("k7/4P3/8/8/8/8/4K3/8", 4 * 5 * (2 * 4 - 6))]
#[case::not_passed("k7/3p4/8/4P3/8/8/8/4K3", 0)]
#[case::enemy_knight_left("k6n/8/8/4P3/8/8/8/4K3", 4 * 3 * 3 * 11 / 12)]
#[case::enemy_rook_left("k6r/8/8/4P3/8/8/8/4K3", 4 * 3 * 3 * 10 / 12)]
#[case::enemy_queen_left("k6q/8/8/4P3/8/8/8/4K3", 4 * 3 * 3 * 8 / 12)]
#[case::full_set_of_enemy_pieces("k4qqq/8/8/4P3/8/8/8/4K3", 0)]
#[case::own_pieces_do_not_matter("k7/8/8/4P3/8/8/8/QQQQK3", 4 * 3 * 3)]
fn enemy_king_distance_of_passed_pawns(#[case] board: &str, #[case] expected: i32) {
    assert_eq!(sixteenths(board, "PASSED_PAWN_ENEMY_KING_DIST"), expected);
}
