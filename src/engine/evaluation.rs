//! The static evaluation: parameters times features.

use shakmaty::Board;

use super::features::{self, FeatureVector};
use super::schema::{Schema, SchemaError};

/// A score in sixteenths of a centipawn, so that features need no rounding when they are added up.
pub type Score = i32;

/// A score in centipawns, rounded to nearest, halves away from zero.
#[must_use]
pub fn centipawns(score: Score) -> i32 {
    let half = features::ONE / 2 * score.signum();
    (score + half) / features::ONE
}

/// Parameter values arranged by feature, ready to be multiplied.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Weights([i16; features::COUNT]);

impl Weights {
    /// x
    pub fn raw(a: [i16; features::COUNT]) -> Weights {
        Weights(a)
    }
    /// The weights of these values of `schema`. A feature that the schema does not name weighs nothing.
    ///
    /// # Errors
    /// When the schema names a parameter that is no feature of the evaluation.
    ///
    /// # Panics
    /// If there are not as many values as the schema has parameters.
    pub fn new(schema: &Schema, values: &[i32]) -> Result<Weights, SchemaError> {
        assert_eq!(schema.len(), values.len(), "one value a parameter");
        let mut weights = [0; features::COUNT];
        for (parameter, &value) in schema.parameters.iter().zip(values) {
            let refuse = |reason: &str| SchemaError::Parameter {
                schema: schema.name.clone(),
                parameter: parameter.name.clone(),
                reason: reason.to_owned(),
            };
            let index = features::NAMES
                .iter()
                .position(|name| *name == parameter.name)
                .ok_or_else(|| refuse("the evaluation has no feature of that name"))?;
            weights[index] =
                i16::try_from(value).map_err(|_| refuse("the value does not fit into 16 bits"))?;
        }
        Ok(Weights(weights))
    }

    /// The weights in the order of [`features::NAMES`].
    #[must_use]
    pub fn as_array(&self) -> &[i16; features::COUNT] {
        &self.0
    }

    /// The score of a feature vector, from White's point of view.
    #[must_use]
    pub fn score(&self, features: &FeatureVector) -> Score {
        self.0
            .iter()
            .zip(&features.0)
            .map(|(&weight, &feature)| Score::from(weight) * Score::from(feature))
            .sum()
    }

    /// The static evaluation of a position, from White's point of view.
    #[must_use]
    pub fn evaluate(&self, board: &Board) -> Score {
        self.score(&FeatureVector::of(board))
    }
}

#[cfg(test)]
mod tests;
