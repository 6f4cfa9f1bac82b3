//! Weighted sums of objectives, such as agreement with grandmasters plus predictions of results: moves leave the scale
//! of an evaluation open, and results settle it.
//!
//! A part counts in its own unit ([`ObjectiveMeasure::sum_value`](super::ObjectiveMeasure::sum_value)): agreement as a
//! share of the positions, a loss in nats. `moves+results:0.3` is the share of agreement minus 0.3 times the mean loss.
//!
//! A sum offsets the item numbers of its parts, and scales their scores to a common unit.

mod fitness;
pub mod settings;
mod source;
#[cfg(test)]
mod tests;

pub use settings::{Part, SumSettings};
