//! A terminal that is closed in mid-run ends the workbench and the verbs with everything saved.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

mod pty;
mod sessions;
mod waiting;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use pty::Workbench;
use sessions::{assert_identical, lines};
use waiting::wait_until;

/// The options of a small experiment; its positions are files in `folder`.
const EXPERIMENT: &[&str] = &[
    "--train",
    "train.epd",
    "--test",
    "test.epd",
    "--cache",
    "cache",
    "--generations",
    "400",
    "--population",
    "20",
];

fn experiment() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let shipped = include_str!("../positions/gm2600-train.epd");
    let lines: Vec<&str> = shipped.lines().take(200).collect();
    fs::write(folder.path().join("train.epd"), lines[..120].join("\n")).unwrap();
    fs::write(folder.path().join("test.epd"), lines[120..].join("\n")).unwrap();
    folder
}

/// Runs a verb to its end.
fn finish(folder: &Path, arguments: &[&str]) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_eyas")).current_dir(folder).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The lines of a session's journal.
fn recorded(session: &Path) -> usize {
    lines(&session.join("journal.jsonl"))
}

/// Waits until a session has recorded some generations.
fn wait_for_generations(session: &Path, count: usize) {
    wait_until("a generation is recorded", || recorded(session) >= count);
}

#[test]
fn the_workbench_saves_and_ends_when_its_terminal_is_closed() {
    let folder = experiment();
    let begin = [&["evolve", "--seed", "3", "--session", "closed"], EXPERIMENT].concat();
    // The workbench has no flags for positions: the session is begun by a verb, which is stopped at once.
    let mut child = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(folder.path())
        .args(&begin)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let closed = folder.path().join("closed");
    wait_for_generations(&closed, 2);
    child.kill().unwrap();
    child.wait().unwrap();

    for running in [false, true] {
        let arguments = ["--session", "closed", "--resume", "--cache", "cache"];
        let mut bench = Workbench::open(folder.path(), &arguments, &[], (120, 40));
        bench.wait_for("‖ paused");
        let before = recorded(&closed);
        if running {
            bench.press(" ");
            wait_for_generations(&closed, before + 2);
        }
        let status = bench.hang_up();
        assert_eq!(status.signal(), None, "{status}");
        assert_eq!(status.exit_code(), 130, "{status}");
    }
    finish(folder.path(), &["evolve", "--session", "closed", "--resume", "--cache", "cache"]);
    let whole = [&["evolve", "--seed", "3", "--session", "whole"], EXPERIMENT].concat();
    finish(folder.path(), &whole);
    assert_identical(&closed, &folder.path().join("whole"));
}

#[test]
fn a_verb_checkpoints_when_its_terminal_is_closed() {
    let folder = experiment();
    let arguments = [&["evolve", "--seed", "3", "--session", "closed"], EXPERIMENT].concat();
    let verb = Workbench::open(folder.path(), &arguments, &[], (120, 40));
    let closed = folder.path().join("closed");
    wait_for_generations(&closed, 3);
    let status = verb.hang_up();
    assert_eq!((status.signal(), status.exit_code()), (None, 130), "{status}");
    finish(folder.path(), &["evolve", "--session", "closed", "--resume", "--cache", "cache"]);
    let whole = [&["evolve", "--seed", "3", "--session", "whole"], EXPERIMENT].concat();
    finish(folder.path(), &whole);
    assert_identical(&closed, &folder.path().join("whole"));
}

#[test]
fn a_process_that_ignores_hangups_goes_on() {
    let folder = experiment();
    let mut child = Command::new("sh")
        .current_dir(folder.path())
        .args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_eyas")])
        .args(["evolve", "--seed", "3", "--session", "kept"])
        .args(EXPERIMENT)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for_generations(&folder.path().join("kept"), 2);
    let sent = Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert!(child.wait().unwrap().success());
}
