//! Terms of positions that are small enough to count by hand.
//!
//! A case is a board, a term and its count, White minus Black.

use rstest::rstest;
use shakmaty::Board;

use super::super::FeatureSet;
use super::*;
use crate::engine::schema::Schema;

/// Returns the difference of the counts of a term, White minus Black.
fn count(board: &str, term: &str) -> i32 {
    let board: Board = board.parse().unwrap();
    let index = index_of(&format!("{term}_MG")).unwrap_or_else(|| panic!("no term {term}"));
    let [white, black] = counts(&board);
    white[index / 2] - black[index / 2]
}

#[rstest]
#[case("4k3/pp6/8/8/8/8/PPP5/4K3", "PAWN", 1)]
#[case("4k3/8/8/8/8/8/8/NN2K3", "KNIGHT", 2)]
#[case("4k3/8/8/8/8/8/8/NN2K3", "KNIGHT_PAIR", 1)]
#[case("4kb2/8/8/8/8/8/8/BB2K3", "BISHOP_PAIR", 1)]
#[case("r3k2r/8/8/8/8/8/8/4K3", "ROOK_PAIR", -1)]
#[case("4k3/8/8/8/8/8/PPPPPPP1/N3K3", "KNIGHT_PAWNS", 2)]
#[case("4k3/8/8/8/8/8/PPP5/R3K2R", "ROOK_PAWNS", -4)]
#[case("4k3/8/8/8/8/8/8/Q3K3", "QUEEN", 1)]
#[case("4k3/p7/8/8/8/8/8/Q3K3", "PAWNLESS", 1)]
#[case("2b1k3/p7/8/8/8/8/PP6/2B1K3", "ENDING_PAWNS_BISHOPS", 1)]
#[case("2b1k3/p7/8/8/8/8/PP6/5BK1", "ENDING_PAWNS_BISHOPS", 0)]
#[case("2b1k2r/p7/8/8/8/8/PP6/2B1K3", "ENDING_PAWNS_BISHOPS_AND_PIECES", 1)]
#[case("r3k3/p7/8/8/8/8/PP6/R3K3", "ENDING_PAWNS_ROOKS", 1)]
#[case("rn2k3/p7/8/8/8/8/PP6/R3K3", "ENDING_PAWNS_ROOKS", 0)]
fn material(#[case] board: &str, #[case] term: &str, #[case] expected: i32) {
    assert_eq!(count(board, term), expected);
}

#[rstest]
#[case("4k3/8/8/8/7P/8/8/4K3", "PAWN_SQUARE_A4", 1)]
#[case("4k3/8/8/7p/8/8/8/4K3", "PAWN_SQUARE_A4", -1)]
#[case("4k3/8/8/8/8/5N2/8/4K3", "KNIGHT_RANK_3", 1)]
#[case("4k3/8/8/8/8/5N2/8/4K3", "KNIGHT_FILE_CF", 1)]
#[case("4k3/8/8/8/8/8/6B1/4K3", "BISHOP_FILE_BG", 1)]
#[case("4k3/r7/8/8/8/8/8/4K3", "ROOK_RANK_2", -1)]
#[case("3qk3/8/8/8/8/8/8/4K3", "QUEEN_FILE_DE", -1)]
#[case("4k3/8/8/8/8/8/8/6K1", "KING_SQUARE_B1", 1)]
#[case("4k3/8/8/8/8/8/8/6K1", "KING_SQUARE_D1", -1)]
fn squares(#[case] board: &str, #[case] term: &str, #[case] expected: i32) {
    assert_eq!(count(board, term), expected);
}

