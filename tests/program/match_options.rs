//! `eyas match` with gauntlets, with detailed PGN, and with games lost on time.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::command::eyas;
use crate::support::engines::TestEngine;
use crate::support::programs::has_python_chess;

const GAUNTLET: &str = "match --a reference --b paper-2014-figure-3 --b paper-2008-figure-3 --gauntlet --hash 1 \
                        --nodes 50 --max-moves 20";

fn result(mut command: Command) -> Value {
    let output = command.arg("--json").assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

#[test]
fn a_gauntlet_of_flags_plays_a_against_every_opponent() {
    let folder = tempfile::tempdir().unwrap();
    let whole = result(eyas(folder.path(), &format!("{GAUNTLET} --games 6 --session s")));
    let names = |value: &Value| {
        let name = |player: &Value| player["name"].as_str().unwrap().to_owned();
        let mut names: Vec<String> = value.as_array().unwrap().iter().map(name).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(names(&whole["players"]), ["paper-2008-figure-3", "paper-2014-figure-3", "reference"]);
    let pairs: Vec<&Value> =
        whole["pairings"].as_array().unwrap().iter().map(|pair| &pair["players"]).collect();
    assert_eq!(
        pairs,
        [&json!(["reference", "paper-2014-figure-3"]), &json!(["reference", "paper-2008-figure-3"])]
    );
    assert_eq!(whole["games"], 12);
    // A tournament file with the same players has the same result.
    let file = r#"(players: [(spec: "reference"), (spec: "paper-2014-figure-3"), (spec: "paper-2008-figure-3")],
                   event: Gauntlet, control: Nodes(50), games: 6, hash: 1, adjudication: (moves: 20))"#;
    fs::write(folder.path().join("cup.ron"), file).unwrap();
    let mut other = result(eyas(folder.path(), "match cup.ron --session other"));
    other["session"] = whole["session"].clone();
    other["pgn"] = whole["pgn"].clone();
    assert_eq!(other, whole);

    // A finished gauntlet is shown again, without flags and with its own flags.
    for arguments in ["match", GAUNTLET] {
        assert_eq!(result(eyas(folder.path(), &format!("{arguments} --session s --resume"))), whole);
    }
    let resume = |flags: &str| eyas(folder.path(), &format!("match {flags} --session s --resume"));
    for (flags, named) in [
        ("--b paper-2014-figure-3", "other settings than --b"),
        ("--b paper-2008-figure-3 --b paper-2014-figure-3", "other settings than --b"),
        ("--b paper-2014-figure-3 --b paper-2008-figure-3 --b reference", "other settings than --b"),
        ("--a paper-2008-figure-3", "other settings than --a"),
        ("--search-b plain", "other settings than --search-b"),
        ("--pgn-detail", "other settings than --pgn-detail"),
    ] {
        resume(flags).assert().code(2).stdout("").stderr(contains(named));
    }
}

#[rstest]
#[case::without_the_flag("match --a reference --b reference --b reference --nodes 9", "add --gauntlet")]
#[case::no_opponent("match --a reference --nodes 9 --gauntlet", "--b SPEC is missing")]
#[case::with_a_test(
    "match --a reference --b reference --nodes 9 --gauntlet --sprt 0,5",
    "cannot be used with"
)]
#[case::unknown_player("match --a reference --b reference --b nobody --nodes 9 --gauntlet", "nobody")]
#[case::with_a_file("match cup.ron --gauntlet", "cannot be used with")]
#[case::detail_with_a_file("match cup.ron --pgn-detail", "--pgn-detail: not allowed with a tournament file")]
#[case::no_folder_for_the_games(
    "match --a reference --b reference --nodes 9 --pgn missing/games.pgn",
    "--pgn: missing/games.pgn: No such file or directory"
)]
fn invalid_matches_are_refused_with_an_explanation(#[case] arguments: &str, #[case] hint: &str) {
    let folder = tempfile::tempdir().unwrap();
    eyas(folder.path(), arguments).assert().code(2).stdout("").stderr(contains(hint));
    assert!(!folder.path().join("sessions").exists());
}

