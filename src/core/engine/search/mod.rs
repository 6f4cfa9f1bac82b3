//! The search of the playing engine: principal variation search with iterative deepening. Evolving parameters control
//! its selective methods (2014 paper, section IV and Table I).
//!
//! [`Engine`] searches a [`Game`] within [`Limits`], can be stopped by a [`Signal`] and sends its results as
//! [`Report`]s. It is independent of protocols and screens and keeps no clock except for its time limits. With one thread
//! and a node limit its results are reproducible bit for bit.
//!
//! The engine iterates over the root (`root.rs`), which searches inner nodes (`node.rs`, with `refutation.rs` and `singular.rs`),
//! which end in quiescence (`quiet.rs`). The parameters are plain integers, and 0 switches a method off, so the plain search has
//! all of them 0.
//!
//! * **No search explosion.** Extensions of a move add up to one ply at most, or are two for a clearly singular move; those of
//!   the moves of a line add up to the depth of the iteration at most. A mate threat extends all moves of its node besides. The
//!   null move is not tried twice in a row. A line has at most 128 plies.
//! * **Speed.** The transposition table is larger than the nearer caches, so entries are prefetched long before they are read:
//!   that of the hash move when it is known, that of the null move before the evaluation, that of a capture before its exchange,
//!   and that of a quiet move while the move before it is searched. A node copies the board once and plays on the copy. An
//!   exchange is computed only as far as its threshold needs.
//! * **Several threads** claim nodes before they search them, so that together they keep a node limit. An entry of the table is
//!   two atomic words, key ⊕ data and data: one that is mixed from two writes has a wrong key and is ignored.
//! * **Not evolved** are exchange values, endgame knowledge and move ordering.

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

pub use engine::{Engine, SearchResult};
pub use game::Game;
pub use limits::{Limits, MOVE_OVERHEAD, Remaining, Signal, Time};
pub use mode::{ParseSearchModeError, SearchMode};
pub use parameters::SearchParameters;
pub use report::{Bound, Line, Report, Value};

#[cfg(test)]
mod tests;