#[rstest]
// a2 and b1 are own squares without a blocked pawn; enemy pawns take c2's neighbours away.
#[case("4k3/8/8/8/8/8/8/N3K3", "MOBILITY_KNIGHT", 2)]
#[case("4k3/8/8/8/2p5/8/8/N3K3", "MOBILITY_KNIGHT", 1)]
#[case("4k3/8/8/8/3B4/8/8/4K3", "MOBILITY_BISHOP", 13)]
#[case("4k3/8/8/8/3B4/8/8/4K3", "FIRST_MOBILITY_BISHOP", 5)]
#[case("4k3/8/8/8/8/8/8/R3K3", "MOBILITY_ROOK", 10)]
// Rooks see through rooks.
#[case("4k3/8/8/8/8/8/8/RR2K3", "MOBILITY_ROOK", 20)]
#[case("4k3/8/8/8/2p5/1p6/8/N3K3", "LOW_MOBILITY_KNIGHT", 1)]
#[case("4k3/8/8/8/8/8/8/N3K3", "LOW_MOBILITY_KNIGHT", 0)]
fn mobility(#[case] board: &str, #[case] term: &str, #[case] expected: i32) {
    assert_eq!(count(board, term), expected);
}

#[rstest]
#[case("4k3/8/8/3n4/4P3/8/8/4K3", "PAWN_THREAT_MINOR", 1)]
#[case("4k3/8/8/3r1q2/4P3/8/8/4K3", "PAWN_THREAT_ROOK", 1)]
#[case("4k3/8/8/3r1q2/4P3/8/8/4K3", "PAWN_THREAT_QUEEN", 1)]
#[case("4k3/8/8/3p4/8/4N3/8/4K3", "MINOR_THREAT_PAWN", 1)]
#[case("4k3/8/4p3/3p4/8/4N3/8/4K3", "MINOR_THREAT_PAWN", 0)]
#[case("4k3/8/8/3r4/8/4N3/8/4K3", "MINOR_THREAT_ROOK", 1)]
#[case("4k3/8/8/3n4/8/8/8/3RK3", "ROOK_THREAT_MINOR", 1)]
#[case("4k3/8/8/3n4/8/8/8/3QK3", "QUEEN_THREAT", 1)]
#[case("8/8/8/8/4k3/3N4/8/7K", "KING_THREAT", -1)]
#[case("4k3/8/8/3n4/8/8/8/3RK3", "HANGING_PIECE", 1)]
#[case("4k3/8/4p3/3n4/8/8/8/3RK3", "HANGING_PIECE", 0)]
#[case("4k3/8/8/3p4/8/8/8/3RK3", "HANGING_PAWN", 1)]
#[case("4k3/8/8/3n4/8/4P3/8/4K3", "PUSH_THREAT", 1)]
#[case("4k3/8/8/3n4/4r3/4P3/8/4K3", "PUSH_THREAT", 0)]
fn threats(#[case] board: &str, #[case] term: &str, #[case] expected: i32) {
    assert_eq!(count(board, term), expected);
}

#[rstest]
#[case("6k1/8/8/8/8/8/8/K5R1", "ZONE_ROOK", 3)]
#[case("6k1/8/8/8/8/8/8/K4QR1", "ATTACKERS_TWO", 1)]
#[case("6k1/8/8/8/8/8/8/K4QRR", "ATTACKERS_THREE", 1)]
#[case("6k1/8/8/8/8/8/8/K4RRR", "ATTACKERS_WITHOUT_QUEEN", 2)]
#[case("6k1/8/8/8/8/8/8/K4RRR", "ATTACKERS_THREE", 0)]
// The rook attacks g7, g8 and the king's square; only the king defends g7.
#[case("6k1/8/8/8/8/8/8/K5R1", "WEAK_ZONE", 2)]
#[case("6k1/8/8/8/8/8/8/K4R2", "SAFE_CHECK_ROOK", 1)]
#[case("6k1/8/8/8/8/8/8/KR6", "SAFE_CHECK_ROOK", 2)]
#[case("6k1/8/8/4N3/8/8/8/K7", "SAFE_CHECK_KNIGHT", 0)]
#[case("7k/8/8/8/4N3/8/8/K7", "SAFE_CHECK_KNIGHT", 0)]
#[case("7k/8/8/4N3/8/8/8/K7", "SAFE_CHECK_KNIGHT", 2)]
fn attack_on_the_king(#[case] board: &str, #[case] term: &str, #[case] expected: i32) {
    assert_eq!(count(board, term), expected);
}

