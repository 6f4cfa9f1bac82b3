//! Newton's method for parameters in ranges.
//!
//! Bertsekas, “Projected Newton Methods for Optimization Problems with Simple Constraints” (SIAM Journal on Control and
//! Optimization 20, 1982): parameters that a bound holds back keep their value, the others make a Newton step, and the
//! point is projected into the ranges. The step is halved until the loss falls enough (Armijo's rule).

use super::fitness::Derivatives;
use super::linear::Cholesky;

/// Relative amount added to the diagonal of the Hessian, so that the step exists where the loss does not depend on a
/// parameter.
const RIDGE: f64 = 1e-9;
/// The share of the predicted decrease that a step must reach.
const SUFFICIENT: f64 = 1e-4;
/// The maximum number of halvings of a step.
const HALVINGS: i32 = 30;
/// The change of every parameter below which the iteration ends. Organisms have integers as values.
const SETTLED: f64 = 1e-4;

/// The relative decrease of the loss below which the iteration ends. Where the loss has kinks, steps remain long.
const FLAT: f64 = 1e-8;

/// A point of the iteration.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Iterate {
    /// The real-valued parameters, each in its range.
    pub(super) point: Vec<f64>,
    /// The Hessian of the step that led here, row by row; empty at the start.
    pub(super) hessian: Vec<f64>,
    /// Whether the last step changed almost nothing.
    pub(super) is_settled: bool,
}

impl Iterate {
    /// Creates the start of an iteration, with each value moved into its range.
    pub(super) fn start(values: impl IntoIterator<Item = f64>, ranges: &[(f64, f64)]) -> Iterate {
        let point = values.into_iter().zip(ranges).map(|(value, (low, high))| value.clamp(*low, *high));
        Iterate { point: point.collect(), hessian: Vec::new(), is_settled: false }
    }

    /// Returns the next point; `None` if there are no derivatives.
    pub(super) fn next(
        &self,
        ranges: &[(f64, f64)],
        derivatives: impl Fn(&[f64]) -> Option<Derivatives>,
    ) -> Option<Iterate> {
        let here = derivatives(&self.point)?;
        let direction = direction(&self.point, ranges, &here);
        let mut length = 1.0;
        for _ in 0..=HALVINGS {
            let moved =
                |((at, by), (low, high)): ((&f64, &f64), &(f64, f64))| (at + length * by).clamp(*low, *high);
            let point: Vec<f64> = self.point.iter().zip(&direction).zip(ranges).map(moved).collect();
            let changes: Vec<f64> = point.iter().zip(&self.point).map(|(to, from)| to - from).collect();
            if changes.iter().all(|change| change.abs() < SETTLED) {
                break;
            }
            let predicted: f64 =
                changes.iter().zip(&here.gradient).map(|(change, slope)| change * slope).sum();
            let loss = derivatives(&point)?.loss;
            if loss <= here.loss + SUFFICIENT * predicted {
                let is_settled = here.loss - loss <= FLAT * here.loss.abs();
                return Some(Iterate { point, hessian: here.hessian, is_settled });
            }
            length /= 2.0;
        }
        Some(Iterate { point: self.point.clone(), hessian: here.hessian, is_settled: true })
    }
}

/// Returns the Newton direction of the parameters that no bound holds back; 0 for the others.
fn direction(point: &[f64], ranges: &[(f64, f64)], here: &Derivatives) -> Vec<f64> {
    let is_free = |index: &usize| {
        let ((low, high), at, slope) = (ranges[*index], point[*index], here.gradient[*index]);
        low < high && !(at <= low && slope >= 0.0) && !(at >= high && slope <= 0.0)
    };
    let free: Vec<usize> = (0..point.len()).filter(is_free).collect();
    let descent: Vec<f64> = free.iter().map(|index| -here.gradient[*index]).collect();
    let mut direction = vec![0.0; point.len()];
    for (index, by) in free.iter().zip(factor(&here.hessian, point.len(), &free).solve(descent)) {
        direction[*index] = by;
    }
    direction
}

/// Factors the part of a Hessian (`size` rows) that belongs to some parameters, with a small ridge.
pub(super) fn factor(hessian: &[f64], size: usize, parameters: &[usize]) -> Cholesky {
    let element = |row: usize, column: usize| hessian[row * size + column];
    let largest = parameters.iter().map(|index| element(*index, *index)).fold(f64::MIN_POSITIVE, f64::max);
    let row = |row: &usize| -> Vec<f64> {
        let ridge = |column: &usize| if column == row { RIDGE * largest } else { 0.0 };
        parameters.iter().map(|column| element(*row, *column) + ridge(column)).collect()
    };
    Cholesky::of(parameters.iter().map(row).collect())
}

#[cfg(test)]
mod tests;
