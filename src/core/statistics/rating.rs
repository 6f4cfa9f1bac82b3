//! Ratings of many players on one scale: the ratings that maximize the likelihood of all results (Zermelo 1929; Bradley
//! and Terry 1952). A draw counts as half a win and half a loss.

use super::{Estimate, half_width};

/// The results of two players against each other, from the first player's view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HeadToHead {
    /// The numbers of the players.
    pub players: [usize; 2],
    /// Games that belong to no complete pair: lost, drawn, won.
    pub games: [u64; 3],
    /// Pairs of games with the same opening and reversed colours, by total points: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
}

/// Trials with the same result. A trial is a single game or a pair.
struct TrialGroup {
    /// The number of games in a trial.
    games: f64,
    /// The first player's points in a trial.
    points: f64,
    /// The number of trials.
    count: f64,
}

impl HeadToHead {
    /// Creates an encounter of single games: lost, drawn, won.
    #[must_use]
    pub fn from_games(players: [usize; 2], games: [u64; 3]) -> HeadToHead {
        HeadToHead { players, games, ..HeadToHead::default() }
    }

    /// Creates an encounter of pairs of games, by total points: 0, ½, 1, 1½, 2.
    #[must_use]
    pub fn from_pairs(players: [usize; 2], pairs: [u64; 5]) -> HeadToHead {
        HeadToHead { players, pairs, ..HeadToHead::default() }
    }

    fn outcomes(&self) -> impl Iterator<Item = TrialGroup> + '_ {
        fn outcomes(games: f64, counts: &[u64]) -> impl Iterator<Item = TrialGroup> + '_ {
            counts.iter().enumerate().map(move |(half_points, count)| TrialGroup {
                games,
                points: half_points as f64 / 2.0,
                count: *count as f64,
            })
        }
        outcomes(1.0, &self.games).chain(outcomes(2.0, &self.pairs)).filter(|outcome| outcome.count > 0.0)
    }

    /// Returns the number of games.
    fn count(&self) -> f64 {
        (self.games.iter().sum::<u64>() + 2 * self.pairs.iter().sum::<u64>()) as f64
    }

    /// Returns the first player's points.
    fn points(&self) -> f64 {
        self.outcomes().map(|outcome| outcome.count * outcome.points).sum()
    }
}

/// The Elo of one natural unit of the rating scale.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The maximum number of Newton steps. The method doubles the correct digits with each step near the solution, but
/// needs some steps to approach ratings that are far apart.
const STEPS: u32 = 200;
/// The maximum step, in natural units: about 350 Elo.
const FAR: f64 = 2.0;
/// The step at which the iteration ends, in natural units.
const TOLERANCE: f64 = 1e-10;

/// The leverage from which a trial counts as the only one that determines a rating. The exact value is 1.
const FULL_LEVERAGE: f64 = 1.0 - 1e-9;
/// The variance, in squared natural units, below which it is a rounding error.
const NO_VARIANCE: f64 = 1e-12;

/// Returns the ratings of `players`, with a mean of 0.
///
/// Results only determine differences between players who each took points from the other, directly or through other
/// players. The largest set of such players is rated from the games inside it. The likelihood has no maximum for any
/// other player, for example one that lost every game, so there is no rating.
///
/// The errors are robust. Draws make results vary less than the Bradley-Terry model assumes, and the two games of a
/// pair share the opening. The variance is therefore computed from the results of pairs (and of single games without a
/// partner). An error is `None` if these results do not vary.
#[must_use]
pub fn ratings(players: usize, encounters: &[HeadToHead]) -> Vec<Option<Estimate>> {
    Scale::fit(players, encounters).ratings()
}

/// Returns the rating difference of two players. Its error is not a sum of the errors of their ratings, because the
/// results of all games correlate them. `None` if the results do not determine both ratings.
#[must_use]
pub fn difference(players: usize, encounters: &[HeadToHead], [one, other]: [usize; 2]) -> Option<Estimate> {
    let scale = Scale::fit(players, encounters);
    let (one, other) = (scale.index.get(one).copied()??, scale.index.get(other).copied()??);
    if one == other {
        return Some(Estimate { value: 0.0, error: Some(0.0) });
    }
    let weights: Vec<f64> = scale.inverse_information[one]
        .iter()
        .zip(&scale.inverse_information[other])
        .map(|(a, b)| a - b)
        .collect();
    Some(Estimate { value: (scale.values[one] - scale.values[other]) * UNIT, error: scale.error(&weights) })
}

