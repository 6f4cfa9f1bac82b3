//! Sessions whose files name engine commands: they run only if this person ran them before, or allows them.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

use crate::support::command::eyas;
use crate::support::engines::TestEngine;
use crate::support::pty::Workbench;
use crate::support::waiting::wait_until;

/// The program with a data folder of its own.
fn person(folder: &Path, name: &str, words: &[&str]) -> Command {
    let mut command = eyas(folder, "");
    command.args(words).env("XDG_DATA_HOME", folder.join(name));
    command
}

fn run(folder: &Path, name: &str, words: &[&str]) -> Output {
    person(folder, name, words).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// An engine that plays no game, so that its match never ends; it only records that it was started.
fn engine() -> TestEngine {
    TestEngine::scripted(
        "while read -r l; do case $l in uci) say 'option name Book type string'; say uciok;; isready) say readyok;; \
         go*) exit 1;; quit) exit 0;; esac; done",
    )
}

/// Begins a match of two games as one person, and removes its games, so that it is incomplete.
fn begin(folder: &Path, engine: &TestEngine) {
    let spec = engine.spec("uci");
    let words = ["match", "--a", &spec, "--b", "reference", "--depth", "1", "--games", "2", "--session", "s"];
    let begun = run(folder, "one", &words);
    assert!(begun.status.success(), "{}", stderr(&begun));
    for file in ["games.jsonl", "checkpoint.ron"] {
        fs::remove_file(folder.join("s").join(file)).unwrap();
    }
}

const RESUME: [&str; 4] = ["match", "--session", "s", "--resume"];

#[test]
fn a_match_of_someone_else_runs_no_command_without_consent() {
    let (folder, engine) = (tempfile::tempdir().unwrap(), engine());
    begin(folder.path(), &engine);
    let before = engine.starts();
    let refused = run(folder.path(), "two", &RESUME);
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    let messages = stderr(&refused);
    assert!(messages.contains(&engine.command[1]) && messages.contains("--trust-commands"), "{messages}");
    assert_eq!(engine.starts(), before, "the engine was not started");

    let allowed = run(folder.path(), "two", &[&RESUME[..], &["--trust-commands"]].concat());
    assert!(allowed.status.success(), "{}", stderr(&allowed));
    assert!(engine.starts() > before);
}

#[test]
fn a_person_resumes_what_that_person_started() {
    let (folder, engine) = (tempfile::tempdir().unwrap(), engine());
    begin(folder.path(), &engine);
    let resumed = run(folder.path(), "one", &RESUME);
    assert!(resumed.status.success(), "{}", stderr(&resumed));
}

#[test]
fn flags_that_name_the_command_are_consent() {
    let (folder, engine) = (tempfile::tempdir().unwrap(), engine());
    begin(folder.path(), &engine);
    let resumed = run(folder.path(), "two", &[&RESUME[..], &["--a", &engine.spec("uci")]].concat());
    assert!(resumed.status.success(), "{}", stderr(&resumed));
}

#[test]
fn an_unreadable_list_of_commands_means_that_none_is_known() {
    let (folder, engine) = (tempfile::tempdir().unwrap(), engine());
    begin(folder.path(), &engine);
    fs::write(folder.path().join("one/eyas/engine-commands"), [0xff, 0, 0xfe]).unwrap();
    let refused = run(folder.path(), "one", &RESUME);
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
}

#[test]
fn the_workbench_asks_before_it_runs_a_command_of_someone_else() {
    let (folder, engine) = (tempfile::tempdir().unwrap(), engine());
    begin(folder.path(), &engine);
    let before = engine.starts();
    let data = folder.path().join("two").display().to_string();
    let open = || {
        let arguments = ["--session", "s", "--resume"];
        Workbench::open(
            folder.path(),
            &arguments,
            &[("XDG_DATA_HOME", &data), ("LC_ALL", "C.UTF-8")],
            (80, 24),
        )
    };
    let mut refusing = open();
    refusing.wait_for("Run them?");
    refusing.press("n");
    refusing.wait(|screen| !screen.contains("Run them?"), "the question is gone");
    refusing.press("q");
    assert_eq!(refusing.wait_for_exit().0, 0);
    assert_eq!(engine.starts(), before, "the engine was not started");

    let mut allowing = open();
    allowing.wait_for("Run them?");
    allowing.press("y");
    wait_until("the engine is started", || engine.starts() > before);
    allowing.press("q");
    allowing.wait_for_exit();
}
