//! Players and what they do with each other.
//!
//! A [`Player`] is whoever searches a position under limits: an organism in this process, or an engine of other
//! people's in a process of its own, which is trusted in nothing ([`uci`]). A [`Contender`] is what it takes to
//! have one; [`spec`] is how people name one. [`opening`] is what their games begin with.

pub mod contest;
pub mod control;
mod fault;
pub mod game;
pub mod opening;
pub mod pgn;
pub mod plan;
mod player;
mod process;
pub mod settings;
pub mod spec;
pub mod standing;
pub mod statistics;
pub mod tally;
pub mod tournament;
pub mod uci;

pub use fault::{Fault, PlayerError};
pub use player::{Contender, Player};
