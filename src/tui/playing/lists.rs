//! The lists that scroll here.

use crate::tui::hit_map::List;

/// The lines an engine thinks best.
pub(crate) const LINES: List = List("playing: lines");

/// The evaluation, part by part.
pub(crate) const WEIGHED: List = List("playing: weighed");
