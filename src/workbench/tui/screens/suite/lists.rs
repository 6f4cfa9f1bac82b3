//! The scrollable lists of the Suite screen.

use crate::tui::hit_map::List;

/// The rows of the grid.
pub(crate) const CELLS: List = List("suite: cells");

/// The columns of the grid.
pub(crate) const COLUMNS: List = List("suite: columns");

/// The rows of the list of positions.
pub(crate) const ROWS: List = List("suite: rows");
