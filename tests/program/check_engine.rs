//! `eyas check-engine`: every misbehaviour of the hostile engine fails the check that names it, and real engines get what is
//! known of them.

use std::path::Path;

use rstest::rstest;
use serde_json::Value;

use crate::support::command::eyas;
use crate::support::engines::TestEngine;
use crate::support::programs::has_engine;

/// The exit code and the result for an engine.
fn checked(spec: &str) -> (i32, Value) {
    let folder = tempfile::tempdir().unwrap();
    let output = eyas(folder.path(), "check-engine --json").arg(spec).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 1, "{text} {}", String::from_utf8_lossy(&output.stderr));
    (output.status.code().unwrap(), serde_json::from_str(&text).unwrap())
}

fn check<'a>(result: &'a Value, name: &str) -> &'a Value {
    let found = result["checks"].as_array().unwrap().iter().find(|check| check["name"] == name);
    found.unwrap_or_else(|| panic!("no check “{name}” in {result}"))
}

#[rstest]
#[case::says_nothing("uci", "silent@start", "uci", "it does not support UCI: no “uciok”")]
#[case::other_protocol("uci", "wrong-protocol@start", "uci", "it does not support UCI")]
#[case::exits_at_once("uci", "exit@start", "uci", "exited unexpectedly, exit status: 7")]
#[case::reads_nothing("uci", "deaf@ready", "ready", "no “readyok”")]
#[case::moves_illegally("uci", "illegal-move@1", "go wtime", "is illegal in")]
#[case::has_no_move("uci", "no-move@1", "go wtime", "returned no move")]
#[case::moves_garbage("uci", "garbage-move@1", "go wtime", "is illegal in")]
#[case::late("uci", "late@1", "go wtime", "it exceeded its time by")]
#[case::waits_for_stop("uci", "idle@1", "go wtime", "it exceeded its time by")]
#[case::stops_itself("uci", "freeze@1", "go wtime", "no “bestmove”")]
#[case::chatters("uci", "babble@1", "go wtime", "no “bestmove”")]
#[case::writes_without_end("uci", "spam@1", "go wtime", "more than 67108864 bytes in one answer")]
#[case::never_ends_a_line("uci", "endless-line@1", "go wtime", "a line of more than 65536 bytes")]
#[case::exits("uci", "exit@1", "go wtime", "exited unexpectedly, exit status: 7")]
#[case::crashes("uci", "crash@1", "go wtime", "exited unexpectedly, signal: 11")]
#[case::closes_its_output("uci", "mute@1", "go wtime", "closed its output without exiting")]
#[case::late_in_a_game("uci", "illegal-move@9", "game", "is illegal in")]
#[case::moves_twice("uci", "second-move@1", "one move a search", "“bestmove ")]
#[case::writes_garbage("uci", "garbage@start", "text", "�")]
#[case::absurd_numbers("uci", "garbage@start", "info numbers", "99999999999999999999")]
#[case::floods("uci", "flood@start", "standard error", " bytes")]
#[case::stays("uci", "silent@quit", "quit", "still running after")]
#[case::crashes_at_the_end("uci", "crash@quit", "quit", "it ended with signal: 11")]
#[case::other_protocol("xboard", "wrong-protocol@start", "xboard", "it does not support the xboard protocol")]
#[case::says_nothing("xboard", "silent@ready", "ready", "no “pong”")]
#[case::moves_illegally("xboard", "illegal-move@1", "level", "is illegal in")]
#[case::late("xboard", "late@1", "level", "it exceeded its time by")]
#[case::exits("xboard", "exit@1", "level", "exited unexpectedly, exit status: 7")]
#[case::claims_a_win("xboard", "claim-win@1", "level", "it claimed “")]
#[case::claims_a_draw("xboard", "claim-draw@1", "level", "it claimed a draw in a balanced position")]
#[case::resigns("xboard", "resign@1", "level", "it resigned in a balanced position")]
#[case::moves_twice("xboard", "second-move@1", "one move a search", "“move ")]
#[case::writes_garbage("xboard", "garbage@start", "text", "�")]
#[case::floods("xboard", "flood@start", "standard error", " bytes")]
#[case::crashes_at_the_end("xboard", "crash@quit", "quit", "it ended with signal: 11")]
fn each_misbehaviour_fails_the_check_that_names_it(
    #[case] protocol: &str,
    #[case] misbehaviour: &str,
    #[case] name: &str,
    #[case] seen: &str,
) {
    let engine = TestEngine::hostile(protocol, misbehaviour);
    let (code, result) = checked(&engine.spec(protocol));
    let check = check(&result, name);
    assert_eq!((check["verdict"].as_str(), code), (Some("failed"), 1), "{result}");
    assert!(check["seen"].as_str().unwrap().contains(seen), "{check}");
    assert!(!check["advice"].as_str().unwrap().is_empty());
    engine.assert_gone();
}

