//! The expected values are those of scipy 1.17.1:
//!
//! ```python
//! from itertools import permutations, product
//! import numpy as np
//! from scipy.stats import PermutationMethod, chi2, friedmanchisquare, rankdata, wilcoxon
//!
//! friedmanchisquare(*np.array(blocks).T)
//! wilcoxon(x, y, method="exact")                                  # without ties
//! wilcoxon(differences, method=PermutationMethod(n_resamples=10**6))  # with ties, without zeros
//! wilcoxon(differences, method="asymptotic")                      # more than 25 differences
//! chi2.sf(x, degrees)
//!
//! ranks = np.array([rankdata(block) for block in blocks])         # the exact Friedman test
//! squares = [(np.sum(order, axis=0)**2).sum() for order in product(*[permutations(r) for r in ranks])]
//! np.mean(np.array(squares) >= (ranks.sum(0)**2).sum() - 1e-9)
//! ```

use proptest::prelude::*;
use rstest::rstest;

use super::*;

fn blocks<const K: usize>(rows: &[[u64; K]]) -> Vec<Vec<u64>> {
    rows.iter().map(|row| row.to_vec()).collect()
}

fn assert_close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1e-3), "{found} instead of {expected}");
}

const THREE_ON_TEN: [[u64; 3]; 10] = [
    [1624, 1743, 1741],
    [1601, 1731, 1760],
    [1658, 1750, 1733],
    [1584, 1725, 1731],
    [1640, 1754, 1740],
    [1625, 1740, 1745],
    [1611, 1748, 1748],
    [1630, 1736, 1742],
    [1619, 1744, 1739],
    [1650, 1747, 1751],
];

#[test]
fn the_friedman_test_agrees_with_scipy() {
    let found = friedman(&blocks(&THREE_ON_TEN)).unwrap();
    assert_close(found.statistic, 15.435897435897449);
    assert_close(found.p, 0.00044477202166078673);
    assert_eq!((found.degrees, found.exact), (2, false));

    let many_ties =
        [[5, 5, 7, 3], [6, 4, 6, 6], [1, 2, 3, 4], [9, 9, 9, 9], [2, 8, 5, 5], [7, 1, 1, 3], [4, 4, 2, 6]];
    let found = friedman(&blocks(&many_ties)).unwrap();
    assert_close(found.statistic, 1.0961538461538494);
    assert_close(found.p, 0.7780026407151942);
}

#[test]
fn a_small_friedman_test_is_exact() {
    let found = friedman(&blocks(&[[1, 2, 3], [1, 3, 2], [2, 3, 3], [1, 2, 3]])).unwrap();
    assert_close(found.statistic, 6.533333333333333);
    assert_close(found.p, 48.0 / 1296.0);
    assert!(found.exact);
    let found = friedman(&blocks(&[[3, 1, 2, 5], [4, 4, 1, 6], [2, 1, 3, 4]])).unwrap();
    assert_close(found.statistic, 6.517241379310349);
    assert_close(found.p, 1152.0 / 13824.0);
}

#[test]
fn a_friedman_test_needs_two_different_treatments() {
    assert_eq!(friedman(&[]), None);
    assert_eq!(friedman(&blocks(&[[1], [2]])), None);
    assert_eq!(friedman(&blocks(&[[3, 3], [4, 4]])), None);
}

#[rstest]
#[case(15.8, 2, 0.0003707435404590882)]
#[case(7.4, 2, 0.02472352647033939)]
#[case(3.2, 1, 0.07363827012030258)]
#[case(11.07, 5, 0.050009618622405425)]
#[case(20.5, 9, 0.015065373645983756)]
#[case(0.3, 3, 0.9600284803068776)]
#[case(0.0, 1, 1.0)]
fn the_chi_square_distribution_agrees_with_scipy(#[case] x: f64, #[case] degrees: usize, #[case] p: f64) {
    assert_close(chi_square_tail(x, degrees), p);
}

/// Returns the signed-rank test of differences.
fn of_differences(differences: impl Iterator<Item = i64>) -> SignedRank {
    let (first, second): (Vec<u64>, Vec<u64>) =
        differences.map(|difference| ((1_000 + difference) as u64, 1_000)).unzip();
    signed_rank(&first, &second)
}

#[test]
fn the_signed_rank_test_agrees_with_scipy() {
    let without_ties = signed_rank(
        &[110, 112, 115, 109, 114, 111, 108, 113, 116, 107, 120, 125],
        &[101, 114, 112, 105, 121, 100, 98, 100, 130, 87, 91, 95],
    );
    assert_close(without_ties.second, 14.0);
    assert_close(without_ties.p, 0.05224609375);
    let ties_and_a_zero =
        signed_rank(&[10, 12, 15, 9, 14, 11, 8, 13, 16, 7], &[8, 13, 11, 9, 9, 10, 10, 7, 13, 4]);
    assert_close(ties_and_a_zero.second, 5.0);
    assert_close(ties_and_a_zero.p, 0.0390625);

    let signed = |index: i64, size: i64| if index % 3 == 0 { -size } else { size };
    let largest_exact = of_differences((0..25).map(|index| signed(index, index + 1)));
    assert_close(largest_exact.second, 117.0);
    assert_close(largest_exact.p, 0.23036134243011475);
    let normal = of_differences((0..40).map(|index| signed(index, index / 2 + 1)));
    assert_close(normal.second, 287.0);
    assert_close(normal.p, 0.09819802416533482);
}

#[test]
fn ten_wins_of_ten_and_equal_treatments_have_the_extreme_probabilities() {
    let [first, second]: [Vec<u64>; 2] =
        [0, 1].map(|treatment| THREE_ON_TEN.iter().map(|block| block[treatment]).collect());
    assert_close(signed_rank(&first, &second).p, 2.0 / 1024.0);
    assert_close(signed_rank(&first, &first).p, 1.0);
}

/// The example of Holm's correction in the documentation of `statsmodels` and R: `p.adjust(p, "holm")`.
#[test]
fn holm_multiplies_the_smallest_most_and_keeps_the_order() {
    let found = holm(&[0.01, 0.04, 0.03, 0.005]);
    for (found, expected) in found.iter().zip([0.03, 0.06, 0.06, 0.02]) {
        assert_close(*found, expected);
    }
    assert_eq!(holm(&[0.7, 0.9]), [1.0, 1.0]);
}

#[test]
fn equal_values_share_their_ranks() {
    assert_eq!(ranks(&[7, 9, 7, 3]), [2.5, 1.0, 2.5, 4.0]);
}

proptest! {
    #[test]
    fn probabilities_do_not_depend_on_the_order(rows in proptest::collection::vec([0u64..6, 0u64..6, 0u64..6], 1..9)) {
        let turned: Vec<[u64; 3]> = rows.iter().rev().map(|[a, b, c]| [*c, *a, *b]).collect();
        let (one, other) = (friedman(&blocks(&rows)), friedman(&blocks(&turned)));
        prop_assert_eq!(one.is_some(), other.is_some());
        if let (Some(one), Some(other)) = (one, other) {
            prop_assert!((one.p - other.p).abs() < 1e-12 && (0.0..=1.0).contains(&one.p));
        }
        let column = |index: usize| rows.iter().map(|row| row[index]).collect::<Vec<u64>>();
        let (one, other) = (signed_rank(&column(0), &column(1)), signed_rank(&column(1), &column(0)));
        prop_assert_eq!((one.p, one.first), (other.p, other.second));
    }
}
