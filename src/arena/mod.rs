//! Players and what they do with each other.

mod fault;
mod player;
mod process;
pub mod spec;
pub mod uci;

pub use fault::{EngineError, Fault};
pub use player::Player;
