//! How parameter values become a player: the target's part changes, the rest of the player is fixed.

use std::sync::Arc;

use super::ObjectiveContext;
use crate::arena::PlayerFactory;
use crate::engine::evaluation::Weights;
use crate::engine::features::FeatureSet;
use crate::engine::schema::Schema;
use crate::engine::search::{SearchMode, SearchParameters};
use crate::organism::{FixedEvaluation, Organism, OrganismError, REFERENCE};

/// The evaluation and the search with which an organism plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerParameters {
    /// The weights of the evaluation.
    pub weights: Weights,
    /// The parameters of the search.
    pub search: SearchParameters,
}

impl PlayerParameters {
    /// Returns a recipe for the player, with a transposition table of `hash` MiB.
    #[must_use]
    pub fn factory(self, hash: usize) -> PlayerFactory {
        PlayerFactory::Organism { weights: self.weights, parameters: self.search, hash, strength: None }
    }
}

/// The part of a player that does not change.
#[derive(Debug, Clone)]
enum Fixed {
    /// Evaluations change; all organisms have this search.
    Search(Box<SearchParameters>),
    /// Searches change; all organisms have this evaluation.
    Evaluation(Weights),
}

/// Makes players from parameter values.
#[derive(Debug, Clone)]
pub struct PlayerBuilder {
    schema: Arc<Schema>,
    fixed: Fixed,
}

impl PlayerBuilder {
    /// Creates the builder for the organisms of an experiment. If evaluations change, all organisms use this search of
    /// the embedded organism `reference`.
    ///
    /// # Errors
    /// Returns an error if the embedded organism is damaged. A test checks that it is not.
    pub fn new(outline: &ObjectiveContext<'_>, search: SearchMode) -> Result<PlayerBuilder, OrganismError> {
        if let Some(evaluation) = outline.evaluation {
            return Ok(PlayerBuilder::of_searches(outline.schema, evaluation));
        }
        let (search, _) = Organism::named_or_path(REFERENCE)?.search_parameters(Some(search));
        let fixed = Fixed::Search(Box::new(search));
        Ok(PlayerBuilder { schema: Arc::clone(outline.schema), fixed })
    }

    /// Creates the builder for searches under `schema` that all have this evaluation.
    #[must_use]
    pub fn of_searches(schema: &Arc<Schema>, evaluation: &FixedEvaluation) -> PlayerBuilder {
        PlayerBuilder { schema: Arc::clone(schema), fixed: Fixed::Evaluation(evaluation.weights()) }
    }

    /// Returns the player with these values, in schema order.
    #[must_use]
    pub fn player(&self, values: &[i32]) -> PlayerParameters {
        let named = |name: &str| values.get(self.schema.index_of(name)?).copied();
        match &self.fixed {
            Fixed::Search(search) => PlayerParameters {
                weights: Weights::named(FeatureSet::of(&self.schema), named),
                search: **search,
            },
            Fixed::Evaluation(weights) => {
                PlayerParameters { weights: weights.clone(), search: SearchParameters::named(named) }
            }
        }
    }
}