#[test]
fn a_match_is_not_resumed_as_a_gauntlet() {
    let folder = tempfile::tempdir().unwrap();
    let two = "match --a reference --b paper-2014-figure-3 --hash 1 --nodes 20 --games 2 --session s";
    result(eyas(folder.path(), two));
    let mut resumed = eyas(folder.path(), &format!("{two} --resume --gauntlet"));
    resumed.assert().code(2).stdout("").stderr(contains("other settings than --gauntlet"));
}

#[rstest]
#[case::nodes("--nodes 300")]
#[case::clock("--tc 2+0.02")]
fn python_chess_reads_detailed_pgn(#[case] limit: &str) {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "match --a reference --b paper-2014-figure-3 --hash 1 --games 4 --max-moves 12 --pgn-detail \
                     --margin 5000 --session s --pgn out.pgn";
    result(eyas(folder.path(), &format!("{arguments} {limit}")));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/clients/read_pgn_detail.py");
    if !has_python_chess() {
        return;
    }
    let output = std::process::Command::new("python3")
        .arg(script)
        .arg(folder.path().join("out.pgn"))
        .arg("4")
        .output();
    let output = output.unwrap();
    assert!(
        output.status.success() && String::from_utf8_lossy(&output.stdout).ends_with("all is well\n"),
        "{output:?}"
    );
}

/// An engine that moves a knight and reports a line of 400 plies in which knights move back and forth.
const CHATTERBOX: &str = r#"
there=g1f3; back=f3g1; other=g8f6; home=f6g8
pv() { n=0; while [ $n -lt 100 ]; do printf '%s ' "$@"; n=$((n + 1)); done; }
while read -r line; do case $line in
uci) say "id name Chatterbox"; say uciok;;
isready) say readyok;;
*moves*) white=0;;
position*) white=1;;
go*) if [ $white = 1 ]; then best=$there; line="$(pv $there $other $back $home)";
     else best=$other; line="$(pv $other $back $home $there)"; fi
     say "info depth 3 seldepth 31 score cp 12 nodes 77 pv $line"; say "bestmove $best";;
quit) exit 0;;
esac; done"#;

#[test]
fn lines_and_selective_depth_are_recorded_and_lines_are_cut() {
    let (folder, engine) = (tempfile::tempdir().unwrap(), TestEngine::scripted(CHATTERBOX));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    fs::write(folder.path().join("start.epd"), start).unwrap();
    let play = |more: &str, session: &str| {
        let arguments = format!(
            "match --b reference --hash 1 --depth 3 --games 2 --max-moves 1 --openings start.epd --session {session} \
             {more}"
        );
        let mut command = eyas(folder.path(), &arguments);
        command.args(["--a", &engine.spec("uci")]);
        assert_eq!(result(command)["faults"], 0);
        let session = folder.path().join(session);
        ["games.jsonl", "games.pgn"].map(|name| fs::read_to_string(session.join(name)).unwrap())
    };
    let [plain, _] = play("", "plain");
    assert!(!plain.contains("seldepth") && !plain.contains("\"pv\""), "details are recorded only on request");
    let [games, pgn] = play("--pgn-detail", "detail");
    let pgn = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(pgn.contains("1. Nf3 {+0.12/3 ") && pgn.contains("n=77, sd=31, "), "{pgn}");
    // Lines have at most 64 moves. Black's lines start with Black's move, and end before the first illegal move.
    let lines: Vec<usize> = pgn
        .match_indices("pv=\"")
        .map(|(at, _)| pgn[at + 4..].split('"').next().unwrap().split(' ').count())
        .collect();
    assert!(lines.contains(&64) && lines.iter().all(|moves| (1..=64).contains(moves)), "{lines:?}");
    assert!(games.len() < plain.len() + 4000, "{}", games.len());
    engine.assert_gone();
}

