//! Parent selection.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// The parent selection operator.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Selection {
    /// With probability proportional to fitness.
    Proportional,
    /// Linear ranking. The best has `pressure` times the average expected number of offspring (1.0–2.0).
    Rank {
        /// Expected number of offspring of the best.
        pressure: f64,
    },
    /// The fittest of `size` organisms drawn at random.
    Tournament {
        /// Number of organisms drawn.
        size: u32,
    },
}

/// Draws parents from one measured generation, independently and with replacement.
///
/// * Proportional is the roulette wheel: the share of each organism is proportional to its fitness. Negative or NaN
///   fitness has no share. If no organism has a share, or the sum is not finite, all shares are equal.
/// * Rank is linear ranking (Baker 1985): the best has `pressure` times the average share, the worst `2 − pressure`
///   times, and the shares of the others are evenly spaced between. Organisms of equal fitness share the mean of their
///   ranks.
/// * Tournament draws `size` organisms with replacement. The fittest wins; among equals, the one drawn first.
#[derive(Debug, Clone)]
pub struct Selector {
    wheel: Wheel,
}

#[derive(Debug, Clone)]
enum Wheel {
    /// Cumulative sums of the shares.
    Shares(Vec<f64>),
    /// The fitness of each organism, and the tournament size.
    Tournament(Vec<f64>, u32),
}

impl Selector {
    /// Creates a selector over organisms of this fitness, fittest first.
    ///
    /// # Panics
    /// Panics if there is no organism.
    #[must_use]
    pub fn new(selection: Selection, fitness: &[f64]) -> Selector {
        assert!(!fitness.is_empty(), "no organism to select from");
        let wheel = match selection {
            Selection::Proportional => Wheel::Shares(sums(proportional(fitness))),
            Selection::Rank { pressure } => Wheel::Shares(sums(ranked(fitness, pressure))),
            Selection::Tournament { size } => Wheel::Tournament(fitness.to_vec(), size.max(1)),
        };
        Selector { wheel }
    }

    /// Draws one parent. Returns its place, 0 for the fittest.
    pub fn pick(&self, rng: &mut impl Rng) -> usize {
        match &self.wheel {
            Wheel::Shares(sums) => {
                let total = sums[sums.len() - 1];
                let ball = rng.random::<f64>() * total;
                // Rounding may move the ball past the last organism.
                sums.partition_point(|&sum| sum <= ball).min(sums.len() - 1)
            }
            Wheel::Tournament(fitness, size) => {
                let mut winner = rng.random_range(0..fitness.len());
                for _ in 1..*size {
                    let rival = rng.random_range(0..fitness.len());
                    if fitness[rival] > fitness[winner] {
                        winner = rival;
                    }
                }
                winner
            }
        }
    }
}

fn proportional(fitness: &[f64]) -> Vec<f64> {
    let shares: Vec<f64> = fitness.iter().map(|&f| if f > 0.0 { f } else { 0.0 }).collect();
    let total: f64 = shares.iter().sum();
    if total > 0.0 && total.is_finite() { shares } else { vec![1.0; fitness.len()] }
}

fn ranked(fitness: &[f64], pressure: f64) -> Vec<f64> {
    let last = fitness.len().saturating_sub(1).max(1) as f64;
    let share = |place: usize| pressure - (2.0 * pressure - 2.0) * place as f64 / last;
    let mut shares = Vec::with_capacity(fitness.len());
    for equals in fitness.chunk_by(|a, b| a == b) {
        let (first, count) = (shares.len(), equals.len());
        let mean = (share(first) + share(first + count - 1)) / 2.0;
        shares.extend(std::iter::repeat_n(mean, count));
    }
    shares
}

