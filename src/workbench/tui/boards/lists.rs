//! The identifiers of the scrollable lists of board panes.

use crate::tui::hit_map::List;

/// The rows of the small boards.
pub(crate) const ROWS: List = List("boards: rows");

/// The rows of the moves of a game.
pub(crate) const MOVES: List = List("boards: moves");

/// The columns of the moves of a game.
pub(crate) const MOVE_COLUMNS: List = List("boards: columns of moves");

/// The columns of the small boards.
pub(crate) const COLUMNS: List = List("boards: columns");
