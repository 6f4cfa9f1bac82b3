//! The JSON results of the program.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]
#![allow(dead_code, reason = "each test binary uses a part of it")]

use assert_cmd::Command;
use serde_json::Value;

/// Runs a command with `--json` and returns its result. Asserts success, one line of output and no messages.
#[track_caller]
pub(crate) fn json(mut command: Command) -> Value {
    let text = quiet(command.arg("--json"));
    assert_eq!(text.lines().count(), 1, "exactly one line: {text}");
    serde_json::from_str(&text).unwrap()
}

/// Runs a command and returns its output. Asserts success and no messages except lines of progress, which a busy machine
/// may cause.
#[track_caller]
pub(crate) fn quiet(command: &mut Command) -> String {
    let assert = command.assert().success();
    let output = assert.get_output();
    let messages = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(messages.lines().all(|line| line.starts_with("eyas: progress: ")), "{messages}");
    String::from_utf8(output.stdout.clone()).unwrap()
}
