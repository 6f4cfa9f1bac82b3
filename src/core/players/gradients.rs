//! Systems with the second moment of many rows, solved by conjugate gradients (Hestenes and Stiefel 1952) with the diagonal as
//! preconditioner. The matrix itself, whose size grows with the square of the number of features, is never made.

/// Sums that run side by side.
const LANES: usize = 16;
/// The most iterations of a solution.
const ITERATIONS: usize = 60;
/// The part of the right side that may be left.
const TOLERANCE: f64 = 1e-4;

/// Returns the product of two vectors.
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    let (a, b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f32 = a.remainder().iter().zip(b.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a.zip(b) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums.iter().sum::<f32>() + rest
}

/// The matrix `share · Σ rowᵀ row + diagonal`.
pub(super) struct System<'a> {
    pub(super) rows: &'a [&'a [f32]],
    pub(super) share: f64,
    pub(super) diagonal: &'a [f64],
    /// For each feature the sum of the squares of the rows.
    pub(super) squares: &'a [f64],
}

impl System<'_> {
    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let short: Vec<f32> = vector.iter().map(|element| *element as f32).collect();
        let mut sums = vec![0.0_f32; vector.len()];
        for row in self.rows {
            let factor = dot(row, &short);
            sums.iter_mut().zip(*row).for_each(|(sum, element)| *sum += factor * element);
        }
        let element = |((sum, vector), diagonal): ((&f32, &f64), &f64)| {
            self.share * f64::from(*sum) + diagonal * vector
        };
        sums.iter().zip(vector).zip(self.diagonal).map(element).collect()
    }

    /// Returns the vector whose product with the matrix is `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let eased = |rest: &[f64]| -> Vec<f64> {
            let pivots =
                self.squares.iter().zip(self.diagonal).map(|(square, own)| self.share * square + own);
            rest.iter().zip(pivots).map(|(rest, pivot)| rest / pivot).collect()
        };
        let mut found = vec![0.0; right.len()];
        let mut rest = right.to_vec();
        let mut direction = eased(&rest);
        let mut slope = product(&rest, &direction);
        let enough = TOLERANCE * TOLERANCE * slope;
        for _ in 0..ITERATIONS {
            if slope <= enough {
                break;
            }
            let image = self.times(&direction);
            let length = slope / product(&direction, &image);
            found.iter_mut().zip(&direction).for_each(|(found, by)| *found += length * by);
            rest.iter_mut().zip(&image).for_each(|(rest, by)| *rest -= length * by);
            let next = eased(&rest);
            let steeper = product(&rest, &next);
            let kept = steeper / slope;
            direction.iter_mut().zip(&next).for_each(|(to, next)| *to = next + kept * *to);
            slope = steeper;
        }
        found
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
        let size = 50;
        let rows: Vec<Vec<f32>> =
            (0..80).map(|_| (0..size).map(|_| rng.random::<f32>() - 0.5).collect()).collect();
        let rows: Vec<&[f32]> = rows.iter().map(Vec::as_slice).collect();
        let squares: Vec<f64> =
            (0..size).map(|at| rows.iter().map(|row| f64::from(row[at] * row[at])).sum()).collect();
        let diagonal: Vec<f64> = (0..size).map(|at| 1.0 + at as f64).collect();
        let system = System { rows: &rows, share: 2.0, diagonal: &diagonal, squares: &squares };
        let right: Vec<f64> = (0..size).map(|at| (at as f64).sin()).collect();
        let image = system.times(&system.solve(&right));
        assert!(image.iter().zip(&right).all(|(image, right)| (image - right).abs() < 1e-3), "{image:?}");
    }
}
