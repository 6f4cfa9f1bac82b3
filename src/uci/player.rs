//! Who plays: an organism, and how it searches.

use crate::engine::evaluation::Weights;
use crate::engine::schema::SchemaError;
use crate::engine::search::SearchParameters;
use crate::organism::{Organism, OrganismError};

/// An organism as the engine needs it.
#[derive(Debug, Clone)]
pub struct Player {
    /// The organism.
    pub organism: Organism,
    /// Its evaluation.
    pub weights: Weights,
    /// Its search.
    pub parameters: SearchParameters,
}

/// Why an organism cannot play.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// It cannot be read.
    #[error(transparent)]
    Organism(#[from] OrganismError),
    /// Its evaluation is not one of the engine's.
    #[error(transparent)]
    Schema(#[from] SchemaError),
}

impl Player {
    /// The organism of that name or path.
    ///
    /// # Errors
    /// When there is none, or it cannot play.
    pub fn named(name: &str) -> Result<Player, PlayerError> {
        let organism = Organism::named_or_path(name)?;
        let weights = Weights::new(&organism.evaluation.schema, &organism.evaluation.values)?;
        Ok(Player { organism, weights, parameters: SearchParameters::default() })
    }
}
