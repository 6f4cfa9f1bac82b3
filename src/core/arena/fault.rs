//! Faults of external engines, described so that their authors can fix them.

use std::process::ExitStatus;
use std::time::Duration;

/// A fault of an engine. The messages refer to the engine as “it”.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The program cannot be started. The text has the reason and a remedy.
    #[error("it cannot be started: {0}")]
    Start(String),
    /// The engine runs, but never completes the handshake, or never writes a line of the protocol.
    #[error(
        "it does not support {protocol}: no “{awaited}” within {} s, but {lines} other lines; \
         check the protocol and the arguments of its command",
        .after.as_secs_f64()
    )]
    WrongProtocol {
        /// The expected protocol.
        protocol: &'static str,
        /// The expected answer.
        awaited: &'static str,
        /// The timeout.
        after: Duration,
        /// The number of other lines that the engine wrote.
        lines: u64,
    },
    /// The engine did not answer in time, or wrote only other lines.
    #[error("it does not answer: no “{awaited}” within {} s, but {lines} other lines", .after.as_secs_f64())]
    Hung {
        /// The expected answer.
        awaited: &'static str,
        /// The timeout.
        after: Duration,
        /// The number of other lines that the engine wrote.
        lines: u64,
    },
    /// The engine moved after its time was up.
    #[error(
        "it exceeded its time by {} ms: it moved after {} ms, but {} ms were allowed",
        begun_ms(*.after).saturating_sub(.allowed.as_millis()), begun_ms(*.after), .allowed.as_millis()
    )]
    Late {
        /// The time from the start of the search to the move.
        after: Duration,
        /// The allowed time, without the margin.
        allowed: Duration,
    },
    /// The engine no longer reads its input.
    #[error("it does not read its input")]
    Deaf,
    /// The engine wrote a line without an end.
    #[error("it wrote a line of more than {0} bytes")]
    EndlessLine(usize),
    /// The answer was far longer than any answer needs to be.
    #[error("it wrote more than {0} bytes in one answer")]
    Spam(u64),
    /// The work that needed the answer was stopped.
    #[error("the work was stopped before it answered")]
    Stopped,
    /// The process ended unexpectedly.
    #[error("it exited unexpectedly, {0}")]
    Exited(ExitStatus),
    /// The process runs, but closed its output.
    #[error("it closed its output without exiting")]
    Mute,
    /// The move is illegal, or is not among the allowed root moves.
    #[error("its move “{text}” is illegal in {fen}")]
    IllegalMove {
        /// The move as the engine wrote it.
        text: String,
        /// The position, as a FEN.
        fen: String,
    },
    /// The engine returned no move although there are legal ones.
    #[error("it returned no move in {fen}, although there are legal moves")]
    NoMove {
        /// The position, as a FEN.
        fen: String,
    },
    /// The engine rejected a legal position or move.
    #[error("it rejected a legal position or move: “{text}”")]
    Refused {
        /// The message of the engine.
        text: String,
    },
    /// The engine claimed the end of the game and did not move.
    #[error("it claimed “{text}” in {fen}, where the game is not over")]
    BadClaim {
        /// The claim.
        text: String,
        /// The position, as a FEN.
        fen: String,
    },
    /// The engine cannot set up a position.
    #[error(
        "it plays from the initial position only, because it does not support “setboard”; \
         use openings that start from the initial position"
    )]
    NoSetup,
    /// The protocol cannot express a limit.
    #[error("the xboard protocol has no limit of {0}; use a time or a depth limit")]
    NoLimit(&'static str),
    /// The engine does not play the variant of the game.
    #[error("it does not play Chess960: {0}; use another engine or standard chess")]
    NoVariant(&'static str),
    /// Another machine reported the fault in words.
    #[error("{0}")]
    Reported(String),
    /// The engine has no option of this name.
    #[error("it has no option “{name}”; {}", nearest.as_ref().map_or_else(
        || "it has no options".to_owned(), |nearest| format!("the most similar option is “{nearest}”")))]
    NoOption {
        /// The requested name.
        name: String,
        /// The most similar name among its options.
        nearest: Option<String>,
    },
    /// The option does not accept this value.
    #[error("its option “{name}” does not accept “{value}”; it accepts {accepted}")]
    OptionValue {
        /// The name of the option.
        name: String,
        /// The requested value.
        value: String,
        /// The accepted values.
        accepted: String,
    },
}

impl Fault {
    /// Returns whether the engine answered, but with a wrong move.
    pub(super) fn is_of_move(&self) -> bool {
        matches!(self, Fault::IllegalMove { .. } | Fault::NoMove { .. } | Fault::Refused { .. })
    }

    /// Returns whether the fault would recur in every game.
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

/// A fault, its engine and the last lines of the conversation. A player with a fault cannot be used further: drop it
/// and start a new one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the engine “{engine}”: {fault}{}", last_lines(.last))]
pub struct PlayerError {
    /// The engine's command.
    pub engine: String,
    /// The fault.
    pub fault: Fault,
    /// The last lines between the engine and Eyas. Each starts with its direction (`<` to the engine, `>` from it, `!`
    /// from its standard error) and the seconds since the engine's start. There are at most a few dozen of each
    /// direction, and long lines are cut.
    pub last: Vec<String>,
}

fn last_lines(last: &[String]) -> String {
    if last.is_empty() { String::new() } else { format!("; the last lines:\n  {}", last.join("\n  ")) }
}

/// Returns the milliseconds of a time, with the one that has begun. So the excess over an allowed time is never shown as less
/// than it is.
fn begun_ms(time: Duration) -> u128 {
    time.as_nanos().div_ceil(1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_of_a_late_move_add_up() {
        // A margin of 10 ms: 10.2 ms were too many.
        let [after, allowed] = [1_010_100, 999_900].map(Duration::from_micros);
        let text = Fault::Late { after, allowed }.to_string();
        assert_eq!(text, "it exceeded its time by 12 ms: it moved after 1011 ms, but 999 ms were allowed");
        let [after, allowed] = [1_006, 1_000].map(Duration::from_millis);
        let text = Fault::Late { after, allowed }.to_string();
        assert_eq!(text, "it exceeded its time by 6 ms: it moved after 1006 ms, but 1000 ms were allowed");
    }
}
