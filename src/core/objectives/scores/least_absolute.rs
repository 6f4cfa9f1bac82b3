//! Least absolute errors as a linear program, with a proof of how close the values are to the optimum.
//!
//! This solves the dual program: maximise `goals · y` with `rowsᵀ y = 0` and every `y` in [−1, 1]. The values are the
//! multipliers of its equality constraints. An interior-point method finds both: the predictor and corrector steps of
//! Mehrotra for variables with an upper bound, as S. Portnoy and R. Koenker use them (*The Gaussian hare and the
//! Laplacian tortoise*, Statistical Science 12, 1997). The bound is computed from `y` alone and does not rely on the
//! method: for any values `x`, `Σ |goal − row · x| ≥ Σ y (goal − row · x)`.

use crate::evolution::linear::{Cholesky, transposed_product, weighted_squares};

/// The largest absolute value of a parameter: values fit 16 bits.
const LARGEST: f64 = 32_768.0;

/// The difference of both programs, relative to their value, at which the method stops.
const TOLERANCE: f64 = 1e-11;

/// The most steps. Programs of this kind need about 20.
const MOST_STEPS: usize = 100;

/// The share of the way to the nearest bound that a step may go.
const STEP: f64 = 0.9995;

/// A column is used if the part of it that is no sum of earlier columns is longer than this share of it.
const INDEPENDENT: f64 = 1e-8;

/// A solution with a lower bound.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Solution {
    /// The values, in the order of the columns; 0 for a column of zeros.
    pub values: Vec<f64>,
    /// Lower bound of the sum of absolute errors for all values that fit 16 bits.
    pub bound: f64,
}

/// Returns the sum of absolute errors; infinite if a value is NaN.
pub(super) fn error(rows: &[Vec<f64>], goals: &[f64], values: &[f64]) -> f64 {
    let sum: f64 = rows.iter().zip(goals).map(|(row, goal)| (goal - dot(row, values)).abs()).sum();
    if sum.is_finite() { sum } else { f64::INFINITY }
}

/// Minimizes the sum of absolute errors. `rows` and `goals` have equal lengths.
pub(super) fn solve(rows: &[Vec<f64>], goals: &[f64]) -> Solution {
    let used = independent_columns(rows);
    let mut values = vec![0.0; rows.first().map_or(0, Vec::len)];
    let narrow: Vec<Vec<f64>> =
        rows.iter().map(|row| used.iter().map(|column| row[*column]).collect()).collect();
    let mut program = Program::new(&narrow, goals);
    for _ in 0..MOST_STEPS {
        if program.gap() <= TOLERANCE * (1.0 + dot(goals, &program.y()).abs()) || !program.step() {
            break;
        }
    }
    for (column, value) in used.iter().zip(&program.values) {
        values[*column] = *value;
    }
    Solution { values, bound: bound(rows, goals, &program.y()) }
}

/// Returns the columns that are not sums of multiples of earlier ones, by the modified Gram–Schmidt process.
fn independent_columns(rows: &[Vec<f64>]) -> Vec<usize> {
    let (mut used, mut directions) = (Vec::new(), Vec::<Vec<f64>>::new());
    for index in 0..rows.first().map_or(0, Vec::len) {
        let mut column: Vec<f64> = rows.iter().map(|row| row[index]).collect();
        let before = dot(&column, &column).sqrt();
        for direction in &directions {
            let part = dot(&column, direction);
            column.iter_mut().zip(direction).for_each(|(entry, direction)| *entry -= part * direction);
        }
        let length = dot(&column, &column).sqrt();
        if length > INDEPENDENT * before {
            column.iter_mut().for_each(|entry| *entry /= length);
            directions.push(column);
            used.push(index);
        }
    }
    used
}

