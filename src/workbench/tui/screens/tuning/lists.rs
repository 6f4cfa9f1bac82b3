//! The scrollable lists of the Tuning screen.

use crate::tui::hit_map::List;

/// The rows of the map, one for each organism.
pub(crate) const ROWS: List = List("tuning: rows");

/// The columns of the map.
pub(crate) const COLUMNS: List = List("tuning: columns");

/// The positions gained and lost.
pub(crate) const CHANGES: List = List("tuning: changes");
