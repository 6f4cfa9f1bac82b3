//! Second moments of many features, and the solution of systems with them: the parts of the work that grow with the square and
//! the cube of the number of features. Sums have a fixed order, so the bits are the same for any number of threads.

use rayon::prelude::*;

/// Columns that a step of the factorization eliminates.
const PANEL: usize = 64;
/// Sums that run side by side.
const LANES: usize = 16;

fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    let (a, b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f32 = a.remainder().iter().zip(b.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a.zip(b) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums.iter().sum::<f32>() + rest
}

/// A symmetric matrix: the rows of its lower triangle.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Symmetric(pub(super) Vec<Vec<f32>>);

impl Symmetric {
    /// Returns the sum of the products of rows with themselves.
    pub(super) fn of(rows: &[&[f32]], size: usize) -> Symmetric {
        let columns: Vec<Vec<f32>> =
            (0..size).into_par_iter().map(|column| rows.iter().map(|row| row[column]).collect()).collect();
        let row = |row: usize| columns[..=row].iter().map(|column| dot(&columns[row], column)).collect();
        Symmetric((0..size).into_par_iter().map(row).collect())
    }

    /// Returns the matrix times a factor, plus a diagonal.
    pub(super) fn with(&self, factor: f32, diagonal: &[f32]) -> Symmetric {
        let row = |(row, elements): (usize, &Vec<f32>)| {
            let mut scaled: Vec<f32> = elements.iter().map(|element| factor * element).collect();
            scaled[row] += diagonal[row];
            scaled
        };
        Symmetric(self.0.par_iter().enumerate().map(row).collect())
    }

    /// Returns the quadratic form of a vector.
    pub(super) fn form(&self, vector: &[f32]) -> f64 {
        let of_row = |(row, elements): (usize, &Vec<f32>)| {
            let below = f64::from(dot(&elements[..row], &vector[..row]));
            f64::from(vector[row]) * (2.0 * below + f64::from(elements[row] * vector[row]))
        };
        self.0.iter().enumerate().map(of_row).sum()
    }

    /// Replaces the matrix, which is positive definite, by its Cholesky factor.
    pub(super) fn factored(mut self) -> Factor {
        let size = self.0.len();
        for first in (0..size).step_by(PANEL) {
            let end = (first + PANEL).min(size);
            let (top, bottom) = self.0.split_at_mut(end);
            for row in first..end {
                let (above, this) = top.split_at_mut(row);
                eliminate(&mut this[0], &above[first..], first, row);
                let pivot = this[0][row] - dot(&this[0][first..row], &this[0][first..row]);
                this[0][row] = pivot.max(f32::MIN_POSITIVE).sqrt();
            }
            let top = &top[first..];
            bottom.par_iter_mut().for_each(|row| eliminate(row, top, first, end));
            let panel: Vec<Vec<f32>> = bottom.iter().map(|row| row[first..end].to_vec()).collect();
            bottom.par_iter_mut().enumerate().for_each(|(at, row)| {
                for (element, other) in row[end..].iter_mut().zip(&panel) {
                    *element -= dot(&panel[at], other);
                }
            });
        }
        Factor(self.0)
    }
}

/// Solves for the elements of a row between two columns, given the finished rows of the panel.
fn eliminate(row: &mut [f32], panel: &[Vec<f32>], first: usize, end: usize) {
    for (column, other) in (first..end).zip(panel) {
        let known = dot(&row[first..column], &other[first..column]);
        row[column] = (row[column] - known) / other[column];
    }
}

/// A Cholesky factor: the rows of its lower triangle.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Factor(Vec<Vec<f32>>);

impl Factor {
    /// Returns the vector whose product with the matrix is `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f32> {
        let mut x = right.to_vec();
        for (row, elements) in self.0.iter().enumerate() {
            let known: f64 = elements[..row].iter().zip(&x).map(|(a, b)| f64::from(*a) * b).sum();
            x[row] = (x[row] - known) / f64::from(elements[row]);
        }
        for (row, elements) in self.0.iter().enumerate().rev() {
            x[row] /= f64::from(elements[row]);
            let value = x[row];
            x.iter_mut().zip(&elements[..row]).for_each(|(x, element)| *x -= f64::from(*element) * value);
        }
        x.into_iter().map(|value| value as f32).collect()
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::randomness::Randomness;

    #[test]
    fn a_solution_solves_the_system() {
        let mut rng = Randomness::new(1, "test", 0).stream(0, "rows");
        let size = 150;
        let rows: Vec<Vec<f32>> =
            (0..400).map(|_| (0..size).map(|_| rng.random::<f32>() - 0.5).collect()).collect();
        let rows: Vec<&[f32]> = rows.iter().map(Vec::as_slice).collect();
        let matrix = Symmetric::of(&rows, size).with(2.0, &vec![3.0; size]);
        let right: Vec<f64> = (0..size).map(|index| (index as f64).sin()).collect();
        let solution = matrix.clone().factored().solve(&right);
        for row in 0..size {
            let element = |column: usize| matrix.0[row.max(column)][row.min(column)];
            let product: f64 = (0..size).map(|column| f64::from(element(column) * solution[column])).sum();
            assert!((product - right[row]).abs() < 1e-3, "{row}: {product} {}", right[row]);
        }
        let form: f64 = solution.iter().zip(&right).map(|(x, right)| f64::from(*x) * right).sum();
        assert!((matrix.form(&solution) - form).abs() < 1e-3);
    }
}
