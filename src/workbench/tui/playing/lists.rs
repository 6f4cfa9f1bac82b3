//! The scrollable lists of a board's panes.

use crate::tui::hit_map::List;

/// The best lines of the analysis.
pub(crate) const LINES: List = List("playing: lines");

/// The rows of the evaluation.
pub(crate) const EVALUATION: List = List("playing: evaluation");
