//! `eyas solve`: results, text output, invalid flags, and engines.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::support::engines::TestEngine;
use crate::support::{command, results};
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use rstest::rstest;
use serde_json::{Value, json};

/// Mates in one, with and without an id. The moves of the last two records are not the best ones.
const MATES: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"back rank\";\n\
                     7k/8/6K1/8/8/8/8/1Q6 w - - am Kf6 Kf5;\n\
                     6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra2; id \"no\";\n\
                     6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Kf1;\n";

fn eyas(folder: &Path, arguments: &str) -> Command {
    fs::write(folder.join("mates.epd"), MATES).unwrap();
    command::eyas(folder, arguments)
}

fn solved(arguments: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    results::json(eyas(folder.path(), arguments))
}

#[rstest]
#[case("--nodes 2000")]
#[case("--depth 3")]
#[case("--movetime 20")]
fn solved_and_unsolved_positions_are_reported(#[case] limit: &str) {
    let result = solved(&format!("solve --suite mates.epd {limit}"));
    assert_eq!((&result["solved"], &result["total"]), (&json!(2), &json!(4)));
    assert_eq!(result["unsolved"], json!(["no", 4]));
    assert_eq!((&result["player"], &result["suite"]), (&json!("eyas"), &json!("mates.epd")));
    assert_eq!(result["search"], "extended");
    assert!(result["nodes"].as_u64().unwrap() > 0 && result["nps"].as_u64().unwrap() > 0);
    if limit == "--nodes 2000" {
        // Two positions need all nodes of the limit, a mate in one very few.
        let (nodes, first) = (result["nodes"].as_u64().unwrap(), result["nodes_first"].as_u64().unwrap());
        assert!((4000..6000).contains(&nodes) && first > 4000, "{result}");
    }
}

#[test]
fn counts_do_not_depend_on_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let ecm: Vec<&str> = include_str!("../../positions/ecm879.epd").lines().take(30).collect();
    fs::write(folder.path().join("some.epd"), ecm.join("\n")).unwrap();
    let run = |threads: u32, search: &str| {
        let mut command = eyas(folder.path(), "solve --suite some.epd --nodes 3000 --hash 2 --json");
        let threads = threads.to_string();
        let command = command.args(["--threads", &threads, "--search", search]);
        let mut result: Value =
            serde_json::from_slice(&command.assert().success().get_output().stdout).unwrap();
        result["nps"] = Value::Null;
        for position in result["positions"].as_array_mut().unwrap() {
            position["seconds"] = Value::Null;
        }
        result
    };
    for search in ["plain", "paper", "extended"] {
        let one = run(1, search);
        assert_eq!(one, run(3, search));
        assert_eq!(one["search"], search);
        assert_eq!(one["total"], 30);
    }
}

#[test]
fn the_text_output_names_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let figure = "solve --suite mates.epd --nodes 500 --player organism:paper-2014-figure-3";
    eyas(folder.path(), figure).assert().success().stderr("").stdout(
        contains("paper-2014-figure-3 on mates.epd, 500 nodes per position\n")
            .and(contains("its own paper search\n"))
            .and(contains("2 of 4 (50.0 %)\n"))
            .and(contains("unsolved     no, 4\n")),
    );
    eyas(folder.path(), &format!("{figure} --search extended")).assert().success().stdout(contains(
        "the extended search of the organism “reference”, because it has none of its own\n",
    ));
}

#[test]
fn an_engine_that_does_not_keep_the_node_limit_is_suspect() {
    let engine = TestEngine::tunable("");
    let folder = tempfile::tempdir().unwrap();
    let positions: Vec<&str> = include_str!("../../positions/ecm879.epd").lines().take(12).collect();
    fs::write(folder.path().join("some.epd"), positions.join("\n")).unwrap();
    let solve = |nodes: &str| {
        let mut command = command::eyas(folder.path(), "solve --suite some.epd --nodes");
        command.args([nodes, "--player", &engine.spec("uci")]);
        command
    };
    // The engine reports 10 nodes whatever its limit is.
    solve("1000")
        .assert()
        .success()
        .stdout(predicates::str::starts_with("suspect: Tunable does not keep the node limit"));
    let why = results::json(solve("1000"))["suspect"].clone();
    let expected = "it reports 10 nodes (median of 12 searches) where the limit is 1,000";
    assert!(why.as_str().is_some_and(|why| why.contains(expected)), "{why}");
    assert_eq!(results::json(solve("10"))["suspect"], Value::Null);
    // Organisms keep every limit.
    let own = command::eyas(folder.path(), "solve --suite some.epd --nodes 100");
    assert_eq!(results::json(own)["suspect"], Value::Null);
}

