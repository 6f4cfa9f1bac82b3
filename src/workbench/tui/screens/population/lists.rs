//! The scrolling lists of the Population screen.

use crate::tui::hit_map::List;

pub(crate) const ORGANISMS: List = List("population: organisms");

pub(crate) const ESTIMATE: List = List("population: estimate");

pub(crate) const RUNS: List = List("population: runs");
