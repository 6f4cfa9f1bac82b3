//! Rooks.

use rstest::rstest;

use super::{sixteenths, units};

#[rstest]
#[case::on_the_file("qqq1k3/8/8/8/8/8/8/K3R3", 16)]
#[case::two("qqq1k3/8/8/8/8/8/4R3/K3R3", 32)]
#[case::black("k3r3/8/8/8/8/8/8/QQQ1K3", -16)]
#[case::enemy_pawn_on_the_file("qqq1k3/4p3/8/8/8/8/8/K3R3", 16)]
#[case::own_pawn_before("qqq1k3/8/8/8/8/8/4P3/K3R3", 0)]
#[case::own_pawn_behind("qqq1k3/8/8/8/4R3/8/4P3/K7", 0)]
#[case::neighbouring_file("qqq1k3/8/8/8/8/8/8/K2R4", 0)]
#[case::enemy_queen_left("q3k3/8/8/8/8/8/8/K3R3", 5)]
#[case::enemy_knight_left("n3k3/8/8/8/8/8/8/K3R3", 1)]
#[case::bare_king("4k3/8/8/8/8/8/8/K3R3", 0)]
fn on_the_enemy_kings_file(#[case] board: &str, #[case] expected: i32) {
    assert_eq!(sixteenths(board, "ROOK_ATTACK_KING_FILE"), expected);
}

/// The second number is for the adjacent files a, b, g and h.
#[rstest]
#[case::d_file("qqq1k3/8/8/8/8/8/8/K2R4", 16, 0)]
#[case::f_file("qqq3k1/8/8/8/8/8/8/K4R2", 16, 0)]
#[case::h_file("qqq3k1/8/8/8/8/8/8/K6R", 0, 16)]
#[case::g_file_beside_f("qqq2k2/8/8/8/8/8/8/K5R1", 0, 16)]
#[case::e_file_beside_f("qqq2k2/8/8/8/8/8/8/K3R3", 16, 0)]
#[case::both_sides("qqq3k1/8/8/8/8/8/8/K4R1R", 16, 16)]
#[case::two_on_one_file("qqq1k3/8/8/8/8/8/3R4/K2R4", 16, 0)]
#[case::black("k2r4/8/8/8/8/8/8/QQQ1K3", -16, 0)]
#[case::pawn_beside_the_king("qqq1k3/3p4/8/8/8/8/8/K2R4", 16, 0)]
#[case::pawn_in_between("qqq1k3/8/3p4/8/8/8/8/K2R4", 0, 0)]
#[case::on_the_kings_file("qqq1k3/8/8/8/8/8/8/K3R3", 0, 0)]
#[case::two_files_away("qqq1k3/8/8/8/8/8/8/KR6", 0, 0)]
#[case::along_the_rank("qqq1k3/R7/8/8/8/8/8/K7", 0, 0)]
#[case::enemy_queen_left("q5k1/8/8/8/8/8/8/K4R1R", 5, 5)]
#[case::bare_king("6k1/8/8/8/8/8/8/K4R1R", 0, 0)]
fn beside_the_enemy_king(#[case] board: &str, #[case] centre: i32, #[case] wing: i32) {
    assert_eq!(sixteenths(board, "ROOK_ATTACK_KING_ADJ_FILE"), centre);
    assert_eq!(sixteenths(board, "ROOK_ATTACK_KING_ADJ_FILE_ABGH"), wing);
}

#[rstest]
#[case::king_on_the_eighth("4k3/R7/8/8/8/8/8/4K3", 1.0)]
#[case::pawns_on_the_seventh("8/R5p1/4k3/8/8/8/8/4K3", 1.0)]
#[case::two("4k3/RR6/8/8/8/8/8/4K3", 2.0)]
#[case::black("4k3/8/8/8/8/8/r7/4K3", -1.0)]
#[case::nothing_there("8/R7/4k1p1/8/8/8/8/4K3", 0.0)]
#[case::sixth_rank("4k3/8/R7/8/8/8/8/4K3", 0.0)]
#[case::queen("4k3/Q7/8/8/8/8/8/4K3", 0.0)]
fn on_the_seventh_rank(#[case] board: &str, #[case] expected: f64) {
    assert_eq!(units(board, "ROOK_7TH_RANK"), expected);
}

#[rstest]
#[case::on_a_rank("4k3/8/8/8/8/8/8/R2RK3", 1.0)]
#[case::on_a_file("4k3/8/8/R7/8/8/8/R3K3", 1.0)]
#[case::three("4k3/8/8/R7/8/8/8/R2RK3", 1.0)]
#[case::black("r2rk3/8/8/8/8/8/8/4K3", -1.0)]
#[case::king_between("4k3/8/8/8/8/8/8/R3K2R", 0.0)]
#[case::apart("4k3/8/8/8/8/8/3R4/R3K3", 0.0)]
#[case::one("4k3/8/8/8/8/8/8/R3K3", 0.0)]
#[case::with_an_enemy_rook("3rk3/8/8/8/8/8/8/3RK3", 0.0)]
fn connected(#[case] board: &str, #[case] expected: f64) {
    assert_eq!(units(board, "ROOK_CONNECTED"), expected);
}

