//! How an engine is asked to end, and how it ends.

use std::process::ExitStatus;
use std::time::Duration;

/// How an engine is asked to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::arena) enum Leave {
    /// By the command `quit`.
    Quit,
    /// By the end of its input.
    EndOfInput,
}

/// How an engine ended.
#[derive(Debug)]
pub(in crate::arena) struct Farewell {
    /// The time until its exit, or until the end of the wait for it.
    pub(in crate::arena) after: Duration,
    /// Its exit status; `None` if it still runs.
    pub(in crate::arena) status: Option<ExitStatus>,
    /// Whether processes that it started are left. Only Linux finds them.
    pub(in crate::arena) leaves_processes: bool,
}
