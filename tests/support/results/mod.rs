//! What the program prints for other programs.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]
#![allow(dead_code, reason = "each of its users needs another part")]

use assert_cmd::Command;
use serde_json::Value;

/// The result of a command that succeeds with `--json`: exactly one line, and nothing for people beside it.
#[track_caller]
pub(crate) fn json(mut command: Command) -> Value {
    let output = command.arg("--json").assert().success().stderr("").get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert_eq!(text.lines().count(), 1, "exactly one line: {text}");
    serde_json::from_str(&text).unwrap()
}
