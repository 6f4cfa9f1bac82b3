//! Fast static scores: the features of all positions times the values of all organisms.
//!
//! A position's score is the sum of values times features, so the scores of a generation are a product of two matrices
//! of small integers. Positions are stored in blocks of [`LANES`], feature by feature, so that the sums of a block stay
//! in registers and the compiler can vectorize them. Sums are exact: the scores equal those of
//! [`Weights::evaluate`](crate::engine::evaluation::Weights::evaluate).

use std::ops::Range;

use crate::engine::evaluation::{Layout, Score};
use crate::engine::features::FeatureVector;
use crate::engine::pieces::Pieces;

/// Number of positions per block.
pub const LANES: usize = 16;

/// The features of some positions under a schema.
#[derive(Debug, Clone)]
pub struct Matrix {
    positions: usize,
    parameters: usize,
    /// The features by block, feature and lane. The last block is padded with 0.
    features: Vec<[i16; LANES]>,
}

impl Matrix {
    /// Computes the features of these boards that the layout's parameters weigh.
    #[must_use]
    pub fn of<'a, B: Pieces + 'a>(layout: &Layout, boards: impl IntoIterator<Item = &'a B>) -> Matrix {
        let rows: Vec<Vec<i16>> = boards
            .into_iter()
            .map(|board| {
                let all = FeatureVector::of(layout.set(), board).values;
                layout.features().iter().map(|feature| all[*feature]).collect()
            })
            .collect();
        Matrix::of_rows(layout.features().len(), rows.into_iter())
    }

    /// Creates a matrix from rows of `parameters` features, one row per position.
    fn of_rows(
        parameters: usize,
        rows: impl ExactSizeIterator<Item = impl IntoIterator<Item = i16>>,
    ) -> Matrix {
        let positions = rows.len();
        let mut features = vec![[0; LANES]; positions.div_ceil(LANES) * parameters];
        for (position, row) in rows.enumerate() {
            let (block, lane) = (position / LANES, position % LANES);
            for (lanes, feature) in features[block * parameters..].iter_mut().zip(row) {
                lanes[lane] = feature;
            }
        }
        Matrix { positions, parameters, features }
    }

    /// Returns the matrix of some of the positions, in this order.
    #[must_use]
    pub fn select(&self, positions: &[usize]) -> Matrix {
        Matrix::of_rows(self.parameters, positions.iter().map(|position| self.row(*position)))
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// Returns the number of parameters.
    #[must_use]
    pub fn parameters(&self) -> usize {
        self.parameters
    }

    /// Returns the features of a position in sixteenths, in the order of the parameters.
    pub fn row(&self, position: usize) -> impl Iterator<Item = i16> + '_ {
        let (block, lane) = (position / LANES, position % LANES);
        let block = &self.features[block * self.parameters..(block + 1) * self.parameters];
        block.iter().map(move |lanes| lanes[lane])
    }

    /// Returns an organism's scores in sixteenths of a centipawn, from White's view. Values must fit 16 bits, as those
    /// of all schemas do.
    #[must_use]
    pub fn scores(&self, values: &[i32]) -> Vec<Score> {
        let blocks = 0..self.positions.div_ceil(LANES);
        let mut scores: Vec<Score> = self.block_scores(values, blocks).flatten().collect();
        scores.truncate(self.positions);
        scores
    }

    /// Like [`Matrix::scores`], for the blocks in this range. The padding of the last block scores 0.
    pub fn block_scores(
        &self,
        values: &[i32],
        blocks: Range<usize>,
    ) -> impl Iterator<Item = [Score; LANES]> + '_ {
        let weights = narrow(values);
        let features = &self.features[blocks.start * self.parameters..blocks.end * self.parameters];
        features.chunks_exact(self.parameters.max(1)).map(move |block| product(block, &weights))
    }

    /// Returns the sum of an organism's absolute errors against these targets, in sixteenths of a centipawn.
    ///
    /// # Panics
    /// Panics if the number of targets is not that of [`Matrix::targets`].
    #[must_use]
    pub fn distance(&self, values: &[i32], targets: &[[Score; LANES]]) -> u64 {
        assert_eq!(self.positions.div_ceil(LANES), targets.len(), "one target for each position");
        let sum_of = |(scores, targets): ([Score; LANES], &[Score; LANES])| {
            scores.iter().zip(targets).map(|(score, target)| u64::from(score.abs_diff(*target))).sum::<u64>()
        };
        self.block_scores(values, 0..targets.len()).zip(targets).map(sum_of).sum()
    }

    /// Arranges targets in the layout of the positions. The padding of the last block adds no error.
    #[must_use]
    pub fn targets(targets: &[Score]) -> Vec<[Score; LANES]> {
        let block = |some: &[Score]| std::array::from_fn(|lane| some.get(lane).copied().unwrap_or(0));
        targets.chunks(LANES).map(block).collect()
    }
}

fn narrow(values: &[i32]) -> Vec<i16> {
    values.iter().map(|value| (*value).clamp(i16::MIN.into(), i16::MAX.into()) as i16).collect()
}

#[inline]
fn product(block: &[[i16; LANES]], weights: &[i16]) -> [Score; LANES] {
    let mut sums = [0; LANES];
    for (features, weight) in block.iter().zip(weights) {
        for (sum, feature) in sums.iter_mut().zip(features) {
            *sum += Score::from(*feature) * Score::from(*weight);
        }
    }
    sums
}
