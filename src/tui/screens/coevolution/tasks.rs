//! What the screen has read beside itself.

use std::sync::Arc;

use super::{Read, Which};
use crate::session;
use crate::tui::background::{TaskResult, Work};

/// Reads the games of a round robin.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ReadGames(pub(crate) Which);

/// The games of a round robin, or why they cannot be read.
#[derive(Debug, Clone)]
pub(crate) struct Games {
    /// Which round robin.
    pub(crate) of: Which,
    /// What was read.
    pub(crate) games: Read,
}

impl Work for ReadGames {
    fn run(&self) -> TaskResult {
        let of = self.0.clone();
        let games = session::games(&of.folder, of.run, of.event.generation());
        TaskResult::found(Games { of, games: games.map(Arc::new).map_err(|error| error.to_string()) })
    }
}