/// The maximum-likelihood ratings, in natural units.
struct Scale {
    /// The index of each player among the rated players.
    index: Vec<Option<usize>>,
    /// The ratings of the rated players.
    values: Vec<f64>,
    /// The inverse of the Fisher information: the derivatives of the ratings by the results.
    inverse_information: Vec<Vec<f64>>,
    /// The variation of the results of each encounter.
    variations: Vec<Variation>,
}

/// The variation of an encounter's results around the expected ones.
struct Variation {
    players: [usize; 2],
    /// The sum of the trials' squared deviations, in squared points; `None` if a single trial determines a rating.
    squares: Option<f64>,
    /// The degrees of freedom of that sum.
    freedom: f64,
}

impl Scale {
    fn fit(players: usize, encounters: &[HeadToHead]) -> Scale {
        let rated = comparable(players, encounters);
        let index: Vec<Option<usize>> =
            (0..players).map(|player| rated.iter().position(|rated| *rated == player)).collect();
        let inside: Vec<HeadToHead> = encounters
            .iter()
            .filter_map(|encounter| {
                let [first, second] = encounter.players.map(|player| index.get(player).copied().flatten());
                Some(HeadToHead { players: [first?, second?], ..*encounter })
            })
            .filter(|encounter| encounter.count() > 0.0)
            .collect();
        let mut values = vec![0.0; rated.len()];
        for _ in 0..STEPS {
            let step = Likelihood::at(&values, &inside).step();
            let longest = step.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
            let scale = if longest > FAR { FAR / longest } else { 1.0 };
            for (rating, step) in values.iter_mut().zip(&step) {
                *rating += scale * step;
            }
            if longest < TOLERANCE {
                break;
            }
        }
        let inverse_information = Likelihood::at(&values, &inside).inverse();
        let variations =
            inside.iter().map(|encounter| Variation::new(encounter, &values, &inverse_information)).collect();
        Scale { index, values, inverse_information, variations }
    }

    fn ratings(&self) -> Vec<Option<Estimate>> {
        let estimate = |index: usize| Estimate {
            value: self.values[index] * UNIT,
            error: self.error(&self.inverse_information[index]),
        };
        self.index.iter().map(|index| index.map(estimate)).collect()
    }

    /// Returns the half width of the 95 % interval, in Elo, of a linear combination of ratings. `weights` are its
    /// derivatives by the surplus points of the players. `None` if the results do not determine it.
    ///
    /// This is the sandwich estimator (Huber 1967; White 1982): the inverse information on both sides of the observed
    /// variance of the scores. Each square is divided by one minus the leverage of its trial (HC2: MacKinnon and White
    /// 1985). The degrees of freedom are those of a sum of variances (Satterthwaite 1946; for this estimator Bell and
    /// McCaffrey 2002).
    fn error(&self, weights: &[f64]) -> Option<f64> {
        let (mut variance, mut doubt) = (0.0, 0.0);
        for Variation { players: [first, second], squares, freedom } in &self.variations {
            let weight = (weights[*first] - weights[*second]).powi(2);
            if weight > NO_VARIANCE {
                let part = weight * (*squares)?;
                variance += part;
                doubt += part * part / freedom;
            }
        }
        if variance <= NO_VARIANCE {
            return None;
        }
        Some(half_width(variance * variance / doubt)? * variance.sqrt() * UNIT)
    }
}

impl Variation {
    fn new(encounter: &HeadToHead, ratings: &[f64], inverse_information: &[Vec<f64>]) -> Variation {
        let [first, second] = encounter.players;
        let expected = expected(ratings, encounter.players);
        let apart = inverse_information[first][first] + inverse_information[second][second]
            - 2.0 * inverse_information[first][second];
        let (mut squares, mut freedom) = (Some(0.0), 0.0);
        for TrialGroup { games, points, count } in encounter.outcomes() {
            let leverage = games * expected * (1.0 - expected) * apart;
            let square = count * (points - games * expected).powi(2) / (1.0 - leverage);
            squares = squares.filter(|_| leverage < FULL_LEVERAGE).map(|sum| sum + square);
            freedom += count * (1.0 - leverage);
        }
        Variation { players: encounter.players, squares, freedom }
    }
}

