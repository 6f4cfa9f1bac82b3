//! The deviations of an xboard engine from the protocol.

use serde::Deserialize;

use crate::arena::Fault;
use crate::engine::search::Limits;

/// The deviations of an engine from the protocol. By default there are none.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Quirks {
    /// `level` and `st` accept fractions of a second. Otherwise increments are rounded down and times per move are
    /// rounded up. In both cases `time` sends the time left, and a move is requested when its time is over.
    pub fractions: bool,
    /// `time` sets the clock of the side that is not to move. Sent at the engine's turn, it sets the opponent's clock.
    pub clocks_cross: bool,
    /// The engine ignores `?` during a search and moves on SIGINT instead.
    pub interrupts: bool,
    /// Scores are from White's view instead of the mover's.
    pub white_scores: bool,
    /// The command that sets the size of the transposition table in MiB, instead of `memory`.
    pub hash: Option<Template>,
    /// The command that sets the depth, instead of `sd`.
    pub depth: Option<Template>,
    /// The command that sets the number of nodes.
    pub nodes: Option<Template>,
}

impl Quirks {
    /// Checks that an engine supports these limits.
    ///
    /// # Errors
    /// Returns [`Fault::NoLimit`] for a limit of nodes without a matching quirk, and for a restriction of the root
    /// moves. The protocol supports neither.
    pub fn check(&self, limits: &Limits) -> Result<(), Fault> {
        if limits.nodes.is_some() && self.nodes.is_none() {
            return Err(Fault::NoLimit("nodes"));
        }
        if !limits.moves.is_empty() {
            return Err(Fault::NoLimit("root moves"));
        }
        Ok(())
    }
}

/// A command with `{}` as the placeholder of a number.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Template(String);

impl Template {
    /// Returns the command with this number.
    #[must_use]
    pub fn with(&self, number: u64) -> String {
        self.0.replace("{}", &number.to_string())
    }
}

impl TryFrom<String> for Template {
    type Error = String;

    fn try_from(text: String) -> Result<Template, String> {
        if text.contains("{}") && !text.contains(char::is_control) {
            Ok(Template(text))
        } else {
            Err(format!(
                "“{text}” is not a command with a number; write it on one line, with {{}} as the placeholder of the number"
            ))
        }
    }
}
