//! Tournaments.

use rayon::prelude::*;

use super::{Cell, Claim, Quantity, described, random, usual_conditions};
use crate::statistics::rating::{HeadToHead, ratings};
use crate::statistics::testing::{Conditions, Share};

/// The strengths of the players, in Elo.
const STRENGTHS: [f64; 4] = [100.0, 20.0, 0.0, -120.0];

/// The pairings of a round robin.
const PAIRINGS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

fn ahead([one, other]: [usize; 2]) -> f64 {
    STRENGTHS[one] - STRENGTHS[other]
}

/// Returns the true ratings: those of so many games that no randomness is left.
fn truth(of: &Conditions) -> Vec<f64> {
    let endless = PAIRINGS.map(|players| {
        HeadToHead::from_pairs(players, of.pair(ahead(players)).map(|share| (share * 1e12).round() as u64))
    });
    ratings(STRENGTHS.len(), &endless)
        .into_iter()
        .map(|rating| rating.map_or(0.0, |found| found.value))
        .collect()
}

/// Simulates this number of round robins in each cell. The results count as pairs, and as single games.
pub(super) fn quantities(pairs: u32, times: u32) -> Vec<Quantity> {
    let all = usual_conditions();
    let counted: Vec<(String, [Share; 2])> = all
        .par_iter()
        .enumerate()
        .map(|(cell, of)| {
            let (truth, mut random) = (truth(of), random(cell));
            let mut shares = [Share::default(); 2];
            for _ in 0..times {
                let met = PAIRINGS.map(|players| {
                    let (mut of_pairs, mut of_games) = ([0; 5], [0; 3]);
                    for _ in 0..pairs {
                        let games = of.play(&mut random, ahead(players));
                        of_pairs[games[0] + games[1]] += 1;
                        games.into_iter().for_each(|game| of_games[game] += 1);
                    }
                    [HeadToHead::from_pairs(players, of_pairs), HeadToHead::from_games(players, of_games)]
                });
                for (which, share) in shares.iter_mut().enumerate() {
                    let met: Vec<HeadToHead> = met.iter().map(|both| both[which]).collect();
                    for (rating, truth) in ratings(STRENGTHS.len(), &met).into_iter().zip(&truth) {
                        if rating.is_some_and(|rating| rating.error.is_some()) {
                            share.add_interval(rating, *truth);
                        }
                    }
                }
            }
            (described(of), shares)
        })
        .collect();
    let quantity = |name, which: usize| {
        let cells = counted.iter().map(|(name, shares)| Cell { name: name.clone(), share: shares[which] });
        let size = format!("4 players, {} games for each two", 2 * pairs);
        Quantity::new(name, size, Claim::Contains(95.0), cells.collect())
    };
    vec![quantity("ratings ±, from pairs", 0), quantity("ratings ±, from games", 1)]
}
