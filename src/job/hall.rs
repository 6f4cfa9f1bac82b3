//! The boards of a coevolution: what is played for, and what stands on them.

use std::sync::{Mutex, PoisonError};

use crate::coevolution::Event;
use crate::director::{Board, Boards};

/// What is played at the moment, or was played last.
#[derive(Debug, Clone, Default)]
pub struct Playing {
    /// What for; `None` before the first game.
    pub event: Option<Event>,
    /// What stands on the boards: the games under way and the last ones.
    pub boards: Vec<Board>,
}

/// The boards, and whose games stand on them.
#[derive(Debug, Default)]
pub(super) struct Hall {
    event: Mutex<Option<Event>>,
    pub(super) boards: Boards,
}

impl Hall {
    /// From now on games of an event are played.
    pub(super) fn begin(&self, event: Event) {
        let mut now = self.event.lock().unwrap_or_else(PoisonError::into_inner);
        *now = Some(event);
        self.boards.clear();
    }

    /// What is played.
    pub(super) fn look(&self) -> Playing {
        // Held until the boards are read, so that none of another event stands among them.
        let event = self.event.lock().unwrap_or_else(PoisonError::into_inner);
        Playing { event: *event, boards: self.boards.look() }
    }
}
