//! Organisms and their files. An organism is an evolved player, stored in a readable RON file.

mod average;
mod check;
pub mod chromosome;
mod error;
mod file;
mod fixed;
mod player;
mod random;
mod spans;
#[cfg(test)]
mod tests;

pub use average::{AverageError, average};
pub use error::OrganismError;
pub use fixed::{FixedEvaluation, FixedOrganism, FixedSearch};
pub use player::{REFERENCE, SearchOrigin};

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::engine::schema::Schema;
use crate::organism::chromosome::Chromosome;

/// A chromosome and its values in one schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Genome {
    /// The schema, which defines the meaning of the bits.
    pub schema: Arc<Schema>,
    /// The bits.
    pub chromosome: Chromosome,
    /// The decoded values, in schema order.
    pub values: Vec<i32>,
}

impl Genome {
    /// Returns the genome with these bits.
    #[must_use]
    pub fn from_chromosome(schema: Arc<Schema>, chromosome: Chromosome) -> Genome {
        let values = chromosome.decode(&schema);
        Genome { schema, chromosome, values }
    }

    /// Returns the genome with these values. `None` if one is outside its parameter's range or the number of values is
    /// wrong.
    #[must_use]
    pub fn from_values(schema: Arc<Schema>, values: Vec<i32>) -> Option<Genome> {
        let chromosome = Chromosome::encode(&schema, &values)?;
        Some(Genome { schema, chromosome, values })
    }

    /// Returns the value of the parameter with this name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<i32> {
        self.schema.index_of(name).and_then(|index| self.values.get(index)).copied()
    }
}

/// The origin of an organism.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// A description: “paper 2014, figure 3”, “evolved”, “edited by hand”.
    pub description: String,
    /// The name of the session folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The index of the run, 0 first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<u32>,
    /// The generation of the evolution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<u32>,
    /// The seed of the evolution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Correct moves on the training set, and the size of the set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub train: Option<(u64, u64)>,
    /// Correct moves on the test set, and the size of the set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<(u64, u64)>,
}

/// A chess player: the genomes of evaluation and search, a name and an origin.
///
/// # Example
///
/// ```
/// use eyas_core::organism::Organism;
/// use shakmaty::{Chess, Position};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let organism = Organism::named_or_path("paper-2014-figure-3")?;
/// assert_eq!(organism.evaluation.value("PAWN_VALUE"), Some(100));
/// // The static evaluation of a position: both sides are equal at the start of a game.
/// assert_eq!(organism.weights().evaluate(Chess::default().board()), 0);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Organism {
    /// The display name.
    pub name: String,
    /// The parameters of the evaluation.
    pub evaluation: Genome,
    /// The parameters of the search: at most one genome per search schema. Without any, the organism uses the search of
    /// the reference organism ([`Organism::search_parameters`]).
    pub searches: Vec<Genome>,
    /// The origin of the organism.
    pub origin: Origin,
}
