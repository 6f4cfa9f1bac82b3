//! Pieces that know nothing of evolution: panes, plots, bars.

pub(crate) mod bars;
pub(crate) mod pane;
pub(crate) mod plot;
