//! Scales of founders: the weight of their material and positional terms relative to a pawn.
//!
//! Agreement with grandmasters' moves hardly determines the weight of a pawn relative to all other parameters, but
//! games do. If the founders have several scales, games select among them from the first generation on. By bit changes
//! alone, evolution would need long to find a common factor of 34 genes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::engine::schema::{Group, Schema};
use crate::organism::chromosome::Chromosome;

/// The parameter that is the unit of all others.
const PAWN: &str = "PAWN_VALUE";

/// Factors of an organism's values, in percent. The pawn's value, the unit of all others, does not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// Factor of the piece values.
    pub material: u16,
    /// Factor of all other parameters.
    pub positional: u16,
}

/// A text that is not a scale.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not a scale; write MATERIAL:POSITIONAL in percent, such as 50:25")]
pub struct ScaleError(String);

impl Scale {
    /// Returns the organism at this scale: its values times the factors, rounded and clamped to their ranges. Returns
    /// an organism of another schema unchanged.
    #[must_use]
    pub fn apply(self, schema: &Schema, chromosome: &Chromosome) -> Chromosome {
        if chromosome.len() != schema.bits() {
            return chromosome.clone();
        }
        let scaled = schema.parameters.iter().zip(chromosome.decode(schema)).map(|(parameter, value)| {
            let percent = match parameter.group {
                _ if parameter.name == PAWN => 100,
                Group::Material => self.material,
                _ => self.positional,
            };
            let (low, high) = parameter.range;
            let scaled = (f64::from(value) * f64::from(percent) / 100.0).round() as i32;
            scaled.clamp(low, high)
        });
        let values: Vec<i32> = scaled.collect();
        // Values inside their ranges can be encoded.
        Chromosome::encode(schema, &values).unwrap_or_else(|| chromosome.clone())
    }
}

/// Formats the scale as it is parsed: `MATERIAL:POSITIONAL`.
impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.material, self.positional)
    }
}

impl FromStr for Scale {
    type Err = ScaleError;

    fn from_str(text: &str) -> Result<Scale, ScaleError> {
        let read = |text: &str| text.trim().parse().ok();
        let parts = text.split_once(':').and_then(|(material, positional)| {
            Some(Scale { material: read(material)?, positional: read(positional)? })
        });
        parts.ok_or_else(|| ScaleError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::organism::Organism;

    #[test]
    fn everything_but_the_pawn_is_scaled_and_stays_in_its_range() {
        let organism = Organism::named_or_path("reference").unwrap();
        let (schema, chromosome) = (&organism.evaluation.schema, &organism.evaluation.chromosome);
        let value = |scaled: &Chromosome, name: &str| scaled.decode(schema)[schema.index_of(name).unwrap()];
        let scaled = Scale { material: 50, positional: 300 }.apply(schema, chromosome);
        let found: Vec<i32> = ["PAWN_VALUE", "KNIGHT_VALUE", "QUEEN_VALUE", "BISHOP_PAIR", "ROOK_7TH_RANK"]
            .iter()
            .map(|name| value(&scaled, name))
            .collect();
        // The original values are 100, 325, 975, 30 and 20.
        assert_eq!(found, [100, 163, 488, 63, 60]);
    }

    #[test]
    fn nothing_changes_at_one_to_one_or_under_another_schema() {
        let organism = Organism::named_or_path("paper-2008-figure-3").unwrap();
        let (schema, chromosome) = (&organism.evaluation.schema, &organism.evaluation.chromosome);
        assert_eq!(Scale { material: 100, positional: 100 }.apply(schema, chromosome), *chromosome);
        let foreign = Chromosome::zeros(7);
        assert_eq!(Scale { material: 50, positional: 50 }.apply(schema, &foreign), foreign);
    }

    #[rstest]
    #[case("50:25", Some((50, 25)))]
    #[case(" 100 : 7 ", Some((100, 7)))]
    #[case("50", None)]
    #[case("50:-1", None)]
    #[case("0.5:1", None)]
    fn scales_are_read(#[case] text: &str, #[case] expected: Option<(u16, u16)>) {
        let scale = expected.map(|(material, positional)| Scale { material, positional });
        assert_eq!(text.parse().ok(), scale);
        if let Some(scale) = scale {
            assert_eq!(scale.to_string().parse(), Ok(scale));
        }
    }
}
