//! The spread of an organism's positional terms, relative to material.
//!
//! Agreement with grandmasters hardly depends on this scale, but playing strength does: an organism whose positional
//! terms spread over much more than a pawn sacrifices material for them.

use shakmaty::Position;

use crate::engine::evaluation::Layout;
use crate::engine::features::{COUNT, FeatureVector, ONE};
use crate::engine::schema::{Group, Schema, SchemaError};
use crate::positions::PositionSet;

/// The covariances of the features over a position set. They determine the spread of any sum of terms of any
/// organism.
#[derive(Debug, Clone, PartialEq)]
pub struct Moments {
    covariance: Vec<[f64; COUNT]>,
}

impl Moments {
    /// Computes the moments over the positions of a set, without searching.
    #[must_use]
    pub fn of(set: &PositionSet) -> Moments {
        let mut sum = [0i64; COUNT];
        let mut products = vec![[0i64; COUNT]; COUNT];
        for example in set.examples.iter() {
            let FeatureVector(features) = FeatureVector::of(example.position.board());
            for (first, a) in features.iter().enumerate().filter(|(_, a)| **a != 0) {
                sum[first] += i64::from(*a);
                for (product, b) in products[first].iter_mut().zip(&features) {
                    *product += i64::from(*a) * i64::from(*b);
                }
            }
        }
        let count = set.examples.len().max(1) as f64;
        let mean = sum.map(|sum| sum as f64 / count);
        let covariance = products
            .iter()
            .zip(mean)
            .map(|(row, a)| std::array::from_fn(|column| row[column] as f64 / count - a * mean[column]))
            .collect();
        Moments { covariance }
    }

    /// Returns the standard deviation of the sum of all terms except material, in pawns. A pawn is a third of the
    /// mean of knight and bishop, because the value of the pawn itself may be fixed. Returns `None` if that mean is
    /// not positive.
    ///
    /// # Errors
    /// The schema has parameters that are not features of the evaluation.
    pub fn positional_spread(&self, schema: &Schema, values: &[i32]) -> Result<Option<f64>, SchemaError> {
        let layout = Layout::of(schema)?;
        let mut weights = [0.0; COUNT];
        let terms = schema.parameters.iter().zip(layout.features()).zip(values);
        for ((parameter, feature), value) in terms {
            if parameter.group != Group::Material {
                weights[*feature] = f64::from(*value);
            }
        }
        let weighted = |row: &[f64; COUNT]| row.iter().zip(&weights).map(|(a, b)| a * b).sum::<f64>();
        let variance: f64 =
            self.covariance.iter().zip(&weights).map(|(row, weight)| weight * weighted(row)).sum();
        let value = |name| schema.index_of(name).and_then(|index| values.get(index)).copied().unwrap_or(0);
        let pawn = f64::from(value("KNIGHT_VALUE") + value("BISHOP_VALUE")) / 6.0;
        let centipawns = variance.max(0.0).sqrt() / f64::from(ONE);
        Ok((pawn > 0.0).then(|| centipawns / pawn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::organism::Organism;

    #[test]
    fn the_spread_agrees_with_the_evaluated_positions() {
        let set = PositionSet::embedded("ecm879").unwrap();
        let moments = Moments::of(&set);
        for name in Organism::NAMES {
            let genome = Organism::named_or_path(name).unwrap().evaluation;
            let mut positional = genome.values.clone();
            for (value, parameter) in positional.iter_mut().zip(&genome.schema.parameters) {
                if parameter.group == Group::Material {
                    *value = 0;
                }
            }
            let weights = Layout::of(&genome.schema).unwrap().weights(&positional);
            let boards = set.examples.iter().map(|example| example.position.board());
            let sums: Vec<f64> = boards.map(|board| f64::from(weights.evaluate(board)) / 16.0).collect();
            let count = sums.len() as f64;
            let mean = sums.iter().sum::<f64>() / count;
            let variance = sums.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>() / count;
            let minor: i32 = ["KNIGHT_VALUE", "BISHOP_VALUE"]
                .map(|name| genome.values[genome.schema.index_of(name).unwrap()])
                .iter()
                .sum();
            let expected = variance.sqrt() / (f64::from(minor) / 6.0);
            let spread = moments.positional_spread(&genome.schema, &genome.values).unwrap().unwrap();
            assert!((spread - expected).abs() < 1e-6, "{name}: {spread} {expected}");
            assert!((0.1..3.0).contains(&spread), "{name}: {spread}");
        }
    }

    #[test]
    fn an_organism_of_zeros_has_no_spread() {
        let set = PositionSet::embedded("ecm879").unwrap();
        let schema = Schema::built_in("paper-2014").unwrap();
        let spread = Moments::of(&set).positional_spread(&schema, &[0; COUNT]).unwrap();
        assert_eq!(spread, None);
    }
}
