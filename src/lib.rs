//! Eyas evolves chess programs: it evolves random bit strings into an evaluation function that mimics grandmasters'
//! moves, after David, Koppel, Netanyahu and van den Herik (2008, 2009, 2014).
//!
//! Data flows in one direction:
//!
//! ```text
//! games.pgn ─ positions ─▶ engine (features) ─▶ fitness ─▶ evolution (optimizer) ─▶ session
//!                                                              │ reports
//!                                                              ▼
//!                                           job ─▶ tui · command line · journal
//! ```
//!
//! [`positions`] reads games and EPD. [`engine`] defines the evaluation schema, its features, the 1-ply move and the
//! search. [`objectives`] scores organisms with cached quiescence trees. [`evolution`] contains the genetic algorithm
//! behind an ask-and-tell interface. [`session`] makes runs durable. [`job`] runs them in the background and sends
//! reports to their three consumers. [`disagreement`] shows where an organism disagrees with the grandmasters, why, and
//! what would change its choice. [`solving`] searches the positions of a test suite with a player; [`objectives::suite`] uses that
//! as the fitness of a search. [`objectives::scores`] uses the distance to the scores of other players as fitness. [`arena`]
//! defines players and plays games between them.

pub mod analysis;
mod append_log;
pub mod arena;
pub mod director;
pub mod disagreement;
pub mod engine;
pub mod evolution;
pub mod experiment;
pub mod files;
pub mod job;
mod numbers;
pub mod objectives;
pub mod organism;
pub mod pipeline;
pub mod positions;
pub mod randomness;
pub mod session;
pub mod solving;
pub mod text;
pub mod threads;
pub mod tui;
pub mod uci;

/// How long a test waits for an event that must happen. The slowest machine needs far less, so only a failing test
/// waits this long.
#[cfg(test)]
const AT_LAST: std::time::Duration = std::time::Duration::from_secs(600);
