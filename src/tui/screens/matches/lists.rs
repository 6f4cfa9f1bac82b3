//! The lists that scroll here.

use crate::tui::hit_map::List;

/// The games of a match that are over.
pub(crate) const GAMES: List = List("matches: games");

/// Those that were lost by a fault.
pub(crate) const FAULTS: List = List("matches: faults");

/// The saved matches.
pub(crate) const SAVED: List = List("matches: saved");

/// Who was picked for a match.
pub(crate) const PICKED: List = List("matches: picked");
