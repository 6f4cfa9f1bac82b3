//! The live boards of a coevolution and the round to which they belong.

use std::sync::{Mutex, PoisonError};

use crate::director::{Board, Boards};
use crate::objectives::self_play::Event;

/// The round in progress, or the last one.
#[derive(Debug, Clone, Default)]
pub struct LiveRound {
    /// The purpose of the round; `None` before the first game.
    pub event: Option<Event>,
    /// The generations in which the round's members of the hall of fame first were the fittest, in the order of their
    /// player numbers, which follow those of the organisms.
    pub hall: Vec<u32>,
    /// The number of games of the generations before.
    pub before: u64,
    /// The boards of the games in progress and of the last games.
    pub boards: Vec<Board>,
}

/// The boards and the round to which they belong.
#[derive(Debug, Default)]
pub(super) struct LiveGames {
    /// The round, without the boards.
    round: Mutex<LiveRound>,
    pub(super) boards: Boards,
}

impl LiveGames {
    /// Starts a round and clears the boards.
    pub(super) fn begin(&self, next: LiveRound) {
        let mut round = self.round.lock().unwrap_or_else(PoisonError::into_inner);
        *round = next;
        self.boards.clear();
    }

    /// Returns the current round with its boards.
    pub(super) fn snapshot(&self) -> LiveRound {
        // The lock is held until the boards are read, so that no board belongs to another round.
        let round = self.round.lock().unwrap_or_else(PoisonError::into_inner);
        LiveRound { boards: self.boards.look(), ..round.clone() }
    }
}
