//! What the screen remembers: the suite tuned on, where the cursor is, and what is compared with what.

use std::path::PathBuf;
use std::sync::Arc;

use super::layout::Pane;
use crate::positions::PositionSource;
use crate::solving::Problem;
use crate::tui::cursor::Cursor;
use crate::tui::playing::Table;

/// The positions of a session: their suite, and how many of it at equal distances, all where none is said.
pub(crate) type Trained = (PositionSource, Option<u32>);

/// The positions as they were read, or why they could not be.
pub(crate) type Read = Result<Arc<Vec<Problem>>, String>;

/// What is compared with, where a person chose it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Base {
    /// The session it belongs to.
    pub(crate) folder: PathBuf,
    /// What it is called.
    pub(crate) name: String,
    /// Nodes by position, 0 where it finds nothing.
    pub(crate) nodes: Arc<Vec<u32>>,
}

/// What the screen remembers.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The pane that has the keys.
    pub(crate) pane: Pane,
    /// The pane that had the keys before moves were played.
    pub(crate) before: Pane,
    /// Whether it is shown alone.
    pub(crate) zoomed: bool,
    /// The organism’s place under the cursor of the map.
    pub(crate) place: usize,
    /// The position looked at.
    pub(crate) at: usize,
    /// Whether every position has a column of its own, though not all fit.
    pub(crate) close: bool,
    /// Whether the positions stand by how many nodes they take, not in the suite’s order.
    pub(crate) sorted: bool,
    /// What is compared with; none for generation 0’s best.
    pub(crate) base: Option<Base>,
    /// Whether positions found sooner or later are listed beside those gained and lost.
    pub(crate) all: bool,
    /// The row of what was gained and lost.
    pub(crate) changes: Cursor,
    /// The positions, once they are read, or why they cannot be.
    pub(crate) opened: Option<(Trained, Read)>,
    /// Those that are being read.
    pub(crate) asked: Option<Trained>,
    /// Whether the position looked at is on a board.
    pub(crate) board: bool,
    /// The board.
    pub(crate) table: Table,
}

impl State {
    /// The positions, where they are read.
    pub(crate) fn problems(&self) -> Option<&Arc<Vec<Problem>>> {
        self.opened.as_ref().and_then(|(_, opened)| opened.as_ref().ok())
    }

    /// The position looked at.
    pub(crate) fn problem(&self) -> Option<&Problem> {
        self.problems()?.get(self.at)
    }
}
