//! The best linear fit: the values nearest to some scores, without evolution and its whole numbers.
//!
//! Beside an organism's error it shows how much of it is the schema's and how much the evolution's. Values are real
//! numbers, not held to the schema's ranges, so an organism of the schema is one of the candidates. Least absolute errors
//! come with a lower bound from linear programming, which proves how near they are to the best.

use serde::{Deserialize, Serialize};

use super::errors::Errors;
use super::least_absolute;
use super::matrix::Matrix;
use crate::engine::evaluation::Score;
use crate::engine::features::ONE;

/// What a fit makes small.
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
    /// In the order of the parameters.
    pub values: Vec<f64>,
    /// A mean absolute error in centipawns that no organism is below on the positions of the fit; of least absolute
    /// errors only.
    pub bound: Option<f64>,
}

/// Added to the diagonal, in proportion to it: a parameter whose feature never occurs is 0.
const RIDGE: f64 = 1e-9;

impl Fit {
    /// The best values for scoring these positions so, in sixteenths of a centipawn.
    #[must_use]
    pub fn of(method: Method, matrix: &Matrix, goals: &[Score]) -> Fit {
        let rows: Vec<Vec<f64>> = (0..matrix.positions())
            .map(|position| matrix.row(position).iter().map(|f| f64::from(*f) / f64::from(ONE)).collect())
            .collect();
        let goals: Vec<f64> = goals.iter().map(|goal| f64::from(*goal) / f64::from(ONE)).collect();
        let squares = solve(&rows, &goals);
        match method {
            Method::LeastSquares => Fit { values: squares, bound: None },
            Method::LeastAbsolute => {
                let found = least_absolute::solve(&rows, &goals);
                let error = |values: &[f64]| least_absolute::error(&rows, &goals, values);
                let bound = Some(found.bound / goals.len().max(1) as f64);
                // A program without a solution leaves numbers that are none.
                let is_better = error(&found.values) <= error(&squares);
                Fit { values: if is_better { found.values } else { squares }, bound }
            }
        }
    }

    fn score(&self, row: &[f64]) -> f64 {
        row.iter().zip(&self.values).map(|(feature, value)| feature * value).sum()
    }

    /// Its errors on positions that are to be scored so.
    #[must_use]
    pub fn errors(&self, matrix: &Matrix, goals: &[Score]) -> Errors {
        let error = |(position, goal): (usize, &Score)| {
            let row: Vec<f64> = matrix.row(position).iter().map(|f| f64::from(*f)).collect();
            (self.score(&row) - f64::from(*goal)).abs() / f64::from(ONE)
        };
        Errors::of(goals.iter().enumerate().map(error).collect())
    }
}

/// The values that make the sum of squared errors small: the normal equations, by Cholesky's method.
fn solve(rows: &[Vec<f64>], goals: &[f64]) -> Vec<f64> {
    let size = rows.first().map_or(0, Vec::len);
    let mut left = vec![vec![0.0; size]; size];
    let mut right = vec![0.0; size];
    for (row, goal) in rows.iter().zip(goals) {
        for (i, feature) in row.iter().enumerate().filter(|(_, feature)| **feature != 0.0) {
            right[i] += feature * goal;
            for (sum, other) in left[i].iter_mut().zip(&row[..=i]) {
                *sum += feature * other;
            }
        }
    }
    for (i, row) in left.iter_mut().enumerate() {
        row[i] += RIDGE * row[i].max(1.0);
    }
    // Left becomes a triangle whose product with its own transpose it was.
    for i in 0..size {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| left[i][k] * left[j][k]).sum();
            let rest = left[i][j] - sum;
            left[i][j] = if i == j { rest.max(f64::MIN_POSITIVE).sqrt() } else { rest / left[j][j] };
        }
    }
    for i in 0..size {
        let sum: f64 = (0..i).map(|k| left[i][k] * right[k]).sum();
        right[i] = (right[i] - sum) / left[i][i];
    }
    for i in (0..size).rev() {
        let sum: f64 = (i + 1..size).map(|k| left[k][i] * right[k]).sum();
        right[i] = (right[i] - sum) / left[i][i];
    }
    right
}
