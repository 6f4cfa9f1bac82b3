//! Whoever can search a position: an organism in this process, or an engine in one of its own.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::engine::search::{Engine, Game, Limits, Outcome, Report, Signal};

/// A player.
pub trait Player {
    /// What can go wrong with it; nothing for organisms.
    type Error: std::error::Error + Send;

    /// Forgets everything, as before a new game.
    ///
    /// # Errors
    /// When the player is at fault.
    fn forget(&mut self) -> Result<(), Self::Error>;

    /// Searches the position on the board. `listen` is told of reports on the way and may end the search.
    ///
    /// # Errors
    /// When the player is at fault.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<Outcome, Self::Error>;
}

impl Player for Engine {
    type Error = Infallible;

    fn forget(&mut self) -> Result<(), Infallible> {
        self.clear();
        Ok(())
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<Outcome, Infallible> {
        Ok(Engine::search(self, game, limits, signal, listen))
    }
}
