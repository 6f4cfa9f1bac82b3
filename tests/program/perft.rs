//! `eyas perft`: published counts, and messages about invalid positions.

use crate::support::results;
use predicates::prelude::*;
use predicates::str::{contains, is_match};
use rstest::rstest;
use serde_json::Value;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

fn eyas(arguments: &[&str]) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.arg("perft").args(arguments);
    command
}

fn json(arguments: &[&str]) -> Value {
    results::json(eyas(arguments))
}

#[test]
fn the_text_output_has_each_move_and_the_total() {
    eyas(&["3"])
        .assert()
        .success()
        .stderr("")
        .stdout(contains("a2a3: 380\n").and(contains("\ng1h3: 400\n")))
        .stdout(is_match(r"\n8902 nodes \d+ nps\n$").unwrap());
}

#[rstest]
#[case::start(&["5"], 20, 4_865_609)]
#[case::kiwipete(&["4", "--fen", KIWIPETE], 48, 4_085_603)]
#[case::one_thread(&["4", "--threads", "1", "--fen", KIWIPETE], 48, 4_085_603)]
#[case::deeper_than_bulk_counting(&["7", "--fen", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1"], 10, 567_584)]
#[case::mated(&["3", "--fen", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 12 40"], 0, 0)]
fn counts_equal_the_published_ones(#[case] arguments: &[&str], #[case] moves: usize, #[case] nodes: u64) {
    let result = json(arguments);
    assert_eq!(result["nodes"], nodes);
    assert_eq!(result["depth"].to_string(), arguments[0]);
    assert!(result["nps"].is_u64());
    let counts = result["moves"].as_object().unwrap();
    assert_eq!(counts.len(), moves);
    assert_eq!(counts.values().map(|leaves| leaves.as_u64().unwrap()).sum::<u64>(), nodes);
}

#[test]
fn castling_and_promotion_are_written_in_uci_notation() {
    let moves = json(&["1", "--fen", "4k3/1P6/8/8/8/8/8/4K2R w K - 0 1"])["moves"].clone();
    for m in ["e1g1", "b7b8q", "b7b8n"] {
        assert_eq!(moves[m], 1, "{m}");
    }
}

#[rstest]
#[case(&["3", "--fen", "4k3/8/8/8/8/8/8 w - -"], "--fen, line 1, column 1: “4k3/8/8/8/8/8/8” is not a valid board")]
#[case(&["3", "--fen", "4k3/8/8/8/8/8/8/4K3 x - -"], "column 21: “x” is not a valid side to move; write w or b")]
#[case(&["3", "--fen", "4k3/8/8/8/8/8/8/4K3"], "the side to move is missing")]
#[case(&["3", "--fen", "4k3/8/8/8/8/8/8/8 w - -"], "correct the board")]
#[case(&["3", "--fen", ""], "--fen contains 0 positions; give exactly one")]
#[case(&["0"], "1..=100")]
#[case(&["deep"], "deep")]
#[case(&[], "DEPTH")]
fn invalid_input_exits_with_2_and_is_named(#[case] arguments: &[&str], #[case] hint: &str) {
    eyas(arguments).assert().code(2).stdout("").stderr(contains(hint));
}

/// Whether a process catches SIGTERM, whose handler it installs last.
#[cfg(target_os = "linux")]
fn handles_signals(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(caught.trim(), 16).unwrap() >> 14 & 1 == 1
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_exits_with_130() {
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .args(["perft", "100"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Before the handlers are installed, the signal would end the process directly.
    while !handles_signals(child.id()) {
        assert!(child.try_wait().unwrap().is_none(), "perft to depth 100 must not end");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8(output.stderr).unwrap().contains("interrupted"));
}
