//! The players of games: organisms in this process, and engines in processes of their own.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use shakmaty::Color;

use super::MatchesSettings;
use crate::arena::control::Clocks;
use crate::arena::resolved_player::{PlayerOptions, ResolvedPlayer};
use crate::arena::spec::SpecError;
use crate::arena::{Player, PlayerError, PlayerFactory};
use crate::engine::search::{Engine, Signal};
use crate::engine_options::{EngineError, TunedEngine};
use crate::objectives::Outline;
use crate::objectives::player_builder::{PlayerBuilder, PlayerParameters};
use crate::objectives::source::SourceError;
use crate::organism::FixedOrganism;
use crate::positions::Variant;

/// An engine with values of its options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EnginePlayer {
    factory: PlayerFactory,
    options: Vec<(String, String)>,
}

/// A player of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum GamePlayer {
    /// An organism in this process.
    Organism(PlayerParameters),
    /// An engine in a process of its own.
    Engine(EnginePlayer),
}

/// Makes players from parameter values.
#[derive(Debug, Clone)]
pub(super) enum ValuePlayers {
    /// The values are those of an evaluation or a search.
    Organisms(PlayerBuilder),
    /// The values are those of an engine's options.
    Options(Box<TunedEngine>, Box<PlayerFactory>),
}

impl ValuePlayers {
    /// Returns the player with these values, in schema order.
    pub(super) fn player(&self, values: &[i32]) -> GamePlayer {
        match self {
            ValuePlayers::Organisms(builder) => GamePlayer::Organism(builder.player(values)),
            ValuePlayers::Options(engine, factory) => GamePlayer::Engine(EnginePlayer {
                factory: (**factory).clone(),
                options: engine.texts(values),
            }),
        }
    }
}

/// The players of all games.
pub(super) struct Players {
    pub(super) of_values: ValuePlayers,
    pub(super) opponents: Vec<GamePlayer>,
    pub(super) start: GamePlayer,
}

impl Players {
    /// Returns the players of an experiment. No engine is started.
    pub(super) fn of(settings: &MatchesSettings, outline: &Outline<'_>) -> Result<Players, SourceError> {
        let of_values = match outline.engine {
            None => ValuePlayers::Organisms(
                PlayerBuilder::new(outline, settings.search).map_err(SourceError::input)?,
            ),
            Some(engine) => {
                let setup = engine.setup(settings.table()).map_err(unfit)?;
                ValuePlayers::Options(Box::new(engine.clone()), Box::new(PlayerFactory::Uci(setup)))
            }
        };
        let start = of_values.player(&settings.start_values(outline).map_err(SourceError::input)?);
        // Where searches evolve, an opponent uses its most selective search.
        let mode = outline.evaluation.is_none().then_some(settings.search);
        let organism = |fixed: &FixedOrganism| {
            let organism = fixed
                .organism()
                .ok_or_else(|| SourceError::input(format!("--opponent: “{}” is damaged", fixed.name())))?;
            let search = organism.search_parameters(mode).0;
            Ok(GamePlayer::Organism(PlayerParameters { weights: organism.weights(), search }))
        };
        let engine = |spec: &String| {
            let factory = opponent(spec, settings.table())?;
            Ok(GamePlayer::Engine(EnginePlayer { factory, options: Vec::new() }))
        };
        let opponents = settings.opponents.iter().map(organism).chain(settings.engines.iter().map(engine));
        Ok(Players { opponents: opponents.collect::<Result<_, SourceError>>()?, of_values, start })
    }

    /// Starts each engine once, to check that it exists and can play these games.
    pub(super) fn check(settings: &MatchesSettings, outline: &Outline<'_>) -> Result<(), SourceError> {
        if let Some(engine) = outline.engine {
            engine.check(settings.table()).map_err(unfit)?;
        }
        let limits = Clocks::new(settings.control, Duration::ZERO).limits(Color::White);
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

/// Returns the error of an engine that cannot be tuned.
fn unfit(error: EngineError) -> SourceError {
    SourceError::Input(format!("--player: {error}"))
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
    Engine(Box<EnginePlayer>, Box<dyn Player>),
}

impl Seat {
    /// Returns the player.
    pub(super) fn player(&mut self) -> &mut dyn Player {
        match self {
            Seat::Organism(engine) => engine.as_mut(),
            Seat::Engine(_, player) => player.as_mut(),
        }
    }
}

/// An engine and its process.
type IdleEngine = (Box<EnginePlayer>, Box<dyn Player>);

/// Players without a game, kept because starting an engine and allocating a transposition table are expensive.
pub(super) struct IdlePlayers {
    /// The size of the transposition tables in this process, in MiB.
    hash: usize,
    organisms: Mutex<Vec<Engine>>,
    engines: Mutex<Vec<IdleEngine>>,
}

impl IdlePlayers {
    pub(super) fn new(hash: usize) -> IdlePlayers {
        IdlePlayers { hash, organisms: Mutex::default(), engines: Mutex::default() }
    }

    /// Returns a player at a board: an idle one with these values, or a new one.
    ///
    /// # Errors
    /// Returns an error if an engine cannot be started.
    pub(super) fn take(&self, player: &GamePlayer) -> Result<Seat, PlayerError> {
        match player {
            GamePlayer::Organism(PlayerParameters { weights, search }) => {
                let idle = self.organisms.lock().unwrap_or_else(PoisonError::into_inner).pop();
                Ok(Seat::Organism(Box::new(match idle {
                    Some(mut engine) => {
                        engine.set_organism(weights, *search);
                        engine
                    }
                    None => Engine::new(weights, *search, self.hash),
                })))
            }
            GamePlayer::Engine(engine) => {
                if let Some(mut idle) = self.idle_engine(engine)
                    && idle.set_options(&engine.options).is_ok()
                {
                    return Ok(Seat::Engine(Box::new(engine.clone()), idle));
                }
                let mut started = engine.factory.player(&Signal::default())?;
                started.set_options(&engine.options)?;
                Ok(Seat::Engine(Box::new(engine.clone()), started))
            }
        }
    }

    /// Returns an idle process of an engine, if possible one that has these values.
    fn idle_engine(&self, wanted: &EnginePlayer) -> Option<Box<dyn Player>> {
        let mut engines = self.engines.lock().unwrap_or_else(PoisonError::into_inner);
        let same = engines.iter().position(|(idle, _)| **idle == *wanted);
        let any = || engines.iter().position(|(idle, _)| idle.factory == wanted.factory);
        let place = same.or_else(any)?;
        Some(engines.swap_remove(place).1)
    }

    /// Keeps a player for another game.
    pub(super) fn put(&self, seat: Seat) {
        match seat {
            Seat::Organism(engine) => {
                self.organisms.lock().unwrap_or_else(PoisonError::into_inner).push(*engine);
            }
            Seat::Engine(engine, player) => {
                self.engines.lock().unwrap_or_else(PoisonError::into_inner).push((engine, player));
            }
        }
    }
}
