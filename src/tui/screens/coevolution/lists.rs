//! The lists that scroll here.

use crate::tui::hit_map::List;

/// Who took part in a round robin.
pub(crate) const STANDINGS: List = List("coevolution: standings");

/// The rows of its crosstable.
pub(crate) const CROSSTABLE: List = List("coevolution: crosstable");

/// Its columns.
pub(crate) const COLUMNS: List = List("coevolution: columns");

/// Who took part in the confirmation.
pub(crate) const FINALISTS: List = List("coevolution: finalists");

/// How the parameters moved.
pub(crate) const DRIFT: List = List("coevolution: drift");

/// The games of a round robin.
pub(crate) const GAMES: List = List("coevolution: games");
