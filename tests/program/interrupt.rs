//! Signals that come more than once, and a lock that is deleted while a match is played.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::support::sessions::{lines, runs_until};
use crate::support::waiting::wait_until;
use rustix::process::{Pid, Signal, kill_process};

/// Starts a match that does not end by itself, and waits until it has recorded some games.
fn play(folder: &Path) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(folder)
        .args(["match", "--a", "reference", "--b", "reference", "--games", "60000", "--nodes", "50"])
        .args(["--hash", "1", "--max-moves", "10", "--session", "s", "--pgn", "copy.pgn"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    assert!(runs_until(&mut child, || lines(&folder.join("s/games.jsonl")) >= 4), "it ended early");
    child
}

/// Asserts that a match was interrupted, and that its games were written.
#[track_caller]
fn assert_saved(folder: &Path, child: Child) {
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    let message = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(130), "{message}");
    assert!(message.contains("Resume with: eyas match --session s --resume"), "{message}");
    let games = fs::read_to_string(folder.join("s/games.pgn")).unwrap();
    assert!(games.matches("[Event ").count() >= 4, "{games}");
    assert_eq!(fs::read_to_string(folder.join("copy.pgn")).unwrap(), games);
}

#[test]
fn two_signals_at_once_leave_a_match_with_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let child = play(folder.path());
    for signal in [Signal::TERM, Signal::TERM, Signal::INT] {
        kill_process(Pid::from_child(&child), signal).unwrap();
    }
    assert_saved(folder.path(), child);
}

#[test]
fn signals_until_the_end_leave_a_match_with_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = play(folder.path());
    wait_until("the match ends", || {
        // Until the process is waited for, no other process can have its id.
        kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        child.try_wait().unwrap().is_some()
    });
    assert_saved(folder.path(), child);
}

/// Linux reports which signals a process handles. The openings are a pipe into which nobody writes, so that the command waits and sees no interrupt.
#[cfg(target_os = "linux")]
#[test]
fn a_later_signal_ends_a_command_that_waits() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap().success());
    let mut child = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(folder.path())
        .args(["match", "--a", "reference", "--b", "reference", "--nodes", "50", "--openings", "pipe"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut signalled = false;
    wait_until("the command ends", || {
        // A signal before the handlers are installed would kill the process.
        signalled |= crate::limits::handles(child.id(), Signal::TERM);
        if signalled {
            kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        }
        child.try_wait().unwrap().is_some()
    });
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    let message = String::from_utf8(stderr).unwrap();
    assert_eq!((status.code(), message.as_str()), (Some(130), "eyas: interrupted\n"));
}

#[test]
fn a_match_in_progress_is_not_resumed_without_its_lock_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = play(folder.path());
    fs::remove_file(folder.path().join("s/lock")).unwrap();
    let second = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(folder.path())
        .args(["match", "--session", "s", "--resume"])
        .output()
        .unwrap();
    let message = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(2), "{message}");
    assert!(message.contains("another process uses this session"), "{message}");
    assert!(child.try_wait().unwrap().is_none());
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    assert_saved(folder.path(), child);
}
