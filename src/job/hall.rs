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
    now: Mutex<LiveRound>,
    pub(super) boards: Boards,
}

impl LiveGames {
    /// Starts a round and clears the boards.
    pub(super) fn begin(&self, playing: LiveRound) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now = playing;
        self.boards.clear();
    }

    /// Returns the current round with its boards.
    pub(super) fn snapshot(&self) -> LiveRound {
        // Locked until the boards are read, so that none of another round is among them.
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        LiveRound { boards: self.boards.look(), ..now.clone() }
    }
}
