//! Tests of Eyas as a UCI engine, and of other engines over UCI and xboard.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

#[path = "../support/mod.rs"]
mod support;

mod clock;
mod hostile_match;
mod real_engines;
mod uci;
mod uci_options;
mod uci_queue;
mod verdicts;
mod xboard;
mod xboard_lies;
