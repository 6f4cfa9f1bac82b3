//! Players and what they do with each other.
//!
//! A [`Player`] is whoever searches a position under limits: an organism in this process, or an engine of other
//! people's in a process of its own, which is trusted in nothing ([`uci`], [`xboard`]). A [`Contender`] is what it
//! takes to have one; [`spec`] is how people name one, [`profile`] what is known of engines by name, and
//! [`entrant`] who is meant.

pub mod entrant;
mod fault;
mod info;
mod notation;
mod patience;
mod player;
mod process;
pub mod profile;
mod search;
pub mod spec;
pub mod uci;
pub mod xboard;

pub use fault::{Fault, PlayerError};
pub use info::Info;
pub use patience::Patience;
pub use player::{Claim, Contender, Player};
pub use process::Folder;
