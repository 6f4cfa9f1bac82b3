//! The recorded games of a coevolution, and their store.

use serde::{Deserialize, Serialize};

use crate::arena::game::Record;
use crate::arena::opening::Opening;

/// Identifies a game of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameId {
    /// The run; the first is 0.
    pub run: u32,
    /// The generation; `None` for a game of the confirmation, of a milestone (with `hall`), or of the final match.
    pub generation: Option<u32>,
    /// The number among the games of the generation; the first is 0.
    pub game: u64,
    /// White and Black: seats of the generation's crosstable, or players of the confirmation. Numbers after the last
    /// seat are members of the hall of fame, in the crosstable's order. Numbers after the last player of the
    /// confirmation are leaders, in the order of its milestones.
    pub players: [u32; 2],
    /// Hashes of the players' parameter values.
    pub identities: [String; 2],
    /// If the player with the higher number is a member of the hall of fame: the generation that it first led.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hall: Option<u32>,
    /// Whether the game belongs to the final match, of the champion against the best founder, or to its proof.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub final_match: bool,
}

impl GameId {
    /// Returns the run and generation of the game, in the order in which games are played.
    pub(crate) fn event(&self) -> (u32, u32) {
        (self.run, self.generation.unwrap_or(u32::MAX))
    }
}

/// A game of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionGame {
    /// The identity of the game.
    pub id: GameId,
    /// The game, without times, nodes and depths.
    pub record: Record,
}

/// An error while storing games.
#[derive(Debug, thiserror::Error)]
#[error("{cause}")]
pub struct StoreError {
    /// Whether the input caused the error, rather than a temporary condition.
    pub input: bool,
    /// The reason.
    pub cause: Box<dyn std::error::Error + Send + Sync>,
}

/// Stores the games of a coevolution.
pub trait GameStore: Send + Sync + std::fmt::Debug {
    /// Returns the record of the next game if its identity is `wanted` and it began with `opening`. Otherwise removes
    /// that game and all later ones: other players played them, or the user changed the number of games since.
    ///
    /// # Errors
    /// The games cannot be written.
    fn recall(&mut self, wanted: &GameId, opening: &Opening) -> Result<Option<Record>, StoreError>;

    /// Records a finished game.
    ///
    /// # Errors
    /// The games cannot be written. They then end with the previous game.
    fn append(&mut self, game: &SessionGame) -> Result<(), StoreError>;

    /// Syncs all games written so far to the disk.
    ///
    /// # Errors
    /// The games cannot be written.
    fn sync(&mut self) -> Result<(), StoreError>;
}
