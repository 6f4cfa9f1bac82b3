//! Games between players of known strength, for tests.

use std::f64::consts::SQRT_2;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Estimate, NORMALIZED, elo_of, expected_score};

/// The conditions of the games of two players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Conditions {
    /// The share of draws between equal players if no side has an advantage.
    pub(crate) draws: f64,
    /// White's average advantage in Elo.
    pub(crate) white: f64,
    /// The standard deviation of that advantage over the openings.
    pub(crate) openings: f64,
    /// The correlation of a player's scores in the two games of a pair, from −1 to 1: in this share of the pairs one random
    /// number decides both games.
    pub(crate) correlation: f64,
}

/// Equally likely advantages of openings: quantiles of a normal distribution, in standard deviations.
const QUANTILES: [f64; 9] = [-1.5, -1.0, -0.6, -0.3, 0.0, 0.3, 0.6, 1.0, 1.5];

impl Conditions {
    /// Returns the advantages of White in equally likely openings.
    pub(crate) fn advantages(&self) -> [f64; 9] {
        QUANTILES.map(|deviations| self.white + self.openings * deviations)
    }

    /// Returns the probabilities of a loss, a draw and a win of a player who is `ahead` Elo stronger (Rao and Kupper 1967).
    pub(crate) fn game(&self, ahead: f64) -> [f64; 3] {
        let drawn = elo_of((1.0 + self.draws) / 2.0).unwrap_or(0.0);
        let (lost, won) = (expected_score(-ahead - drawn), expected_score(ahead - drawn));
        [lost, 1.0 - lost - won, won]
    }

    /// Returns the probabilities of a pair's points, 0 to 2, if the first player is `ahead` Elo stronger.
    pub(crate) fn pair(&self, ahead: f64) -> [f64; 5] {
        let mut sum = [0.0; 5];
        for advantage in self.advantages() {
            let games = [ahead + advantage, ahead - advantage].map(|ahead| self.game(ahead));
            let same = self.correlation.abs();
            for (points, share) in independent(games).into_iter().enumerate() {
                sum[points] += (1.0 - same) * share / QUANTILES.len() as f64;
            }
            for (points, share) in decided_together(games, self.correlation < 0.0).into_iter().enumerate() {
                sum[points] += same * share / QUANTILES.len() as f64;
            }
        }
        sum
    }

    /// Plays a pair of games in an opening of average advantage. Returns the half points of the first player, who is `ahead` Elo
    /// stronger, in both.
    pub(crate) fn play(&self, random: &mut ChaCha8Rng, ahead: f64) -> [usize; 2] {
        let luck: f64 = random.random();
        let other = match random.random_bool(self.correlation.abs()) {
            false => random.random(),
            true if self.correlation < 0.0 => 1.0 - luck,
            true => luck,
        };
        let result = |luck: f64, [lost, drawn, _]: [f64; 3]| {
            usize::from(luck >= lost) + usize::from(luck >= lost + drawn)
        };
        [result(luck, self.game(ahead + self.white)), result(other, self.game(ahead - self.white))]
    }

    /// Returns the Elo difference at which the distribution of pairs has this measure. The measure must increase with the
    /// difference.
    pub(crate) fn ahead(&self, measure: impl Fn(&[f64; 5]) -> f64, wanted: f64) -> f64 {
        let (mut low, mut high) = (-2000.0, 2000.0);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if measure(&self.pair(middle)) < wanted { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    }
}

/// Returns the probabilities of the points of two games that do not depend on each other.
fn independent([one, other]: [[f64; 3]; 2]) -> [f64; 5] {
    let mut sum = [0.0; 5];
    for (first, p) in one.iter().enumerate() {
        for (second, q) in other.iter().enumerate() {
            sum[first + second] += p * q;
        }
    }
    sum
}

/// Returns the probabilities of the points of two games that one random number decides: the best luck in one game is the best
/// in the other, or the worst.
fn decided_together([one, other]: [[f64; 3]; 2], is_opposite: bool) -> [f64; 5] {
    // The ends of the part of all luck with which a game has each result.
    let parts = |game: [f64; 3]| [[0.0, game[0]], [game[0], game[0] + game[1]], [game[0] + game[1], 1.0]];
    let mut second = parts(other);
    if is_opposite {
        second = second.map(|[low, high]| [1.0 - high, 1.0 - low]);
    }
    let mut sum = [0.0; 5];
    for (first, one) in parts(one).iter().enumerate() {
        for (second, other) in second.iter().enumerate() {
            sum[first + second] += (one[1].min(other[1]) - one[0].max(other[0])).max(0.0);
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

/// Returns the Elo difference of a distribution of pairs.
pub(crate) fn logistic(pair: &[f64; 5]) -> f64 {
    let (mean, _) = moments(pair);
    elo_of(mean.clamp(1e-12, 1.0 - 1e-12)).unwrap_or(0.0)
}

/// Returns the normalized Elo difference of a distribution of pairs.
pub(crate) fn normalized(pair: &[f64; 5]) -> f64 {
    let (mean, deviation) = moments(pair);
    (mean - 0.5) / deviation / SQRT_2 * NORMALIZED
}

/// Draws an index from a distribution.
pub(crate) fn drawn(random: &mut ChaCha8Rng, from: &[f64]) -> usize {
    let mut left = random.random_range(0.0..1.0);
    for (points, share) in from.iter().enumerate() {
        if left < *share {
            return points;
        }
        left -= share;
    }
    from.len() - 1
}

/// Plays this number of pairs.
pub(crate) fn played(random: &mut ChaCha8Rng, from: &[f64; 5], count: u32) -> [u64; 5] {
    let mut pairs = [0; 5];
    for _ in 0..count {
        pairs[drawn(random, from)] += 1;
    }
    pairs
}

/// How often something was so.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Share {
    pub(crate) times: u32,
    pub(crate) all: u32,
}

impl Share {
    pub(crate) fn add(&mut self, is_so: bool) {
        self.times += u32::from(is_so);
        self.all += 1;
    }

    /// Counts whether an interval contains the true value. One of unknown width does not.
    pub(crate) fn add_interval(&mut self, found: Option<Estimate>, truth: f64) {
        let holds = |found: Estimate| found.error.is_some_and(|error| (found.value - truth).abs() <= error);
        self.add(found.is_some_and(holds));
    }

    pub(crate) fn percent(&self) -> f64 {
        100.0 * f64::from(self.times) / f64::from(self.all)
    }
}
