//! Widgets that do not depend on the evolution: panes, plots, bars, boards.

pub(crate) mod areas;
pub(crate) mod bars;
pub(crate) mod board;
pub(crate) mod heatmap;
pub(crate) mod lines;
pub(crate) mod pane;
pub(crate) mod plot;
mod table;
