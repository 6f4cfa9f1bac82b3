//! The lists that scroll here.

use crate::tui::hit_map::List;

/// The table of organisms.
pub(crate) const ORGANISMS: List = List("population: organisms");

/// The runs of the ensemble.
pub(crate) const RUNS: List = List("population: runs");
