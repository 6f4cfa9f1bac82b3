//! Knights, bishops and the queen.

use rstest::rstest;

use super::{sixteenths, units};

#[rstest]
#[case::corner("4k3/8/8/8/8/8/8/N3K3", -8.0)]
#[case::undeveloped("4k3/8/8/8/8/8/8/1N2K3", -6.0)]
#[case::centre("4k3/8/8/8/3N4/8/8/4K3", 9.0)]
#[case::best_square("4k3/8/8/4N3/8/8/8/4K3", 10.0)]
#[case::far_corner("N3k3/8/8/8/8/8/8/4K3", 0.0)]
#[case::black("4k3/8/8/8/3n4/8/8/4K3", -10.0)]
#[case::attacked_by_a_pawn("4k3/8/8/4p3/3N4/2P5/8/4K3", 0.0)]
#[case::attacked_and_undefended("4k3/6b1/8/8/3N4/8/8/4K3", 0.0)]
#[case::attacked_and_defended("4k3/6b1/8/8/3N4/2P5/8/4K3", 9.0)]
#[case::attacked_by_the_king("8/8/8/4k3/3N4/8/8/4K3", 0.0)]
fn knight_squares(#[case] board: &str, #[case] expected: f64) {
    assert_eq!(units(board, "KNIGHT_SQ_MULT"), expected);
}

#[rstest]
#[case::rank_4("4k3/8/8/8/3N4/2P5/8/4K3", 1.0)]
#[case::rank_5("4k3/8/8/3N4/2P5/8/8/4K3", 2.0)]
#[case::rank_6("4k3/8/3N4/2P5/8/8/8/4K3", 2.0)]
#[case::black("4k3/8/8/4p3/3n4/8/8/4K3", -2.0)]
#[case::rank_3("4k3/8/8/8/8/3N4/2P5/4K3", 0.0)]
#[case::rank_7("4k3/3N4/2P5/8/8/8/8/4K3", 0.0)]
#[case::no_pawn_defends("4k3/8/8/3N4/8/2P5/8/4K3", 0.0)]
#[case::enemy_pawn_may_come("4k3/2p5/8/3N4/2P5/8/8/4K3", 0.0)]
#[case::enemy_pawn_attacks("4k3/8/4p3/3N4/2P5/8/8/4K3", 0.0)]
#[case::enemy_pawn_is_past("4k3/8/8/3Np3/2P5/8/8/4K3", 2.0)]
#[case::enemy_pawn_on_its_file("4k3/3p4/8/3N4/2P5/8/8/4K3", 2.0)]
#[case::bishop("4k3/8/8/3B4/2P5/8/8/4K3", 0.0)]
fn knight_outposts(#[case] board: &str, #[case] expected: f64) {
    assert_eq!(units(board, "KNIGHT_OUTPOST_MULT"), expected);
}

#[rstest]
#[case::thirteen_squares("4k3/8/8/8/3B4/8/8/4K3", 118)]
#[case::black("4k3/8/8/3b4/8/8/8/4K3", -118)]
#[case::enemy_pawn_guards_one("4k3/4p3/8/8/3B4/8/8/4K3", 114)]
#[case::own_pawn_in_the_way("4k3/8/8/8/3B4/8/5P2/4K3", 109)]
#[case::takes_a_piece("4k3/8/5n2/8/3B4/8/8/4K3", 109)]
#[case::seven_squares_at_home("4k3/8/8/8/8/8/8/2B1K3", 85 - 48)]
#[case::no_square_at_home("4k3/8/8/8/8/8/1P1P4/2B1K3", -48)]
#[case::no_square_far_from_home("4k2B/6P1/8/8/8/8/8/4K3", 0)]
#[case::attacked_by_a_pawn("4k3/8/8/4p3/3B4/2P5/8/4K3", 0)]
#[case::attacked_and_undefended("4k3/8/8/5n2/3B4/8/8/4K3", 0)]
#[case::attacked_and_defended("4k3/8/8/5n2/3B4/2P5/8/4K3", 104)]
fn bishop_mobility(#[case] board: &str, #[case] expected: i32) {
    assert_eq!(sixteenths(board, "BISHOP_MOBILITY"), expected);
}

#[rstest]
#[case::two("4k3/8/8/8/8/8/8/2B1KB2", 1.0)]
#[case::three("4k3/8/8/8/8/8/8/2B1KBB1", 1.0)]
#[case::two_against_one("2b1k3/8/8/8/8/8/8/2B1KB2", 1.0)]
#[case::two_against_two("2b1kb2/8/8/8/8/8/8/2B1KB2", 0.0)]
#[case::black("2b1kb2/8/8/8/8/8/8/4K3", -1.0)]
#[case::one("4k3/8/8/8/8/8/8/2B1K3", 0.0)]
#[case::bishop_and_knight("4k3/8/8/8/8/8/8/2B1KN2", 0.0)]
fn bishop_pair(#[case] board: &str, #[case] expected: f64) {
    assert_eq!(units(board, "BISHOP_PAIR"), expected);
}

#[rstest]
#[case::twenty_seven_squares("4k3/8/8/8/3Q4/8/8/4K3", 154)]
#[case::twenty_one_squares("4k3/8/8/8/8/8/2K5/Q7", 142)]
#[case::black("q7/2k5/8/8/8/8/8/4K3", -142)]
#[case::enemy_rook_guards_three("1r2k3/8/8/8/8/8/2K5/Q7", 134)]
#[case::enemy_pawn_guards_two("4k3/2p5/8/8/3Q4/8/8/4K3", 150)]
#[case::attacked_by_a_knight("4k3/8/8/5n2/3Q4/2P5/8/4K3", -48)]
#[case::attacked_by_a_rook("r3k3/8/8/8/8/8/2K5/Q7", -48)]
#[case::attacked_by_the_queen_that_is_defended("3qk3/8/8/8/3Q4/8/8/4K3", -48 - 120)]
#[case::both_defended("3qk3/8/8/8/3Q4/4K3/8/8", 148 - 120)]
fn queen_mobility(#[case] board: &str, #[case] expected: i32) {
    assert_eq!(sixteenths(board, "QUEEN_MOBILITY"), expected);
}
