//! The best linear fit: the real-valued parameters closest to some scores, without evolution and without rounding.
//!
//! Compared with an organism's error, it shows how much of that error is due to the schema and how much to the
//! evolution. Values are real numbers and not limited to the schema's ranges, so every organism of the schema is a
//! candidate. Least absolute errors come with a lower bound from linear programming, which proves how close they are to
//! the optimum.

use serde::{Deserialize, Serialize};

use super::errors::Errors;
use super::least_absolute;
use super::matrix::Matrix;
use crate::engine::evaluation::Score;
use crate::engine::features::ONE;
use crate::evolution::linear::{Cholesky, transposed_product, weighted_squares};

/// The objective that a fit minimizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// The sum of squared errors.
    LeastSquares,
    /// The sum of absolute errors, which is the stage's own measure.
    LeastAbsolute,
}

/// The best values for some scores.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The values, in the order of the parameters.
    pub values: Vec<f64>,
    /// A lower bound of any organism's mean absolute error on the positions of the fit, in centipawns; only for least
    /// absolute errors.
    pub bound: Option<f64>,
}

/// Relative amount added to the diagonal, so that a parameter whose feature never occurs is 0.
const RIDGE: f64 = 1e-9;

impl Fit {
    /// Fits the values to these scores of the positions, in sixteenths of a centipawn.
    #[must_use]
    pub fn of(method: Method, matrix: &Matrix, goals: &[Score]) -> Fit {
        let rows: Vec<Vec<f64>> = (0..matrix.positions())
            .map(|position| matrix.row(position).map(|f| f64::from(f) / f64::from(ONE)).collect())
            .collect();
        let goals: Vec<f64> = goals.iter().map(|goal| f64::from(*goal) / f64::from(ONE)).collect();
        let squares = solve(&rows, &goals);
        match method {
            Method::LeastSquares => Fit { values: squares, bound: None },
            Method::LeastAbsolute => {
                let found = least_absolute::solve(&rows, &goals);
                let error = |values: &[f64]| least_absolute::error(&rows, &goals, values);
                let bound = Some(found.bound / goals.len().max(1) as f64);
                // A program without a solution leaves NaN values.
                let is_better = error(&found.values) <= error(&squares);
                Fit { values: if is_better { found.values } else { squares }, bound }
            }
        }
    }

    fn score(&self, row: &[f64]) -> f64 {
        row.iter().zip(&self.values).map(|(feature, value)| feature * value).sum()
    }

    /// Returns the errors on positions with these target scores, in sixteenths of a centipawn.
    #[must_use]
    pub fn errors(&self, matrix: &Matrix, goals: &[Score]) -> Errors {
        let error = |(position, goal): (usize, &Score)| {
            let row: Vec<f64> = matrix.row(position).map(f64::from).collect();
            (self.score(&row) - f64::from(*goal)).abs() / f64::from(ONE)
        };
        Errors::of(goals.iter().enumerate().map(error).collect())
    }
}

/// Returns the values that minimize the sum of squared errors, from the normal equations by Cholesky decomposition.
fn solve(rows: &[Vec<f64>], goals: &[f64]) -> Vec<f64> {
    let mut left = weighted_squares(rows, &vec![1.0; rows.len()]);
    for (i, row) in left.iter_mut().enumerate() {
        row[i] += RIDGE * row[i].max(1.0);
    }
    Cholesky::of(left).solve(transposed_product(rows, goals))
}
