//! The lists that scroll here.

use crate::tui::hit_map::List;

/// The positions.
pub(crate) const POSITIONS: List = List("positions: positions");

/// The moves of the position looked at.
pub(crate) const CANDIDATES: List = List("positions: candidates");

/// The parameters that speak for one move and against the other.
pub(crate) const CONTRIBUTIONS: List = List("positions: contributions");

/// What would change the organism's move.
pub(crate) const REMEDIES: List = List("positions: remedies");

/// Agreement by class of position.
pub(crate) const TOTALS: List = List("positions: totals");
