//! The players of games.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use shakmaty::Color;

use super::MatchesSettings;
use crate::arena::control::Clocks;
use crate::arena::node_counts::NodeCounts;
use crate::arena::resolved_player::{PlayerOptions, ResolvedPlayer};
use crate::arena::spec::SpecError;
use crate::arena::{EnginePool, Player, PlayerError, PlayerFactory, PooledEngine};
use crate::engine::search::{Engine, Signal};
use crate::objectives::ObjectiveContext;
use crate::objectives::player_builder::PlayerParameters;
use crate::objectives::players::{ValuePlayer, ValuePlayers, check_engine};
use crate::objectives::source::SourceError;
use crate::organism::FixedOrganism;
use crate::positions::Variant;
use crate::threads::lock;

/// The players of all games.
pub(super) struct Players {
    pub(super) of_values: ValuePlayers,
    pub(super) opponents: Vec<ValuePlayer>,
    pub(super) start: ValuePlayer,
    /// The processes of the opponents that are engines.
    pool: Arc<EnginePool>,
}

impl Players {
    /// Returns the players of an experiment. No engine is started.
    pub(super) fn of(
        settings: &MatchesSettings,
        outline: &ObjectiveContext<'_>,
    ) -> Result<Players, SourceError> {
        let of_values =
            ValuePlayers::new(outline, settings.search, settings.table()).map_err(SourceError::input)?;
        let start = of_values.player(&settings.start_values(outline).map_err(SourceError::input)?);
        // Where searches evolve, an opponent uses its most selective search.
        let mode = outline.evaluation.is_none().then_some(settings.search);
        let organism = |fixed: &FixedOrganism| {
            let organism = fixed
                .organism()
                .ok_or_else(|| SourceError::input(format!("--opponent: “{}” is damaged", fixed.name())))?;
            let search = organism.search_parameters(mode).0;
            Ok(ValuePlayer::Organism(PlayerParameters { weights: organism.weights(), search }))
        };
        let pool = Arc::<EnginePool>::default();
        let engine = |spec: &String| {
            let factory = opponent(spec, settings.table())?;
            let pooled = PooledEngine::new(factory, Vec::new(), Arc::clone(&pool));
            Ok(ValuePlayer::Engine(PlayerFactory::Pooled(pooled)))
        };
        let opponents = settings.opponents.iter().map(organism).chain(settings.engines.iter().map(engine));
        let opponents = opponents.collect::<Result<_, SourceError>>()?;
        Ok(Players { opponents, of_values, start, pool })
    }

    /// Returns the nodes that engines reported so far.
    pub(super) fn node_counts(&self) -> NodeCounts {
        let mut counts = self.of_values.node_counts();
        counts.merge(&self.pool.node_counts());
        counts
    }

    /// Starts each engine once, to check that it exists and can play these games.
    pub(super) fn check(
        settings: &MatchesSettings,
        outline: &ObjectiveContext<'_>,
    ) -> Result<(), SourceError> {
        let limits = Clocks::new(settings.control, Duration::ZERO).limits(Color::White);
        check_engine(outline, &limits, settings.table())?;
        for spec in &settings.engines {
            let factory = opponent(spec, settings.table())?;
            let refuse = |why: String| SourceError::Input(format!("--opponent: {why}"));
            factory.check(&limits).map_err(|fault| refuse(format!("the engine “{spec}”: {fault}")))?;
            let signal = Signal::default();
            factory.introduce(Variant::Standard, &signal).map_err(|error| refuse(error.to_string()))?;
        }
        Ok(())
    }
}

/// Returns the recipe for an engine that is an opponent.
fn opponent(spec: &str, hash: usize) -> Result<PlayerFactory, SourceError> {
    let refuse = |error: String| SourceError::Input(format!("--opponent: {error}"));
    let options = PlayerOptions { search: None, hash, options: Vec::new() };
    let spec = spec.parse().map_err(|error: SpecError| refuse(error.to_string()))?;
    ResolvedPlayer::of(&spec, &options)
        .map(|player| player.factory)
        .map_err(|error| refuse(error.to_string()))
}

/// A player at a board.
pub(super) enum Seat {
    Organism(Box<Engine>),
    /// An engine, whose process returns to its pool on drop.
    Engine(Box<dyn Player>),
}

impl Seat {
    pub(super) fn player(&mut self) -> &mut dyn Player {
        match self {
            Seat::Organism(engine) => engine.as_mut(),
            Seat::Engine(player) => player.as_mut(),
        }
    }
}

/// Players in this process without a game, kept because allocating a transposition table is expensive.
pub(super) struct IdlePlayers {
    /// The size of the transposition tables in MiB.
    hash: usize,
    organisms: Mutex<Vec<Engine>>,
}

impl IdlePlayers {
    pub(super) fn new(hash: usize) -> IdlePlayers {
        IdlePlayers { hash, organisms: Mutex::default() }
    }

    /// Returns a player at a board: an idle one that receives these values, or a new one.
    ///
    /// # Errors
    /// Returns an error if an engine cannot be started.
    pub(super) fn take(&self, player: &ValuePlayer) -> Result<Seat, PlayerError> {
        match player {
            ValuePlayer::Organism(PlayerParameters { weights, search }) => {
                let idle = lock(&self.organisms).pop();
                Ok(Seat::Organism(Box::new(match idle {
                    Some(mut engine) => {
                        engine.set_organism(weights, *search);
                        engine
                    }
                    None => Engine::new(weights, *search, self.hash),
                })))
            }
            ValuePlayer::Engine(factory) => Ok(Seat::Engine(factory.player(&Signal::default())?)),
        }
    }

    /// Keeps a player for another game.
    pub(super) fn put(&self, seat: Seat) {
        if let Seat::Organism(engine) = seat {
            lock(&self.organisms).push(*engine);
        }
    }
}
