//! The scrollable lists of the Positions screen.

use crate::tui::hit_map::List;

pub(crate) const POSITIONS: List = List("positions: positions");

/// The candidate moves of the selected position.
pub(crate) const CANDIDATES: List = List("positions: candidates");

/// The contributions of the parameters to the difference of two moves.
pub(crate) const CONTRIBUTIONS: List = List("positions: contributions");

/// The counterfactuals: values that would change the organism's move.
pub(crate) const COUNTERFACTUALS: List = List("positions: counterfactuals");

/// The agreement by class of position.
pub(crate) const TOTALS: List = List("positions: totals");
