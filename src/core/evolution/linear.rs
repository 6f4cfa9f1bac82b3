//! Systems of linear equations with a symmetric positive definite matrix.

/// Returns the lower triangle of `rowsᵀ · diagonal(weights) · rows`, by rows. Elements above the diagonal are 0.
#[must_use]
pub fn weighted_squares(rows: &[Vec<f64>], weights: &[f64]) -> Vec<Vec<f64>> {
    let size = rows.first().map_or(0, Vec::len);
    let mut matrix = vec![vec![0.0; size]; size];
    for (row, weight) in rows.iter().zip(weights) {
        for (i, feature) in row.iter().enumerate().filter(|(_, feature)| **feature != 0.0) {
            let scaled = weight * feature;
            matrix[i].iter_mut().zip(&row[..=i]).for_each(|(sum, other)| *sum += scaled * other);
        }
    }
    matrix
}

/// Returns `rowsᵀ · factors`.
#[must_use]
pub fn transposed_product(rows: &[Vec<f64>], factors: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; rows.first().map_or(0, Vec::len)];
    for (row, factor) in rows.iter().zip(factors) {
        sums.iter_mut().zip(row).for_each(|(sum, feature)| *sum += factor * feature);
    }
    sums
}

/// The Cholesky factor of a symmetric positive definite matrix: the lower triangle `L` with `L Lᵀ` = the matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct Cholesky {
    rows: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Factors a matrix, given by its rows. Only the lower triangle is read. A pivot that is not positive, as in a
    /// singular matrix, becomes the smallest positive number; add a ridge to avoid it.
    #[must_use]
    pub fn of(mut rows: Vec<Vec<f64>>) -> Cholesky {
        for i in 0..rows.len() {
            for j in 0..=i {
                let sum: f64 = (0..j).map(|k| rows[i][k] * rows[j][k]).sum();
                let rest = rows[i][j] - sum;
                rows[i][j] = if i == j { rest.max(f64::MIN_POSITIVE).sqrt() } else { rest / rows[j][j] };
            }
        }
        Cholesky { rows }
    }

    /// Returns the rows of the factor. Elements above the diagonal have no meaning.
    #[must_use]
    pub fn rows(&self) -> &[Vec<f64>] {
        &self.rows
    }

    /// Returns the vector whose product with the matrix is `right`.
    #[must_use]
    pub fn solve(&self, mut right: Vec<f64>) -> Vec<f64> {
        let (left, size) = (&self.rows, self.rows.len());
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
}
