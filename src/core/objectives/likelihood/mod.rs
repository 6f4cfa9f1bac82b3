//! The objective *likelihood*: how probable an organism makes the moves played.
//!
//! Agreement counts the positions in which the move played scores highest. The likelihood also says how nearly: a move with
//! score `s` has a probability proportional to `exp(s / T)`, where `T` is the temperature, and the loss is the negative
//! logarithm of the probability of the move played. Every optimizer can use it, also those without derivatives.
//!
//! The score of a move is the evaluation after the captures that follow it with textbook values
//! ([`players::rows`](crate::players)). It is linear in the values, so the loss is convex. Only what a move changes is stored,
//! in two words a term: 200,000 positions need less than 2 GiB.

mod fitness;
pub mod settings;
mod source;

pub use settings::LikelihoodSettings;
