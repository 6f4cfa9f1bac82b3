//! `eyas import --results`: sets of positions with the results of their games.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use eyas::objectives::result_set::{Points, ResultSet};
use predicates::prelude::*;
use serde_json::{Value, json};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};
use tempfile::TempDir;

fn eyas(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("eyas").unwrap();
    command.args(args);
    command
}

/// Writes `count` games of random moves; every tenth has no result.
fn random_games(folder: &TempDir, count: usize) -> PathBuf {
    let mut draw = {
        let mut state = 1_u64;
        move |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        }
    };
    let mut text = String::new();
    for number in 0..count {
        let result = if number % 10 == 9 { "*" } else { ["1-0", "0-1", "1/2-1/2"][number % 3] };
        write!(text, "[White \"Player {number}\"]\n[Black \"Opponent\"]\n[Result \"{result}\"]\n\n").unwrap();
        let mut position = Chess::default();
        for _ in 0..40 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let chosen = moves[draw(moves.len())];
            write!(text, "{} ", SanPlus::from_move(position.clone(), chosen)).unwrap();
            position.play_unchecked(chosen);
        }
        write!(text, "{result}\n\n").unwrap();
    }
    let path = folder.path().join("random.pgn");
    fs::write(&path, text).unwrap();
    path
}

/// Imports a file. Returns the printed object.
fn import(games: &Path, out: &Path, args: &[&str]) -> Value {
    let assert = eyas(&["import", games.to_str().unwrap(), "--results", "--min-elo", "0", "--json"])
        .args(["--out", out.to_str().unwrap()])
        .args(args)
        .assert()
        .success();
    assert!(assert.get_output().stderr.is_empty());
    serde_json::from_slice(&assert.get_output().stdout).unwrap()
}

#[test]
fn the_set_is_the_same_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let games = random_games(&folder, 600);
    let set = |name: &str, args: &[&str]| {
        let path = folder.path().join(name);
        import(&games, &path, args);
        fs::read(path).unwrap()
    };
    let one = set("one.zst", &["--threads", "1", "--per-game", "3"]);
    assert!(one == set("three.zst", &["--threads", "3", "--per-game", "3"]));
    assert!(one != set("seed.zst", &["--threads", "1", "--per-game", "3", "--seed", "2"]));
}

#[test]
fn counts_agree_with_the_written_set() {
    let folder = tempfile::tempdir().unwrap();
    let games = random_games(&folder, 50);
    let path = folder.path().join("set.txt");
    let result = import(&games, &path, &["--per-game", "4"]);
    let set = ResultSet::read(&path).unwrap();
    assert_eq!(result["games"], 50);
    assert_eq!(result["skipped"]["unfinished or unknown result"], 5);
    assert_eq!(result["used"], set.games.len());
    assert_eq!(result["positions"], set.positions.len());
    assert_eq!(result["blake3"], set.digest().blake3);
    let count = |result| set.positions.iter().filter(|position| position.points == result).count();
    let [loss, draw, win] = Points::RESULTS.map(count);
    assert_eq!(result["results"], json!({ "win": win, "draw": draw, "loss": loss }));
    assert!(win > 0 && draw > 0 && loss > 0);
    let parts = ["train", "validation", "test"].map(|part| result["parts"][part].as_u64().unwrap());
    assert_eq!(parts.iter().sum::<u64>(), set.positions.len() as u64);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("eyas-results 1\ngame Player 0 – Opponent\n"), "{text}");
    let most = |game: u32| set.positions.iter().filter(|position| position.game == game).count();
    assert!((0..set.games.len() as u32).all(|game| (1..=4).contains(&most(game))));
}

#[test]
fn games_of_an_excluded_set_are_omitted() {
    let folder = tempfile::tempdir().unwrap();
    let games = random_games(&folder, 30);
    let out = folder.path().join("epd");
    eyas(&[
        "import",
        games.to_str().unwrap(),
        "--min-elo",
        "0",
        "--train",
        "9",
        "--test",
        "0",
        "--any-result",
    ])
    .args(["--min-ply", "20", "--out", out.to_str().unwrap()])
    .assert()
    .success();
    let all = import(&games, &folder.path().join("all.txt"), &[]);
    let train = out.join("train.epd");
    let rest = import(&games, &folder.path().join("rest.txt"), &["--exclude", train.to_str().unwrap()]);
    let excluded = rest["skipped"]["excluded"].as_u64().unwrap();
    // Unfinished games are skipped for that reason.
    assert!((6..=9).contains(&excluded), "{excluded}");
    assert_eq!(rest["used"].as_u64().unwrap() + excluded, all["used"].as_u64().unwrap());
    let text = fs::read_to_string(folder.path().join("rest.txt")).unwrap();
    for line in fs::read_to_string(train).unwrap().lines() {
        let players = line.split('"').find(|part| part.contains(" – ")).unwrap();
        assert!(!text.lines().any(|line| line == format!("game {players}")), "{players}");
    }
}

#[test]
fn bad_usage_exits_with_2_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let games = random_games(&folder, 10);
    let (games, out) = (games.to_str().unwrap(), folder.path().join("set.zst"));
    let refused = |args: &[&str], hint: &str| {
        eyas(&["import", "--out", out.to_str().unwrap()])
            .args(args)
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains(hint));
        assert!(!out.exists());
    };
    refused(&[games, "--results"], "none of the 10 games has a suitable position (elo missing: 10)");
    refused(&["no/such.pgn", "--results"], "no/such.pgn: ");
    refused(&[games, "--results", "--train", "5"], "--train");
    refused(&[games, "--results", "--per-game", "0"], "--per-game");
    let missing = folder.path().join("no/set.txt");
    eyas(&["import", games, "--results", "--min-elo", "0", "--out", missing.to_str().unwrap()])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("--out: ").and(predicate::str::contains("No such file")));
    refused(&[games, "--results", "--min-elo", "0", "--exclude", "no/such.epd"], "--exclude: no/such.epd: ");
}

#[test]
fn sets_are_converted_from_any_format_to_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let games = random_games(&folder, 12);
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    eyas(&["import", games.to_str().unwrap(), "--results", "--min-elo", "0", "--out", &path("set.txt")])
        .assert()
        .success();
    for (from, to) in [("set.txt", "old.zst"), ("old.zst", "set.packed"), ("set.packed", "again.txt")] {
        eyas(&["epd", &path(from), "--results", "--out", &path(to)])
            .assert()
            .success()
            .stdout(predicate::str::contains("positions written to"));
    }
    assert_eq!(fs::read(path("again.txt")).unwrap(), fs::read(path("set.txt")).unwrap());
    let packed = fs::read(path("set.packed")).unwrap();
    assert!(packed.starts_with(b"eyas-results 2\n"));

    // Points of an embedded set are written with their positions.
    eyas(&["epd", "gm2600-points", "--results", "--out", &path("points.txt")]).assert().success();
    let text = fs::read_to_string(path("points.txt")).unwrap();
    assert!(text.contains("game Carlsen,M – Nakamura,Hi") && text.lines().count() == 187_470);

    // A damaged file is an error, and the output stays as it was.
    fs::write(path("cut.packed"), &packed[..packed.len() / 2]).unwrap();
    eyas(&["epd", &path("cut.packed"), "--results", "--out", &path("again.txt")])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("cut.packed: the packed file is damaged"));
    assert_eq!(fs::read(path("again.txt")).unwrap(), fs::read(path("set.txt")).unwrap());
}
