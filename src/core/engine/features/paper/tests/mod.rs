//! Features of positions that are small enough to count by hand, and properties of the features in all positions.
//!
//! A case is a board, a feature and its value in units (with sixteenths if a table or the game phase makes fractions),
//! White minus Black. Boards need not be legal positions: three queens in a corner (`qqq`) are a full set of pieces,
//! which scales the king terms, and affect nothing else.

mod king;
mod minor;
mod pawns;
mod rooks;

use rstest::rstest;
use shakmaty::Board;

use super::super::{FeatureSet, FeatureVector};

/// Returns the feature of this name in sixteenths.
fn sixteenths(board: &str, name: &str) -> i32 {
    let board: Board = board.parse().unwrap();
    i32::from(FeatureVector::of(FeatureSet::Paper, &board).get(name).unwrap())
}

/// Returns the feature of this name in units.
fn units(board: &str, name: &str) -> f64 {
    f64::from(sixteenths(board, name)) / 16.0
}

#[rstest]
#[case("PAWN_VALUE", "4k3/pp6/8/8/8/8/PPP5/4K3", 1)]
#[case("PAWN_VALUE", "4k3/pp6/8/8/8/8/P7/4K3", -1)]
#[case("PAWN_VALUE", "4k1n1/p7/8/8/8/8/7P/QQ2K3", 0)]
#[case("KNIGHT_VALUE", "4kn2/8/8/8/8/8/8/1N2K1N1", 1)]
#[case("KNIGHT_VALUE", "4kb2/8/8/8/8/8/8/1B2K1B1", 0)]
#[case("BISHOP_VALUE", "4kb2/8/8/8/8/8/8/1BB1K1B1", 2)]
#[case("BISHOP_VALUE", "4kn2/8/8/8/8/8/8/1N2K1N1", 0)]
#[case("ROOK_VALUE", "r3k2r/8/8/8/8/8/8/R3K3", -1)]
#[case("ROOK_VALUE", "q3k2q/8/8/8/8/8/8/Q3K3", 0)]
#[case("QUEEN_VALUE", "3qk3/8/8/8/8/8/8/QQQQK3", 3)]
#[case("QUEEN_VALUE", "3rk3/8/8/8/8/8/8/RRRRK3", 0)]
fn material_is_counted(#[case] name: &str, #[case] board: &str, #[case] expected: i32) {
    assert_eq!(sixteenths(board, name), 16 * expected);
}

#[test]
fn a_name_that_is_no_feature_has_no_value() {
    assert_eq!(FeatureVector::of(FeatureSet::Paper, &Board::new()).get("PAWN_VALU"), None);
}
