//! The playing engine's search: principal variation search with iterative deepening, its selective methods
//! governed by parameters that evolve (2014 paper, section IV and Table I).
//!
//! [`Engine`] plays: it is given a [`Game`], [`Limits`] and a [`Signal`] to be stopped by, and tells what it
//! finds in [`Report`]s. It knows nothing of protocols or screens, keeps no clock but the one its limits ask for,
//! and with a limit of nodes it repeats itself bit for bit.

mod clock;
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
mod syzygy;
mod table;
mod value;

pub use engine::{Engine, Outcome};
pub use game::Game;
pub use limits::{Limits, MOVE_OVERHEAD, Remaining, Signal, Time};
pub use mode::{ParseSearchModeError, SearchMode};
pub use parameters::SearchParameters;
pub use report::{Bound, Line, Report, Value};

#[cfg(test)]
mod tests;
