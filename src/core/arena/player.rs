//! The interface of all players: organisms in this process and external engines.

use std::ops::ControlFlow;
use std::time::Duration;

use super::{EngineOption, Fault, PlayerError, PooledEngine, Setup, uci, xboard};
use crate::engine::evaluation::Weights;
use crate::engine::search::{Engine, Game, Limits, Report, SearchParameters, SearchResult, Signal};
use crate::positions::Variant;
use crate::strength::Strength;

/// The verdict of a player on a game that it does not continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// The player resigns.
    Resigns,
    /// The player claims a draw.
    Draw,
}

/// The duration of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// From the search command to the move. The time to send commands and to wait until the engine is ready does not
    /// count.
    pub used: Duration,
    /// The time that the engine took to answer the readiness check just before: the communication in both directions,
    /// and setting up the position. `None` if the player has no such check.
    pub ready: Option<Duration>,
}

/// Searches positions under limits, reports on the search and returns a move.
pub trait Player: Send {
    /// Sets options of an engine, by name. Sends only those with another value than the last one sent.
    ///
    /// # Errors
    /// Returns an error if the player has no such option, or does not accept a value.
    fn set_options(&mut self, options: &[(String, String)]) -> Result<(), PlayerError> {
        match options.first() {
            None => Ok(()),
            Some((name, _)) => Err(self.charge(Fault::NoOption { name: name.clone(), nearest: None })),
        }
    }

    /// Sets the time by which a move may exceed its time limit, so that an engine that uses it is not stopped before. An
    /// organism needs none.
    fn set_margin(&mut self, _: Duration) {}

    /// Clears all state, as before a new game.
    ///
    /// # Errors
    /// Returns an error if the player has a fault, which an organism never has, and [`Fault::Stopped`] if `signal`
    /// stops before the player is ready.
    fn forget(&mut self, signal: &Signal) -> Result<(), PlayerError>;

    /// Searches the current position of `game`. Calls `listen` with each report; `listen` and `signal` can end the
    /// search.
    ///
    /// # Errors
    /// Returns an error if the player has a fault, which an organism never has.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<SearchResult, PlayerError>;

    /// Returns the player's claim if its last search gave no move although there are legal ones. Call it once, before
    /// the next search.
    fn claim(&mut self) -> Option<Claim> {
        None
    }

    /// Returns the timing of the last search that gave a move, or `None` if the caller can measure it equally well.
    fn timing(&self) -> Option<Timing> {
        None
    }

    /// Adds the player's name and its last lines to a fault that the caller found.
    fn charge(&mut self, fault: Fault) -> PlayerError;
}

impl Player for Engine {
    fn forget(&mut self, _: &Signal) -> Result<(), PlayerError> {
        self.clear();
        Ok(())
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<SearchResult, PlayerError> {
        // The game clock runs until the arbiter has received the move.
        Ok(Engine::search(self, game, &limits.with_reserve(), signal, listen))
    }

    fn charge(&mut self, fault: Fault) -> PlayerError {
        PlayerError { engine: "eyas".to_owned(), fault, last: Vec::new() }
    }
}

/// An organism of limited strength, or with a style.
struct LimitedPlayer {
    /// The engine of its searches.
    engine: Engine,
    strength: Strength,
}

impl Player for LimitedPlayer {
    fn forget(&mut self, _: &Signal) -> Result<(), PlayerError> {
        // Otherwise each search clears the engine.
        if self.strength.remembers() {
            self.engine.clear();
        }
        Ok(())
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<SearchResult, PlayerError> {
        Ok(self.strength.search_in(&mut self.engine, game, &limits.with_reserve(), signal, listen))
    }

    fn charge(&mut self, fault: Fault) -> PlayerError {
        self.engine.charge(fault)
    }
}

/// What an engine announces when it starts.
#[derive(Debug, Clone)]
pub struct Announced {
    /// The command that starts it.
    pub command: String,
    /// Its name.
    pub name: Option<String>,
    /// Its options.
    pub options: Vec<EngineOption>,
}

impl Announced {
    /// Returns the error of an engine that cannot be used. Its last lines are unrelated.
    #[must_use]
    pub fn refuse(&self, fault: Fault) -> PlayerError {
        PlayerError { engine: self.command.clone(), fault, last: Vec::new() }
    }
}

/// A recipe for any number of equal players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerFactory {
    /// An organism that searches in this process.
    Organism {
        /// The weights of its evaluation.
        weights: Weights,
        /// The parameters of its search.
        parameters: SearchParameters,
        /// The size of its transposition table, in MiB.
        hash: usize,
        /// What limits its strength, and its style; `None` for the moves of its search.
        strength: Option<Strength>,
    },
    /// A UCI engine.
    Uci(Setup),
    /// An engine of the xboard protocol (CECP).
    Xboard(Setup),
    /// An engine with values of its options, whose processes are used again.
    Pooled(PooledEngine),
}

impl PlayerFactory {
    /// Creates a player with separate memory, or with a separate process.
    ///
    /// # Errors
    /// Returns an error if an engine cannot be started, and [`Fault::Stopped`] if `signal` stops before it is ready.
    pub fn player(&self, signal: &Signal) -> Result<Box<dyn Player>, PlayerError> {
        let player = self.create(signal);
        let command = match self {
            PlayerFactory::Organism { .. } | PlayerFactory::Pooled(_) => return player,
            PlayerFactory::Uci(setup) | PlayerFactory::Xboard(setup) => &setup.command,
        };
        match &player {
            Ok(_) => tracing::info!(?command, "engine started"),
            Err(error) => tracing::warn!(?command, %error, "engine failed to start"),
        }
        player
    }

