//! The objective *results*: organisms evolve to predict the results of games from quiet positions (Texel's method,
//! Österlund 2014).
//!
//! ```text
//! games ─▶ sampling (quiescence leaves) ─▶ set (positions with results, split by game)
//!                                           │ matrix of features
//!          reference ─▶ logistic model ─────┴─▶ fitness: mean cross-entropy in nats
//! ```
//!
//! [`result_set`](super::result_set) has the sets of positions, their files, and how they are drawn from games. [`labels`]
//! replaces their results by the points that an engine expects. The loss is convex in the parameters, so the optimizer
//! *regression* finds its minimum. Scale, tempo and White's advantage are part of the objective ([`logistic`]).

pub mod fitness;
pub mod labels;
pub mod logistic;
pub mod settings;
pub(in crate::objectives) mod source;
mod table;
pub mod tempo;
#[cfg(test)]
mod tests;

pub use fitness::ResultsFitness;
pub use settings::ResultsSettings;
pub use source::model;
