//! Why the workbench ends.

use std::io;

/// Why the workbench could not open or had to close. The session was checkpointed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Input or output is not a terminal.
    #[error(
        "the workbench needs a terminal for its input and its output; without one use a verb, such as \
         `eyas evolve` (see `eyas --help`)"
    )]
    NoTerminal,
    /// The terminal refused something.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[source] io::Error),
    /// The terminal's input ended.
    #[error("the terminal's input ended: {0}")]
    InputLost(String),
    /// A signal asked to end.
    #[error("ended by signal {0}; the session is saved")]
    Terminated(i32),
}
