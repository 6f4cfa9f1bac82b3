//! Engines of other people's, over UCI.
//!
//! [`Client`] talks, with a deadline for everything. [`Info`](super::Info), [`Best`] and [`EngineOption`] are what
//! engines write: they are read from any text whatever, and what makes no sense is left out. Nothing an engine says
//! is believed: moves are checked against the rules, and numbers no search reaches do not count.

mod client;
mod go;
mod info;
mod option;
mod search;
#[cfg(test)]
mod tests;

pub use client::{Client, Setup};
pub use info::Best;
pub use option::{EngineOption, OptionKind};
