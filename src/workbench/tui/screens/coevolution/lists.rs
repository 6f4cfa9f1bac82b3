//! The scrolling lists of the screen.

use crate::tui::hit_map::List;

/// The standings of a round robin.
pub(crate) const STANDINGS: List = List("coevolution: standings");

/// The rows of the crosstable.
pub(crate) const CROSSTABLE: List = List("coevolution: crosstable");

/// The columns of the crosstable.
pub(crate) const COLUMNS: List = List("coevolution: columns");

/// The players of the confirmation.
pub(crate) const FINALISTS: List = List("coevolution: finalists");

/// The parameters by how far they moved.
pub(crate) const DRIFT: List = List("coevolution: drift");

/// The games of a round robin.
pub(crate) const GAMES: List = List("coevolution: games");
