//! The differentiable loss of the objective *scores*: the sum of squared errors or, smoothed, of absolute errors, in
//! centipawns.
//!
//! The score of a position is linear in the values. If organisms score positions by a quiescence search, that holds as
//! long as the search ends in the same leaf.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Position};

use super::ScoresFitness;
use crate::engine::features::{FeatureSet, FeatureVector, ONE};
use crate::engine::quiescence::{self, Node};
use crate::evolution::fitness::{Derivatives, Model};

/// Number of positions per unit of parallel work.
const POSITIONS_PER_CHUNK: usize = 512;
/// Absolute errors are smoothed below this number of centipawns.
const SMOOTHING: f64 = 0.25;

/// The loss that optimizers with derivatives minimize.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Loss {
    /// Half the sum of squared errors.
    #[default]
    Squares,
    /// The sum of absolute errors, as in the objective's own measure.
    Absolute,
}

impl Loss {
    /// Returns the name used in flags.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Loss::Squares => "squares",
            Loss::Absolute => "absolute",
        }
    }

    /// Returns whether this is the default.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Loss::default()
    }

    /// Returns the loss of an error in centipawns, its slope, and its curvature. The curvature of an absolute error is
    /// that of the parabola which touches the loss at this error and at its opposite, and is nowhere below it. Newton's
    /// method with it is the method of iteratively reweighted least squares.
    fn at(self, error: f64) -> [f64; 3] {
        match self {
            Loss::Squares => [error * error / 2.0, error, 1.0],
            Loss::Absolute => {
                let smooth = (error * error + SMOOTHING * SMOOTHING).sqrt();
                [smooth, error / smooth, 1.0 / smooth]
            }
        }
    }
}

impl Model for ScoresFitness {
    fn derivatives(&self, values: &[f64]) -> Derivatives {
        let starts: Vec<usize> = (0..self.positions()).step_by(POSITIONS_PER_CHUNK).collect();
        let of_chunk = |first: usize| {
            let mut sum = Derivatives::zero(values.len());
            let last = (first + POSITIONS_PER_CHUNK).min(self.positions());
            (first..last).for_each(|position| self.add_position(position, values, &mut sum));
            sum
        };
        let parts: Vec<Derivatives> = starts.into_par_iter().map(of_chunk).collect();
        let mut sum = Derivatives::zero(values.len());
        parts.iter().for_each(|part| sum.add(part));
        sum
    }

    fn items(&self) -> f64 {
        self.positions() as f64
    }
}

impl ScoresFitness {
    /// Adds the loss of a position and its derivatives.
    fn add_position(&self, position: usize, values: &[f64], sum: &mut Derivatives) {
        let Some(features) = self.leaf_features(position, values) else { return };
        let goal = f64::from(self.goals()[position]) / f64::from(ONE);
        let score: f64 = features.iter().zip(values).map(|(feature, value)| feature * value).sum();
        let [loss, slope, curvature] = self.loss.at(score - goal);
        sum.loss += loss;
        let used: Vec<(usize, f64)> =
            features.into_iter().enumerate().filter(|(_, feature)| *feature != 0.0).collect();
        for (i, feature) in &used {
            sum.gradient[*i] += slope * feature;
            for (j, other) in &used {
                sum.hessian[i * values.len() + j] += curvature * (feature * other);
            }
        }
    }

    /// Returns the features, in centipawns per unit of each parameter, that decide the score of a position; `None` if
    /// the position is decided by a mate.
    fn leaf_features(&self, position: usize, values: &[f64]) -> Option<Vec<f64>> {
        let in_centipawns = |feature: i16| f64::from(feature) / f64::from(ONE);
        let Some(searched) = &self.searched else {
            return Some(self.matrix().row(position).map(in_centipawns).collect());
        };
        let mut weights = vec![0.0; self.layout.set().count()];
        for (feature, value) in self.layout.features().iter().zip(values) {
            weights[*feature] = *value;
        }
        let bounds = [f64::NEG_INFINITY, f64::INFINITY];
        let set = self.layout.set();
        let (_, leaf) = principal_leaf(searched.position(position), set, &weights, quiescence::DEPTH, bounds);
        let all = leaf?.values;
        Some(self.layout.features().iter().map(|feature| in_centipawns(all[*feature])).collect())
    }
}

/// Returns the score of a quiescence search for the side to move in sixteenths of a centipawn, exact inside the bounds,
/// and the features of its principal leaf; no features after a mate. Like [`quiescence::search`], with real weights.
fn principal_leaf(
    position: &Chess,
    set: FeatureSet,
    weights: &[f64],
    depth: u32,
    [mut alpha, beta]: [f64; 2],
) -> (f64, Option<FeatureVector>) {
    let evaluate = || {
        let features = FeatureVector::of(set, position);
        let score: f64 =
            weights.iter().zip(&features.values).map(|(weight, feature)| weight * f64::from(*feature)).sum();
        (position.turn().fold_wb(score, -score), Some(features))
    };
    let mated = (-f64::from(quiescence::MATE), None);
    let (mut best, moves) = match quiescence::node(position, depth) {
        Node::Mated => return mated,
        Node::Leaf => return evaluate(),
        Node::Evasions(moves) => (mated, moves),
        Node::StandPat(moves) => (evaluate(), moves),
    };
    for m in moves {
        alpha = alpha.max(best.0);
        if alpha >= beta {
            break;
        }
        let next = quiescence::after(position, m);
        let (score, leaf) = principal_leaf(&next, set, weights, depth - 1, [-beta, -alpha]);
        if -score > best.0 {
            best = (-score, leaf);
        }
    }
    best
}

#[cfg(test)]
mod tests;
