//! Organisms and their files: an evolved player as RON, readable and complete.

mod check;
pub mod chromosome;
mod error;
mod file;
mod places;
mod player;
mod random;
#[cfg(test)]
mod tests;

pub use error::OrganismError;
pub use player::SearchOrigin;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::engine::schema::Schema;
use crate::organism::chromosome::Chromosome;

/// The chromosome and its values under one schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Genome {
    /// What the bits mean.
    pub schema: Arc<Schema>,
    /// The bits.
    pub chromosome: Chromosome,
    /// The values the bits stand for, in schema order.
    pub values: Vec<i32>,
}

impl Genome {
    /// The genome of these bits.
    #[must_use]
    pub fn from_chromosome(schema: Arc<Schema>, chromosome: Chromosome) -> Genome {
        let values = chromosome.decode(&schema);
        Genome { schema, chromosome, values }
    }

    /// The genome of these values, or `None` where one is outside its parameter's range or the count differs.
    #[must_use]
    pub fn from_values(schema: Arc<Schema>, values: Vec<i32>) -> Option<Genome> {
        let chromosome = Chromosome::encode(&schema, &values)?;
        Some(Genome { schema, chromosome, values })
    }

    /// The value of the parameter of that name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<i32> {
        self.schema.index_of(name).and_then(|index| self.values.get(index)).copied()
    }
}

/// Where an organism comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// In words: “paper 2014, figure 3”, “evolved”, “edited by hand”.
    pub description: String,
    /// The session folder's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The run, 0 first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<u32>,
    /// The generation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<u32>,
    /// The seed of the evolution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Correct moves on the training set, and its size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub train: Option<(u64, u64)>,
    /// Correct moves on the test set, and its size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<(u64, u64)>,
}

/// A chess player as evolution sees it: its genomes, with a name and an origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Organism {
    /// What people call it.
    pub name: String,
    /// The evaluation's parameters.
    pub evaluation: Genome,
    /// The search's parameters: at most one genome under each search schema. Without any, it plays with
    /// the reference organism's ([`Organism::search_parameters`]).
    pub searches: Vec<Genome>,
    /// Where it comes from.
    pub origin: Origin,
}
