//! Many players on one scale: the ratings that make the results of all their games likeliest (Zermelo 1929; Bradley
//! and Terry 1952), a draw being half a win and half a loss.

use super::{CONFIDENCE, Estimate};

/// What two players scored against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encounter {
    /// Who they are.
    pub players: [usize; 2],
    /// Lost, drawn, won, as the first sees it.
    pub games: [u64; 3],
}

impl Encounter {
    fn count(&self) -> f64 {
        self.games.iter().sum::<u64>() as f64
    }

    /// The first player's points.
    fn points(&self) -> f64 {
        self.games[2] as f64 + self.games[1] as f64 / 2.0
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

/// The ratings of `players`, their mean 0.
///
/// Results only tell differences between players of whom each took points from the other, directly or by way of others.
/// The largest set of such players is rated by the games inside it; anybody else, like who lost every game, has
/// no rating that is likelier than all others.
#[must_use]
pub fn ratings(players: usize, encounters: &[Encounter]) -> Vec<Option<Estimate>> {
    Scale::of(players, encounters).ratings()
}

/// How much stronger one player is than another. Its error is not made of those of their two ratings, which the results
/// of all games tie together. `None` where the results do not tell both ratings.
#[must_use]
pub fn difference(players: usize, encounters: &[Encounter], [one, other]: [usize; 2]) -> Option<Estimate> {
    let Scale { place, found, covariance } = Scale::of(players, encounters);
    let (one, other) = (place.get(one).copied()??, place.get(other).copied()??);
    let variance = covariance[one][one] + covariance[other][other] - 2.0 * covariance[one][other];
    let error = variance.max(0.0).sqrt() * UNIT * CONFIDENCE;
    Some(Estimate { value: (found[one] - found[other]) * UNIT, error })
}

/// The likeliest ratings, in natural units.
struct Scale {
    /// Where among the rated a player is.
    place: Vec<Option<usize>>,
    /// The ratings of the rated.
    found: Vec<f64>,
    covariance: Vec<Vec<f64>>,
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
        let covariance = Likelihood::at(&found, &inside).covariance();
        Scale { place, found, covariance }
    }

    fn ratings(&self) -> Vec<Option<Estimate>> {
        let estimate = |place: usize| Estimate {
            value: self.found[place] * UNIT,
            error: self.covariance[place][place].max(0.0).sqrt() * UNIT * CONFIDENCE,
        };
        self.place.iter().map(|place| place.map(estimate)).collect()
    }
}

/// The largest set of players, in order, each of whom took points from every other by way of players of the set; of
/// equally large ones that of the first player. Empty where nobody took points from anybody who took some back.
fn comparable(players: usize, encounters: &[Encounter]) -> Vec<usize> {
    let mut reaches = vec![vec![false; players]; players];
    for Encounter { players: [first, second], games: [lost, drawn, won] } in encounters {
        if *first < players && *second < players {
            reaches[*first][*second] |= won + drawn > 0;
            reaches[*second][*first] |= lost + drawn > 0;
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
            let expected = 1.0 / (1.0 + (ratings[second] - ratings[first]).exp());
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
    fn covariance(&self) -> Vec<Vec<f64>> {
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
        self.covariance().into_iter().map(product).collect()
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
