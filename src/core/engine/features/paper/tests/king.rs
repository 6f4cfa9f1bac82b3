//! King shelter and pressure on the king. In tests of the shelter of White's king White has no pieces, so that Black's
//! shelter counts 0.

use rstest::rstest;

use super::sixteenths;

#[rstest]
#[case::pawn_before("qqq1k3/8/8/8/8/8/6P1/6K1", 0)]
#[case::pawn_far_before("qqq1k3/6P1/8/8/8/8/8/6K1", 0)]
#[case::no_pawn("qqq1k3/8/8/8/8/8/5P1P/6K1", -16)]
#[case::pawn_behind("qqq1k3/8/8/8/8/6K1/6P1/8", -16)]
#[case::enemy_pawn("qqq1k3/8/8/8/8/8/6p1/6K1", -16)]
#[case::c_file("qqq1k3/8/8/8/8/8/2P5/2K5", -16)]
#[case::c_file_without_pawn("qqq1k3/8/8/8/8/8/8/2K5", -16)]
#[case::e_file("qqq1k3/8/8/8/8/8/4P3/4K3", -32)]
#[case::d_file_without_pawn("qqq1k3/8/8/8/8/8/8/3K4", -32)]
#[case::black("4k3/4p3/8/8/8/8/8/QQQ3K1", 32)]
fn no_friendly_pawn(#[case] board: &str, #[case] expected: i32) {
    assert_eq!(sixteenths(board, "KING_NO_FRIENDLY_PAWN"), expected);
}

/// A bare king on g1 counts 1 in proportion to the attacking pieces, in twelfths of a full set: minor pieces 1, rooks
/// 2, queens 4.
#[rstest]
#[case::nothing("4k3", 0)]
#[case::pawns("4k3/pppppppp", 0)]
#[case::knight("n3k3", 16 / 12)]
#[case::bishop("b3k3", 16 / 12)]
#[case::rook("r3k3", 16 * 2 / 12)]
#[case::queen("q3k3", 16 * 4 / 12)]
#[case::queen_and_rook("qr2k3", 16 * 6 / 12)]
#[case::full_set("rnbqkbnr", 16)]
#[case::more_than_a_full_set("qqqqkqqq", 16)]
fn shelter_counts_in_proportion_to_the_attackers(#[case] black: &str, #[case] expected: i32) {
    let empty_ranks = "/8".repeat(7 - black.matches('/').count() - 1);
    let board = format!("{black}{empty_ranks}/6K1");
    assert_eq!(sixteenths(&board, "KING_NO_FRIENDLY_PAWN"), -expected);
}

#[rstest]
#[case::both("qqq1k3/8/8/8/8/8/5P1P/6K1", 0)]
#[case::one("qqq1k3/8/8/8/8/8/5PP1/6K1", -16)]
#[case::none("qqq1k3/8/8/8/8/8/6P1/6K1", -32)]
#[case::enemy_pawns("qqq1k3/8/8/8/8/5p1p/8/6K1", -32)]
#[case::behind("qqq1k3/8/8/8/8/6K1/5P1P/8", -32)]
#[case::beside("qqq1k3/8/8/8/8/8/5PKP/8", -32)]
#[case::corner("qqq1k3/8/8/8/8/8/8/K7", -16)]
#[case::corner_with_its_pawn("qqq1k3/8/8/8/8/8/1P6/K7", 0)]
#[case::black("4k3/3p4/8/8/8/8/8/QQQ3K1", 16)]
#[case::no_attackers("4k3/8/8/8/8/8/8/6K1", 0)]
fn no_friendly_pawn_adjacent(#[case] board: &str, #[case] expected: i32) {
    assert_eq!(sixteenths(board, "KING_NO_FRIENDLY_PAWN_ADJ"), expected);
}

#[rstest]
#[case::none("qqq1k3/8/8/8/8/8/5PPP/6K1", 0)]
#[case::before_the_king("qqq1k3/8/8/8/8/6P1/5P1P/6K1", -16)]
#[case::all_three("qqq1k3/8/8/8/8/5PPP/8/6K1", -48)]
#[case::two_steps("qqq1k3/8/8/8/6P1/8/5P1P/6K1", 0)]
#[case::another_still_at_home("qqq1k3/8/8/8/8/6P1/5PPP/6K1", 0)]
#[case::another_farther_up("qqq1k3/8/8/8/6P1/6P1/5P1P/6K1", -16)]
#[case::away_from_the_king("qqq1k3/8/8/8/8/4P3/5PPP/6K1", 0)]
#[case::king_on_the_second_rank("qqq1k3/8/8/8/8/6P1/5P1K/8", -16)]
#[case::king_before_it("qqq1k3/8/8/8/6K1/6P1/8/8", 0)]
#[case::corner("qqq1k3/8/8/8/8/1P6/P7/K7", -16)]
#[case::black("4k3/3p1p2/4p3/8/8/8/8/QQQ3K1", 16)]
#[case::queen_left("q3k3/8/8/8/8/5PPP/8/6K1", -16)]
#[case::no_attackers("4k3/8/8/8/8/5PPP/8/6K1", 0)]
fn friendly_pawn_advanced(#[case] board: &str, #[case] expected: i32) {
    assert_eq!(sixteenths(board, "KING_FRIENDLY_PAWN_ADVANCED1"), expected);
}

