//! Least absolute errors as a linear program, with a proof of how close the values are to the optimum.
//!
//! This solves the dual program: maximise `goals · y` with `rowsᵀ y = 0` and every `y` in [−1, 1]. The values are the
//! multipliers of its equality constraints. Clarabel, an interior-point solver, finds both. The bound is computed from
//! `y` alone and does not rely on the solver: for any values `x`, `Σ |goal − row · x| ≥ Σ y (goal − row · x)`.

use clarabel::algebra::CscMatrix;
use clarabel::solver::SupportedConeT::{NonnegativeConeT, ZeroConeT};
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver};

/// The largest absolute value of a parameter: values fit 16 bits.
const LARGEST: f64 = 32_768.0;

/// The absolute and relative tolerance of the solver.
const TOLERANCE: f64 = 1e-10;

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
    let (positions, parameters) = (rows.len(), rows.first().map_or(0, Vec::len));
    let used: Vec<usize> =
        (0..parameters).filter(|column| rows.iter().any(|row| row[*column] != 0.0)).collect();
    let zeros = Solution { values: vec![0.0; parameters], bound: 0.0 };
    if used.is_empty() {
        return Solution { bound: goals.iter().map(|goal| goal.abs()).sum(), ..zeros };
    }
    let (columns, limits) = (used.len(), 2 * positions);
    let (mut starts, mut indices, mut entries) = (vec![0], Vec::new(), Vec::new());
    for (position, row) in rows.iter().enumerate() {
        let features = used.iter().map(|column| row[*column]).enumerate();
        for (index, feature) in features.filter(|(_, feature)| *feature != 0.0) {
            indices.push(index);
            entries.push(feature);
        }
        // Not above 1, and not below -1.
        indices.extend([columns + position, columns + positions + position]);
        entries.extend([1.0, -1.0]);
        starts.push(indices.len());
    }
    let constraints = CscMatrix::new(columns + limits, positions, starts, indices, entries);
    let right: Vec<f64> = (0..columns + limits).map(|row| if row < columns { 0.0 } else { 1.0 }).collect();
    let cost: Vec<f64> = goals.iter().map(|goal| -goal).collect();
    let settings = DefaultSettings {
        verbose: false,
        tol_gap_abs: TOLERANCE,
        tol_gap_rel: TOLERANCE,
        tol_feas: TOLERANCE,
        ..DefaultSettings::default()
    };
    let cones = [ZeroConeT(columns), NonnegativeConeT(limits)];
    let quadratic = CscMatrix::zeros((positions, positions));
    let Ok(mut solver) = DefaultSolver::new(&quadratic, &cost, &constraints, &right, &cones, settings) else {
        return zeros;
    };
    solver.solve();
    let mut values = zeros.values;
    for (column, value) in used.iter().zip(&solver.solution.z) {
        values[*column] = *value;
    }
    Solution { values, bound: bound(rows, goals, &solver.solution.x) }
}

/// Returns the bound that any `y` proves: a lower bound of the sum of absolute errors for values of at most
/// [`LARGEST`].
fn bound(rows: &[Vec<f64>], goals: &[f64], y: &[f64]) -> f64 {
    // Scales `y` exactly into [-1, 1], whatever the solver's residual.
    let scale = y.iter().fold(1.0_f64, |largest, y| largest.max(y.abs()));
    let mut slack = vec![0.0; rows.first().map_or(0, Vec::len)];
    for (row, y) in rows.iter().zip(y) {
        slack.iter_mut().zip(row).for_each(|(sum, feature)| *sum += feature * y);
    }
    let lost: f64 = slack.iter().map(|sum: &f64| sum.abs() * LARGEST).sum();
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
