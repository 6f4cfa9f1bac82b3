//! The background task that reads games.

use std::sync::Arc;

use super::{GamesResult, RoundId};
use crate::session;
use crate::tui::background::{TaskResult, Work};

/// Reads the games of a round robin.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ReadGames(pub(crate) RoundId);

/// The result of [`ReadGames`].
#[derive(Debug, Clone)]
pub(crate) struct Games {
    pub(crate) round: RoundId,
    pub(crate) games: GamesResult,
}

impl Work for ReadGames {
    fn run(&self) -> TaskResult {
        let round = self.0.clone();
        let games = session::games(&round.folder, round.run, round.event.generation());
        TaskResult::found(Games { round, games: games.map(Arc::new).map_err(|error| error.to_string()) })
    }
}