#[rstest]
#[case("k7/8/8/8/8/8/6P1/6K1", "SHELTER_RANK_2", 1)]
#[case("k7/8/8/8/8/6P1/8/6K1", "SHELTER_RANK_3", 1)]
#[case("k7/8/8/8/8/8/5P1P/6K1", "SHELTER_BESIDE_RANK_2", 2)]
#[case("k7/8/8/8/6p1/8/8/6K1", "STORM_RANK_4", 1)]
#[case("k7/8/8/8/7p/8/8/6K1", "STORM_BESIDE_RANK_4", 1)]
#[case("k7/8/8/8/6p1/6P1/8/6K1", "STORM_BLOCKED", 1)]
#[case("7k/8/8/8/8/P7/8/6K1", "PAWN_DISTANCE", 6)]
fn shelter(#[case] board: &str, #[case] term: &str, #[case] expected: i32) {
    assert_eq!(count(board, term), expected);
}

#[rstest]
#[case("4k3/8/8/P7/8/8/8/4K3", "PASSED_RANK_5", 1)]
#[case("4k3/p7/8/P7/8/8/8/4K3", "PASSED_RANK_5", 0)]
#[case("4k3/8/8/3P4/8/8/8/4K3", "PASSED_EDGE", 3)]
// The king is five squares from a6, the enemy king four; two steps from the third rank.
#[case("4k3/8/8/P7/8/8/8/4K3", "PASSED_OWN_KING", 10)]
#[case("4k3/8/8/P7/8/8/8/4K3", "PASSED_ENEMY_KING", 8)]
#[case("4k3/8/8/PP6/8/8/8/4K3", "PASSED_CONNECTED", 4)]
#[case("4k3/8/8/P7/8/8/8/4K3", "PASSED_FREE_STOP", 2)]
#[case("4k3/8/n7/P7/8/8/8/4K3", "PASSED_ENEMY_STOP", 2)]
#[case("4k3/8/8/P7/8/8/8/4K3", "PASSED_SAFE_PATH", 2)]
#[case("r3k3/8/8/P7/8/8/8/4K3", "PASSED_SAFE_STOP", 0)]
#[case("4k3/8/8/P7/8/8/8/R3K3", "PASSED_ROOK_BEHIND", 2)]
#[case("4k3/8/8/P7/8/8/8/r3K3", "PASSED_ENEMY_BEHIND", 2)]
#[case("7k/8/8/P7/8/8/8/4K3", "PASSED_UNSTOPPABLE", 1)]
#[case("4k3/8/8/P7/8/8/8/4K3", "PASSED_UNSTOPPABLE", 0)]
#[case("4k3/1p6/8/8/P7/8/1P6/4K3", "CANDIDATE_RANK_4", 1)]
fn passed_pawns(#[case] board: &str, #[case] term: &str, #[case] expected: i32) {
    assert_eq!(count(board, term), expected);
}

#[rstest]
#[case("4k3/8/8/8/8/8/P1P5/4K3", "ISOLATED", 2)]
#[case("4k3/p7/8/8/8/8/P1P5/4K3", "ISOLATED_OPEN", 1)]
#[case("4k3/8/8/8/8/P7/P7/4K3", "DOUBLED", 1)]
#[case("4k3/8/8/8/8/P7/P7/4K3", "DOUBLED_ISOLATED", 1)]
#[case("4k3/8/8/2p5/2P5/8/1P6/4K3", "BACKWARD", 0)]
#[case("4k3/8/8/2p5/P1P5/8/1P6/4K3", "BACKWARD", 0)]
#[case("4k3/8/8/8/p1P5/8/1P6/4K3", "BACKWARD", 1)]
#[case("4k3/8/8/8/8/1P6/P7/4K3", "SUPPORTED_RANK_3", 1)]
#[case("4k3/8/8/8/PP6/8/8/4K3", "PHALANX_RANK_4", 2)]
#[case("4k3/8/8/8/8/8/PP1P1P2/4K3", "PAWN_ISLANDS", 3)]
#[case("4k3/8/8/3p4/4P3/8/8/4K3", "LEVER", 0)]
#[case("4k3/8/8/3p1p2/4P3/8/8/4K3", "LEVER", -1)]
#[case("4k3/3p4/3P4/8/8/8/8/4K3", "BLOCKED_PAWN", 1)]
fn pawns(#[case] board: &str, #[case] term: &str, #[case] expected: i32) {
    assert_eq!(count(board, term), expected);
}

