//! `eyas match` with the hostile engine: results and files, engines that cannot be started, and the use of memory.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use rstest::rstest;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::support::engines::TestEngine;
use crate::support::sessions::lines;
use crate::support::waiting::wait_until;

/// The arguments of a match of the organism `reference` against an engine. Timed games are played at the same time.
fn arguments(engine: &TestEngine, protocol: &str, limit: &str, games: u64) -> Vec<String> {
    let concurrency = if limit.contains("--movetime") { 4 } else { 1 };
    let words = format!(
        "match --a reference --hash 1 {limit} --games {games} --concurrency {concurrency} --session s --json --b"
    );
    words.split_whitespace().map(str::to_owned).chain([engine.spec(protocol)]).collect()
}

fn eyas(folder: &Path, arguments: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder).args(arguments);
    command
}

#[rstest]
#[case::exits("exit@2", "crash: it exited unexpectedly, exit status: 7")]
#[case::crashes("crash@2", "crash: it exited unexpectedly, signal: 11")]
#[case::makes_an_illegal_move("illegal-move@2", "illegal move: its move “")]
#[case::has_no_move("no-move@2", "illegal move: it")]
#[case::sends_garbage("garbage-move@2", "illegal move: its move “")]
#[case::moves_late("late@2", "time forfeit: it exceeded its time by ")]
#[case::never_ends_a_line("endless-line@2", "stall: it wrote a line of more than 65536 bytes")]
#[case::spams("spam@2", "stall: it wrote more than 67108864 bytes in one answer")]
fn a_hostile_engine_loses_every_game_and_the_match_continues(
    #[values("uci", "xboard")] protocol: &str,
    #[case] misbehaviours: &str,
    #[case] verdict: &str,
) {
    let (folder, engine) = (tempfile::tempdir().unwrap(), TestEngine::hostile(protocol, misbehaviours));
    // On a busy machine the organism may exceed its time too, but not as much as the engine.
    let limit = if misbehaviours.starts_with("late") { "--movetime 100 --margin 3000" } else { "--depth 2" };
    let assert = eyas(folder.path(), &arguments(&engine, protocol, limit, 4)).assert().success();
    let result: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!(
        (&result["wins"], &result["draws"], &result["losses"]),
        (&json!(4), &json!(0), &json!(0)),
        "{result}"
    );
    assert_eq!((&result["pentanomial"], &result["faults"]), (&json!([0, 0, 0, 0, 2]), &json!(4)), "{result}");
    assert_eq!((&result["faults_by_player"], &result["players"][1]), (&json!([0, 4]), &json!("Hostile")));
    let games = fs::read_to_string(folder.path().join("s/games.pgn")).unwrap().replace('\n', " ");
    // Each game has the verdict in a tag and in its last comment.
    assert!(games.matches(verdict).count() >= 4, "{games}");
    engine.assert_gone();
}

#[rstest]
fn no_process_is_left_in_another_session_after_a_match(
    #[values("uci", "xboard")] protocol: &str,
    #[values("emigrant@1", "emigrant@1 exit@2")] misbehaviours: &str,
) {
    let (folder, engine) = (tempfile::tempdir().unwrap(), TestEngine::hostile(protocol, misbehaviours));
    eyas(folder.path(), &arguments(&engine, protocol, "--depth 1 --max-moves 3", 2)).assert().success();
    assert!(engine.folder.path().join("emigrants").is_file());
    engine.assert_gone();
}

#[rstest]
#[case::exits("exit@start", "exit status: 7")]
#[case::crashes("crash@start", "signal: 11")]
#[case::never_ends_a_line("endless-line@start", "a line of more than")]
fn an_engine_that_cannot_start_prevents_the_match(
    #[values("uci", "xboard")] protocol: &str,
    #[case] misbehaviours: &str,
    #[case] reason: &str,
) {
    let (folder, engine) = (tempfile::tempdir().unwrap(), TestEngine::hostile(protocol, misbehaviours));
    let named = contains(engine.command.join(" ")).and(contains(reason));
    let mut eyas = eyas(folder.path(), &arguments(&engine, protocol, "--depth 2", 4));
    eyas.assert().code(2).stdout("").stderr(named);
    assert!(!folder.path().join("s").exists(), "no session is created");
    engine.assert_gone();
}

#[rstest]
fn an_engine_that_cannot_restart_ends_the_match_with_an_explanation(
    #[values("uci", "xboard")] protocol: &str,
) {
    // The engine starts once to be checked, once to play, and fails the third time.
    let engine = TestEngine::hostile(protocol, "crash@2 exit@start3");
    let folder = tempfile::tempdir().unwrap();
    let named = contains(engine.command.join(" ")).and(contains("exit status: 7"));
    let mut eyas = eyas(folder.path(), &arguments(&engine, protocol, "--depth 2", 4));
    eyas.assert().code(1).stdout("").stderr(named);
    // The game that it has lost before is kept.
    assert_eq!(fs::read_to_string(folder.path().join("s/games.jsonl")).unwrap().lines().count(), 1);
    engine.assert_gone();
}

