//! Least squares: what the values of parameters explain of scores from −1, all games lost, to 1, all games won.

use crate::evolution::linear::Cholesky;

/// Near equality, the Elo of a score of 1.
pub(super) const PER_SCORE: f64 = 800.0 / std::f64::consts::LN_10;

/// An effect in the scores of a row, from −1 for all games lost to 1 for all games won.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scores {
    /// The part of a row's score that comes from the parameter, by the typical distance of its values in a row.
    pub(super) share: f64,
    /// Its standard error.
    pub(super) error: f64,
    /// How much of an Elo of this parameter shows in the scores: 1 if the other parameters explain nothing.
    pub(super) shown: f64,
    /// The Elo of all tried values for an Elo of the typical distance.
    scale: f64,
}

impl Scores {
    /// Returns the Elo of all tried values if this is the share of the score.
    pub(super) fn elo(self, share: f64) -> f64 {
        let expected = (share / self.shown).clamp(-1.0, 1.0);
        self.scale * PER_SCORE * libm::atanh(expected)
    }

    /// Returns the Elo of all tried values with its standard error. Not even all games won prove more than the number of rows.
    pub(super) fn estimate(self, rows: usize) -> [f64; 2] {
        let bound = (1.0 - 1.0 / (rows as f64 + 1.0)) * self.shown;
        let share = self.share.clamp(-bound, bound);
        let slope = PER_SCORE * self.scale / self.shown;
        [self.elo(share), self.error * slope / (1.0 - (share / self.shown).powi(2))]
    }
}

/// The normal equations of least squares.
pub(super) struct Equations {
    /// The lower triangle of the matrix, by rows.
    matrix: Vec<Vec<f64>>,
    right: Vec<f64>,
    squares: f64,
    pub(super) rows: usize,
}

impl Equations {
    /// The degrees of freedom that an error needs.
    const FREEDOM: usize = 2;

    /// Creates equations for so many slopes; `None` if at most `rows` rows cannot determine them.
    pub(super) fn new(size: usize, rows: usize) -> Option<Equations> {
        (rows >= size + Equations::FREEDOM).then(|| Equations {
            matrix: (0..size).map(|row| vec![0.0; row + 1]).collect(),
            right: vec![0.0; size],
            squares: 0.0,
            rows: 0,
        })
    }

    pub(super) fn add(&mut self, row: &[f64], result: f64) {
        for (at, one) in row.iter().enumerate().filter(|(_, one)| **one != 0.0) {
            self.right[at] += one * result;
            self.matrix[at].iter_mut().zip(row).for_each(|(sum, other)| *sum += one * other);
        }
        self.squares += result * result;
        self.rows += 1;
    }

    /// Returns the slopes with their standard errors; `None` if the rows do not determine them. One more row, whose residual has
    /// this variance, keeps results that the slopes explain wholly from being certain.
    pub(super) fn solve(&self, extra: f64) -> Option<Vec<[f64; 2]>> {
        let size = self.right.len();
        let freedom = self.rows.checked_sub(size).filter(|freedom| *freedom >= Equations::FREEDOM)?;
        let factor = Cholesky::of(self.matrix.clone());
        let pivot = |at: usize| factor.rows()[at][at].powi(2);
        // The factor replaces pivots that are not positive by the smallest positive number.
        if (0..size).any(|at| pivot(at) <= (1e-9 * self.matrix[at][at]).max(f64::MIN_POSITIVE)) {
            return None;
        }
        let slopes = factor.solve(self.right.clone());
        let variance = ((self.squares - self.explained(&slopes)).max(0.0) + extra) / (freedom + 1) as f64;
        let error = |at: usize| {
            let mut unit = vec![0.0; size];
            unit[at] = 1.0;
            libm::sqrt(variance * factor.solve(unit)[at])
        };
        Some(slopes.iter().enumerate().map(|(at, slope)| [*slope, error(at)]).collect())
    }

    /// Returns the part of the squares that these slopes explain.
    fn explained(&self, slopes: &[f64]) -> f64 {
        slopes.iter().zip(&self.right).map(|(one, other)| one * other).sum()
    }

    /// Returns each effect in the scores, for the span of the tried values of each parameter in its own terms.
    pub(super) fn scores(&self, solved: &[[f64; 2]], spans: &[f64]) -> Vec<Scores> {
        let rows = self.rows as f64;
        let typical: Vec<f64> = (0..solved.len()).map(|at| libm::sqrt(self.matrix[at][at] / rows)).collect();
        let slopes: Vec<f64> = solved.iter().map(|[slope, _]| *slope).collect();
        // By chance alone, parameters explain the squares of their errors.
        let chance: f64 =
            solved.iter().zip(&typical).map(|([_, error], typical)| (error * typical).powi(2)).sum();
        let explained = self.explained(&slopes) / rows - chance;
        let of = |(([slope, error], typical), span): ((&[f64; 2], &f64), &f64)| {
            let share = slope * typical;
            let others = (explained - share * share).max(0.0);
            Scores {
                share,
                error: error * typical,
                shown: (1.0 - others).max(1.0 / (rows + 1.0)),
                scale: span / typical,
            }
        };
        solved.iter().zip(&typical).zip(spans).map(of).collect()
    }
}