#[rstest]
#[case("4k3/8/8/3N4/4P3/8/8/4K3", "KNIGHT_OUTPOST", 1)]
#[case("4k3/2p5/8/3N4/4P3/8/8/4K3", "KNIGHT_OUTPOST", 0)]
#[case("4k3/8/8/3B4/4P3/8/8/4K3", "BISHOP_OUTPOST", 1)]
#[case("4k3/8/8/8/4P3/2N5/8/4K3", "REACHABLE_OUTPOST", 1)]
#[case("4k3/8/8/8/8/4P3/4N3/4K3", "MINOR_BEHIND_PAWN", 1)]
#[case("4k3/8/8/8/8/8/3P1P2/2B1K3", "BISHOP_OWN_PAWNS", 2)]
#[case("4k3/3p1p2/8/8/8/8/8/5BK1", "BISHOP_ENEMY_PAWNS", 2)]
#[case("4k3/8/8/8/8/8/6B1/4K3", "LONG_DIAGONAL", 1)]
#[case("4k3/8/8/8/8/8/8/R3K3", "ROOK_OPEN_FILE", 1)]
#[case("4k3/p7/8/8/8/8/8/R3K3", "ROOK_HALF_OPEN_FILE", 1)]
#[case("4k3/8/8/8/8/8/8/3RK3", "ROOK_KING_FILE", 1)]
#[case("q3k3/8/8/8/8/8/8/R3K3", "ROOK_QUEEN_FILE", 1)]
#[case("4k3/8/8/8/8/R7/8/R3K3", "DOUBLED_ROOKS", 2)]
#[case("4k3/8/8/8/8/8/5PPP/5K1R", "TRAPPED_ROOK", 1)]
#[case("4k3/R7/8/8/8/8/8/4K3", "ROOK_SEVENTH", 1)]
#[case("4k3/8/8/8/8/8/8/Q3K3", "QUEEN_ENEMY_KING", 7)]
#[case("q3k3/8/n7/8/8/8/8/R3K3", "QUEEN_BEFORE_SLIDER", 1)]
#[case("q3k3/8/8/8/8/8/8/R3K3", "QUEEN_BEFORE_SLIDER", 0)]
fn pieces(#[case] board: &str, #[case] term: &str, #[case] expected: i32) {
    assert_eq!(count(board, term), expected);
}

#[rstest]
#[case("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR", 16)]
#[case("4k3/8/8/8/8/8/8/4K3", 0)]
#[case("r3k3/8/8/8/8/8/8/R3K3", 3)]
#[case("3qk3/8/8/8/8/8/8/3QK3", 5)]
#[case("qqqqk3/8/8/8/8/8/8/QQQQK3", 16)]
fn the_share_of_the_middlegame(#[case] board: &str, #[case] expected: i32) {
    assert_eq!(phase(&board.parse::<Board>().unwrap()), expected);
}

#[test]
fn the_schemas_are_valid_subsets_of_each_other() {
    let [full, medium, small] =
        ["extended", "extended-medium", "extended-small"].map(|name| Schema::built_in(name).unwrap());
    assert_eq!(full.len(), FeatureSet::Extended.count());
    assert_eq!(small.len(), 90);
    assert!((280..=310).contains(&medium.len()), "{}", medium.len());
    for (schema, larger) in [(&full, &full), (&medium, &full), (&small, &medium)] {
        schema.validate().unwrap();
        assert!(schema.parameters.iter().all(|parameter| larger.parameters.contains(parameter)));
        assert!(schema.parameters.iter().all(|parameter| (8..=12).contains(&parameter.bits)));
    }
}
