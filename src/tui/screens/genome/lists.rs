//! The lists that scroll here.

use crate::tui::hit_map::List;

/// The rows of the Genome screen.
pub(crate) const GENES: List = List("genome: genes");

/// Its columns.
pub(crate) const COLUMNS: List = List("genome: columns");
