//! Checks the coverage of the intervals. It simulates matches, tournaments and tests with known strengths and counts
//! how often an interval contains the true value. The bias of the opening correlates the games of a pair, and about
//! half of the games are drawn.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rstest::rstest;

use super::rating::{HeadToHead, difference, ratings};
use super::sprt::{Model, Sprt, Verdict};
use super::*;

/// The number of simulations of each case.
const TIMES: u32 = 1000;

/// White's average advantage, and the standard deviation of the advantage over the openings, in Elo.
const WHITE: f64 = 30.0;
const BIAS: f64 = 90.0;
/// The Elo difference above which a player wins more often than it draws.
const DRAWN: f64 = 190.0;

/// Returns equally likely biases of openings: quantiles of a normal distribution.
fn biases() -> impl Iterator<Item = f64> {
    [-1.5, -1.0, -0.6, -0.3, 0.0, 0.3, 0.6, 1.0, 1.5].into_iter().map(|deviations| WHITE + BIAS * deviations)
}

/// Returns the probabilities of a loss, a draw and a win of White, who is `ahead` Elo stronger (Rao and Kupper 1967).
fn game(ahead: f64) -> [f64; 3] {
    let (lost, won) = (expected_score(-ahead - DRAWN), expected_score(ahead - DRAWN));
    [lost, 1.0 - lost - won, won]
}

/// Returns the probabilities of a pair's points if the first player is `ahead` Elo stronger.
fn pair(ahead: f64) -> [f64; 5] {
    let mut sum = [0.0; 5];
    let count = biases().count() as f64;
    for bias in biases() {
        let (with_white, mut with_black) = (game(ahead + bias), game(bias - ahead));
        with_black.reverse();
        for (one, p) in with_white.iter().enumerate() {
            for (other, q) in with_black.iter().enumerate() {
                sum[one + other] += p * q / count;
            }
        }
    }
    sum
}

/// Returns the mean score and the standard deviation of a distribution of pairs.
fn moments(pair: &[f64; 5]) -> (f64, f64) {
    let mean = (0..5).map(|points| points as f64 / 4.0 * pair[points]).sum::<f64>();
    let square = (0..5).map(|points| (points as f64 / 4.0 - mean).powi(2) * pair[points]).sum::<f64>();
    (mean, square.sqrt())
}

/// Draws an index from a distribution.
fn drawn(random: &mut ChaCha8Rng, from: &[f64]) -> usize {
    let mut left = random.random_range(0.0..1.0);
    for (points, share) in from.iter().enumerate() {
        if left < *share {
            return points;
        }
        left -= share;
    }
    from.len() - 1
}

fn played(random: &mut ChaCha8Rng, from: &[f64; 5], count: u32) -> [u64; 5] {
    let mut pairs = [0; 5];
    for _ in 0..count {
        pairs[drawn(random, from)] += 1;
    }
    pairs
}