#[rstest]
#[case("solve --suite mates.epd", "--nodes")]
#[case("solve --suite mates.epd --nodes 5 --depth 3", "cannot be used with")]
#[case("solve --suite mates.epd --nodes 0", "--nodes")]
#[case("solve --suite mates.epd --nodes 5 --hash 0", "the size must be 1 to")]
#[case("solve --suite mates.epd --nodes 5 --search full", "plain, paper or extended")]
#[case("solve --suite missing.epd --nodes 5", "gm2600-train, gm2600-test, ecm879")]
#[case("solve --suite without.epd --nodes 5", "without.epd, line 1, column 1: ")]
#[case("solve --suite mates.epd --nodes 5 --player nobody", "“nobody” is neither a file nor an organism")]
#[case("solve --suite mates.epd --nodes 5 --player uci:no-such-engine", "use the path of a program")]
#[case("solve --suite mates.epd --nodes 5 --player uci:true", "“true”: it exited unexpectedly")]
#[case(
    "solve --suite mates.epd --nodes 5 --player xboard:engine",
    "no limit of nodes; use a time or a depth limit"
)]
#[case("solve --suite mates.epd --depth 5 --player xboard:true", "“true”: it exited unexpectedly")]
#[case("solve --suite mates.epd --nodes 5 --player nobody", "nor an engine profile (stockfish")]
#[case("solve --suite mates.epd --nodes 5 --player toga2 --search plain", "--search applies to organisms")]
#[case(
    "solve --suite mates.epd --nodes 5 --player uci:engine --search plain",
    "--search applies to organisms"
)]
#[case("solve --suite mates.epd --nodes 5 --option Hash=2", "an organism has no option “Hash”")]
#[case("solve --suite mates.epd --nodes 5 --player uci:x --option Hash", "must have the form NAME=VALUE")]
#[case("solve --suite mates.epd --nodes 5 --player uci:'engine", "unclosed quotation mark")]
fn invalid_input_exits_with_2_and_is_named(#[case] arguments: &str, #[case] hint: &str) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("without.epd"), "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n").unwrap();
    eyas(folder.path(), arguments).assert().code(2).stdout("").stderr(contains(hint));
}

#[cfg(unix)]
#[test]
fn a_signal_exits_with_130_and_prints_no_result() {
    use std::process::{Command, Stdio};

    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("suite.epd");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let child = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .args(["solve", "--depth", "60", "--suite", pipe.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Opening the pipe blocks until the suite is read, so the signal handlers are installed before the signal comes.
    let suite = fs::File::create(&pipe).unwrap();
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    fs::write(&pipe, include_str!("../../positions/ecm879.epd")).unwrap();
    drop(suite);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8(output.stderr).unwrap().contains("interrupted after "));
}

/// A command with a shell script as the engine. The script runs `search` for each position, with its number in `$n`.
#[cfg(unix)]
fn scripted(search: &str) -> (tempfile::TempDir, Command) {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "n=0; while read -r l; do case $l in uci) echo id name Scripted; echo uciok;; isready) echo readyok;; \
         quit) exit 0;; go*) n=$((n + 1)); {search};; esac; done\n"
    );
    fs::write(folder.path().join("engine.sh"), script).unwrap();
    let arguments = "solve --suite mates.epd --nodes 100 --threads 1 --json --player";
    let mut command = eyas(folder.path(), arguments);
    command.arg("uci:sh 'engine.sh'");
    (folder, command)
}

