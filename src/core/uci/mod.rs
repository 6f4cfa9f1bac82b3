//! The engine as a UCI program, for a chess GUI or a match runner.
//!
//! ```text
//! input ─▶ reader thread ─▶ Event ─▶ Program ─▶ Job ─▶ worker thread (the engine)
//!                                       │                     │
//!                                       └──────▶ Output ◀─────┘
//! ```
//!
//! The reader parses lines into [`Command`]s and never waits for the engine, so the program receives every command at
//! once. [`Program`] keeps the game and the options, and answers everything that does not need the engine. The worker
//! owns the engine and executes its jobs in order. A `go` stops the previous search and waits for it in that order, so
//! every `go` except `go perft` has exactly one `bestmove`. Changes of the engine during a search wait in the program
//! until the search ends; only the last of each kind is kept. All lines are written by one `Output`, complete and
//! immediately.
//!
//! The published protocol does not specify the reaction to invalid input. Here no input can end the program or change
//! its state partially: the answer to an invalid command is an `info string`, and the state does not change. A `go` with
//! an invalid argument is still answered by a `bestmove`.
//!
//! A search counts as ended just after `bestmove` is written. A client may send the next `go` before that; to stop the old
//! search then has no effect. Without a legal move the answer is `bestmove (none)`.

mod changes;
pub mod command;
mod event;
mod format;
pub mod go;
mod input;
pub mod options;
mod output;
mod perft;
mod player;
pub(crate) mod position;
mod program;
mod search;
mod show;
mod wdl;
mod worker;

pub use command::Command;
pub use event::Interrupter;
pub use player::Player;
pub use program::{Ending, Program, Setup, UciError};