#[cfg(target_os = "linux")]
#[rstest]
#[case("heir@start")]
#[case("emigrant@start")]
#[case("heir@quit")]
fn processes_that_an_engine_leaves_are_found(
    #[values("uci", "xboard")] protocol: &str,
    #[case] misbehaviour: &str,
) {
    let engine = TestEngine::hostile(protocol, misbehaviour);
    let (code, result) = checked(&engine.spec(protocol));
    let check = check(&result, "quit");
    assert_eq!((check["verdict"].as_str(), code), (Some("failed"), 1), "{result}");
    assert_eq!(check["seen"], "processes that it started are left");
    engine.assert_gone();
}

#[test]
fn an_engine_without_misbehaviours_fails_only_what_it_cannot_do() {
    let engine = TestEngine::hostile("uci", "");
    let (_, result) = checked(&engine.spec("uci"));
    let failed: Vec<&str> = result["checks"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|check| check["verdict"] == "failed")
        .map(|check| check["name"].as_str().unwrap())
        .collect();
    // It always moves at once, at depth 1 after one node.
    assert_eq!(failed, ["go nodes", "go depth", "go infinite"], "{result}");
    assert!(check(&result, "go nodes")["seen"].as_str().unwrap().contains("1 for 1,000"), "{result}");
    engine.assert_gone();
}

#[test]
fn eyas_passes_all_checks() {
    let (code, result) = checked(&format!("uci:'{}' uci", env!("CARGO_BIN_EXE_eyas")));
    assert_eq!(
        (code, result["failed"].as_u64(), result["skipped"].as_u64()),
        (0, Some(0), Some(0)),
        "{result}"
    );
    assert_eq!(
        (result["protocol"].as_str(), check(&result, "go nodes")["verdict"].as_str()),
        (Some("UCI"), Some("passed"))
    );
    let count = result["checks"].as_array().unwrap().len() as u64;
    assert_eq!(result["passed"].as_u64().unwrap() + result["warnings"].as_u64().unwrap(), count);
}

#[rstest]
#[case("toga2", "go nodes", "failed", "“go nodes 1000” does not end")]
#[case("stockfish", "go nodes", "passed", "1,000 for 1,000")]
#[case("glaurung", "isready in a search", "warning", "no answer")]
#[case("hoichess", "unknown commands", "failed", "exited unexpectedly")]
#[case("phalanx", "nodes", "skipped", "no limit of nodes")]
#[case("sjeng", "ping", "passed", "announced")]
#[case("gnuchess", "go nodes", "failed", "does not end")]
fn real_engines_get_what_is_known_of_them(
    #[case] engine: &str,
    #[case] name: &str,
    #[case] verdict: &str,
    #[case] seen: &str,
) {
    if !has_engine(engine) {
        return;
    }
    let (_, result) = checked(engine);
    let check = check(&result, name);
    assert_eq!(check["verdict"], verdict, "{result}");
    assert!(check["seen"].as_str().unwrap().contains(seen), "{check}");
}

#[rstest]
#[case("reference", "an organism has no protocol")]
#[case("uci:/no/such/engine", "cannot be started")]
#[case("nobody", "neither a file nor an organism")]
fn bad_input_ends_with_code_2(#[case] spec: &str, #[case] why: &str) {
    let assert = eyas(Path::new("."), "check-engine").arg(spec).assert().code(2);
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(message.contains(why), "{message}");
    assert!(assert.get_output().stdout.is_empty());
}

#[test]
fn the_text_has_a_line_for_each_check_with_advice() {
    let engine = TestEngine::hostile("uci", "second-move@1");
    let assert = eyas(engine.folder.path(), "check-engine").arg(engine.spec("uci")).assert().code(1);
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let line = |beginning: &str| {
        text.lines().find(|line| line.starts_with(beginning)).unwrap_or_else(|| panic!("{text}"))
    };
    assert!(line("passed   id name ").ends_with("  Hostile"));
    let failed = line("failed   one move a search ");
    assert!(
        failed.contains("“bestmove ") && failed.contains("; write exactly one move for each search"),
        "{failed}"
    );
    assert!(text.trim_end().lines().next_back().unwrap().ends_with(" skipped"), "{text}");
}
