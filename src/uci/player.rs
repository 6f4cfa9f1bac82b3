//! Who plays: an organism, and how it searches.

use crate::engine::evaluation::Weights;
use crate::engine::search::{SearchMode, SearchParameters};
use crate::organism::{Organism, OrganismError, SearchOrigin};

/// An organism as the engine needs it.
#[derive(Debug, Clone)]
pub struct Player {
    /// The organism.
    pub organism: Organism,
    /// Its evaluation.
    pub weights: Weights,
    /// Its search.
    pub parameters: SearchParameters,
    /// Whose search that is.
    pub origin: SearchOrigin,
}

impl Player {
    /// The embedded organism of that name or the one of the file at that path, searching in that mode; `None` for
    /// the richest it has.
    ///
    /// # Errors
    /// When there is no such organism, or its file is not sound.
    pub fn named(name: &str, mode: Option<SearchMode>) -> Result<Player, OrganismError> {
        Ok(Player::of(Organism::named_or_path(name)?, mode))
    }

    /// That organism, searching in that mode.
    #[must_use]
    pub fn of(organism: Organism, mode: Option<SearchMode>) -> Player {
        let (parameters, origin) = organism.search_parameters(mode);
        Player { weights: organism.weights(), parameters, origin, organism }
    }
}