/// The peak memory of a match after its last game, in KiB.
#[cfg(target_os = "linux")]
fn peak_memory(protocol: &str, misbehaviours: &str, games: u64) -> u64 {
    // A process may end before its memory is measured.
    let mut measurements = (0..100).map(|_| measure_memory(protocol, misbehaviours, games));
    let Some(peak) = measurements.find_map(|peak| peak) else {
        panic!("no process was measured after its last game")
    };
    peak
}

/// Plays a match and measures its peak memory, see [`peak_memory`]; `None` if it ended too soon.
#[cfg(target_os = "linux")]
fn measure_memory(protocol: &str, misbehaviours: &str, games: u64) -> Option<u64> {
    let (folder, engine) = (tempfile::tempdir().unwrap(), TestEngine::hostile(protocol, misbehaviours));
    let mut eyas = std::process::Command::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(folder.path())
        .args(arguments(&engine, protocol, "--depth 2", games))
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let recorded = || {
        let text = fs::read_to_string(folder.path().join("s/games.jsonl")).unwrap_or_default();
        text.lines().count() as u64
    };
    let (mut peak, mut status) = (None, None);
    wait_until("the match ends", || {
        let is_over = recorded() == games;
        let text = fs::read_to_string(format!("/proc/{}/status", eyas.id())).unwrap_or_default();
        if let Some(line) = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).filter(|_| is_over) {
            peak = Some(line.trim().trim_end_matches(" kB").parse().unwrap());
        }
        status = eyas.try_wait().unwrap();
        status.is_some()
    });
    assert!(status.unwrap().success());
    assert_eq!(recorded(), games);
    engine.assert_gone();
    peak
}

#[cfg(target_os = "linux")]
#[rstest]
#[case::spam("spam@2", 2, 8)]
#[case::endless_lines("endless-line@2", 4, 40)]
#[case::garbage_and_complaints("garbage@start flood@start", 2, 16)]
#[case::crashes("flood@start crash@2", 4, 40)]
fn memory_does_not_grow_with_the_output_of_an_engine(
    #[values("uci", "xboard")] protocol: &str,
    #[case] misbehaviours: &str,
    #[case] few: u64,
    #[case] many: u64,
) {
    let quiet = peak_memory(protocol, "", 2);
    let (short, long) =
        (peak_memory(protocol, misbehaviours, few), peak_memory(protocol, misbehaviours, many));
    eprintln!("{protocol} {misbehaviours}: quiet {quiet}, {few} games {short}, {many} games {long} KiB");
    assert!(short < quiet + 4096, "{short} KiB, without misbehaviours {quiet}");
    assert!(long < short + 4096, "{long} KiB in {many} games, {short} in {few}");
}

/// How long an engine may take for a move, and how long Eyas is suspended meanwhile.
const ALLOWED: Duration = Duration::from_secs(10);
const SUSPENDED: Duration = Duration::from_secs(13);

/// As Black, the first engine moves four seconds after its time, which the margin allows. Eyas is suspended then.
#[rstest]
#[ignore = "half a minute"]
fn a_suspension_of_eyas_is_no_loss_on_time(#[values("uci", "xboard")] protocol: &str) {
    let folder = tempfile::tempdir().unwrap();
    let engines = ["late@black", ""].map(|misbehaviours| TestEngine::hostile(protocol, misbehaviours));
    let margin = ALLOWED.as_millis();
    let words = format!(
        "match --movetime 100 --margin {margin} --games 2 --concurrency 2 --max-moves 2 --session s --json"
    );
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder.path()).args(words.split_whitespace());
    command.args(["--a", &engines[0].spec(protocol), "--b", &engines[1].spec(protocol)]);
    let child = command.stdout(Stdio::piped()).spawn().unwrap();
    // The game in which the second engine is Black takes no time. The other one waits for the first move of Black.
    let games = folder.path().join("s/games.jsonl");
    wait_until("a game ends", || lines(&games) == 1);
    let id = Pid::from_child(&child);
    kill_process(id, Signal::STOP).unwrap();
    thread::sleep(SUSPENDED);
    kill_process(id, Signal::CONT).unwrap();
    let output = child.wait_with_output().unwrap();
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&result["faults"], &result["games"]), (&json!(0), &json!(2)), "{result}");
    engines.iter().for_each(TestEngine::assert_gone);
}
