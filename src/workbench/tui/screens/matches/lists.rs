//! The identifiers of the scrollable lists.

use crate::tui::hit_map::List;

pub(crate) const GAMES: List = List("matches: games");
pub(crate) const FAULTS: List = List("matches: faults");
pub(crate) const SAVED: List = List("matches: saved");
/// The players selected for a match.
pub(crate) const SELECTED: List = List("matches: selected");