/// A pair of programs on the way to their common optimum: minimise `−goals · share` with
/// `rowsᵀ share = rowsᵀ ½` and every share in [0, 1], and its dual. A share is `(y + 1) / 2`.
struct Program<'a> {
    rows: &'a [Vec<f64>],
    goals: &'a [f64],
    values: Vec<f64>,
    positions: Vec<Position>,
}

/// What belongs to one position. All are positive, and the products `share · below` and `rest · above` tend to 0.
#[derive(Clone, Copy)]
struct Position {
    share: f64,
    /// 1 − the share.
    rest: f64,
    /// How far the goal is below the sum of the row, and above it.
    below: f64,
    above: f64,
}

impl Position {
    /// Moves by a step. `primal` and `dual` are shares of it.
    fn after(self, step: Position, primal: f64, dual: f64) -> Position {
        Position {
            share: self.share + primal * step.share,
            rest: self.rest + primal * step.rest,
            below: self.below + dual * step.below,
            above: self.above + dual * step.above,
        }
    }

    fn complementarity(self) -> f64 {
        self.share * self.below + self.rest * self.above
    }
}

impl<'a> Program<'a> {
    /// Starts at `y = 0` and the values with the least squares.
    fn new(rows: &'a [Vec<f64>], goals: &'a [f64]) -> Program<'a> {
        let squares = weighted_squares(rows, &vec![1.0; rows.len()]);
        let values = Cholesky::of(squares).solve(transposed_product(rows, goals));
        let differences = || rows.iter().zip(goals).map(|(row, goal)| dot(row, &values) - goal);
        let mean = differences().map(f64::abs).sum::<f64>() / rows.len().max(1) as f64;
        let least = 0.1 * mean.max(0.001);
        let positions = differences().map(|difference| Position {
            share: 0.5,
            rest: 0.5,
            below: difference.max(0.0) + least,
            above: (-difference).max(0.0) + least,
        });
        let positions = positions.collect();
        Program { rows, goals, values, positions }
    }

    fn y(&self) -> Vec<f64> {
        self.positions.iter().map(|position| position.share - position.rest).collect()
    }

    /// The difference of the two programs at feasible points.
    fn gap(&self) -> f64 {
        self.positions.iter().map(|position| position.complementarity()).sum()
    }

    /// Makes one step. Returns whether it was possible; otherwise nothing changes.
    fn step(&mut self) -> bool {
        let gap = self.gap();
        let weight = |one: &Position| 1.0 / (one.below / one.share + one.above / one.rest);
        let weights: Vec<f64> = self.positions.iter().map(weight).collect();
        let factor = Cholesky::of(weighted_squares(self.rows, &weights));
        // Predictor: towards products of 0. Corrector: towards equal products, with the errors of the predictor.
        let (values, predicted) = self.direction(&factor, &weights, 0.0, None);
        let (primal, dual) = self.lengths(&predicted);
        let all = self.positions.iter().zip(&predicted);
        let left: f64 = all.map(|(one, step)| one.after(*step, primal, dual).complementarity()).sum();
        let target = gap * (left / gap).powi(3) / (2 * self.positions.len()) as f64;
        let (values, steps) = if primal.min(dual) < 1.0 {
            self.direction(&factor, &weights, target, Some(&predicted))
        } else {
            (values, predicted)
        };
        let (primal, dual) = self.lengths(&steps);
        let all = self.positions.iter().zip(&steps);
        let positions: Vec<Position> = all.map(|(one, step)| one.after(*step, primal, dual)).collect();
        let values: Vec<f64> =
            self.values.iter().zip(&values).map(|(value, step)| value + dual * step).collect();
        let next = Program { values, positions, ..*self };
        let possible = next.gap().is_finite() && next.values.iter().all(|value| value.is_finite());
        if possible {
            *self = next;
        }
        possible && primal.max(dual) > 1e-12
    }

    /// Solves Newton's equations for products that are all `target`, corrected by the products of a predicted step.
    fn direction(
        &self,
        factor: &Cholesky,
        weights: &[f64],
        target: f64,
        predicted: Option<&[Position]>,
    ) -> (Vec<f64>, Vec<Position>) {
        // What the products `below · share` and `above · rest` shall lose, for each share and rest.
        let lost = |(index, one): (usize, &Position)| {
            let (mut low, mut high) = (one.share * one.below - target, one.rest * one.above - target);
            if let Some(step) = predicted.map(|steps| steps[index]) {
                low += step.share * step.below;
                high += step.rest * step.above;
            }
            (low / one.share, high / one.rest)
        };
        let lost: Vec<(f64, f64)> = self.positions.iter().enumerate().map(lost).collect();
        let mut forces = Vec::with_capacity(weights.len());
        let mut right = Vec::with_capacity(weights.len());
        for (index, (one, (low, high))) in self.positions.iter().zip(&lost).enumerate() {
            // Errors of the constraints from rounding are corrected, too.
            let unmet = self.goals[index] - dot(&self.rows[index], &self.values) + one.below - one.above;
            let force = high - low + unmet;
            forces.push(force);
            right.push(weights[index] * force + 0.5 * (one.share - one.rest));
        }
        let values = factor.solve(transposed_product(self.rows, &right));
        let step = |(index, (one, (low, high))): (usize, (&Position, &(f64, f64)))| {
            let share = weights[index] * (forces[index] - dot(&self.rows[index], &values));
            Position {
                share,
                rest: -share,
                below: -low - one.below / one.share * share,
                above: -high + one.above / one.rest * share,
            }
        };
        let steps = self.positions.iter().zip(&lost).enumerate().map(step).collect();
        (values, steps)
    }

    /// Returns which shares of a step keep everything positive, of the shares and of the distances.
    fn lengths(&self, steps: &[Position]) -> (f64, f64) {
        let limit = |value: f64, step: f64| if step < 0.0 { -STEP * value / step } else { 1.0 };
        let mut lengths = (1.0_f64, 1.0_f64);
        for (one, step) in self.positions.iter().zip(steps) {
            lengths.0 = lengths.0.min(limit(one.share, step.share)).min(limit(one.rest, step.rest));
            lengths.1 = lengths.1.min(limit(one.below, step.below)).min(limit(one.above, step.above));
        }
        lengths
    }
}

