//! What it takes to start an engine, and what is strange about it.

use serde::Deserialize;

use crate::arena::{Fault, Folder, Patience};
use crate::engine::search::Limits;

/// All it takes to start an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The program and its arguments, at least the program. A bare name is looked for in PATH, and where Debian
    /// keeps games.
    pub command: Vec<String>,
    /// Options to be set, by name. What the engine does not call an option is told as a command: `book` and `off`
    /// as `book off`.
    pub options: Vec<(String, String)>,
    /// Its transposition table in MiB, where it lets itself be told.
    pub hash: Option<usize>,
    /// Where it runs.
    pub folder: Folder,
    /// What is strange about it.
    pub quirks: Quirks,
    /// How long it may take for what.
    pub patience: Patience,
}

impl Setup {
    /// The command as it comes.
    #[must_use]
    pub fn new(command: Vec<String>) -> Setup {
        Setup {
            command,
            options: Vec::new(),
            hash: None,
            folder: Folder::default(),
            quirks: Quirks::default(),
            patience: Patience::default(),
        }
    }

    /// Whether the engine can be told these limits.
    ///
    /// # Errors
    /// [`Fault::NoLimit`]: the protocol has no word for a number of nodes, unless a quirk has, nor for moves to
    /// choose from.
    pub fn check(&self, limits: &Limits) -> Result<(), Fault> {
        if limits.nodes.is_some() && self.quirks.nodes.is_none() {
            return Err(Fault::NoLimit("nodes"));
        }
        if !limits.moves.is_empty() {
            return Err(Fault::NoLimit("moves to choose from"));
        }
        Ok(())
    }
}

/// Where an engine departs from the protocol, or goes beyond it. By default it does not.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Quirks {
    /// `level` and `st` take fractions of a second. Otherwise increments are rounded down and times for a move
    /// up; `time` tells in any case what is left, and a move is asked for when its time is up.
    pub fractions: bool,
    /// `time` sets the clock of the side that is not to move: told at the engine's move it is the opponent's.
    pub clocks_cross: bool,
    /// It does not hear `?` while it thinks: it moves at the signal of Ctrl-C.
    pub interrupts: bool,
    /// Scores are White's, not the mover's.
    pub white_scores: bool,
    /// The command for the transposition table's MiB, where `memory` does not do.
    pub hash: Option<Template>,
    /// The command for a depth, where it is not `sd`.
    pub depth: Option<Template>,
    /// The command for a number of nodes.
    pub nodes: Option<Template>,
}

/// A command with `{}` where a number is to stand.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Template(String);

impl Template {
    /// The command with this number.
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
            Err(format!("“{text}” is no command with a number; write {{}} where it is to stand, on one line"))
        }
    }
}
