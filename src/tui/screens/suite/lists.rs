//! The lists that scroll here.

use crate::tui::hit_map::List;

/// The rows of the suite’s grid.
pub(crate) const CELLS: List = List("suite: cells");

/// Its columns.
pub(crate) const COLUMNS: List = List("suite: columns");

/// The positions of the suite.
pub(crate) const ROWS: List = List("suite: rows");
