//! The organism that plays, and its search.

use crate::engine::evaluation::Weights;
use crate::engine::search::{SearchMode, SearchParameters};
use crate::organism::{Organism, OrganismError, SearchOrigin};

/// An organism, prepared for the engine.
#[derive(Debug, Clone)]
pub struct Player {
    /// The organism.
    pub organism: Organism,
    /// The weights of its evaluation.
    pub weights: Weights,
    /// The parameters of its search.
    pub parameters: SearchParameters,
    /// The origin of the search parameters.
    pub origin: SearchOrigin,
}

impl Player {
    /// Loads the built-in organism of this name, or the one in the file at this path, with a search mode. `None`
    /// selects the most complete search that the organism has.
    ///
    /// # Errors
    /// Returns an error if there is no such organism, or its file is not valid.
    pub fn named(name: &str, mode: Option<SearchMode>) -> Result<Player, OrganismError> {
        Ok(Player::of(Organism::named_or_path(name)?, mode))
    }

    /// Creates a player from an organism with a search mode.
    #[must_use]
    pub fn of(organism: Organism, mode: Option<SearchMode>) -> Player {
        let (parameters, origin) = organism.search_parameters(mode);
        Player { weights: organism.weights(), parameters, origin, organism }
    }
}
