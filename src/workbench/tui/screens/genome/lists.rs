//! The scrolling lists of the Genome screen.

use crate::tui::hit_map::List;

pub(crate) const GENES: List = List("genome: genes");

pub(crate) const COLUMNS: List = List("genome: columns");
