//! What engines of other people do wrong, said so that their authors can mend it.

use std::process::ExitStatus;
use std::time::Duration;

/// What an engine did wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The program cannot be started.
    #[error("it cannot be started: {0}; name a program in PATH or its path")]
    Start(String),
    /// It did not answer in time, or said other things only.
    #[error("hung: no {awaited} within {after:?}, but {lines} other lines")]
    Hung {
        /// What was waited for.
        awaited: &'static str,
        /// How long.
        after: Duration,
        /// The lines it said meanwhile.
        lines: u64,
    },
    /// It no longer reads what it is told.
    #[error("deaf: it does not read what it is told")]
    Deaf,
    /// It says a line that does not end.
    #[error("it says a line of more than {0} bytes")]
    EndlessLine(usize),
    /// It ended unasked.
    #[error("it ended unasked, {0}")]
    Exited(ExitStatus),
    /// It runs on, but says nothing ever again.
    #[error("it closed its output")]
    Mute,
    /// Its move is not legal.
    #[error("its move “{text}” is not legal in {fen}")]
    IllegalMove {
        /// The move as it was written.
        text: String,
        /// The position.
        fen: String,
    },
    /// It gives no move although there are some.
    #[error("it has no move in {fen}, where there are legal ones")]
    NoMove {
        /// The position.
        fen: String,
    },
    /// Its answer means nothing in the protocol.
    #[error("its answer “{0}” makes no sense")]
    Nonsense(String),
}

/// A fault, whose it is, and what the engine said last.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the engine {engine}: {fault}{}", told(.last))]
pub struct EngineError {
    /// The engine's command.
    pub engine: String,
    /// What it did.
    pub fault: Fault,
    /// The last lines between it and Eyas, each with its direction: `<` to the engine, `>` from it, `!` from its
    /// standard error. Long ones are cut.
    pub last: Vec<String>,
}

fn told(last: &[String]) -> String {
    if last.is_empty() { String::new() } else { format!("; its last lines:\n  {}", last.join("\n  ")) }
}
