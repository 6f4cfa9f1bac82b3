//! Checks the coverage of the intervals in cases that are harder than those of `calibration`: nearly level pairs, one-sided
//! ones, and tournaments. The openings correlate the games of a pair, and about half of the games of a tournament are drawn.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rstest::rstest;

use super::rating::{HeadToHead, difference, ratings};
use super::testing::{Conditions, Share, drawn, logistic, normalized, played};
use super::*;

/// The number of simulations of each case.
const TIMES: u32 = 1000;

const CONDITIONS: Conditions = Conditions { draws: 0.5, white: 30.0, openings: 90.0, correlation: 0.0 };

fn check(share: Share, what: &str) {
    let percent = share.percent();
    eprintln!("{what}: {percent:.1} % of {} intervals hold the truth", share.all);
    assert!((93.0..=97.0).contains(&percent), "{what}: {percent}");
}

/// Distributions of pairs by points: nearly all level, with and without a lead; balanced; and one-sided.
const DISTRIBUTIONS: [[f64; 5]; 14] = [
    [0.001, 0.04, 0.918, 0.04, 0.001],
    [0.002, 0.08, 0.836, 0.08, 0.002],
    [0.0, 0.01, 0.85, 0.14, 0.0],
    [0.0, 0.005, 0.95, 0.045, 0.0],
    [0.0, 0.0, 0.95, 0.05, 0.0],
    [0.0005, 0.01, 0.75, 0.23, 0.0095],
    [0.03, 0.22, 0.5, 0.22, 0.03],
    [0.1, 0.2, 0.4, 0.2, 0.1],
    [0.2, 0.2, 0.2, 0.2, 0.2],
    [0.02, 0.15, 0.48, 0.29, 0.06],
    [0.01, 0.04, 0.15, 0.35, 0.45],
    [0.45, 0.35, 0.15, 0.04, 0.01],
    [0.001, 0.01, 0.1, 0.3, 0.589],
    [0.0005, 0.0045, 0.045, 0.25, 0.7],
];

/// Simulates matches of each distribution. Returns the coverage of the intervals of Elo and of normalized Elo in percent,
/// and the share of matches without an interval, as all pairs were equal. They do not count.
fn simulate(from: &[f64; 5], count: u32, times: u32) -> [f64; 3] {
    let (elo, truth) = (logistic(from), normalized(from));
    let mut random = ChaCha8Rng::seed_from_u64(u64::from(count));
    let (mut found, mut found_normalized) = (Share::default(), Share::default());
    let mut none = 0;
    for _ in 0..times {
        let trials = Trials::Pairs(played(&mut random, from, count));
        if trials.elo_error().is_none() {
            none += 1;
            continue;
        }
        found.add_interval(trials.elo().map(|value| Estimate { value, error: trials.elo_error() }), elo);
        found_normalized.add_interval(trials.normalized_elo(), truth);
    }
    [found.percent(), found_normalized.percent(), 100.0 * f64::from(none) / f64::from(times)]
}

/// Intervals that contain the true value less often than 93 % are too narrow. `tolerance` allows for few simulations.
fn check_distributions(counts: &[u32], times: u32, tolerance: f64) {
    for from in DISTRIBUTIONS {
        for count in counts {
            let [elo, normalized, none] = simulate(&from, *count, times);
            eprintln!("| {from:?} | {count} | {elo:.1} | {normalized:.1} | {none:.1} |");
            assert!(elo.min(normalized) >= 93.0 - tolerance, "{from:?}, {count} pairs: {elo}, {normalized}");
        }
    }
}

#[test]
fn intervals_of_few_pairs_contain_the_true_value() {
    check_distributions(&[25, 50, 100], 1000, 1.0);
}

#[test]
#[ignore = "half a million simulated matches: minutes without optimization"]
fn intervals_contain_the_true_value_for_any_number_of_pairs() {
    check_distributions(&[25, 35, 50, 75, 100, 150, 200, 400], 5000, 0.2);
}

/// The games of a tournament.
#[derive(Clone, Copy, PartialEq)]
enum Games {
    /// Pairs of games of each two players.
    Pairs(u32),
    /// Single games of each two players, with a different opening each and alternating colours.
    Singles(u32),
    /// Pairs of games of the first player with each other player.
    Gauntlet(u32),
}

impl Games {
    fn meet(self, first: usize) -> bool {
        first == 0 || !matches!(self, Games::Gauntlet(_))
    }

    fn played(self, random: &mut ChaCha8Rng, players: [usize; 2], ahead: f64) -> HeadToHead {
        match self {
            Games::Pairs(count) | Games::Gauntlet(count) => {
                HeadToHead::from_pairs(players, played(random, &CONDITIONS.pair(ahead), count))
            }
            Games::Singles(count) => {
                let mut games = [0; 3];
                for number in 0..count {
                    let advantages = CONDITIONS.advantages();
                    let advantage = advantages[random.random_range(0..advantages.len())];
                    let mut one = CONDITIONS.game(advantage + if number % 2 == 0 { ahead } else { -ahead });
                    if number % 2 == 1 {
                        one.reverse();
                    }
                    games[drawn(random, &one)] += 1;
                }
                HeadToHead::from_games(players, games)
            }
        }
    }

    /// Returns the expected results of so many games that no randomness is left.
    fn expected(players: [usize; 2], ahead: f64) -> HeadToHead {
        HeadToHead::from_pairs(players, CONDITIONS.pair(ahead).map(|share| (share * 1e12).round() as u64))
    }
}

#[rstest]
#[case::round_robin(7, Games::Pairs(25))]
#[case::few_pairs(8, Games::Pairs(4))]
#[case::a_confirmation(20, Games::Pairs(4))]
#[case::single_games(10, Games::Singles(4))]
#[case::gauntlet(6, Games::Gauntlet(50))]
fn tournament_intervals_contain_the_true_value(#[case] players: usize, #[case] games: Games) {
    // Strengths from 140 Elo above the mean to 140 below, not in the order of the players.
    let strength = |player: usize| 280.0 * ((player * 3 % players) as f64 / (players - 1) as f64 - 0.5);
    let pairings: Vec<[usize; 2]> = (0..players)
        .flat_map(|first| (first + 1..players).map(move |second| [first, second]))
        .filter(|[first, _]| games.meet(*first))
        .collect();
    let ahead = |[first, second]: [usize; 2]| strength(first) - strength(second);
    // The biases of the openings bring the players closer together. The true values are those of infinitely many games.
    let endless: Vec<HeadToHead> =
        pairings.iter().map(|pairing| Games::expected(*pairing, ahead(*pairing))).collect();
    let truth: Vec<f64> = ratings(players, &endless).iter().map(|rating| rating.unwrap().value).collect();
    let mut random = ChaCha8Rng::seed_from_u64(players as u64);
    let (mut rated, mut apart) = (Share::default(), Share::default());
    for number in 0..TIMES as usize {
        let met: Vec<HeadToHead> =
            pairings.iter().map(|pairing| games.played(&mut random, *pairing, ahead(*pairing))).collect();
        for (rating, truth) in ratings(players, &met).into_iter().zip(&truth) {
            rated.add_interval(rating, *truth);
        }
        for [one, other] in [0, 1, 2].map(|next| pairings[(3 * number + next) % pairings.len()]) {
            apart.add_interval(difference(players, &met, [one, other]), truth[one] - truth[other]);
        }
    }
    check(rated, &format!("ratings of {players} players"));
    check(apart, &format!("differences of {players} players"));
}