#[cfg(unix)]
#[test]
fn the_nodes_of_an_engine_are_those_of_its_reports() {
    let info = |depth: u32, nodes: u32, value: &str, m: &str| {
        format!("echo info depth {depth} score cp {value} nodes {nodes} pv {m}; ")
    };
    // The move is correct at 10 nodes, wrong at 20, and correct again from 30 on. An upper bound is ignored.
    let script = [
        info(1, 10, "5", "a1a8"),
        info(2, 20, "5", "a1a2"),
        info(3, 30, "5", "a1a8"),
        info(4, 40, "5 upperbound", "a1a2"),
        info(4, 50, "7", "a1a8 g8h8"),
    ];
    let correct = format!("{} echo bestmove a1a8", script.concat());
    let (_folder, mut command) =
        scripted(&format!("if [ $n = 2 ]; then echo bestmove b1b2; else {correct}; fi"));
    let output = command.assert().success().stderr("").get_output().stdout.clone();
    let result: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!((&result["player"], &result["search"]), (&json!("Scripted"), &Value::Null));
    assert_eq!((&result["solved"], &result["unsolved"]), (&json!(2), &json!(["no", 4])));
    // The second position is solved without search information, which counts as the limit.
    assert_eq!(result["nodes"], 30 + 100 + 100 + 100);
    let position = |index: usize| &result["positions"][index];
    assert_eq!(
        (&position(0)["position"], &position(0)["number"], &position(0)["move"], &position(0)["score"]),
        (&json!("back rank"), &json!(1), &json!("a1a8"), &json!({ "cp": 7 }))
    );
    assert_eq!(position(0)["first_right"], json!({ "move": "a1a8", "depth": 1, "nodes": 10 }));
    assert_eq!((&position(1)["position"], &position(1)["first_right"]), (&json!(2), &Value::Null));
    // Not solved, although one iteration had the correct move.
    assert_eq!((&position(2)["solved"], &position(2)["first_right"]["nodes"]), (&json!(false), &json!(20)));
    for (one, all) in [("nodes", 330), ("nodes_first", 230)] {
        let sum: u64 = (0..4).map(|index| position(index)[one].as_u64().unwrap()).sum();
        assert_eq!(sum, all, "{one}");
    }
    // The solution of the third position was the best move at 20 nodes.
    assert_eq!(result["nodes_first"], 10 + 100 + 20 + 100);
}

#[cfg(unix)]
#[test]
fn faults_are_reported_and_repeated_faults_end_the_suite() {
    let (_folder, mut command) = scripted("[ $n = 1 ] || exit 7; echo bestmove a1a8");
    let output = command.assert().success().stderr("").get_output().stdout.clone();
    let result: Value = serde_json::from_slice(&output).unwrap();
    // Each process of the engine solves one position and crashes at the next.
    assert_eq!((&result["solved"], &result["unsolved"]), (&json!(1), &json!([2, "no", 4])));
    let positions: Vec<&Value> =
        result["faults"].as_array().unwrap().iter().map(|f| &f["position"]).collect();
    assert_eq!(positions, [&json!(2), &json!(4)]);
    assert!(result["faults"][0]["fault"].as_str().unwrap().contains("exit status: 7"), "{result}");

    let (_folder, mut command) = scripted("exit 7");
    let message = contains("stopped after 2 of 4 positions").and(contains("exit status: 7"));
    command.assert().code(1).stdout("").stderr(message);
}

#[test]
fn the_path_of_a_program_is_a_uci_engine() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine.sh");
    fs::write(&path, format!("#!/bin/sh\nexec '{}' uci\n", env!("CARGO_BIN_EXE_eyas"))).unwrap();
    let run = || eyas(folder.path(), "solve --player ./engine.sh --suite mates.epd --nodes 2000");
    let why = "./engine.sh: this file is neither an organism nor an executable program";
    run().assert().code(2).stderr(contains(why).and(contains("uci:COMMAND")));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let result = results::json(run());
    assert_eq!((&result["solved"], &result["total"]), (&json!(2), &json!(4)));
}
