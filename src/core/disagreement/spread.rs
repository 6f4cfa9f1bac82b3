//! The spread of an organism's positional terms, relative to material.
//!
//! Agreement with grandmasters hardly depends on this scale, but playing strength does: an organism whose positional
//! terms spread over much more than a pawn sacrifices material for them.

use crate::engine::evaluation::Layout;
use crate::engine::features::{FeatureSet, FeatureVector, ONE};
use crate::engine::schema::{Group, Schema, SchemaError};
use crate::positions::PositionSet;

/// The covariances of the features over a position set. They determine the spread of any sum of terms of any
/// organism.
#[derive(Debug, Clone, PartialEq)]
pub struct Moments {
    features: FeatureSet,
    covariance: Vec<Vec<f64>>,
}

impl Moments {
    /// Computes the moments over the positions of a set, without searching.
    #[must_use]
    pub fn of(set: &PositionSet, features: FeatureSet) -> Moments {
        let size = features.count();
        let mut sum = vec![0i64; size];
        let mut products = vec![vec![0i64; size]; size];
        for example in set.examples.iter() {
            let vector = FeatureVector::of(features, &example.position).values;
            for (first, a) in vector.iter().enumerate().filter(|(_, a)| **a != 0) {
                sum[first] += i64::from(*a);
                for (product, b) in products[first].iter_mut().zip(&vector) {
                    *product += i64::from(*a) * i64::from(*b);
                }
            }
        }
        let count = set.examples.len().max(1) as f64;
        let mean: Vec<f64> = sum.into_iter().map(|sum| sum as f64 / count).collect();
        let covariance = products
            .iter()
            .zip(&mean)
            .map(|(row, a)| {
                row.iter().zip(&mean).map(|(product, b)| *product as f64 / count - a * b).collect()
            })
            .collect();
        Moments { features, covariance }
    }

    /// Returns the standard deviation of the sum of all terms except material, in pawns. A pawn is a third of the
    /// mean of knight and bishop, because the value of the pawn itself may be fixed. Returns `None` if that mean is
    /// not positive, or if the schema belongs to another set of features.
    ///
    /// # Errors
    /// The schema has parameters that are not features of the evaluation.
    pub fn positional_spread(&self, schema: &Schema, values: &[i32]) -> Result<Option<f64>, SchemaError> {
        let layout = Layout::of(schema)?;
        if layout.set() != self.features {
            return Ok(None);
        }
        let mut weights = vec![0.0; self.features.count()];
        let terms = schema.parameters.iter().zip(layout.features()).zip(values);
        for ((parameter, feature), value) in terms {
            if parameter.group != Group::Material {
                weights[*feature] = f64::from(*value);
            }
        }
        let weighted = |row: &Vec<f64>| row.iter().zip(&weights).map(|(a, b)| a * b).sum::<f64>();
        let variance: f64 =
            self.covariance.iter().zip(&weights).map(|(row, weight)| weight * weighted(row)).sum();
        let value = |name| schema.index_of(name).and_then(|index| values.get(index)).copied().unwrap_or(0);
        let pawn = f64::from(minor_pieces(self.features).map(value).iter().sum::<i32>()) / 6.0;
        let centipawns = variance.max(0.0).sqrt() / f64::from(ONE);
        Ok((pawn > 0.0).then(|| centipawns / pawn))
    }
}

/// Returns the parameters with the values of knight and bishop.
fn minor_pieces(features: FeatureSet) -> [&'static str; 2] {
    match features {
        FeatureSet::Paper => ["KNIGHT_VALUE", "BISHOP_VALUE"],
        FeatureSet::Extended => ["KNIGHT_MG", "BISHOP_MG"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::organism::Organism;

    #[test]
    fn the_spread_agrees_with_the_evaluated_positions() {
        let set = PositionSet::embedded("ecm879").unwrap();
        for name in Organism::NAMES {
            let genome = Organism::named_or_path(name).unwrap().evaluation;
            let features = FeatureSet::of(&genome.schema);
            let moments = Moments::of(&set, features);
            let mut positional = genome.values.clone();
            for (value, parameter) in positional.iter_mut().zip(&genome.schema.parameters) {
                if parameter.group == Group::Material {
                    *value = 0;
                }
            }
            let weights = Layout::of(&genome.schema).unwrap().weights(&positional);
            let positions = set.examples.iter().map(|example| &example.position);
            let sums: Vec<f64> =
                positions.map(|position| f64::from(weights.evaluate(position)) / 16.0).collect();
            let count = sums.len() as f64;
            let mean = sums.iter().sum::<f64>() / count;
            let variance = sums.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>() / count;
            let minor: i32 = minor_pieces(features)
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
        let spread = Moments::of(&set, FeatureSet::Paper).positional_spread(&schema, &[0; 35]).unwrap();
        assert_eq!(spread, None);
    }
}
