//! The lists that scroll here.

use crate::tui::hit_map::List;

/// The log.
pub(crate) const LOG: List = List("log");
