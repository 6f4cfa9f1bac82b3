//! Many players on one scale: the ratings that make the results of all their games likeliest (Zermelo 1929; Bradley
//! and Terry 1952), a draw being half a win and half a loss.

use super::{Estimate, half_width};

/// What two players scored against each other, seen by the first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Encounter {
    /// Who they are.
    pub players: [usize; 2],
    /// Games that belong to no complete pair: lost, drawn, won.
    pub games: [u64; 3],
    /// Pairs of games with the same opening and reversed colours, by the points of both: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
}

/// Trials that ended alike: a single game or a pair.
struct Outcome {
    /// Games in a trial.
    games: f64,
    /// The first player's points in a trial.
    points: f64,
    /// How many trials.
    count: f64,
}

impl Encounter {
    /// Single games: lost, drawn, won.
    #[must_use]
    pub fn of_games(players: [usize; 2], games: [u64; 3]) -> Encounter {
        Encounter { players, games, ..Encounter::default() }
    }

    /// Pairs of games by the points of both: 0, ½, 1, 1½, 2.
    #[must_use]
    pub fn of_pairs(players: [usize; 2], pairs: [u64; 5]) -> Encounter {
        Encounter { players, pairs, ..Encounter::default() }
    }

    fn outcomes(&self) -> impl Iterator<Item = Outcome> + '_ {
        fn outcomes(games: f64, counts: &[u64]) -> impl Iterator<Item = Outcome> + '_ {
            counts.iter().enumerate().map(move |(half_points, count)| Outcome {
                games,
                points: half_points as f64 / 2.0,
                count: *count as f64,
            })
        }
        outcomes(1.0, &self.games).chain(outcomes(2.0, &self.pairs)).filter(|outcome| outcome.count > 0.0)
    }

    /// Games.
    fn count(&self) -> f64 {
        (self.games.iter().sum::<u64>() + 2 * self.pairs.iter().sum::<u64>()) as f64
    }

    /// The first player's points.
    fn points(&self) -> f64 {
        self.outcomes().map(|outcome| outcome.count * outcome.points).sum()
    }
}

/// Elo of a rating in natural units.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Newton's method doubles the right digits with each step; ratings far apart take some steps to come near.
const STEPS: u32 = 200;
/// The farthest step, in natural units: some 350 Elo.
const FAR: f64 = 2.0;
/// Steps below this end it.
const NEAR: f64 = 1e-10;

/// A trial that decides a rating alone has a leverage of 1; from here on it is taken for that.
const FULL_LEVERAGE: f64 = 1.0 - 1e-9;
/// Variances below this, in natural units squared, are rounding errors.
const NO_VARIANCE: f64 = 1e-12;

/// The ratings of `players`, their mean 0.
///
/// Results only tell differences between players of whom each took points from the other, directly or by way of others.
/// The largest set of such players is rated by the games inside it; anybody else, like who lost every game, has
/// no rating that is likelier than all others.
///
/// The errors are robust ones: draws make results vary less than the model of Bradley and Terry says, and the two games of
/// a pair have the opening in common, so the variance is taken from the results of pairs (and of single games that have
/// no partner). An error is `None` where these do not vary.
#[must_use]
pub fn ratings(players: usize, encounters: &[Encounter]) -> Vec<Option<Estimate>> {
    Scale::of(players, encounters).ratings()
}

/// How much stronger one player is than another. Its error is not made of those of their two ratings, which the results
/// of all games tie together. `None` where the results do not tell both ratings.
#[must_use]
pub fn difference(players: usize, encounters: &[Encounter], [one, other]: [usize; 2]) -> Option<Estimate> {
    let scale = Scale::of(players, encounters);
    let (one, other) = (scale.place.get(one).copied()??, scale.place.get(other).copied()??);
    if one == other {
        return Some(Estimate { value: 0.0, error: Some(0.0) });
    }
    let weights: Vec<f64> = scale.bread[one].iter().zip(&scale.bread[other]).map(|(a, b)| a - b).collect();
    Some(Estimate { value: (scale.found[one] - scale.found[other]) * UNIT, error: scale.error(&weights) })
}

/// The likeliest ratings, in natural units.
struct Scale {
    /// Where among the rated a player is.
    place: Vec<Option<usize>>,
    /// The ratings of the rated.
    found: Vec<f64>,
    /// The inverse of the Fisher information: how ratings follow the results.
    bread: Vec<Vec<f64>>,
    /// How the results of each encounter vary.
    spreads: Vec<Spread>,
}

/// How the results of an encounter vary around what the ratings expect.
struct Spread {
    players: [usize; 2],
    /// The sum of the squared differences of trials, in points; `None` where a single trial decides a rating.
    squares: Option<f64>,
    /// Degrees of freedom of that sum.
    freedom: f64,
}

