//! The engine as a UCI program: what a chess GUI or a match runner talks to.
//!
//! ```text
//! input ─▶ reader thread ─▶ Event ─▶ Program ─▶ Job ─▶ worker thread (the engine)
//!                                       │                     │
//!                                       └──────▶ Output ◀─────┘
//! ```
//!
//! The reader turns lines into [`Command`]s and never waits for the engine, so every command is heard at any time.
//! [`Program`] keeps the game and the options and answers what needs no engine. The worker owns the engine and does
//! its jobs in order. A `go` stops the search before it and waits for it in that order, so every `go` has one
//! `bestmove`. What changes the engine while it searches waits in the program, the last of each kind, for the search to
//! end. All lines leave through one `Output`, whole and at once.
//!
//! The protocol as published leaves open what to do with nonsense. Here nothing that is read can end the program or
//! change its state by half: a command that cannot be obeyed is answered by `info string` and leaves everything as
//! it was.

mod changes;
pub mod command;
mod event;
pub mod go;
mod input;
pub mod options;
mod output;
mod perft;
mod player;
mod position;
mod program;
mod search;
mod show;
mod tell;
mod worker;

pub use command::Command;
pub use event::Interrupter;
pub use player::Player;
pub use program::{Ending, Program, Setup, UciError};
