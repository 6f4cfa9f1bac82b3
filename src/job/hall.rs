//! The boards of a coevolution: what is played for, and what stands on them.

use std::sync::{Mutex, PoisonError};

use crate::coevolution::Event;
use crate::director::{Board, Boards};

/// What is played at the moment, or was played last.
#[derive(Debug, Clone, Default)]
pub struct Playing {
    /// What for; `None` before the first game.
    pub event: Option<Event>,
    /// The generations that the members of the hall of fame in it first led, in the order of their numbers, which follow
    /// those of the organisms.
    pub hall: Vec<u32>,
    /// How many games the generations before had.
    pub before: u64,
    /// What stands on the boards: the games under way and the last ones.
    pub boards: Vec<Board>,
}

/// The boards, and whose games stand on them.
#[derive(Debug, Default)]
pub(super) struct Hall {
    /// Without the boards.
    now: Mutex<Playing>,
    pub(super) boards: Boards,
}

impl Hall {
    /// From now on games of this are played.
    pub(super) fn begin(&self, playing: Playing) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now = playing;
        self.boards.clear();
    }

    /// What is played.
    pub(super) fn look(&self) -> Playing {
        // Held until the boards are read, so that none of another event stands among them.
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        Playing { boards: self.boards.look(), ..now.clone() }
    }
}
