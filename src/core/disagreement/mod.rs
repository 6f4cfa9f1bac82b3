//! Analysis of the positions in which an organism disagrees with the grandmasters: the reasons for its moves, and the
//! parameter changes that would correct a move, with their costs; and the generations in which the champions of a run
//! learned and forgot right moves.
//!
//! ```text
//! positions ─▶ PositionBook ─▶ Choice (one per position) ─▶ Filter, Order, Totals
//!                └───▶ Explanation, Counterfactuals (of the current position)
//!                └───▶ Answers (of an organism, over all positions; from the fitness function's trees)
//!                └───▶ Learning (the answers of all champions of a run), Turn (of the current position)
//! ```
//!
//! All results refer to the organism's 1-ply move as defined in [`crate::engine::one_ply`], and are exact.
//! [`Analyst`] computes them on background threads.
//!
//! The findings about one position take about a millisecond. The net gains of all changes on all positions take seconds.

mod analyst;
mod counterfactual;
mod explanation;
mod filter;
mod learning;
mod net_gain;
mod position_book;
mod position_scan;
mod spread;
#[cfg(test)]
mod testing;
mod totals;
mod verdict;

pub use analyst::{Activity, Analyst, Findings};
pub(crate) use counterfactual::with_value;
pub use counterfactual::{Counterfactual, nearest, with_costs};
pub use explanation::{Candidate, Contribution, Explanation, Undecided};
pub use filter::{AgreementFilter, Filter, GAME, GameCondition, KnownResults, Order, select};
pub use learning::{Champion, Learned, Learning, Turn, ValueChange};
pub use net_gain::Change;
pub use position_book::{Entry, PROGRAMS, Phase, PositionBook, write_epd};
pub use position_scan::{Finding, OrganismRole, Player, PositionScan, ScanRequest};
pub use spread::Moments;
pub use totals::{Class, Total, Totals};
pub use verdict::{Choice, verdict};