/// Returns the expected points per game of the first of two players.
fn expected(ratings: &[f64], [first, second]: [usize; 2]) -> f64 {
    1.0 / (1.0 + (ratings[second] - ratings[first]).exp())
}

/// Returns the largest set of players, in order, in which each took points from every other through players of the set.
/// Of several such sets of this size, returns the one with the first player. Empty if there is no such set.
fn comparable(players: usize, encounters: &[HeadToHead]) -> Vec<usize> {
    let mut reaches = vec![vec![false; players]; players];
    for encounter in encounters {
        let [first, second] = encounter.players;
        if first < players && second < players {
            reaches[first][second] |= encounter.points() > 0.0;
            reaches[second][first] |= encounter.points() < encounter.count();
        }
    }
    for middle in 0..players {
        let onwards = reaches[middle].clone();
        for from in reaches.iter_mut().filter(|from| from[middle]) {
            for (reached, onwards) in from.iter_mut().zip(&onwards) {
                *reached |= onwards;
            }
        }
    }
    let class = |player: usize| {
        (0..players).filter(|other| reaches[player][*other] && reaches[*other][player]).collect::<Vec<_>>()
    };
    let mut largest = Vec::new();
    for player in 0..players {
        let class = class(player);
        if class.len() > largest.len() {
            largest = class;
        }
    }
    largest
}

/// The likelihood of all results, expanded at some ratings.
struct Likelihood {
    /// The gradient.
    slope: Vec<f64>,
    /// The Fisher information.
    information: Vec<Vec<f64>>,
}

impl Likelihood {
    fn at(ratings: &[f64], encounters: &[HeadToHead]) -> Likelihood {
        let players = ratings.len();
        let mut slope = vec![0.0; players];
        let mut information = vec![vec![0.0; players]; players];
        for encounter in encounters {
            let [first, second] = encounter.players;
            let expected = expected(ratings, encounter.players);
            let surplus = encounter.points() - encounter.count() * expected;
            slope[first] += surplus;
            slope[second] -= surplus;
            let weight = encounter.count() * expected * (1.0 - expected);
            for (row, column, sign) in
                [(first, first, 1.0), (second, second, 1.0), (first, second, -1.0), (second, first, -1.0)]
            {
                information[row][column] += sign * weight;
            }
        }
        Likelihood { slope, information }
    }

    /// Returns the inverse of the information, restricted to ratings with a mean of 0.
    fn inverse(&self) -> Vec<Vec<f64>> {
        let players = self.slope.len();
        let share = 1.0 / players as f64;
        // The mean of all ratings is undetermined. A weight on it makes the matrix regular, and is subtracted
        // afterwards.
        let plus = |by: f64, matrix: &[Vec<f64>]| -> Vec<Vec<f64>> {
            matrix.iter().map(|row| row.iter().map(|value| value + by).collect()).collect()
        };
        plus(-share, &inverse(plus(share, &self.information)))
    }

    /// Returns the Newton step.
    fn step(&self) -> Vec<f64> {
        let product = |row: Vec<f64>| row.iter().zip(&self.slope).map(|(a, b)| a * b).sum();
        self.inverse().into_iter().map(product).collect()
    }
}

/// Returns the inverse of a symmetric positive definite matrix by Gauss-Jordan elimination. Such a matrix needs no
/// pivoting.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for pivot in 0..size {
        let scale = 1.0 / matrix[pivot][pivot];
        for value in matrix[pivot].iter_mut().chain(&mut inverse[pivot]) {
            *value *= scale;
        }
        let (line, inverse_line) = (matrix[pivot].clone(), inverse[pivot].clone());
        for row in (0..size).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot];
            for (value, pivot) in matrix[row].iter_mut().zip(&line) {
                *value -= factor * pivot;
            }
            for (value, pivot) in inverse[row].iter_mut().zip(&inverse_line) {
                *value -= factor * pivot;
            }
        }
    }
    inverse
}
