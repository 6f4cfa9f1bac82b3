//! External engines that use UCI.
//!
//! [`Client`] communicates with an engine, with a deadline for every answer. [`Info`](super::Info), [`Best`] and
//! [`EngineOption`](super::EngineOption) parse the engine's output. They accept any text and skip what is not valid. Engine output is never
//! trusted: moves must be legal, and implausible numbers are ignored.
//!
//! `isready` comes before each search, and earlier output is dropped, so no old `bestmove` is taken for a new one.

mod checks;
mod client;
mod go;
mod info;
mod search;
#[cfg(test)]
mod tests;

pub(super) use client::CHESS960;
pub use client::Client;
pub use info::Best;
