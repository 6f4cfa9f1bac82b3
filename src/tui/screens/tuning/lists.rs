//! The lists that scroll here.

use crate::tui::hit_map::List;

/// The organisms of the map of positions.
pub(crate) const ROWS: List = List("tuning: rows");

/// Its columns.
pub(crate) const COLUMNS: List = List("tuning: columns");

/// The positions gained and lost.
pub(crate) const CHANGES: List = List("tuning: changes");
