//! Rank tests for treatments that were measured on the same blocks: the test of Friedman (1937), the signed-rank test
//! of Wilcoxon (1945), and the correction of Holm (1979) for several tests.
//!
//! In a race, the treatments are optimizers and the blocks are seeds. Demšar (Journal of Machine Learning Research 7,
//! 2006) recommends these tests for comparisons of this kind. Ties get the mean of their ranks everywhere.

use std::collections::BTreeMap;

/// The largest number of blocks, and of treatments, for which the Friedman test is exact. Beyond it, the chi-square
/// distribution approximates the statistic.
const MAX_EXACT_BLOCKS: usize = 5;
const MAX_EXACT_TREATMENTS: usize = 5;

/// The largest number of differences for which the signed-rank test is exact. Beyond it, the normal distribution
/// approximates the statistic.
const MAX_EXACT_DIFFERENCES: usize = 25;

/// The result of a Friedman test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Friedman {
    /// The statistic, with the correction for ties.
    pub statistic: f64,
    /// The degrees of freedom of the chi-square distribution: the number of treatments less one.
    pub degrees: usize,
    /// The probability of a statistic that is at least as large, if the treatments do not differ.
    pub p: f64,
    /// Whether the probability is exact, from all orders of the ranks within blocks.
    pub exact: bool,
}

/// The result of a signed-rank test of two treatments.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignedRank {
    /// The sum of the ranks of the blocks in which the first treatment has the larger value.
    pub first: f64,
    /// The sum of the ranks of the blocks in which the second treatment has the larger value.
    pub second: f64,
    /// The two-sided probability of sums that differ at least as much, if the treatments do not differ.
    pub p: f64,
}

/// Returns the rank of each value, 1 for the largest. Equal values have the mean of their ranks.
#[must_use]
pub fn ranks(values: &[u64]) -> Vec<f64> {
    doubled_ranks(values).into_iter().map(|rank| f64::from(rank) / 2.0).collect()
}

/// Returns twice the rank of each value, which is an integer.
fn doubled_ranks<T: PartialOrd>(values: &[T]) -> Vec<u32> {
    let count = |is: &dyn Fn(&T) -> bool| values.iter().filter(|other| is(other)).count() as u32;
    values
        .iter()
        .map(|value| 2 * count(&|other| other > value) + count(&|other| other == value) + 1)
        .collect()
}

/// Compares treatments: `blocks` has a row for each block, with the value of each treatment. Returns `None` if there
/// are fewer than two treatments or no blocks, or if all values of each block are equal.
///
/// The statistic is that of `scipy.stats.friedmanchisquare`.
///
/// # Panics
/// Panics if the rows have different lengths.
#[must_use]
pub fn friedman(blocks: &[Vec<u64>]) -> Option<Friedman> {
    let (n, k) = (blocks.len(), blocks.first()?.len());
    assert!(blocks.iter().all(|block| block.len() == k), "blocks have the same treatments");
    let ranked: Vec<Vec<u32>> = blocks.iter().map(|block| doubled_ranks(block)).collect();
    let (blocks_count, treatments) = (n as f64, k as f64);
    // The sum of t³ − t over the groups of t ties is a sum of t² − 1 over their members.
    let ties: f64 = blocks.iter().flat_map(|block| block.iter().map(move |value| (block, value))).fold(
        0.0,
        |sum, (block, value)| {
            let equal = block.iter().filter(|other| *other == value).count() as f64;
            sum + equal * equal - 1.0
        },
    );
    let correction = 1.0 - ties / (blocks_count * treatments * (treatments * treatments - 1.0));
    if k < 2 || correction <= 0.0 {
        return None;
    }
    let squares = sum_of_squares(&sums(&ranked)) as f64 / 4.0;
    let scale = 12.0 / (blocks_count * treatments * (treatments + 1.0));
    let statistic = (scale * squares - 3.0 * blocks_count * (treatments + 1.0)) / correction;
    let exact = n <= MAX_EXACT_BLOCKS && k <= MAX_EXACT_TREATMENTS;
    let p = if exact { exact_friedman(&ranked) } else { chi_square_tail(statistic, k - 1) };
    Some(Friedman { statistic, degrees: k - 1, p, exact })
}

/// Returns the sum of each column.
fn sums(ranked: &[Vec<u32>]) -> Vec<u32> {
    let mut sums = vec![0; ranked.first().map_or(0, Vec::len)];
    for block in ranked {
        sums.iter_mut().zip(block).for_each(|(sum, rank)| *sum += rank);
    }
    sums
}

fn sum_of_squares(sums: &[u32]) -> u64 {
    sums.iter().map(|sum| u64::from(*sum).pow(2)).sum()
}

