//! The commands of the Workers screen.

use super::ID;
use crate::tui::command::{Command, here_old, show};

/// A command of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Copy the command that starts a worker to the clipboard.
    Copy,
}

here_old!(ID);

/// The command that shows this screen.
pub(crate) const SHOW: Command =
    show(ID, &["M"], "workers", "the workers on other machines: cores, tasks a second, faults");

/// The commands of this screen.
pub(crate) static COMMANDS: &[Command] = &[here(
    &Act::Copy,
    &["y"],
    "copy command",
    "copy worker command",
    "copy the command that starts a worker to the clipboard",
)];
