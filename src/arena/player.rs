//! Whoever can search a position: an organism in this process, or an engine in one of its own.

use std::ops::ControlFlow;

use super::PlayerError;
use super::uci::{Client, Setup};
use crate::engine::evaluation::Weights;
use crate::engine::search::{Engine, Game, Limits, Outcome, Report, SearchParameters, Signal};

/// Searches positions under limits, tells what it finds on the way, and then a move.
pub trait Player: Send {
    /// Forgets everything, as before a new game.
    ///
    /// # Errors
    /// When the player is at fault; organisms never are.
    fn forget(&mut self) -> Result<(), PlayerError>;

    /// Searches the position on the board. `listen` is told of reports on the way and may end the search, as
    /// `signal` may.
    ///
    /// # Errors
    /// When the player is at fault; organisms never are.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<Outcome, PlayerError>;
}

impl Player for Engine {
    fn forget(&mut self) -> Result<(), PlayerError> {
        self.clear();
        Ok(())
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<Outcome, PlayerError> {
        Ok(Engine::search(self, game, limits, signal, listen))
    }
}

/// All it takes to have a player, or many of the same kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contender {
    /// An organism, which searches in this process.
    Organism {
        /// Its evaluation.
        weights: Weights,
        /// The parameters of its search.
        parameters: SearchParameters,
        /// Its transposition table, MiB.
        hash: usize,
    },
    /// An engine that speaks UCI.
    Uci(Setup),
}

impl Contender {
    /// A player of this kind with a memory, or a process, of its own.
    ///
    /// # Errors
    /// When an engine cannot be started.
    pub fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match self {
            Contender::Organism { weights, parameters, hash } => {
                Box::new(Engine::new(weights, *parameters, *hash))
            }
            Contender::Uci(setup) => Box::new(Client::start(setup)?),
        })
    }
}
