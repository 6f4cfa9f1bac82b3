//! What engines of other people do wrong, said so that their authors can mend it.

use std::process::ExitStatus;
use std::time::Duration;

/// What went wrong between an engine and Eyas.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The program cannot be started.
    #[error("it cannot be started: {0}; name a program in PATH or its path")]
    Start(String),
    /// It runs, but never ends the handshake, or never says anything of the protocol.
    #[error(
        "it does not speak {protocol}: no “{awaited}” within {} s, but {lines} other lines; \
         is this its protocol, and does it need arguments to speak it?",
        .after.as_secs_f64()
    )]
    WrongProtocol {
        /// The protocol that it was spoken to in.
        protocol: &'static str,
        /// What was waited for.
        awaited: &'static str,
        /// How long it was waited for.
        after: Duration,
        /// The lines it said meanwhile.
        lines: u64,
    },
    /// It did not answer in time, or said other things only.
    #[error("it hangs: no “{awaited}” within {} s, but {lines} other lines", .after.as_secs_f64())]
    Hung {
        /// What was waited for.
        awaited: &'static str,
        /// How long.
        after: Duration,
        /// The lines it said meanwhile.
        lines: u64,
    },
    /// It moved when its time was up.
    #[error(
        "it overran its time by {} ms: its move came after {} ms, {} ms were allowed",
        .after.saturating_sub(*.allowed).as_millis(), .after.as_millis(), .allowed.as_millis()
    )]
    Late {
        /// When its move came.
        after: Duration,
        /// The time it had, without the margin.
        allowed: Duration,
    },
    /// It no longer reads what it is told.
    #[error("it is deaf: it does not read what it is told")]
    Deaf,
    /// It says a line that does not end.
    #[error("it says a line of more than {0} bytes")]
    EndlessLine(usize),
    /// It says far more than any answer needs.
    #[error("it spams: more than {0} bytes in one answer")]
    Spam(u64),
    /// Its answer is not waited for any longer, as the work that needs it is to end.
    #[error("its answer was not waited for: the work was stopped")]
    Stopped,
    /// It ended unasked.
    #[error("it ended unasked, {0}")]
    Exited(ExitStatus),
    /// It runs on, but says nothing ever again.
    #[error("it closed its output and runs on")]
    Mute,
    /// Its move is not legal, or none of those it was to choose from.
    #[error("its move “{text}” is not legal in {fen}")]
    IllegalMove {
        /// The move as it was written.
        text: String,
        /// The position.
        fen: String,
    },
    /// It gives no move although there are some.
    #[error("it gives no move in {fen}, where there are legal ones")]
    NoMove {
        /// The position.
        fen: String,
    },
    /// It refuses a position or a move that is legal.
    #[error("it refuses what is legal: “{text}”")]
    Refused {
        /// What it said.
        text: String,
    },
    /// It says that it has won, and does not move.
    #[error("it claims “{text}” in {fen}, where the game is not over")]
    BadClaim {
        /// The claim.
        text: String,
        /// The position.
        fen: String,
    },
    /// It cannot be shown a position.
    #[error(
        "it begins its games in the usual position only: it does not know “setboard”; \
         give it games that begin there"
    )]
    NoSetup,
    /// The protocol has no word for a limit.
    #[error("xboard has no limit of {0}; give it a time or a depth")]
    NoLimit(&'static str),
    /// It does not play the variant of the game.
    #[error("it does not play Chess960: {0}; choose another engine, or standard chess")]
    NoVariant(&'static str),
    /// It has no option of this name.
    #[error("it has no option “{name}”; {}", nearest.as_ref().map_or_else(
        || "it has none at all".to_owned(), |nearest| format!("the nearest it has is “{nearest}”")))]
    NoOption {
        /// The name asked for.
        name: String,
        /// The most similar of its options.
        nearest: Option<String>,
    },
    /// The option does not take this value.
    #[error("its option “{name}” does not take “{value}”; it takes {takes}")]
    OptionValue {
        /// The option.
        name: String,
        /// The value asked for.
        value: String,
        /// What it takes.
        takes: String,
    },
}

impl Fault {
    /// Whether it lies in what the engine is, so that every game would end with it.
    #[must_use]
    pub fn is_lasting(&self) -> bool {
        matches!(
            self,
            Fault::Start(_)
                | Fault::WrongProtocol { .. }
                | Fault::NoSetup
                | Fault::NoLimit(_)
                | Fault::NoVariant(_)
                | Fault::NoOption { .. }
                | Fault::OptionValue { .. }
        )
    }
}

/// A fault, whose it is, and what was said last. Whoever was at fault is of no further use: drop it and start
/// another one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the engine “{engine}”: {fault}{}", told(.last))]
pub struct PlayerError {
    /// The engine's command.
    pub engine: String,
    /// What it did.
    pub fault: Fault,
    /// The last lines between it and Eyas, each with its direction, `<` to the engine, `>` from it, `!` from its
    /// standard error, and the seconds since the engine's start. Of each direction a few dozen at most; long ones are
    /// cut.
    pub last: Vec<String>,
}

fn told(last: &[String]) -> String {
    if last.is_empty() { String::new() } else { format!("; the last lines:\n  {}", last.join("\n  ")) }
}
