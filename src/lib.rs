//! Eyas evolves chess programs: random bit strings become an evaluation function by mimicking
//! grandmasters' moves, after David, Koppel, Netanyahu and van den Herik (2008, 2009, 2014).
//!
//! Data flows one way:
//!
//! ```text
//! games.pgn ─ positions ─▶ engine (features) ─▶ fitness ─▶ evolution (optimizer) ─▶ session
//!                                                              │ reports
//!                                                              ▼
//!                                           job ─▶ tui · command line · journal
//! ```
//!
//! [`positions`] reads games and EPD; [`engine`] defines the evaluation schema, its features and the
//! organism's 1-ply move; [`fitness`] scores organisms against cached quiescence trees; [`evolution`]
//! holds the genetic algorithm behind an ask-and-tell interface; [`session`] makes runs durable;
//! [`job`] runs them in the background for the three consumers of its reports. [`disagreement`] says where an
//! organism disagrees with the grandmasters, why, and what would change it. [`solving`] has a player search the
//! positions of a suite; [`tuning`] makes that the fitness of a search; [`mentor`] makes nearness to others' scores one;
//! [`arena`] names players.

pub mod analysis;
pub mod arena;
pub mod coevolution;
mod diary;
pub mod director;
pub mod disagreement;
pub mod engine;
pub mod evolution;
pub mod files;
pub mod fitness;
pub mod job;
pub mod mentor;
mod numbers;
pub mod organism;
pub mod pipeline;
pub mod positions;
pub mod randomness;
pub mod session;
pub mod solving;
pub mod text;
pub mod threads;
pub mod tui;
pub mod tuning;
pub mod uci;

/// How long a test waits for something that is sure to happen: far beyond what the slowest machine needs, so that only a
/// test that fails waits this long.
#[cfg(test)]
const AT_LAST: std::time::Duration = std::time::Duration::from_secs(600);
