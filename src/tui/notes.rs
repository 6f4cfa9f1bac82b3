//! Notes that screens send each other.

use crate::disagreement::Filter;

/// A request to show the positions that a filter matches.
#[derive(Debug, Clone)]
pub(crate) struct ShowPositions(pub(crate) Filter);
