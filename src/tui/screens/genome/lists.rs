//! The scrolling lists of the Genome screen.

use crate::tui::hit_map::List;

/// The rows of the heatmap.
pub(crate) const GENES: List = List("genome: genes");

/// The columns of the heatmap.
pub(crate) const COLUMNS: List = List("genome: columns");