/// Returns the Elo difference at which the distribution of pairs has this measure. The measure must increase with the
/// difference.
fn ahead(measure: impl Fn(&[f64; 5]) -> f64, wanted: f64) -> f64 {
    let (mut low, mut high) = (-1000.0, 1000.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if measure(&pair(middle)) < wanted { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

fn logistic(pair: &[f64; 5]) -> f64 {
    elo_of(moments(pair).0).unwrap()
}

fn normalized(pair: &[f64; 5]) -> f64 {
    let (mean, deviation) = moments(pair);
    (mean - 0.5) / deviation / SQRT_2 * NORMALIZED
}

/// Counts how often intervals contained the true value.
#[derive(Default)]
struct Coverage {
    inside: u32,
    all: u32,
}

impl Coverage {
    fn add(&mut self, found: Option<Estimate>, truth: f64) {
        self.all += 1;
        let holds = |found: Estimate| found.error.is_some_and(|error| (found.value - truth).abs() <= error);
        self.inside += u32::from(found.is_some_and(holds));
    }

    fn percent(&self) -> f64 {
        100.0 * f64::from(self.inside) / f64::from(self.all)
    }

    fn check(&self, what: &str) {
        let percent = self.percent();
        eprintln!("{what}: {percent:.1} % of {} intervals hold the truth", self.all);
        assert!((93.0..=97.0).contains(&percent), "{what}: {percent}");
    }
}

#[rstest]
fn match_intervals_contain_the_true_value(
    #[values(0.0, 20.0, 60.0, 120.0, 200.0)] elo: f64,
    #[values(100, 200, 400)] count: u32,
) {
    let from = pair(ahead(logistic, elo));
    let truth = normalized(&from);
    let mut random = ChaCha8Rng::seed_from_u64(u64::from(count) + elo as u64);
    let (mut found, mut found_normalized) = (Coverage::default(), Coverage::default());
    for _ in 0..TIMES {
        let trials = Trials::Pairs(played(&mut random, &from, count));
        found.add(trials.elo().map(|value| Estimate { value, error: trials.elo_error() }), elo);
        found_normalized.add(trials.normalized_elo(), truth);
    }
    found.check(&format!("{count} pairs at {elo} Elo"));
    found_normalized.check(&format!("{count} pairs at {truth:.0} normalized Elo"));
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
    let (mut found, mut found_normalized) = (Coverage::default(), Coverage::default());
    let mut none = 0;
    for _ in 0..times {
        let trials = Trials::Pairs(played(&mut random, from, count));
        if trials.elo_error().is_none() {
            none += 1;
            continue;
        }
        found.add(trials.elo().map(|value| Estimate { value, error: trials.elo_error() }), elo);
        found_normalized.add(trials.normalized_elo(), truth);
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
                HeadToHead::from_pairs(players, played(random, &pair(ahead), count))
            }
            Games::Singles(count) => {
                let mut games = [0; 3];
                for number in 0..count {
                    let biases: Vec<f64> = biases().collect();
                    let bias = biases[random.random_range(0..biases.len())];
                    let mut one = game(bias + if number % 2 == 0 { ahead } else { -ahead });
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
        HeadToHead::from_pairs(players, pair(ahead).map(|share| (share * 1e12).round() as u64))
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
    let (mut rated, mut apart) = (Coverage::default(), Coverage::default());
    for number in 0..TIMES as usize {
        let met: Vec<HeadToHead> =
            pairings.iter().map(|pairing| games.played(&mut random, *pairing, ahead(*pairing))).collect();
        for (rating, truth) in ratings(players, &met).into_iter().zip(&truth) {
            rated.add(rating, *truth);
        }
        for [one, other] in [0, 1, 2].map(|next| pairings[(3 * number + next) % pairings.len()]) {
            apart.add(difference(players, &met, [one, other]), truth[one] - truth[other]);
        }
    }
    rated.check(&format!("ratings of {players} players"));
    apart.check(&format!("differences of {players} players"));
}

#[rstest]
#[case(Model::Logistic, (0.0, 20.0))]
#[case(Model::Normalized, (0.0, 40.0))]
#[case(Model::Logistic, (-30.0, 0.0))]
fn sprt_errors_do_not_exceed_their_probabilities(#[case] model: Model, #[case] (elo0, elo1): (f64, f64)) {
    let sprt = Sprt::new((elo0, elo1), Sprt::ERRORS, model).unwrap();
    let measure = |pair: &[f64; 5]| match model {
        Model::Logistic => logistic(pair),
        Model::Normalized => normalized(pair),
    };
    for (elo, right) in [(elo0, Verdict::H0), (elo1, Verdict::H1)] {
        let from = pair(ahead(measure, elo));
        let mut random = ChaCha8Rng::seed_from_u64(19);
        let (mut wrong, mut length) = (0, 0);
        for _ in 0..TIMES {
            let mut pairs = [0; 5];
            let verdict = loop {
                pairs[drawn(&mut random, &from)] += 1;
                length += 1;
                match sprt.verdict(&Trials::Pairs(pairs)) {
                    Verdict::Open => {}
                    verdict => break verdict,
                }
            };
            wrong += u32::from(verdict != right);
        }
        let percent = 100.0 * f64::from(wrong) / f64::from(TIMES);
        eprintln!("{sprt}: at {elo} {percent:.1} % wrong, {} pairs on average", length / TIMES);
        assert!(percent <= 6.0, "{sprt} at {elo}: {percent}");
    }
}