#[rstest]
#[case::open("qqq1k3/8/8/8/8/8/8/6K1", -16)]
#[case::own_pawn_only("qqq1k3/8/8/8/8/8/6P1/6K1", -16)]
#[case::enemy_pawn("qqq1k3/6p1/8/8/8/8/8/6K1", 0)]
#[case::enemy_pawn_past_the_king("qqq1k3/8/8/8/6K1/6p1/8/8", 0)]
#[case::enemy_pawn_beside("qqq1k3/7p/8/8/8/8/8/6K1", -16)]
#[case::black("6k1/8/8/8/8/8/8/QQQ1K3", 16)]
#[case::rook_left("r3k3/8/8/8/8/8/8/6K1", -2)]
#[case::no_attackers("4k3/8/8/8/8/8/8/6K1", 0)]
fn no_enemy_pawn(#[case] board: &str, #[case] expected: i32) {
    assert_eq!(sixteenths(board, "KING_NO_ENEMY_PAWN"), expected);
}

#[rstest]
#[case::both_open("qqq1k3/6p1/8/8/8/8/6P1/6K1", -32)]
#[case::enemy_pawn_on_one("qqq1k3/5p2/8/8/8/8/8/6K1", -16)]
#[case::own_pawn_on_one("qqq1k3/8/8/8/8/8/5P2/6K1", -16)]
#[case::one_of_each("qqq1k3/5p2/8/8/8/8/7P/6K1", 0)]
#[case::corner("qqq1k3/8/8/8/8/8/8/K7", -16)]
#[case::corner_closed("qqq1k3/1p6/8/8/8/8/8/K7", 0)]
#[case::black("6k1/8/8/8/8/8/8/QQQ1K3", 32)]
#[case::queen_left("q3k3/8/8/8/8/8/8/6K1", -10)]
#[case::no_attackers("4k3/8/8/8/8/8/8/6K1", 0)]
fn no_enemy_pawn_adjacent(#[case] board: &str, #[case] expected: i32) {
    assert_eq!(sixteenths(board, "KING_NO_ENEMY_PAWN_ADJ"), expected);
}

/// The king on g8 has a zone of nine squares: f8 to h8, f7 to h7, f6 to h6. The products are: squares × weight of the
/// piece × number of attackers, in sixteenths, × own strength in twelfths, / 8.
#[rstest]
#[case::rook_on_the_file("6k1/8/8/8/8/8/8/2K3R1", 3 * 3 * 16 * 2 / 12 / 8)]
#[case::full_set("6k1/8/8/8/8/NN6/PPP5/QQK3R1", 3 * 3 * 16 * 12 / 12 / 8)]
#[case::rook_on_the_sixth_rank("6k1/8/R7/8/8/8/8/2K5", 3 * 3 * 16 * 2 / 12 / 8)]
#[case::rook_on_the_fifth_rank("6k1/8/8/R7/8/8/8/2K5", 0)]
#[case::rook_two_files_away("6k1/8/8/8/8/8/8/2K1R3", 0)]
#[case::bishop("6k1/8/8/8/8/8/8/B1K5", 3 * 2 * 16 / 12 / 8)]
#[case::knights("6k1/8/8/4N2N/8/8/8/2K5", (2 + 2) * 2 * 2 * 16 * 2 / 12 / 8)]
#[case::at_most_four_squares("6k1/6Q1/8/8/8/8/8/2K5", 4 * 4 * 16 * 4 / 12 / 8)]
#[case::two_attackers("6k1/8/8/8/8/8/8/2K3RQ", (3 * 3 + 3 * 4) * 2 * 16 * 6 / 12 / 8)]
#[case::six_count_as_five("R5k1/R7/R7/8/8/8/8/1K3RRR", (5 * 3 + 2) * 3 * 5 * 16 / 8)]
#[case::pawns_do_not_count("6k1/5PPP/8/8/8/8/8/2K5", 0)]
#[case::black("2k3rq/8/8/8/8/8/8/6K1", -((3 * 3 + 3 * 4) * 2 * 16 * 6 / 12 / 8))]
fn pressure(#[case] board: &str, #[case] expected: i32) {
    assert_eq!(sixteenths(board, "KING_PRESSURE_MULT"), expected);
}
