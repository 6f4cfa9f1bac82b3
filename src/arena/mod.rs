//! Players and what they do with each other.
//!
//! A [`Player`] is whoever searches a position under limits: an organism in this process, or an engine of other
//! people's in a process of its own, which is trusted in nothing ([`uci`], [`xboard`]). A [`Contender`] is what it
//! takes to have one; [`spec`] is how people name one, [`profile`] what is known of engines by name, and
//! [`entrant`] who is meant. They play a [`game`], or a [`contest`] of many games, from an [`opening`] each.

pub mod contest;
pub mod control;
pub mod crosstable;
pub mod entrant;
mod fault;
pub mod game;
mod info;
pub mod latency;
mod notation;
pub mod opening;
mod patience;
pub mod pgn;
mod pinning;
pub mod plan;
mod player;
mod process;
pub mod profile;
pub mod repeats;
mod search;
pub mod settings;
pub mod spec;
pub mod standing;
pub mod statistics;
pub mod steering;
pub mod supply;
pub mod tally;
pub mod time_losses;
pub mod tournament;
pub mod uci;
pub mod wake;
pub mod xboard;

pub use fault::{Fault, PlayerError};
pub use info::Info;
pub use patience::Patience;
pub use player::{Claim, Contender, Player, Timing};
pub use process::Folder;
