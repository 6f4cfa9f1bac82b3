//! The identifiers of the scrollable lists of board panes.

use crate::tui::hit_map::List;

/// The rows of the small boards.
pub(crate) const ROWS: List = List("boards: rows");

/// The columns of the small boards.
pub(crate) const COLUMNS: List = List("boards: columns");
