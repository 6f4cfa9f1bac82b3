//! Engines of other people's, over the protocol of xboard, which is also called CECP.
//!
//! [`Client`] speaks its second version, and the first to engines that do not answer. It tells an engine a game
//! move by move, and everything else as it changes: the engine has a board, clocks and limits of its own, and the
//! client knows what stands there. Engines differ more than the protocol allows; what one needs beyond it is one
//! of its [`Quirks`]. Nothing an engine says is believed: moves are checked against the rules, complaints count
//! only about what it was told, and of the game's end it is asked for an opinion, not for the result.

mod client;
mod control;
mod feature;
mod notation;
mod reply;
mod search;
mod setup;
#[cfg(test)]
mod tests;
mod thinking;

pub use client::Client;
pub use setup::{Quirks, Setup, Template};
