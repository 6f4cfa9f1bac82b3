//! Where an organism disagrees with the grandmasters, why, and what would change it at what price.
//!
//! ```text
//! positions ─▶ Book ─▶ Verdict (one a position) ─▶ Filter, Order, Totals
//!                └───▶ Explanation, Remedies (of the position looked at)
//!                └───▶ Answers (of an organism, over all positions; from the fitness function's trees)
//! ```
//!
//! Everything speaks of the organism's 1-ply move as [`crate::engine::one_ply`] defines it and is exact. [`Analyst`]
//! is the thread that finds it out for whoever looks.

mod analyst;
mod book;
mod desk;
mod explanation;
mod filter;
mod remedy;
mod spread;
mod survey;
#[cfg(test)]
mod testing;
mod totals;

pub use analyst::{Activity, Analyst, Findings};
pub use book::{Book, Entry, Phase, write_epd};
pub use desk::{Desk, Finding, Part, Player, Wanted};
pub use explanation::{Candidate, Contribution, Explanation, Undecided};
pub use filter::{Filter, Order, Outcome, Rows, select};
pub use remedy::{Remedy, nearest, price};
pub use spread::Moments;
pub use survey::{Verdict, verdict};
pub use totals::{Class, Total, Totals};
