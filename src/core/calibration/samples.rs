//! Samples: means over seeds, rank tests of a race, shares of recognised sets.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, Normal};

use super::{Cell, Claim, Quantity, random};
use crate::players::recognise::{Scored, accuracy};
use crate::race::rank_tests::{friedman, holm, signed_rank};
use crate::statistics::mean_of;
use crate::statistics::testing::Share;

/// The distribution of a sample's values.
#[derive(Clone, Copy)]
enum Values {
    Normal,
    /// Exponential: most values are near the lowest.
    Skewed,
}

fn normal(random: &mut ChaCha8Rng) -> f64 {
    Normal::standard().inverse_cdf(random.random_range(1e-12..1.0))
}

impl Values {
    /// Draws a value of a distribution whose mean is 1.
    fn draw(self, random: &mut ChaCha8Rng) -> f64 {
        match self {
            Values::Normal => 1.0 + normal(random),
            Values::Skewed => -(1.0 - random.random::<f64>()).ln(),
        }
    }
}

/// Simulates this number of samples of each size.
pub(super) fn means(times: u32) -> Vec<Quantity> {
    let of = |name, values: Values, claim| {
        let cell = |size: usize| {
            let (mut random, mut share) = (random(size), Share::default());
            for _ in 0..times {
                let sample: Vec<f64> = (0..size).map(|_| values.draw(&mut random)).collect();
                share.add_interval(mean_of(&sample), 1.0);
            }
            Cell { name: format!("{size} values"), share }
        };
        let cells = [2, 3, 5, 10, 30].map(cell).to_vec();
        Quantity::new(name, "2 to 30 values", claim, cells)
    };
    vec![
        of("mean ± over seeds or games, normal values", Values::Normal, Claim::Contains(95.0)),
        of("mean ± over seeds or games, exponential values", Values::Skewed, Claim::Nothing),
    ]
}

/// Simulates this number of races of equal optimizers in each cell.
pub(super) fn ranks(times: u32) -> Vec<Quantity> {
    let sizes: Vec<(usize, usize, u64)> = [(3, 5), (4, 5), (3, 10), (5, 10), (5, 30)]
        .into_iter()
        .flat_map(|(optimizers, seeds)| [1_000_000, 12].map(|scores| (optimizers, seeds, scores)))
        .collect();
    let counted: Vec<(String, [Share; 2])> = sizes
        .par_iter()
        .enumerate()
        .map(|(cell, (optimizers, seeds, scores))| {
            let (mut random, mut shares) = (random(cell), [Share::default(); 2]);
            for _ in 0..times {
                let blocks: Vec<Vec<u64>> = (0..*seeds)
                    .map(|_| (0..*optimizers).map(|_| random.random_range(0..*scores)).collect())
                    .collect();
                shares[0].add(friedman(&blocks).is_some_and(|test| test.p < 0.05));
                let column = |at: usize| blocks.iter().map(|block| block[at]).collect::<Vec<u64>>();
                let pairs = (0..*optimizers).flat_map(|one| (0..one).map(move |other| [one, other]));
                let p: Vec<f64> =
                    pairs.map(|[one, other]| signed_rank(&column(one), &column(other)).p).collect();
                shares[1].add(holm(&p).iter().any(|p| *p < 0.05));
            }
            let ties = if *scores < 100 { ", ties" } else { "" };
            (format!("{optimizers} optimizers, {seeds} seeds{ties}"), shares)
        })
        .collect();
    let quantity = |name, which: usize| {
        let cells = counted.iter().map(|(name, shares)| Cell { name: name.clone(), share: shares[which] });
        Quantity::new(name, "5 to 30 seeds", Claim::ErrsAtMost(5.0), cells.collect())
    };
    vec![
        quantity("race, Friedman p < 0.05, equal optimizers", 0),
        quantity("race, any corrected p < 0.05, equal optimizers", 1),
    ]
}

/// Players who are to be recognised, and the games of each.
const PLAYERS: usize = 3;
const GAMES: usize = 20;

/// Returns the probability that the own score of a set is the largest, if it is `lead` deviations above the others on average.
fn recognised(lead: f64) -> f64 {
    let standard = Normal::standard();
    let steps = 4_000;
    let mean = (0..steps).map(|step| {
        let own = standard.inverse_cdf((f64::from(step) + 0.5) / f64::from(steps)) + lead;
        standard.cdf(own).powi(PLAYERS as i32 - 1)
    });
    mean.sum::<f64>() / f64::from(steps)
}

/// Simulates this number of studies in each cell.
pub(super) fn recognition(times: u32) -> Quantity {
    let sizes: Vec<(usize, f64)> =
        [1, 4].into_iter().flat_map(|size| [0.0, 0.5, 1.5].map(|lead| (size, lead))).collect();
    let cells: Vec<Cell> = sizes
        .par_iter()
        .enumerate()
        .map(|(cell, (size, lead))| {
            let (mut random, mut share) = (random(cell), Share::default());
            let truth = recognised(lead * (*size as f64).sqrt());
            for number in 0..times {
                let games: Vec<Scored> = (0..PLAYERS * GAMES)
                    .map(|game| {
                        let player = game % PLAYERS;
                        let mut scores: Vec<f64> = (0..PLAYERS).map(|_| normal(&mut random)).collect();
                        scores[player] += lead;
                        Scored { player, scores }
                    })
                    .collect();
                let found = accuracy(&games, &[0, 1, 2], *size, number.into());
                share
                    .add(found.is_some_and(|found| found.interval[0] <= truth && truth <= found.interval[1]));
            }
            let percent = 100.0 * truth;
            Cell { name: format!("sets of {size}, {percent:.0} % recognised"), share }
        })
        .collect();
    Quantity::new("share of recognised sets", "3 players, 20 games each", Claim::Contains(95.0), cells)
}
