//! The identifiers of the scrollable lists.

use crate::tui::hit_map::List;

/// The finished games.
pub(crate) const GAMES: List = List("matches: games");

/// The games lost by a fault.
pub(crate) const FAULTS: List = List("matches: faults");

/// The saved matches.
pub(crate) const SAVED: List = List("matches: saved");

/// The players selected for a match.
pub(crate) const SELECTED: List = List("matches: selected");
