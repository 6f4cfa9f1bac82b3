//! How parameter values become players of any target: organisms in this process, or an engine with these options.

use std::sync::Arc;

use super::ObjectiveContext;
use super::player_builder::{PlayerBuilder, PlayerParameters};
use super::source::SourceError;
use crate::arena::node_counts::NodeCounts;
use crate::arena::{EnginePool, PlayerFactory};
use crate::engine::search::{Limits, SearchMode};
use crate::engine_options::{EngineError, TunedEngine};
use crate::organism::OrganismError;

/// Why there are no players.
#[derive(Debug, thiserror::Error)]
pub enum PlayersError {
    /// The embedded organism with the search of all players is damaged.
    #[error(transparent)]
    Organism(#[from] OrganismError),
    /// The engine does not exist, or cannot be tuned.
    #[error("--player: {0}")]
    Engine(#[from] EngineError),
}

/// A player: one in this process, which is set up in another engine of this process, or a recipe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ValuePlayer {
    /// An organism in this process.
    Organism(PlayerParameters),
    /// An engine in a process of its own.
    Engine(PlayerFactory),
}

/// Makes players from parameter values.
#[derive(Debug, Clone)]
pub(super) enum ValuePlayers {
    /// The values are those of an evaluation or a search.
    Organisms(PlayerBuilder),
    /// The values are those of an engine's options.
    Options(Box<TunedEngine>, Box<PlayerFactory>, Arc<EnginePool>),
}

impl ValuePlayers {
    /// Creates the players of an experiment. If evaluations change, all organisms use this search. An engine has a
    /// transposition table of `hash` MiB. No engine is started.
    pub(super) fn new(
        outline: &ObjectiveContext<'_>,
        search: SearchMode,
        hash: usize,
    ) -> Result<ValuePlayers, PlayersError> {
        Ok(match outline.engine {
            None => ValuePlayers::Organisms(PlayerBuilder::new(outline, search)?),
            Some(engine) => {
                let factory = Box::new(engine.factory(hash)?);
                ValuePlayers::Options(Box::new(engine.clone()), factory, Arc::default())
            }
        })
    }

    /// Returns the nodes that the engine reported so far; none for organisms.
    pub(super) fn node_counts(&self) -> NodeCounts {
        match self {
            ValuePlayers::Organisms(_) => NodeCounts::default(),
            ValuePlayers::Options(.., pool) => pool.node_counts(),
        }
    }

    /// Returns the player with these values, in schema order.
    pub(super) fn player(&self, values: &[i32]) -> ValuePlayer {
        match self {
            ValuePlayers::Organisms(builder) => ValuePlayer::Organism(builder.player(values)),
            ValuePlayers::Options(engine, factory, pool) => {
                ValuePlayer::Engine(engine.with_values(values, factory, pool))
            }
        }
    }

    /// Returns the recipe for the player with these values. An organism has a transposition table of `hash` MiB.
    pub(super) fn factory(&self, values: &[i32], hash: usize) -> PlayerFactory {
        match self.player(values) {
            ValuePlayer::Organism(parameters) => parameters.factory(hash),
            ValuePlayer::Engine(factory) => factory,
        }
    }
}

/// Starts the engine of an experiment once, if it has one, to check that its options can be tuned under these limits.
pub(super) fn check_engine(
    outline: &ObjectiveContext<'_>,
    limits: &Limits,
    hash: usize,
) -> Result<(), SourceError> {
    let Some(engine) = outline.engine else { return Ok(()) };
    let refuse = |error: String| SourceError::Input(format!("--player: {error}"));
    let factory = engine.factory(hash).map_err(|error| refuse(error.to_string()))?;
    factory.check(limits).map_err(|fault| refuse(format!("the engine “{}”: {fault}", engine.player())))?;
    engine.check(hash).map_err(|error| refuse(error.to_string()))
}
