//! Errors that end the workbench.

use std::io;

use crate::platform::EndSignal;

/// Why the workbench could not open or had to close. The session was saved.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The configuration is wrong.
    #[error(transparent)]
    Config(#[from] crate::config::Error),
    /// The requested theme does not exist.
    #[error("--theme: {0}")]
    Theme(String),
    /// The input or the output is not a terminal.
    #[error(
        "the workbench needs a terminal for input and output; without one use a subcommand, such as \
         `eyas evolve` (see `eyas --help`)"
    )]
    NoTerminal,
    /// The terminal reported an error.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[source] io::Error),
    /// The terminal's input ended.
    #[error("the terminal's input ended: {0}")]
    InputLost(String),
    /// A signal requested the end.
    #[error("ended by signal {}; the session is saved", .0.0)]
    Terminated(EndSignal),
}
