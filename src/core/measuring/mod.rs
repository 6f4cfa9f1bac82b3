//! Measures parameter vectors that another program proposes: an experiment's objective without an optimizer.
//!
//! ```text
//! line of JSON ──▶ request ──▶ parameters ──▶ measurer ──▶ line of JSON
//!                  vectors     integers of    scores
//!                              the schema
//! ```
//!
//! A [`Measurer`] answers each line with one line. A line has one vector or a batch of vectors; a batch is measured in
//! parallel, like a generation. The result of a vector depends only on the experiment, the vector and the generation (for
//! self-play also on the other vectors), not on the number of threads or on earlier lines.

mod error;
mod measurer;
mod parameters;
mod request;
#[cfg(test)]
mod tests;

pub use error::Error;
pub use measurer::Measurer;
pub use request::{LONGEST_LINE, MOST_VECTORS};
