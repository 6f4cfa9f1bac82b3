//! The lists that scroll here.

use crate::tui::hit_map::List;

/// The rows of the wall of boards.
pub(crate) const ROWS: List = List("boards: rows");

/// Its columns.
pub(crate) const COLUMNS: List = List("boards: columns");