fn sums(mut shares: Vec<f64>) -> Vec<f64> {
    let mut sum = 0.0;
    for share in &mut shares {
        sum += *share;
        *share = sum;
    }
    shares
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use rstest::rstest;

    use super::*;
    use crate::evolution::testing::{assert_chi_square, assert_uniform};

    const DRAWS: u32 = 50_000;

    fn draws(selection: Selection, fitness: &[f64]) -> Vec<u64> {
        let selector = Selector::new(selection, fitness);
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let mut counts = vec![0; fitness.len()];
        (0..DRAWS).for_each(|_| counts[selector.pick(&mut rng)] += 1);
        counts
    }

    fn squares() -> Vec<f64> {
        (0..20).map(|i| f64::from(1500 - 25 * i).powi(2)).collect()
    }

    #[test]
    fn roulette_is_proportional_to_fitness() {
        let fitness = squares();
        let total: f64 = fitness.iter().sum();
        let expected: Vec<f64> = fitness.iter().map(|f| f / total).collect();
        assert_chi_square(&draws(Selection::Proportional, &fitness), &expected);
    }

    #[rstest]
    #[case::zero(0.0)]
    #[case::equal(1_000_000.0)]
    #[case::negative(-5.0)]
    #[case::not_a_number(f64::NAN)]
    #[case::infinite(f64::INFINITY)]
    fn roulette_among_equals_is_fair(#[case] fitness: f64) {
        assert_uniform(&draws(Selection::Proportional, &[fitness; 20]));
    }

    #[test]
    fn roulette_never_selects_organisms_without_fitness() {
        let counts = draws(Selection::Proportional, &[3.0, 1.0, 0.0, -2.0]);
        assert_eq!(counts[2..], [0, 0]);
        assert_chi_square(&counts[..2], &[0.75, 0.25]);
    }

    #[rstest]
    #[case(2.0)]
    #[case(1.5)]
    fn ranking_is_linear_in_the_place(#[case] pressure: f64) {
        let expected: Vec<f64> = (0..20)
            .map(|place| (pressure - (2.0 * pressure - 2.0) * f64::from(place) / 19.0) / 20.0)
            .collect();
        let counts = draws(Selection::Rank { pressure }, &squares());
        let drawn = expected.iter().filter(|&&share| share > 1e-12).count();
        assert_eq!(counts[drawn..].iter().sum::<u64>(), 0, "organisms without a share are never drawn");
        assert_chi_square(&counts[..drawn], &expected[..drawn]);
    }

    #[test]
    fn ranking_gives_equals_the_same_share() {
        assert_uniform(&draws(Selection::Rank { pressure: 2.0 }, &[7.0; 20]));
        let counts = draws(Selection::Rank { pressure: 2.0 }, &[9.0, 5.0, 5.0, 1.0]);
        assert_chi_square(&counts[..3], &[0.5, 0.25, 0.25]);
    }

    #[rstest]
    #[case(1)]
    #[case(2)]
    #[case(5)]
    fn tournament_winners_have_the_expected_distribution(#[case] size: u32) {
        // The winner's place is ≥ k if all drawn places are: ((n − k)/n)^size.
        let n = 20;
        let tail = |place: i32| (f64::from(n - place) / f64::from(n)).powi(size as i32);
        let expected: Vec<f64> = (0..n).map(|place| tail(place) - tail(place + 1)).collect();
        assert_chi_square_merging(&draws(Selection::Tournament { size }, &squares()), &expected);
    }

    /// Merges the rarest classes so that the chi-square approximation holds.
    fn assert_chi_square_merging(counts: &[u64], expected: &[f64]) {
        let common = expected.iter().filter(|&&p| p * f64::from(DRAWS) >= 10.0).count();
        let mut counts_merged = counts[..common].to_vec();
        let mut expected_merged = expected[..common].to_vec();
        counts_merged[common - 1] += counts[common..].iter().sum::<u64>();
        expected_merged[common - 1] += expected[common..].iter().sum::<f64>();
        assert_chi_square(&counts_merged, &expected_merged);
    }

    #[test]
    fn tournaments_among_equals_are_fair() {
        assert_uniform(&draws(Selection::Tournament { size: 4 }, &[1.0; 20]));
    }

    #[rstest]
    #[case(Selection::Proportional)]
    #[case(Selection::Rank { pressure: 2.0 })]
    #[case(Selection::Tournament { size: 3 })]
    fn a_single_organism_is_always_picked(#[case] selection: Selection) {
        assert_eq!(draws(selection, &[0.0]), [u64::from(DRAWS)]);
    }
}