    fn create(&self, signal: &Signal) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match self {
            PlayerFactory::Organism { weights, parameters, hash, strength: None } => {
                Box::new(Engine::new(weights, *parameters, *hash))
            }
            PlayerFactory::Organism { weights, parameters, hash, strength: Some(strength) } => {
                let engine = strength.engine(weights, *parameters, *hash);
                Box::new(LimitedPlayer { engine, strength: strength.clone() })
            }
            PlayerFactory::Uci(setup) => Box::new(uci::Client::start(setup, signal)?),
            PlayerFactory::Xboard(setup) => Box::new(xboard::Client::start(setup, signal)?),
            PlayerFactory::Pooled(engine) => return engine.player(signal),
        })
    }

    /// Starts an engine once, with its options, and returns what it announces; `None` for an organism.
    ///
    /// # Errors
    /// Returns an error if an engine cannot be started, and [`Fault::Stopped`] if `signal` stops before it is ready.
    pub fn announced(&self, signal: &Signal) -> Result<Option<Announced>, PlayerError> {
        let (setup, name, options) = match self {
            PlayerFactory::Organism { .. } => return Ok(None),
            PlayerFactory::Pooled(engine) => return engine.factory().announced(signal),
            PlayerFactory::Uci(setup) => {
                let client = uci::Client::start(setup, signal)?;
                (setup, client.name().map(str::to_owned), client.options().to_vec())
            }
            PlayerFactory::Xboard(setup) => {
                let client = xboard::Client::start(setup, signal)?;
                (setup, client.name().map(str::to_owned), client.options().to_vec())
            }
        };
        Ok(Some(Announced { command: setup.command.join(" "), name, options }))
    }

    /// Returns the name that an engine reports, or `None` for an organism. Starts the engine once, and thus also checks
    /// its options and that it plays this variant.
    ///
    /// # Errors
    /// Returns an error if an engine cannot be started or does not play the variant ([`Fault::NoVariant`]), and
    /// [`Fault::Stopped`] if `signal` stops before it is ready.
    pub fn introduce(&self, variant: Variant, signal: &Signal) -> Result<Option<String>, PlayerError> {
        let Some(announced) = self.announced(signal)? else { return Ok(None) };
        let lack = match self.recipe() {
            _ if variant.is_standard() => None,
            PlayerFactory::Xboard(_) => Some("Eyas plays Chess960 with UCI engines only"),
            _ if EngineOption::find(&announced.options, uci::CHESS960).is_ok() => None,
            _ => Some("it has no option UCI_Chess960"),
        };
        match lack {
            Some(lack) => Err(announced.refuse(Fault::NoVariant(lack))),
            None => Ok(announced.name),
        }
    }

    /// Returns the recipe for the process of a pooled engine, and otherwise this one.
    fn recipe(&self) -> &PlayerFactory {
        if let PlayerFactory::Pooled(engine) = self { engine.factory() } else { self }
    }

    /// Returns the recipe for the process of an engine that is not pooled.
    pub(crate) fn setup_mut(&mut self) -> Option<&mut Setup> {
        match self {
            PlayerFactory::Organism { .. } | PlayerFactory::Pooled(_) => None,
            PlayerFactory::Uci(setup) | PlayerFactory::Xboard(setup) => Some(setup),
        }
    }

    /// Records the profile from which an engine's recipe was made, and the options besides those of the profile.
    pub(super) fn set_profile(&mut self, name: &str, options: &[(String, String)]) {
        if let Some(setup) = self.setup_mut() {
            setup.profile = Some((name.to_owned(), options.to_vec()));
        }
    }

    /// Returns the name of an engine's profile or, without one, its command.
    pub(super) fn label(&self) -> String {
        match self.recipe() {
            PlayerFactory::Uci(setup) | PlayerFactory::Xboard(setup) => match &setup.profile {
                Some((name, _)) => name.clone(),
                None => setup.command.join(" "),
            },
            PlayerFactory::Organism { .. } | PlayerFactory::Pooled(_) => "organism".to_owned(),
        }
    }

    /// Returns the size of the transposition table in this process, in MiB; 0 for external engines.
    #[must_use]
    pub fn table(&self) -> usize {
        match self {
            PlayerFactory::Organism { hash, .. } => *hash,
            PlayerFactory::Uci(_) | PlayerFactory::Xboard(_) | PlayerFactory::Pooled(_) => 0,
        }
    }

    /// Returns whether the player is an external engine.
    #[must_use]
    pub fn is_engine(&self) -> bool {
        !matches!(self, PlayerFactory::Organism { .. })
    }

    /// Checks that the player supports these limits.
    ///
    /// # Errors
    /// Returns [`Fault::NoLimit`], see [`xboard::Quirks::check`].
    pub fn check(&self, limits: &Limits) -> Result<(), Fault> {
        if let PlayerFactory::Xboard(setup) = self.recipe() { setup.quirks.check(limits) } else { Ok(()) }
    }
}