impl Scale {
    fn of(players: usize, encounters: &[Encounter]) -> Scale {
        let rated = comparable(players, encounters);
        let place: Vec<Option<usize>> =
            (0..players).map(|player| rated.iter().position(|rated| *rated == player)).collect();
        let inside: Vec<Encounter> = encounters
            .iter()
            .filter_map(|encounter| {
                let [first, second] = encounter.players.map(|player| place.get(player).copied().flatten());
                Some(Encounter { players: [first?, second?], ..*encounter })
            })
            .filter(|encounter| encounter.count() > 0.0)
            .collect();
        let mut found = vec![0.0; rated.len()];
        for _ in 0..STEPS {
            let step = Likelihood::at(&found, &inside).step();
            let longest = step.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
            let scale = if longest > FAR { FAR / longest } else { 1.0 };
            for (rating, step) in found.iter_mut().zip(&step) {
                *rating += scale * step;
            }
            if longest < NEAR {
                break;
            }
        }
        let bread = Likelihood::at(&found, &inside).inverse();
        let spreads = inside.iter().map(|encounter| Spread::of(encounter, &found, &bread)).collect();
        Scale { place, found, bread, spreads }
    }

    fn ratings(&self) -> Vec<Option<Estimate>> {
        let estimate = |place: usize| Estimate {
            value: self.found[place] * UNIT,
            error: self.error(&self.bread[place]),
        };
        self.place.iter().map(|place| place.map(estimate)).collect()
    }

    /// Half the width of the 95 % interval, in Elo, of a sum of ratings that follows the players' surplus points with these
    /// weights; `None` where the results do not tell it.
    ///
    /// The sandwich estimator (Huber 1967; White 1982): the information's inverse on both sides of the observed variance of
    /// the scores. Each square is divided by one minus its trial's leverage (HC2: MacKinnon and White 1985), and the
    /// degrees of freedom are those of a sum of variances (Satterthwaite 1946; for this estimator Bell and McCaffrey
    /// 2002).
    fn error(&self, weights: &[f64]) -> Option<f64> {
        let (mut variance, mut doubt) = (0.0, 0.0);
        for Spread { players: [first, second], squares, freedom } in &self.spreads {
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

impl Spread {
    fn of(encounter: &Encounter, ratings: &[f64], bread: &[Vec<f64>]) -> Spread {
        let [first, second] = encounter.players;
        let expected = expected(ratings, encounter.players);
        let apart = bread[first][first] + bread[second][second] - 2.0 * bread[first][second];
        let (mut squares, mut freedom) = (Some(0.0), 0.0);
        for Outcome { games, points, count } in encounter.outcomes() {
            let leverage = games * expected * (1.0 - expected) * apart;
            let square = count * (points - games * expected).powi(2) / (1.0 - leverage);
            squares = squares.filter(|_| leverage < FULL_LEVERAGE).map(|sum| sum + square);
            freedom += count * (1.0 - leverage);
        }
        Spread { players: encounter.players, squares, freedom }
    }
}

/// The points a game that the first of two players is expected to score.
fn expected(ratings: &[f64], [first, second]: [usize; 2]) -> f64 {
    1.0 / (1.0 + (ratings[second] - ratings[first]).exp())
}

/// The largest set of players, in order, each of whom took points from every other by way of players of the set; of
/// equally large ones that of the first player. Empty where nobody took points from anybody who took some back.
fn comparable(players: usize, encounters: &[Encounter]) -> Vec<usize> {
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

/// The likelihood of all results near some ratings.
struct Likelihood {
    /// How it rises with each rating.
    slope: Vec<f64>,
    /// The Fisher information.
    information: Vec<Vec<f64>>,
}

impl Likelihood {
    fn at(ratings: &[f64], encounters: &[Encounter]) -> Likelihood {
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

    /// The inverse of the information on the ratings whose mean is 0.
    fn inverse(&self) -> Vec<Vec<f64>> {
        let players = self.slope.len();
        let share = 1.0 / players as f64;
        // What all ratings have in common is unknown; a weight on it makes the matrix regular, and is taken off again.
        let plus = |by: f64, matrix: &[Vec<f64>]| -> Vec<Vec<f64>> {
            matrix.iter().map(|row| row.iter().map(|value| value + by).collect()).collect()
        };
        plus(-share, &inverse(plus(share, &self.information)))
    }

    /// Newton's step.
    fn step(&self) -> Vec<f64> {
        let product = |row: Vec<f64>| row.iter().zip(&self.slope).map(|(a, b)| a * b).sum();
        self.inverse().into_iter().map(product).collect()
    }
}

/// The inverse of a symmetric positive definite matrix (Gauss and Jordan; such a matrix needs no pivoting).
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
