//! Whoever can search a position: an organism in this process, or an engine in one of its own.

use std::ops::ControlFlow;
use std::time::Duration;

use super::{Fault, PlayerError, uci, xboard};
use crate::engine::evaluation::Weights;
use crate::engine::search::{Engine, Game, Limits, Outcome, Report, SearchParameters, Signal};
use crate::positions::Variant;

/// What an engine says of a game when it does not go on with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// It has lost, or gives up.
    Resigns,
    /// The game is drawn.
    Draw,
}

/// How a search went by the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// From the word to think to the move. What it takes to say so, and to wait until an engine is ready for it, is not
    /// the engine's time.
    pub used: Duration,
    /// How long the engine took just before to say that it is ready: the way there and back, and what it does to
    /// take note of a position. `None` where it cannot say so.
    pub ready: Option<Duration>,
}

/// Searches positions under limits, tells what it finds on the way, and then a move.
pub trait Player: Send {
    /// Forgets everything, as before a new game.
    ///
    /// # Errors
    /// When the player is at fault; organisms never are. [`Fault::Stopped`] when `signal` is stopped before it is done.
    fn forget(&mut self, signal: &Signal) -> Result<(), PlayerError>;

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

    /// What the player says of the game, where its last search gave no move although there are legal ones. To be
    /// asked once, before the next search.
    fn claim(&mut self) -> Option<Claim> {
        None
    }

    /// How the last search that gave a move went by the clock; `None` where whoever asked for it knows as well.
    fn timing(&self) -> Option<Timing> {
        None
    }

    /// A fault that others saw, with what there is to be told about it.
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
    ) -> Result<Outcome, PlayerError> {
        // The clock of a game runs until the move is back with the arbiter.
        Ok(Engine::search(self, game, &limits.with_reserve(), signal, listen))
    }

    fn charge(&mut self, fault: Fault) -> PlayerError {
        PlayerError { engine: "eyas".to_owned(), fault, last: Vec::new() }
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
    Uci(uci::Setup),
    /// An engine that speaks the protocol of xboard.
    Xboard(xboard::Setup),
}

impl Contender {
    /// A player of this kind with a memory, or a process, of its own.
    ///
    /// # Errors
    /// When an engine cannot be started; [`Fault::Stopped`] when `signal` is stopped before it is ready.
    pub fn player(&self, signal: &Signal) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match self {
            Contender::Organism { weights, parameters, hash } => {
                Box::new(Engine::new(weights, *parameters, *hash))
            }
            Contender::Uci(setup) => Box::new(uci::Client::start(setup, signal)?),
            Contender::Xboard(setup) => Box::new(xboard::Client::start(setup, signal)?),
        })
    }

    /// What an engine calls itself; it is started once for that, and so is known to start, to have its options, and to
    /// play this variant. An organism does not call itself anything.
    ///
    /// # Errors
    /// When an engine cannot be started, or does not play the variant ([`Fault::NoVariant`]); [`Fault::Stopped`] when
    /// `signal` is stopped before it is ready.
    pub fn introduce(&self, variant: Variant, signal: &Signal) -> Result<Option<String>, PlayerError> {
        let (name, error) = match self {
            Contender::Organism { .. } => return Ok(None),
            Contender::Uci(setup) => {
                let mut client = uci::Client::start(setup, signal)?;
                let lacks = !client.plays(variant);
                let fault = Fault::NoVariant("it has no option UCI_Chess960");
                (client.name().map(str::to_owned), lacks.then(|| client.charge(fault)))
            }
            Contender::Xboard(setup) => {
                let mut client = xboard::Client::start(setup, signal)?;
                let fault = Fault::NoVariant("Eyas plays it with engines that speak UCI only");
                (client.name().map(str::to_owned), (!variant.is_standard()).then(|| client.charge(fault)))
            }
        };
        match error {
            // What the engine said has nothing to do with it.
            Some(error) => Err(PlayerError { last: Vec::new(), ..error }),
            None => Ok(name),
        }
    }

    /// MiB of the transposition table that it takes in this process; an engine's is its own.
    #[must_use]
    pub fn table(&self) -> usize {
        match self {
            Contender::Organism { hash, .. } => *hash,
            Contender::Uci(_) | Contender::Xboard(_) => 0,
        }
    }

    /// Whether it can be held to these limits.
    ///
    /// # Errors
    /// [`Fault::NoLimit`]: see [`xboard::Setup::check`].
    pub fn check(&self, limits: &Limits) -> Result<(), Fault> {
        match self {
            Contender::Organism { .. } | Contender::Uci(_) => Ok(()),
            Contender::Xboard(setup) => setup.check(limits),
        }
    }
}
