//! The lists that scroll here.

use crate::tui::seen::List;

/// The log.
pub(crate) const LOG: List = List("log");
