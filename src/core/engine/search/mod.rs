//! The search of the playing engine: principal variation search with iterative deepening. Evolving parameters control
//! its selective methods (2014 paper, section IV and Table I).
//!
//! [`Engine`] searches a [`Game`] within [`Limits`], can be stopped by a [`Signal`] and sends its results as
//! [`Report`]s. It is independent of protocols and screens and keeps no clock except for its time limits. With one thread
//! and a node limit its results are reproducible bit for bit.

mod clock;
mod confidence;
mod correction;
mod depth;
mod engine;
mod game;
mod history;
mod limits;
mod lines;
mod mode;
mod node;
mod parameters;
mod picker;
mod quiet;
mod refutation;
mod report;
mod root;
mod searcher;
mod selective;
mod singular;
mod syzygy;
mod table;
mod team;
mod value;

pub use engine::{Engine, Outcome};
pub use game::Game;
pub use limits::{Limits, MOVE_OVERHEAD, Remaining, Signal, Time};
pub use mode::{ParseSearchModeError, SearchMode};
pub use parameters::SearchParameters;
pub use report::{Bound, Line, Report, Value};

#[cfg(test)]
mod tests;