#[test]
fn threads_do_not_make_timed_games_concurrent() {
    let (folder, engine) = (tempfile::tempdir().unwrap(), TestEngine::hostile("uci", ""));
    let arguments =
        "match --a reference --hash 1 --movetime 50 --margin 60000 --games 4 --max-moves 2 --threads 2";
    let mut command = eyas(folder.path(), arguments);
    command.args(["--b", &engine.spec("uci")]);
    assert_eq!(result(command)["faults"], 0);
    assert_eq!(engine.starts(), 2, "once for its name, and once for the only board");
}

/// Runs a match with sixteen concurrent games against an engine, after a command of the shell.
fn after_limit(limit: &str) -> assert_cmd::assert::Assert {
    let (folder, engine) = (tempfile::tempdir().unwrap(), TestEngine::hostile("uci", ""));
    let script = format!(
        "{limit} && exec '{}' match --a reference --b \"$0\" --hash 1 --depth 1 --games 16 --max-moves 2 \
         --concurrency 16 --session s",
        env!("CARGO_BIN_EXE_eyas")
    );
    let mut command = Command::new("sh");
    command.current_dir(folder.path()).args(["-c", &script, &engine.spec("uci")]);
    command.assert()
}

#[test]
fn the_limit_of_open_files_is_raised_or_explained() {
    // Sixteen engines need 64 files.
    after_limit("ulimit -Sn 48").success().stdout(contains("faults").not());
    let refused = after_limit("ulimit -n 100").code(2).stdout("");
    refused.stderr(
        contains("16 engines at the same time").and(contains("--concurrency").and(contains("ulimit -n"))),
    );
}

/// A timed match against the hostile engine. On a busy machine the organism may exceed its time, but not as much as the
/// engine.
fn timed(folder: &Path, engine: &TestEngine, games: u32, more: &str) -> Command {
    let arguments = format!(
        "match --a reference --hash 1 --movetime 100 --margin 3000 --games {games} --max-moves 3 --concurrency 1 \
         --session s {more}"
    );
    let mut command = eyas(folder, &arguments);
    command.args(["--b", &engine.spec("uci")]);
    command
}

#[test]
fn games_lost_on_time_make_a_result_suspect_in_its_first_line() {
    let (folder, engine) = (tempfile::tempdir().unwrap(), TestEngine::hostile("uci", "late@2"));
    let shown = timed(folder.path(), &engine, 2, "").assert().success();
    let text = String::from_utf8(shown.get_output().stdout.clone()).unwrap();
    let first = text.lines().next().unwrap();
    assert!(first.starts_with("suspect: 2 of 2 games were lost on time"), "{text}");
    for remedy in ["margin larger than 3000 ms (--margin)", "--concurrency", "idle machine"] {
        assert!(first.contains(remedy), "{first}");
    }
    let summary = result(timed(folder.path(), &engine, 2, "--resume"));
    assert_eq!(
        (&summary["time_losses"], format!("suspect: {}", summary["suspect"].as_str().unwrap())),
        (&json!(2), first.to_owned())
    );

    // A tournament is suspect too.
    let file = format!(
        r#"(players: [(spec: "{}"), (spec: "reference"), (spec: "paper-2014-figure-3")], event: Gauntlet, control: MoveTime(100), games: 2,
            margin: 3000, hash: 1, adjudication: (moves: 3))"#,
        engine.spec("uci")
    );
    fs::write(folder.path().join("cup.ron"), file).unwrap();
    let summary = result(eyas(folder.path(), "match cup.ron --session cup --concurrency 1"));
    assert!(summary["suspect"].as_str().unwrap().starts_with("4 of 4 games were lost on time"), "{summary}");
    let shown = eyas(folder.path(), "match --session cup --resume").assert().success();
    shown.stdout(predicates::str::starts_with("suspect: 4 of 4 games were lost on time"));
}

