//! The scrolling list of the screen.

use crate::tui::hit_map::List;

/// The entries of the log.
pub(crate) const LOG: List = List("log");
