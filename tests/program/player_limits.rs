//! Limits and tables of single players, score lines, and command lines of other match runners.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use rstest::rstest;

use crate::support::command::eyas;
use crate::support::engines::TestEngine;
use crate::support::sessions::{assert_content, content, kill_when, lines};

const MATCH: &str = "match --a reference --b paper-2008-figure-3 --seed 3 --max-moves 30";

/// Runs a command and returns its output and its messages.
#[track_caller]
fn run(folder: &Path, words: &str) -> (String, String) {
    let assert = eyas(folder, words).assert().success();
    let [out, err] = [&assert.get_output().stdout, &assert.get_output().stderr];
    (String::from_utf8(out.clone()).unwrap(), String::from_utf8(err.clone()).unwrap())
}

#[test]
fn each_player_keeps_its_limit_and_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let (out, _) = run(
        folder.path(),
        &format!(
            "{MATCH} --games 4 --limit-a nodes=300 --limit-b nodes=50 --hash-b 2 --pgn-detail --session s"
        ),
    );
    assert!(out.contains("reference: 300 nodes per move; "), "{out}");
    assert!(out.contains(": 50 nodes per move, 2 MiB"), "{out}");
    let games = fs::read_to_string(folder.path().join("s/games.pgn")).unwrap();
    for tag in [
        "[TimeControl \"?\"]",
        "[WhiteTimeControl \"300 nodes per move\"]",
        "[BlackTimeControl \"300 nodes per move\"]",
        "[WhiteHash \"2\"]",
        "[BlackHash \"2\"]",
    ] {
        assert_eq!(games.matches(tag).count(), if tag.contains("\"?\"") { 4 } else { 2 }, "{tag}");
    }
    // The nodes of each move are those of its player.
    let journal: Vec<serde_json::Value> = games_of(&folder.path().join("s"));
    assert_eq!(journal.len(), 4);
    for game in &journal {
        let moves = game["moves"].as_array().unwrap();
        let nodes = |parity: usize| {
            let of_side = moves.iter().skip(parity).step_by(2);
            of_side.map(|m| m["nodes"].as_u64().unwrap()).max().unwrap()
        };
        let mut most = [nodes(0), nodes(1)];
        most.sort_unstable();
        assert_eq!(most, [50, 300], "{game}");
    }
}

/// The records in the journal of a match.
fn games_of(folder: &Path) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let record = |line: &str| {
        let start = line.find('{')?;
        let value: serde_json::Value = serde_json::from_str(&line[start..]).ok()?;
        Some(value)
    };
    fn find(value: serde_json::Value) -> Option<serde_json::Value> {
        if value.get("moves").is_some() {
            return Some(value);
        }
        value.as_object()?.values().cloned().find_map(find)
    }
    text.lines().filter_map(record).filter_map(find).collect()
}

#[test]
fn a_killed_match_with_own_limits_resumes_to_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let flags = "--games 40 --nodes 100 --limit-b nodes=60 --hash-a 2 --concurrency 2";
    run(folder.path(), &format!("{MATCH} {flags} --session whole"));
    let journal = folder.path().join("cut/games.jsonl");
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder.path()).args(format!("{MATCH} {flags} --session cut").split_whitespace());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    kill_when(&mut command, || lines(&journal) > 7);
    run(folder.path(), "match --session cut --resume --concurrency 1");
    let [whole, cut] =
        ["whole", "cut"].map(|name| fs::read_to_string(folder.path().join(name).join("games.pgn")).unwrap());
    assert_eq!(cut, whole);
    // A finished match is not changed by another resume.
    let cut = folder.path().join("cut");
    let before = content(&cut);
    run(folder.path(), "match --session cut --resume --limit-b nodes=60 --hash-a 2");
    assert_content(&cut, &before);
    let assert =
        eyas(folder.path(), "match --session cut --resume --limit-b nodes=61 --hash-a 3").assert().code(2);
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(message.contains("--limit-b") && message.contains("--hash-a"), "{message}");
}

#[test]
fn a_match_without_own_limits_records_none() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &format!("{MATCH} --games 2 --nodes 20 --session s"));
    let settings = fs::read_to_string(folder.path().join("s/match.ron")).unwrap();
    assert_eq!(settings.matches("control").count(), 1, "{settings}");
    let games = fs::read_to_string(folder.path().join("s/games.pgn")).unwrap();
    assert!(games.contains("[TimeControl \"20 nodes per move\"]") && !games.contains("WhiteTimeControl"));
}