#[rstest]
fn a_large_margin_is_used_before_an_engine_is_stopped(#[values("uci", "xboard")] protocol: &str) {
    let (folder, engine) = (tempfile::tempdir().unwrap(), TestEngine::hostile(protocol, "late@2"));
    let arguments =
        "match --a reference --hash 1 --movetime 100 --margin 60000 --games 2 --max-moves 2 --concurrency 2";
    let mut command = eyas(folder.path(), arguments);
    command.args(["--b", &engine.spec(protocol)]);
    let summary = result(command);
    assert_eq!((&summary["faults"], &summary["draws"]), (&json!(0), &json!(2)), "{summary}");
    let latency = &summary["latency_by_player"][1];
    assert!(latency["overruns"].as_u64().unwrap() >= 2, "{summary}");
    assert!(latency["overrun_most"].as_f64().unwrap() >= 3900.0, "{summary}");
}

#[rstest]
#[case::on_time("", 0)]
#[case::a_crash("crash@2", 2)]
fn a_result_without_losses_on_time_is_not_suspect(#[case] misbehaviours: &str, #[case] faults: u64) {
    let (folder, engine) = (tempfile::tempdir().unwrap(), TestEngine::hostile("uci", misbehaviours));
    let arguments = "match --a reference --hash 1 --depth 2 --games 2 --max-moves 3 --session s";
    let mut command = eyas(folder.path(), arguments);
    command.args(["--b", &engine.spec("uci")]);
    let summary = result(command);
    assert_eq!(
        (&summary["suspect"], &summary["time_losses"], &summary["faults"]),
        (&Value::Null, &json!(0), &json!(faults)),
        "{summary}"
    );
    assert_eq!(summary["warnings"], json!([]));
}

#[test]
fn too_many_losses_on_time_are_an_error_in_the_last_game_too() {
    let (folder, engine) = (tempfile::tempdir().unwrap(), TestEngine::hostile("uci", "late@2"));
    let ended = timed(folder.path(), &engine, 2, "--max-time-losses 1").assert().code(1).stdout("");
    ended.stderr(contains("2 of 2 games were lost on time, more than --max-time-losses 1 allows"));
    // The match is complete, so its result is shown with any limit.
    let summary = result(timed(folder.path(), &engine, 2, "--max-time-losses 1 --resume"));
    assert_eq!((&summary["games"], &summary["time_losses"]), (&json!(2), &json!(2)));
}

#[test]
fn too_many_losses_on_time_end_a_match_which_can_be_resumed() {
    let (folder, engine) = (tempfile::tempdir().unwrap(), TestEngine::hostile("uci", "late@2"));
    let recorded = || fs::read_to_string(folder.path().join("s/games.jsonl")).unwrap().lines().count();
    let ended = |more: &str| timed(folder.path(), &engine, 6, more).assert().code(1).stdout("");
    let message = ended("--max-time-losses 1").get_output().stderr.clone();
    let message = String::from_utf8(message).unwrap();
    assert!(
        message.contains("2 of 2 games were lost on time, more than --max-time-losses 1 allows"),
        "{message}"
    );
    assert!(message.contains("--resume") && message.contains("larger --margin"), "{message}");
    assert_eq!(recorded(), 2);
    // With the same limit no more games are played; with a higher one the match continues.
    let again = ended("--max-time-losses 1 --resume");
    again.stderr(contains("2 of 2 games").and(contains("higher limit")));
    assert_eq!(recorded(), 2);
    ended("--max-time-losses 3 --resume").stderr(contains("4 of 4 games"));
    assert_eq!(recorded(), 4);
    let summary = result(timed(folder.path(), &engine, 6, "--max-time-losses 6 --resume"));
    assert_eq!((&summary["games"], &summary["time_losses"]), (&json!(6), &json!(6)));
    // A complete match is shown with any limit.
    let summary = result(timed(folder.path(), &engine, 6, "--max-time-losses 0 --resume"));
    assert_eq!(summary["time_losses"], 6);
}
