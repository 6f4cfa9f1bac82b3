//! Closing the terminal ends the workbench and the commands, and the session is saved.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::pty::Workbench;
use crate::support::sessions::lines;
use crate::support::shipped_positions;
use crate::support::waiting::wait_until;
use rustix::process::{Pid, Signal, kill_process};

/// Flags of a small experiment that does not end; its positions are files in the folder of [`experiment`].
const EXPERIMENT: &[&str] = &[
    "--train",
    "train.epd",
    "--test",
    "test.epd",
    "--cache",
    "cache",
    "--generations",
    "1000000",
    "--population",
    "50",
];

fn experiment() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let shipped = shipped_positions("gm2600-train");
    let lines: Vec<&str> = shipped.lines().take(200).collect();
    fs::write(folder.path().join("train.epd"), lines[..120].join("\n")).unwrap();
    fs::write(folder.path().join("test.epd"), lines[120..].join("\n")).unwrap();
    folder
}

/// Runs `eyas evolve` until its session has recorded `more` generations, and stops it with a signal.
fn advance(folder: &Path, session: &str, arguments: &[&str], (more, signal): (usize, Signal)) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(folder)
        .args(["evolve", "--session", session])
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let session = folder.join(session);
    wait_for_generations(&session, recorded(&session) + more);
    kill_process(Pid::from_child(&child), signal).unwrap();
    let status = child.wait().unwrap();
    assert!(matches!((status.code(), status.signal()), (Some(130), None) | (None, Some(9))), "{status}");
}

/// Asserts that a stopped session can be resumed, and has the generations of an uninterrupted one with the same seed.
fn assert_resumes(folder: &Path, session: &str) {
    advance(folder, session, &["--resume", "--cache", "cache"], (5, Signal::TERM));
    let stopped = fs::read_to_string(folder.join(session).join("journal.jsonl")).unwrap();
    let count = stopped.lines().count();
    advance(folder, "whole", &[&["--seed", "3"], EXPERIMENT].concat(), (count, Signal::TERM));
    let whole = fs::read_to_string(folder.join("whole").join("journal.jsonl")).unwrap();
    assert!(whole.starts_with(&stopped), "{count} generations differ");
}

/// The number of lines in the journal of a session.
fn recorded(session: &Path) -> usize {
    lines(&session.join("journal.jsonl"))
}

/// Waits until a session has recorded `count` generations.
fn wait_for_generations(session: &Path, count: usize) {
    wait_until("a generation is recorded", || recorded(session) >= count);
}

#[test]
fn closing_the_terminal_saves_and_ends_the_workbench() {
    let folder = experiment();
    // The workbench has no flags for positions, so `eyas evolve` starts the session and is killed.
    let start = [&["--seed", "3"], EXPERIMENT].concat();
    advance(folder.path(), "closed", &start, (2, Signal::KILL));

    let closed = folder.path().join("closed");
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
    assert_resumes(folder.path(), "closed");
}

#[test]
fn closing_the_terminal_saves_and_ends_a_command() {
    let folder = experiment();
    let arguments = [&["evolve", "--seed", "3", "--session", "closed"], EXPERIMENT].concat();
    let command = Workbench::open(folder.path(), &arguments, &[], (120, 40));
    let closed = folder.path().join("closed");
    wait_for_generations(&closed, 3);
    let status = command.hang_up();
    assert_eq!((status.signal(), status.exit_code()), (None, 130), "{status}");
    assert_resumes(folder.path(), "closed");
}

#[test]
fn a_process_that_ignores_hangups_continues() {
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
    let kept = folder.path().join("kept");
    wait_for_generations(&kept, 2);
    kill_process(Pid::from_child(&child), Signal::HUP).unwrap();
    wait_for_generations(&kept, recorded(&kept) + 5);
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// The places of the workbench, and what can cover them: help, palette, log, and forms.
const SCREENS: [&str; 11] = ["1", "2", "3", "4", "5", "6", "?", ":", "L", "n", "e"];

#[test]
fn the_terminal_can_be_lost_in_every_screen_while_the_session_runs() {
    let folder = experiment();
    let start = [&["--seed", "3"], EXPERIMENT].concat();
    advance(folder.path(), "closed", &start, (2, Signal::KILL));
    let closed = folder.path().join("closed");
    for keys in SCREENS {
        let arguments = ["--session", "closed", "--resume", "--cache", "cache"];
        let mut bench = Workbench::open(folder.path(), &arguments, &[], (120, 40));
        bench.wait_for("‖ paused");
        let before = recorded(&closed);
        bench.press(" ");
        wait_for_generations(&closed, before + 1);
        bench.press(keys);
        wait_for_generations(&closed, recorded(&closed) + 1);
        let status = bench.hang_up();
        assert_eq!((status.signal(), status.exit_code()), (None, 130), "{keys}: {status}");
    }
    assert_resumes(folder.path(), "closed");
}

#[test]
fn a_suspended_workbench_draws_everything_again() {
    let folder = experiment();
    let start = [&["--seed", "3"], EXPERIMENT].concat();
    advance(folder.path(), "s", &start, (2, Signal::KILL));
    let mut bench =
        Workbench::open(folder.path(), &["--session", "s", "--resume", "--cache", "cache"], &[], (120, 40));
    bench.wait_for("‖ paused");
    bench.signal(Signal::STOP);
    bench.reset();
    assert!(!bench.contents().contains("paused"));
    bench.signal(Signal::CONT);
    bench.wait_for("‖ paused");
    assert!(
        bench.read_output(|output| output.parser.screen().alternate_screen()),
        "the screen of the workbench"
    );
    bench.press("q");
    assert_eq!(bench.wait_for_exit().0, 0);
}

#[test]
fn a_suspended_command_goes_on_as_if_nothing_had_happened() {
    let folder = experiment();
    let arguments = [&["evolve", "--seed", "3", "--session", "s"], EXPERIMENT].concat();
    let mut child = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(folder.path())
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let session = folder.path().join("s");
    for _ in 0..2 {
        wait_for_generations(&session, recorded(&session) + 2);
        kill_process(Pid::from_child(&child), Signal::STOP).unwrap();
        std::thread::sleep(std::time::Duration::from_secs(1));
        kill_process(Pid::from_child(&child), Signal::CONT).unwrap();
    }
    wait_for_generations(&session, recorded(&session) + 2);
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_resumes(folder.path(), "s");
}
