//! Results of searches that ended by a fault of an engine, as numbers beside the other results.

use crate::arena::game::FaultKind;
use crate::evolution::fault::{self, Fault};

/// The result of a fault of unknown kind. Those of known kinds are smaller by their codes; no other result is as large.
const UNKNOWN: u32 = u32::MAX - 1;

/// Returns the result of a search that ended by a fault of this kind; `None` if it is unknown.
pub(super) fn result(kind: Option<FaultKind>) -> u32 {
    UNKNOWN - fault::code(kind)
}

/// Returns whether a search with this result ended by a fault.
pub(super) fn is_fault(result: u32) -> bool {
    (UNKNOWN - fault::LARGEST_CODE..=UNKNOWN).contains(&result)
}

/// Returns the faults among the results of all positions, the first of which has the number 0.
pub(super) fn faults(results: impl IntoIterator<Item = u32>) -> Vec<Fault> {
    let fault = |(item, result): (u32, u32)| Fault { item, kind: fault::kind(UNKNOWN - result) };
    (0..).zip(results).filter(|(_, result)| is_fault(*result)).map(fault).collect()
}
