//! The lists that scroll here.

use crate::tui::hit_map::List;

/// The pipelines.
pub(crate) const PIPELINES: List = List("pipeline: pipelines");
