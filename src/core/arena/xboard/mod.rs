//! External engines that use the xboard protocol, also called CECP.
//!
//! [`Client`] uses version 2 of the protocol, and version 1 with engines that announce no features. It sends the moves
//! of a game one by one, and everything else only when it changes. The engine keeps its own board, clocks and limits,
//! and the client tracks them. Engines differ more than the protocol allows; the deviations of one are its [`Quirks`].
//! Engine output is never trusted: moves must be legal, error messages count only for commands that were sent, and a
//! claim about the result is only an opinion.

mod checks;
mod client;
mod control;
mod feature;
mod notation;
mod quirks;
mod reply;
mod search;
#[cfg(test)]
mod tests;
mod thinking;

pub use client::Client;
pub use quirks::{Quirks, Template};

/// Returns whether a line of an engine has a meaning.
#[cfg(any(test, fuzzing))]
pub(crate) fn is_understood(line: &str) -> bool {
    let mut features = feature::Features::default();
    let pairs = feature::pairs(line).unwrap_or_default();
    let known = pairs.iter().filter(|(name, value)| features.set(name, value)).count();
    known > 0 || reply::Reply::parse(line).is_some() || thinking::thinking(line).is_some()
}
