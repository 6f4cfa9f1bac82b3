//! Players and what they do with each other.
//!
//! A [`Player`] is whoever searches a position under limits: an organism in this process, or an engine of other
//! people's in a process of its own, which is trusted in nothing ([`uci`]). A [`Contender`] is what it takes to
//! have one; [`spec`] is how people name one.

mod fault;
mod player;
mod process;
pub mod spec;
pub mod uci;

pub use fault::{Fault, PlayerError};
pub use player::{Contender, Player};
