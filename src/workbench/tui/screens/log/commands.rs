//! The commands of the Log screen.

use super::ID;
use crate::tui::command::{Command, here, show};

/// A command of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// List all entries, warnings and errors, or errors.
    Level,
    /// Copy the selected entry to the clipboard.
    Copy,
}

here!(ID);

/// The command that shows this screen.
pub(crate) const SHOW: Command = show(ID, &["0"], "log", "all notices and errors, newest first");

/// The commands of this screen.
pub(crate) static COMMANDS: &[Command] = &[
    here(
        &Act::Level,
        &["F"],
        "level",
        "level of the log",
        "list all entries, warnings and errors, or errors",
    ),
    here(&Act::Copy, &["y"], "copy", "copy log entry", "copy the selected entry to the clipboard"),
];
