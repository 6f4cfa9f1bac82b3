//! Static evaluation: the dot product of parameters and features.

mod evaluator;

pub use evaluator::Evaluator;

use super::features::{self, FeatureSet, FeatureVector};
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
    set: FeatureSet,
    /// For each parameter, the index of its feature.
    features: Vec<usize>,
}

impl Layout {
    /// Returns the layout of a schema. A feature that the schema does not name has weight 0.
    ///
    /// # Errors
    /// Returns an error if the schema names a parameter that is not a feature of the evaluation, parameters of two
    /// feature sets, or a range that does not fit 16 bits.
    pub fn of(schema: &Schema) -> Result<Layout, SchemaError> {
        let set = FeatureSet::of(schema);
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
            let is_known = |set: FeatureSet| set.index_of(&parameter.name).is_some();
            set.index_of(&parameter.name).ok_or_else(|| {
                refuse(if FeatureSet::ALL.into_iter().any(is_known) {
                    "it belongs to another set of features than the first parameter"
                } else {
                    "the evaluation has no feature of that name"
                })
            })
        };
        Ok(Layout { set, features: schema.parameters.iter().map(feature_of).collect::<Result<_, _>>()? })
    }

    /// Returns the set of the features.
    #[must_use]
    pub fn set(&self) -> FeatureSet {
        self.set
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
        let mut weights = vec![0; self.set.count()];
        for (&feature, &value) in self.features.iter().zip(values) {
            weights[feature] = value as i16;
        }
        Weights { set: self.set, values: weights }
    }
}

/// Parameter values arranged by feature, ready for multiplication.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Weights {
    set: FeatureSet,
    values: Vec<i16>,
}

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
    pub fn named(set: FeatureSet, value: impl Fn(&str) -> Option<i32>) -> Weights {
        let bounds = (i32::from(i16::MIN), i32::from(i16::MAX));
        let weight = |name: &&str| value(name).unwrap_or(0).clamp(bounds.0, bounds.1) as i16;
        Weights { set, values: set.names().iter().map(weight).collect() }
    }

    /// Returns textbook material values, for the papers' features with a small weight for everything else: good enough
    /// for move ordering, and used for nothing else.
    #[must_use]
    pub fn textbook(set: FeatureSet) -> Weights {
        let mut weights = Weights { set, values: vec![set.least_textbook(); set.count()] };
        for (name, value) in set.textbook() {
            if let Some(index) = set.index_of(name) {
                weights.values[index] = value;
            }
        }
        weights
    }

    /// Returns the set of the features.
    #[must_use]
    pub fn set(&self) -> FeatureSet {
        self.set
    }

    /// Returns the weights in the order of [`FeatureSet::names`].
    #[must_use]
    pub fn values(&self) -> &[i16] {
        &self.values
    }

    /// Returns the score of a feature vector of the same set from White's point of view.
    #[must_use]
    pub fn score(&self, features: &FeatureVector) -> Score {
        debug_assert_eq!(self.set, features.set, "features of the weights' set");
        self.values
            .iter()
            .zip(&features.values)
            .map(|(&weight, &feature)| Score::from(weight) * Score::from(feature))
            .sum()
    }

    /// Returns the static evaluation of a position from White's point of view. Without a side to move, nobody has the
    /// right to move.
    #[must_use]
    pub fn evaluate(&self, board: &impl Pieces) -> Score {
        self.score(&FeatureVector::of(self.set, board))
    }
}

#[cfg(test)]
mod tests;
