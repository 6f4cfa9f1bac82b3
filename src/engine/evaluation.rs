//! Static evaluation: the dot product of parameters and features.

mod evaluator;

pub use evaluator::Evaluator;

use super::features::{self, FeatureVector};
use super::pieces::Pieces;
use super::schema::{Parameter, Schema, SchemaError};

/// A score in sixteenths of a centipawn, so that sums of features need no rounding.
pub type Score = i32;

/// Converts a score to centipawns, rounded to nearest, halves away from zero.
#[must_use]
pub fn centipawns(score: Score) -> i32 {
    let half = features::ONE / 2 * score.signum();
    (score + half) / features::ONE
}

/// Maps the parameters of a schema to features.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// For each parameter, the index of its feature.
    features: Vec<usize>,
}

impl Layout {
    /// Returns the layout of a schema. A feature that the schema does not name has weight 0.
    ///
    /// # Errors
    /// Returns an error if the schema names a parameter that is not a feature of the evaluation, or a range that does
    /// not fit 16 bits.
    pub fn of(schema: &Schema) -> Result<Layout, SchemaError> {
        let feature_of = |parameter: &Parameter| {
            let refuse = |reason: &str| SchemaError::Parameter {
                schema: schema.name.clone(),
                parameter: parameter.name.clone(),
                reason: reason.to_owned(),
            };
            let (low, high) = parameter.range;
            if i16::try_from(low).is_err() || i16::try_from(high).is_err() {
                return Err(refuse("the range does not fit 16 bits"));
            }
            features::NAMES
                .iter()
                .position(|name| *name == parameter.name)
                .ok_or_else(|| refuse("the evaluation has no feature of that name"))
        };
        Ok(Layout { features: schema.parameters.iter().map(feature_of).collect::<Result<_, _>>()? })
    }

    /// For each parameter, the index of its feature.
    #[must_use]
    pub fn features(&self) -> &[usize] {
        &self.features
    }

    /// Arranges values as weights. `values` must have one value per parameter of the schema, each inside its range.
    #[must_use]
    pub fn weights(&self, values: &[i32]) -> Weights {
        debug_assert_eq!(self.features.len(), values.len(), "one value a parameter");
        let mut weights = [0; features::COUNT];
        for (&feature, &value) in self.features.iter().zip(values) {
            weights[feature] = value as i16;
        }
        Weights(weights)
    }
}

/// Parameter values arranged by feature, ready for multiplication.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Weights([i16; features::COUNT]);

impl Weights {
    /// Returns the weights of values in the order of `schema`.
    ///
    /// # Errors
    /// Returns the errors of [`Layout::of`].
    pub fn new(schema: &Schema, values: &[i32]) -> Result<Weights, SchemaError> {
        Ok(Layout::of(schema)?.weights(values))
    }

    /// Returns the weights of values by name. A feature without a value has weight 0.
    #[must_use]
    pub fn named(value: impl Fn(&str) -> Option<i32>) -> Weights {
        let bounds = (i32::from(i16::MIN), i32::from(i16::MAX));
        Weights(features::NAMES.map(|name| value(name).unwrap_or(0).clamp(bounds.0, bounds.1) as i16))
    }

    /// Returns textbook material values with a small weight for everything else: good enough for move ordering, and
    /// used for nothing else.
    #[must_use]
    pub fn textbook() -> Weights {
        let mut weights = [8; features::COUNT];
        weights[..5].copy_from_slice(&[100, 325, 325, 500, 975]);
        Weights(weights)
    }

    /// Returns the weights in the order of [`features::NAMES`].
    #[must_use]
    pub fn as_array(&self) -> &[i16; features::COUNT] {
        &self.0
    }

    /// Returns the score of a feature vector from White's point of view.
    #[must_use]
    pub fn score(&self, features: &FeatureVector) -> Score {
        self.0
            .iter()
            .zip(&features.0)
            .map(|(&weight, &feature)| Score::from(weight) * Score::from(feature))
            .sum()
    }

    /// Returns the static evaluation of a position from White's point of view.
    #[must_use]
    pub fn evaluate(&self, board: &impl Pieces) -> Score {
        self.score(&FeatureVector::of(board))
    }
}

#[cfg(test)]
mod tests;