#[test]
fn a_tournament_file_has_limits_and_tables_of_players() {
    let folder = tempfile::tempdir().unwrap();
    let file = |limit: &str| {
        format!(
            "(players: [(spec: \"reference\", control: {limit}), (spec: \"paper-2008-figure-3\", hash: 2), \
             (spec: \"paper-2014-figure-3\")], control: Nodes(20), games: 2, adjudication: (moves: 10))"
        )
    };
    fs::write(folder.path().join("cup.ron"), file("Nodes(40)")).unwrap();
    let (out, err) = run(folder.path(), "match cup.ron --score-every 3");
    assert!(out.starts_with("3 players, 20 nodes per move; reference: 40 nodes per move; "), "{out}");
    assert_eq!(err.lines().filter(|line| line.contains("score after ")).count(), 2, "{err}");
    fs::write(folder.path().join("cup.ron"), file("Nodes(0)")).unwrap();
    let assert = eyas(folder.path(), "match cup.ron").assert().code(2);
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(message.contains("players: the limit must be at least 1"), "{message}");
}

#[rstest]
#[case("--limit-a 100 --nodes 5", "write tc=10+0.1, nodes=5000")]
#[case("--limit-a tc=x --nodes 5", "10+0.1")]
#[case("--limit-a depth=0 --nodes 5", "must be 1 to 128")]
#[case("--limit-a nodes=5", "a move limit")]
#[case("--hash-a 0 --nodes 5", "--hash-a")]
fn wrong_limits_are_refused(#[case] flags: &str, #[case] why: &str) {
    let folder = tempfile::tempdir().unwrap();
    let assert = eyas(folder.path(), &format!("{MATCH} {flags}")).assert().code(2);
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(message.contains(why), "{message}");
}

#[test]
fn the_score_is_printed_after_each_few_games() {
    let folder = tempfile::tempdir().unwrap();
    let flags = "--games 10 --nodes 50 --sprt 0,400,0.0001,0.0001 --concurrency 1";
    let (out, err) = run(folder.path(), &format!("{MATCH} {flags} --score-every 4 --session s"));
    let found: Vec<&str> = err.lines().filter(|line| line.contains("score after ")).collect();
    assert_eq!(found.len(), 2, "{err}");
    assert!(found[0].starts_with("eyas: score after 4 of 10: reference "), "{err}");
    for part in [" of 8 (", "; Elo ", "; LOS ", "; pentanomial [", "; LLR "] {
        assert!(found[1].contains(part), "{}", found[1]);
    }
    // The flag changes no result.
    let (without, err) = run(folder.path(), &format!("{MATCH} {flags} --session t"));
    assert_eq!(out.replace("s/games.pgn", ""), without.replace("t/games.pgn", ""));
    assert!(!err.contains("score after"), "{err}");
}

#[test]
fn a_command_line_of_another_runner_plays_the_same_match() {
    let folder = tempfile::tempdir().unwrap();
    let engine = env!("CARGO_BIN_EXE_eyas");
    fs::write(folder.path().join("book.epd"), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n")
        .unwrap();
    let line = format!(
        "match -engine cmd={engine} args=uci name=new -engine cmd={engine} args=uci name=old nodes=30 -each nodes=20 \
         option.Hash=2 -openings file=book.epd format=epd -rounds 1 -repeat -games 2 -maxmoves 6 -pgnout file=out.pgn \
         append=false -concurrency 1 -recover --session theirs"
    );
    let (_, err) = run(folder.path(), &line);
    let read = err.lines().find_map(|line| line.strip_prefix("eyas: read as: eyas ")).unwrap();
    assert!(read.contains("--limit-a nodes=20 --limit-b nodes=30 --hash 2 --games 2"), "{read}");
    let words = shlex::split(&read.replace("theirs", "ours").replace("out.pgn", "own.pgn")).unwrap();
    eyas(folder.path(), "").args(words).assert().success();
    let [theirs, own] =
        ["out.pgn", "own.pgn"].map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
    assert_eq!(theirs, own);
    assert!(theirs.contains("[White \"new\"]") && theirs.contains("[Black \"old\"]"), "{theirs}");
}

#[rstest]
#[case("-noswap", "-noswap: each opening is played with both colours")]
#[case("-config outname=x", "--session DIR --resume")]
#[case("-each tc=1 nodes=5", "an engine has one limit")]
fn what_has_no_counterpart_is_refused_before_an_engine_starts(#[case] more: &str, #[case] why: &str) {
    let engine = TestEngine::hostile("uci", "");
    let folder = tempfile::tempdir().unwrap();
    let command = engine.command.join(" ");
    let mut process = eyas(folder.path(), "match -engine");
    process.arg(format!("cmd={command}")).args(["-engine", "cmd=b"]).args(more.split(' '));
    let assert = process.assert().code(2);
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(message.contains(why), "{message}");
    assert!(!engine.folder.path().join("groups").exists());
}
