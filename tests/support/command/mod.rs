//! The program under test as a command.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::path::Path;

use assert_cmd::Command;

/// Returns the program with these words as its arguments, in a folder.
pub(crate) fn eyas(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder).args(words.split_whitespace());
    command
}
