//! The lists that scroll here.

use crate::tui::seen::List;

/// The pipelines.
pub(crate) const PIPELINES: List = List("pipeline: pipelines");
