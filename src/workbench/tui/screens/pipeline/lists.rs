//! The scrollable lists of the Pipeline screen.

use crate::tui::hit_map::List;

pub(crate) const PIPELINES: List = List("pipeline: pipelines");
