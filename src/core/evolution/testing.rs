//! Test helpers: a cheap fitness, and statistical assertions. Each assertion fails by chance for one seed in a million,
//! and seeds are fixed.

use std::ops::Range;
use std::sync::Arc;

use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF, DiscreteCDF};

use super::fitness::{Fitness, Task};

const CHANCE: f64 = 1e-6;

/// Asserts that `counts` are consistent with draws from these probabilities, which sum to 1 (chi-square test).
#[track_caller]
pub(crate) fn assert_chi_square(counts: &[u64], probabilities: &[f64]) {
    assert_eq!(counts.len(), probabilities.len());
    assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let draws = counts.iter().sum::<u64>() as f64;
    let statistic: f64 =
        counts.iter().zip(probabilities).map(|(&n, p)| (n as f64 - draws * p).powi(2) / (draws * p)).sum();
    let p = ChiSquared::new((counts.len() - 1) as f64).unwrap().sf(statistic);
    assert!(p > CHANCE, "chi-square {statistic:.1}, p = {p:e}, counts {counts:?}");
}

/// Asserts that `counts` are consistent with equally likely classes.
#[track_caller]
pub(crate) fn assert_uniform(counts: &[u64]) {
    assert_chi_square(counts, &vec![1.0 / counts.len() as f64; counts.len()]);
}

/// Asserts that `count` successes in `trials` are consistent with success probability `p`.
#[track_caller]
pub(crate) fn assert_binomial(count: u64, trials: u64, p: f64) {
    let law = Binomial::new(p, trials).unwrap();
    let above = if count == 0 { 1.0 } else { law.sf(count - 1) };
    let below = law.cdf(count);
    assert!(above > CHANCE / 2.0 && below > CHANCE / 2.0, "{count} of {trials} at {p}: {below:e}, {above:e}");
}

#[test]
#[should_panic(expected = "chi-square")]
fn the_chi_square_test_rejects_a_loaded_die() {
    assert_uniform(&[1000, 1000, 1000, 1000, 1000, 1300]);
}

#[test]
#[should_panic(expected = "520")]
fn the_binomial_test_rejects_a_biased_coin() {
    assert_binomial(520, 1000, 0.4);
}

/// A cheap fitness: item i tests whether the low bits of parameter i mod n match a hash of i.
pub(crate) struct Agreement {
    pub(crate) items: usize,
    pub(crate) salt: u64,
}

impl Agreement {
    fn agrees(&self, organism: &[i32], item: usize) -> bool {
        let target = (item as u64 ^ self.salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        let value = organism[1 + item % (organism.len() - 1)];
        let bits = 1 + item as u64 / organism.len() as u64 % 3;
        (value as u64 ^ target) & ((1 << bits) - 1) == 0
    }
}

impl Fitness for Agreement {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        let mut tasks = Vec::new();
        for first in (0..organisms.len()).step_by(7) {
            for item in (0..self.items).step_by(64) {
                tasks.push(Task {
                    organisms: Arc::clone(&organisms),
                    range: first..(first + 7).min(organisms.len()),
                    items: item..(item + 64).min(self.items),
                });
            }
        }
        tasks
    }

    fn has_items(&self, items: &Range<usize>) -> bool {
        items.start <= items.end && items.end <= self.items
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        task.organisms[task.range.clone()]
            .iter()
            .map(|organism| task.items.clone().filter(|&item| self.agrees(organism, item)).count() as u64)
            .collect()
    }

    fn total(&self) -> u64 {
        self.items as u64
    }
}
