//! The scrolling list of the screen.

use crate::tui::hit_map::List;

/// The workers.
pub(crate) const WORKERS: List = List("workers");
