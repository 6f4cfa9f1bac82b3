//! The JSON results of the program.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]
#![allow(dead_code, reason = "each test binary uses a part of it")]

use assert_cmd::Command;
use serde_json::Value;

/// Runs a command with `--json` and returns its result. Asserts success, one line of output and no messages.
#[track_caller]
pub(crate) fn json(mut command: Command) -> Value {
    let output = command.arg("--json").assert().success().stderr("").get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert_eq!(text.lines().count(), 1, "exactly one line: {text}");
    serde_json::from_str(&text).unwrap()
}
