//! What screens tell each other without knowing each other.

use crate::disagreement::Filter;

/// The positions that this filter lists are to be looked at.
#[derive(Debug, Clone)]
pub(crate) struct LookAtPositions(pub(crate) Filter);