/// Returns the bound that any `y` proves: a lower bound of the sum of absolute errors for values of at most
/// [`LARGEST`].
fn bound(rows: &[Vec<f64>], goals: &[f64], y: &[f64]) -> f64 {
    // Scales `y` exactly into [-1, 1], whatever the solver's residual.
    let scale = y.iter().fold(1.0_f64, |largest, y| largest.max(y.abs()));
    // Sums of as many numbers as there are positions are rounded by at most this share of the sum of absolute values.
    let rounding = rows.len() as f64 * f64::EPSILON;
    let absolute: f64 =
        rows.iter().zip(y).map(|(row, y)| row.iter().map(|feature| (feature * y).abs()).sum::<f64>()).sum();
    let parts: f64 = goals.iter().zip(y).map(|(goal, y)| (goal * y).abs()).sum();
    let slack: f64 = transposed_product(rows, y).iter().map(|sum| sum.abs()).sum();
    let lost = (slack + rounding * absolute) * LARGEST + rounding * parts;
    let bound = (dot(goals, y) - lost) / scale;
    if bound.is_finite() { bound.max(0.0) } else { 0.0 }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use rstest::rstest;

    use super::*;

    /// Returns the smallest sum of absolute errors of two parameters. Some best values meet two goals exactly, or one
    /// if all rows are multiples of one another.
    fn smallest_of_two(rows: &[Vec<f64>], goals: &[f64]) -> f64 {
        let mut smallest = error(rows, goals, &[0.0, 0.0]);
        let mut try_values = |values: [f64; 2]| smallest = smallest.min(error(rows, goals, &values));
        for (one, goal) in rows.iter().zip(goals) {
            for (column, feature) in one.iter().enumerate().filter(|(_, feature)| **feature != 0.0) {
                let mut values = [0.0; 2];
                values[column] = goal / feature;
                try_values(values);
            }
            for (other, second) in rows.iter().zip(goals) {
                let determinant = one[0] * other[1] - one[1] * other[0];
                if determinant.abs() > 1e-9 {
                    let x = (goal * other[1] - one[1] * second) / determinant;
                    let y = (one[0] * second - goal * other[0]) / determinant;
                    try_values([x, y]);
                }
            }
        }
        smallest
    }

    /// Creates features in sixteenths and goals, as in the mentor stage.
    fn random(seed: u64, positions: usize, parameters: usize) -> (Vec<Vec<f64>>, Vec<f64>) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let rows = (0..positions)
            .map(|_| (0..parameters).map(|_| f64::from(random.random_range(-64..=64)) / 16.0).collect())
            .collect();
        (rows, (0..positions).map(|_| f64::from(random.random_range(-8000..=8000)) / 16.0).collect())
    }

    fn assert_best(rows: &[Vec<f64>], goals: &[f64], smallest: f64) {
        let found = solve(rows, goals);
        let sum = error(rows, goals, &found.values);
        assert!((sum - smallest).abs() < 1e-6, "{sum} {smallest}");
        assert!(found.bound <= smallest + 1e-9 && found.bound > smallest - 1e-3, "{found:?} {smallest}");
    }

    #[rstest]
    fn random_programs_are_solved_like_exhaustive_search(#[values(1, 2, 3, 4, 5, 6)] seed: u64) {
        let (rows, goals) = random(seed, 40, 2);
        assert_best(&rows, &goals, smallest_of_two(&rows, &goals));
    }

    #[rstest]
    #[case::one_direction(&[[1.0, 2.0], [2.0, 4.0], [-1.0, -2.0]], &[5.0, 9.0, 40.0])]
    #[case::a_column_of_zeros(&[[1.0, 0.0], [3.0, 0.0], [2.0, 0.0]], &[5.0, 9.0, -7.0])]
    #[case::nothing_to_fit(&[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], &[5.0, -9.0, 0.0])]
    #[case::a_whole_line_is_best(&[[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], &[-100.0, 100.0, 3.0])]
    #[case::the_same_row_often(&[[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]], &[0.0, 0.0, 600.0])]
    fn degenerate_programs_are_solved(#[case] rows: &[[f64; 2]], #[case] goals: &[f64]) {
        let rows: Vec<Vec<f64>> = rows.iter().map(|row| row.to_vec()).collect();
        assert_best(&rows, goals, smallest_of_two(&rows, goals));
    }

    #[test]
    fn a_nearly_singular_program_of_real_width_is_proved() {
        // Two columns are nearly equal and half of the goals are outliers, with the real number of parameters.
        let (mut rows, mut goals) = random(9, 600, 35);
        for (index, row) in rows.iter_mut().enumerate() {
            row[1] = row[0] + if index % 50 == 0 { 1.0 / 16.0 } else { 0.0 };
            row[2] = row[3] - row[4];
        }
        goals.iter_mut().step_by(2).for_each(|goal| *goal += 30_000.0);
        let found = solve(&rows, &goals);
        let sum = error(&rows, &goals, &found.values);
        assert!(found.bound <= sum && (sum - found.bound) / 600.0 < 1e-3, "{sum} {}", found.bound);
    }

    #[test]
    fn any_y_gives_a_valid_bound() {
        let (rows, goals) = random(3, 40, 2);
        let smallest = smallest_of_two(&rows, &goals);
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let y: Vec<f64> = (0..40).map(|_| random.random_range(-3.0..3.0)).collect();
        assert!(bound(&rows, &goals, &y) <= smallest);
        assert_eq!(bound(&rows, &goals, &[f64::NAN; 40]), 0.0);
    }
}