/// Returns the share of all orders of the ranks within blocks for which the rank sums differ at least as much.
fn exact_friedman(ranked: &[Vec<u32>]) -> f64 {
    let observed = sum_of_squares(&sums(ranked));
    // Rank sums, sorted since the order of treatments does not matter, with the number of ways to reach them.
    let mut ways = BTreeMap::from([(vec![0; ranked[0].len()], 1_u64)]);
    for block in ranked {
        let orders = orders(block);
        let mut next = BTreeMap::new();
        for (sums, count) in ways {
            for order in &orders {
                let mut sums: Vec<u32> = sums.iter().zip(order).map(|(sum, rank)| sum + rank).collect();
                sums.sort_unstable();
                *next.entry(sums).or_insert(0) += count;
            }
        }
        ways = next;
    }
    let all: u64 = ways.values().sum();
    let extreme: u64 =
        ways.iter().filter(|(sums, _)| sum_of_squares(sums) >= observed).map(|(_, count)| count).sum();
    extreme as f64 / all as f64
}

/// Returns all orders of these ranks. Equal ranks count as different.
fn orders(ranks: &[u32]) -> Vec<Vec<u32>> {
    let Some((first, rest)) = ranks.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for order in orders(rest) {
        for place in 0..=order.len() {
            let mut longer = order.clone();
            longer.insert(place, *first);
            all.push(longer);
        }
    }
    all
}

/// Returns the probability that a chi-square variable exceeds `x`, by the finite sums for whole degrees of freedom
/// (Abramowitz and Stegun, 26.4.4 and 26.4.5).
fn chi_square_tail(x: f64, degrees: usize) -> f64 {
    let half = x.max(0.0) / 2.0;
    let decay = libm::exp(-half);
    let (mut sum, mut term, first) = if degrees.is_multiple_of(2) {
        (0.0, decay, 0.0)
    } else {
        (libm::erfc(half.sqrt()), decay * half.sqrt() * std::f64::consts::FRAC_2_SQRT_PI, 0.5)
    };
    for index in 0..degrees / 2 {
        sum += term;
        term *= half / (first + index as f64 + 1.0);
    }
    sum.clamp(0.0, 1.0)
}

/// Compares two treatments on the same blocks. Equal pairs are left out, as by Wilcoxon. Without other pairs the
/// probability is 1.
///
/// With up to 25 different pairs the probability is exact, also with ties. With more it is that of
/// `scipy.stats.wilcoxon(method="asymptotic")`.
///
/// # Panics
/// Panics if the numbers of values differ.
#[must_use]
pub fn signed_rank(first: &[u64], second: &[u64]) -> SignedRank {
    assert_eq!(first.len(), second.len(), "both treatments have a value in each block");
    let pairs: Vec<(bool, u64)> =
        first.iter().zip(second).filter(|(a, b)| a != b).map(|(a, b)| (a > b, a.abs_diff(*b))).collect();
    // The smallest difference has rank 1.
    let keys: Vec<u64> = pairs.iter().map(|(_, size)| u64::MAX - size).collect();
    let ranks = doubled_ranks(&keys);
    let sum =
        |wins: bool| pairs.iter().zip(&ranks).filter(|(pair, _)| pair.0 == wins).map(|(_, rank)| rank).sum();
    let (first, second): (u32, u32) = (sum(true), sum(false));
    let smaller = first.min(second);
    let p = if ranks.len() <= MAX_EXACT_DIFFERENCES {
        exact_signed_rank(&ranks, smaller)
    } else {
        normal_signed_rank(&ranks, smaller)
    };
    SignedRank { first: f64::from(first) / 2.0, second: f64::from(second) / 2.0, p }
}

/// Returns twice the share of all signs for which the sum of the positive ranks is at most `smaller`.
fn exact_signed_rank(ranks: &[u32], smaller: u32) -> f64 {
    let all: u32 = ranks.iter().sum();
    // The number of sets of ranks with each sum.
    let mut ways = vec![0_u64; all as usize + 1];
    ways[0] = 1;
    for rank in ranks {
        for sum in (*rank as usize..ways.len()).rev() {
            ways[sum] += ways[sum - *rank as usize];
        }
    }
    let extreme: u64 = ways[..=smaller as usize].iter().sum();
    (2.0 * extreme as f64 / libm::exp2(ranks.len() as f64)).min(1.0)
}

/// Returns the probability by the normal distribution with the variance of the given ranks.
fn normal_signed_rank(ranks: &[u32], smaller: u32) -> f64 {
    let mean = ranks.iter().map(|rank| f64::from(*rank)).sum::<f64>() / 2.0;
    let variance = ranks.iter().map(|rank| f64::from(*rank).powi(2)).sum::<f64>() / 4.0;
    let z = (mean - f64::from(smaller)) / variance.sqrt();
    libm::erfc(z / std::f64::consts::SQRT_2).min(1.0)
}

/// Returns the probabilities of several tests with the correction of Holm, in the given order: if those below a level
/// are rejected, the probability of any wrong rejection is at most that level.
#[must_use]
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|a, b| probabilities[*a].total_cmp(&probabilities[*b]));
    let mut corrected = vec![0.0; probabilities.len()];
    let mut largest = 0.0_f64;
    for (place, index) in order.into_iter().enumerate() {
        largest = largest.max((probabilities.len() - place) as f64 * probabilities[index]).min(1.0);
        corrected[index] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests;
