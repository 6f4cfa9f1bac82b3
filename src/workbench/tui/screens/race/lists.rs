//! The scrollable lists of the Race screen.

use crate::tui::hit_map::List;

pub(crate) const RACES: List = List("race: races");
pub(crate) const OPTIMIZERS: List = List("race: optimizers");
pub(crate) const TESTS: List = List("race: tests");