#[rstest]
#[case::fourteen_squares("4k3/8/8/8/3R4/8/8/4K3", 125)]
#[case::black("4k3/8/8/8/3r4/8/8/4K3", -125)]
#[case::own_pawn_in_the_way("4k3/8/8/3P4/3R4/8/8/4K3", 105)]
#[case::enemy_pawn_guards_one("4k3/4p3/8/8/3R4/8/8/4K3", 121)]
#[case::enemy_knight_guards_one("2n1k3/8/8/8/3R4/8/8/4K3", 121)]
#[case::no_square("4k3/8/8/8/8/8/P7/RN2K3", 0)]
#[case::attacked_by_a_pawn("4k3/8/8/4p3/3R4/2P5/8/4K3", -48)]
#[case::attacked_by_a_bishop("4k3/6b1/8/8/3R4/2P5/8/4K3", -48)]
#[case::attacked_by_a_rook_that_is_defended("3rk3/8/8/8/3R4/8/8/4K3", -48 - 84)]
#[case::both_defended("3rk3/8/8/8/3R4/4K3/8/8", 125 - 84)]
fn mobility(#[case] board: &str, #[case] expected: i32) {
    assert_eq!(sixteenths(board, "ROOK_MOBILITY"), expected);
}

#[rstest]
#[case::behind("4k3/8/8/3P4/8/8/8/3RK3", 1.0)]
#[case::two("4k3/8/8/3P4/8/8/3R4/3RK3", 2.0)]
#[case::black("3rk3/8/8/8/3p4/8/8/4K3", -1.0)]
#[case::king_between("4k3/8/8/3P4/8/3K4/8/3R4", 1.0)]
#[case::before("4k3/3R4/8/3P4/8/8/8/4K3", 0.0)]
#[case::other_file("4k3/8/8/3P4/8/8/8/2R1K3", 0.0)]
#[case::not_passed("4k3/4p3/8/3P4/8/8/8/3RK3", 0.0)]
#[case::enemys_passed_pawn("4k3/8/8/3p4/8/8/8/3RK3", 0.0)]
fn behind_a_passed_pawn(#[case] board: &str, #[case] expected: f64) {
    assert_eq!(units(board, "ROOK_BEHIND_PASSED_PAWN"), expected);
}

/// The second number is for files with enemy pawns only.
#[rstest]
#[case::no_pawn("4k3/8/8/8/8/8/8/R3K3", 1.0, 0.0)]
#[case::two("4k3/8/8/8/8/8/8/RR2K3", 2.0, 0.0)]
#[case::pawns_elsewhere("4k3/1p6/8/8/8/8/1P6/R3K3", 1.0, 0.0)]
#[case::black("r3k3/8/8/8/8/8/8/4K3", -1.0, 0.0)]
#[case::enemy_pawn("4k3/p7/8/8/8/8/8/R3K3", 0.0, 1.0)]
#[case::enemy_pawn_behind("4k3/R7/8/8/8/8/p7/4K3", 0.0, 1.0)]
#[case::black_before_a_white_pawn("r3k3/8/8/8/8/8/P7/4K3", 0.0, -1.0)]
#[case::own_pawn("4k3/8/8/8/8/8/P7/R3K3", 0.0, 0.0)]
#[case::own_pawn_behind("4k3/R7/8/8/8/8/P7/4K3", 0.0, 0.0)]
#[case::both_pawns("4k3/p7/8/8/8/8/P7/R3K3", 0.0, 0.0)]
fn on_open_and_semi_open_files(#[case] board: &str, #[case] open: f64, #[case] semi_open: f64) {
    assert_eq!(units(board, "ROOK_OPEN_FILE"), open);
    assert_eq!(units(board, "ROOK_SEMI_OPEN_FILE"), semi_open);
}

#[rstest]
#[case::before_it("4k3/p7/8/8/8/8/8/R3K3", 1.0)]
#[case::behind_it("4k3/R7/8/8/8/p7/8/4K3", 1.0)]
#[case::between_two("4k3/p7/8/R7/8/p7/8/4K3", 2.0)]
#[case::two_rooks("R3k3/8/8/p7/8/8/8/R3K3", 2.0)]
#[case::black("r3k3/8/8/8/8/8/P7/4K3", -1.0)]
#[case::defended_by_a_piece("1k6/p7/8/8/8/8/8/R3K3", 1.0)]
#[case::defended_by_a_pawn("4k3/8/1p6/p7/8/8/8/R3K3", 0.0)]
#[case::own_pawn_on_the_file("4k3/p7/8/R7/8/8/P7/4K3", 0.0)]
#[case::piece_in_the_way("4k3/p7/8/8/N7/8/8/R3K3", 0.0)]
#[case::second_rook_behind_the_first("4k3/p7/8/8/8/8/R7/R3K3", 1.0)]
#[case::along_the_rank("4k3/8/8/R3p3/8/8/8/4K3", 0.0)]
fn attacking_a_weak_pawn(#[case] board: &str, #[case] expected: f64) {
    assert_eq!(units(board, "ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN"), expected);
}

#[rstest]
#[case::edges("4k3/8/8/8/8/8/8/R3K2R", 0.0)]
#[case::b_and_c("4k3/8/8/8/8/8/8/1RR1K3", 3.0)]
#[case::d_and_e("8/1k6/8/8/8/8/3RR3/1K6", 6.0)]
#[case::g("4k3/8/8/8/6R1/8/8/4K3", 1.0)]
#[case::black("3rk3/8/8/8/8/8/8/R3K3", -3.0)]
#[case::queen("4k3/8/8/8/3Q4/8/8/4K3", 0.0)]
fn file_centrality(#[case] board: &str, #[case] expected: f64) {
    assert_eq!(units(board, "ROOK_COLUMN_MULT"), expected);
}
