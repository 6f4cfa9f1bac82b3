//! Players, games and matches.
//!
//! A [`Player`] searches positions under limits. It is an organism in this process, or an external engine in a separate
//! process, whose output is never trusted ([`uci`], [`xboard`]). A [`PlayerFactory`] is the recipe for a player. [`spec`]
//! parses the names of players, [`profile`] describes known engines, and [`resolved_player`] resolves a
//! name to a player.
//! Players play a single [`game`] or a [match](mod@matches) of many games, each from an [`opening`].

pub mod compliance;
pub mod control;
pub mod crosstable;
pub mod descriptors;
mod engine_name;
mod fault;
pub mod game;
mod info;
pub mod latency;
pub mod matches;
pub mod node_counts;
mod notation;
pub mod opening;
pub mod option;
mod patience;
pub mod pgn;
pub mod plan;
mod player;
mod pool;
mod process;
pub mod profile;
pub mod repeats;
pub mod resolved_player;
mod search;
pub(crate) mod seats;
pub mod settable_options;
pub mod settings;
mod setup;
pub mod spec;
pub mod standing;
pub mod steering;
pub mod supply;
pub mod tally;
pub mod time_losses;
pub mod uci;
pub mod wake;
pub mod xboard;

pub use engine_name::{EngineNameError, engine_named};
pub use fault::{Fault, PlayerError};
pub use info::Info;
pub use option::{EngineOption, OptionKind};
pub use patience::Patience;
pub use player::{Announced, Claim, Player, PlayerFactory, Timing};
pub use pool::{EnginePool, PooledEngine};
pub use process::Folder;
pub use setup::Setup;
