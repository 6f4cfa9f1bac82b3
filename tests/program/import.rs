//! `eyas import` and `eyas epd`: positions from PGN files, and normalised EPD files.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;

const MIXED: &str = "tests/data/mixed.pgn";

fn eyas(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("eyas").unwrap();
    command.args(args);
    command
}

/// Imports a file into a new folder. Returns the result and the folder.
fn import(file: &str, args: &[&str]) -> (Value, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("deep/out");
    let assert =
        eyas(&["import", file, "--out", out.to_str().unwrap(), "--json"]).args(args).assert().success();
    let stdout = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert_eq!(stdout.trim_end().lines().count(), 1);
    assert!(assert.get_output().stderr.is_empty());
    (serde_json::from_str(&stdout).unwrap(), folder)
}

fn epd(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join("deep/out").join(name)).unwrap()
}

#[test]
fn bad_games_are_skipped_and_counted_by_reason() {
    let (result, folder) = import(MIXED, &["--train", "2", "--test", "1"]);
    assert_eq!(result["games"], 15);
    assert_eq!(result["train"], 2);
    assert_eq!(result["test"], 1);
    assert_eq!(
        result["skipped"],
        json!({
            "illegal move": 1, "unreadable move": 1, "not decisive": 1, "unfinished or unknown result": 1,
            "elo missing": 1, "elo below minimum": 1, "unreadable set-up": 1, "variant": 1,
            "no eligible position": 1, "unreadable text": 1, "contradictory results": 1,
            "cut off before the result": 1,
        })
    );
    let text = epd(&folder, "train.epd") + &epd(&folder, "test.epd");
    let mut events: Vec<&str> =
        text.lines().map(|line| line.split('"').find(|part| part.starts_with("Good")).unwrap()).collect();
    events.sort_unstable();
    assert_eq!(events, ["Good", "Good, odd tags", "Good, set up"]);
    for line in text.lines() {
        for opcode in [" sm ", " id \"mixed.", " c0 \"", " c1 \"", " c2 \"", " c3 \"", " c4 \""] {
            assert_eq!(line.matches(opcode).count(), 1, "{opcode} in {line}");
        }
    }
}

#[test]
fn line_ends_and_encodings_make_no_difference() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(MIXED).unwrap().replace("Ding", "Düng");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name).join("mixed.pgn");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let marked = format!("\u{feff}{text}").replace('\n', "\r\n");
    let args = ["--train", "3", "--test", "0"];
    let (plain, expected) = import(&write("plain", text.as_bytes()), &args);
    assert!(epd(&expected, "train.epd").contains("Düng \\\"the rock\\\" Liren"));
    assert_eq!(epd(&expected, "test.epd"), "");
    for (name, bytes) in [("latin", &latin[..]), ("marked", marked.as_bytes())] {
        let (result, folder) = import(&write(name, bytes), &args);
        assert_eq!(result["skipped"], plain["skipped"], "{name}");
        assert_eq!(epd(&folder, "train.epd"), epd(&expected, "train.epd"), "{name}");
    }
}

#[test]
fn standard_input_gives_the_same_positions_as_a_file() {
    let (_, from_file) = import(MIXED, &["--train", "2", "--test", "1"]);
    let folder = tempfile::tempdir().unwrap();
    eyas(&["import", "-", "--train", "2", "--test", "1", "--out", folder.path().to_str().unwrap()])
        .pipe_stdin(MIXED)
        .unwrap()
        .assert()
        .success();
    let piped = fs::read_to_string(folder.path().join("train.epd")).unwrap();
    assert_eq!(piped.replace("game.", "mixed."), epd(&from_file, "train.epd"));
    // When games repeat each other, the import needs more games than it has kept, and would read the input twice.
    let game = "[Result \"1-0\"]\n\n1. e4 1-0\n\n".repeat(100);
    eyas(&[
        "import",
        "-",
        "--min-elo",
        "0",
        "--train",
        "2",
        "--test",
        "0",
        "--out",
        folder.path().to_str().unwrap(),
    ])
    .write_stdin(game)
    .assert()
    .code(2)
    .stderr(predicate::str::contains("a pipe can be read only once"));
}

#[test]
fn the_seed_determines_the_positions() {
    let args = ["--train", "3", "--test", "3", "--any-result", "--min-elo", "0"];
    let (_, first) = import(MIXED, &[&args[..], &["--seed", "7"]].concat());
    let (_, again) = import(MIXED, &[&args[..], &["--seed", "7", "--threads", "2"]].concat());
    let (_, other) = import(MIXED, &[&args[..], &["--seed", "8"]].concat());
    let both = |folder| [epd(folder, "train.epd"), epd(folder, "test.epd")];
    assert_eq!(both(&first), both(&again));
    assert_ne!(both(&first), both(&other));
}

#[test]
fn flags_change_which_games_and_positions_are_eligible() {
    let (result, _) = import(MIXED, &["--train", "3", "--test", "2", "--any-result"]);
    assert!(result["skipped"].get("not decisive").is_none());
    let (result, folder) = import(MIXED, &["--train", "1", "--test", "0", "--player", "liren"]);
    assert_eq!(result["skipped"]["player not in the game"], 11);
    assert!(epd(&folder, "train.epd").contains(" b "));
    let (_, folder) = import(MIXED, &["--train", "1", "--test", "0", "--min-ply", "6"]);
    assert!(
        epd(&folder, "train.epd").contains("sm Qxf7#;") && epd(&folder, "train.epd").contains("c4 \"6\";")
    );
}

#[test]
fn too_few_games_exit_with_2_and_leave_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    eyas(&["import", MIXED, "--json", "--out", out.to_str().unwrap()]).assert().code(2).stdout("").stderr(
        predicate::str::contains(
            "tests/data/mixed.pgn: 10000 positions are requested, but only 3 of the 15 games",
        )
        .and(predicate::str::contains("illegal move: 1"))
        .and(predicate::str::contains("--train, --test")),
    );
    assert!(!out.exists());
}

#[test]
fn unreadable_input_exits_with_2() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let empty = folder.path().join("empty.pgn");
    fs::write(&empty, "").unwrap();
    for (games, hint) in [
        ("no/such.pgn", "no/such.pgn: "),
        ("tests/data", "tests/data: "),
        (empty.to_str().unwrap(), "0 of the 0 games"),
    ] {
        eyas(&["import", games, "--out", out.to_str().unwrap()])
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains(hint));
    }
    eyas(&["import", MIXED]).assert().code(2).stderr(predicate::str::contains("--out"));
    eyas(&["import", MIXED, "--out", "x", "--train", "many"]).assert().code(2);
    assert!(!out.exists());
}

#[test]
fn an_unwritable_folder_is_refused_and_keeps_the_old_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "here").unwrap();
    let args = |out: &Path| {
        vec![
            "import".to_owned(),
            MIXED.to_owned(),
            "--train=2".to_owned(),
            "--test=1".to_owned(),
            format!("--out={}", out.display()),
        ]
    };
    for out in [file.clone(), file.join("below")] {
        Command::cargo_bin("eyas")
            .unwrap()
            .args(args(&out))
            .assert()
            .code(2)
            .stderr(predicate::str::contains("--out"));
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "here");
    // With a folder named test.epd, no temporary file is left.
    let out = folder.path().join("out");
    fs::create_dir_all(out.join("test.epd")).unwrap();
    Command::cargo_bin("eyas")
        .unwrap()
        .args(args(&out))
        .assert()
        .code(2)
        .stderr(predicate::str::contains("test.epd"));
    let left: Vec<PathBuf> = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.iter().all(|path| path.extension().is_some_and(|end| end == "epd")), "{left:?}");
}

#[test]
fn epd_writes_a_suite_in_canonical_form() {
    let folder = tempfile::tempdir().unwrap();
    let (suite, out) = (folder.path().join("sloppy.epd"), folder.path().join("out.epd"));
    fs::write(&suite, "# mine\r\n4k3/8/8/8/8/8/8/4K2R w K - 0 1 id first one; bm e1g1 Rh8").unwrap();
    let (suite, out) = (suite.to_str().unwrap(), out.to_str().unwrap());
    let assert = eyas(&["epd", suite, "--out", out, "--json"]).assert().success();
    assert_eq!(serde_json::from_slice::<Value>(&assert.get_output().stdout).unwrap()["positions"], 1);
    assert_eq!(
        fs::read_to_string(out).unwrap(),
        "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id \"first one\";\n"
    );
    fs::write(suite, "\n4k3/8/8/8/8/8/8/4K2R w K - bm Rh9;").unwrap();
    eyas(&["epd", suite, "--out", out])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("sloppy.epd, line 2, column 31: “Rh9” is not a move; write"));
    assert!(fs::read_to_string(out).unwrap().contains("first one"));
    eyas(&["epd", suite, "--out"]).assert().code(2);
    fs::write(suite, "4k3/8/8/8/8/8/8/4K2R w K -").unwrap();
    eyas(&["epd", suite, "--out", folder.path().join("no/such").to_str().unwrap()]).assert().code(1);
}

#[cfg(unix)]
#[test]
fn a_closed_standard_output_is_not_a_failure() {
    use std::process::{Command, Stdio};

    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .args(["import", MIXED, "--train", "2", "--test", "1", "--out", folder.path().to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn a_signal_exits_with_130_and_writes_no_files() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let folder = tempfile::tempdir().unwrap();
    let (pipe, out) = (folder.path().join("games.pgn"), folder.path().join("out"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let child = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .args(["import", pipe.to_str().unwrap(), "--out", out.to_str().unwrap()])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Opening the pipe blocks until the import reads it, so the signal handlers are installed before the signal comes.
    let mut games = fs::File::create(&pipe).unwrap();
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    for _ in 0..100_000 {
        // The import may have ended already.
        if games.write_all(&fs::read(MIXED).unwrap()).is_err() {
            break;
        }
    }
    drop(games);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("interrupted"));
    assert!(!out.exists());
}

#[test]
fn positions_and_games_of_an_excluded_set_are_omitted() {
    let size = ["--train", "2", "--test", "0"];
    let (_, first) = import(MIXED, &size);
    let excluded = first.path().join("deep/out/train.epd");
    let exclude = ["--exclude", excluded.to_str().unwrap()];
    let (result, rest) = import(MIXED, &[&exclude[..], &["--train", "1", "--test", "0"]].concat());
    assert_eq!((&result["eligible"], &result["skipped"]["excluded"]), (&json!(1), &json!(2)));
    let players = |text: &str| -> Vec<String> {
        text.lines()
            .map(|line| line.split('"').find(|part| part.contains(" – ")).unwrap().to_owned())
            .collect()
    };
    let omitted = players(&fs::read_to_string(&excluded).unwrap());
    let text = epd(&rest, "train.epd");
    assert!(players(&text).iter().all(|players| !omitted.contains(players)), "{text}");
    eyas(&[&["import", MIXED, "--out", "out"], &size[..], &exclude[..]].concat())
        .assert()
        .failure()
        .stderr(predicate::str::contains("excluded: 2"));
}

/// Returns games between some players, each with other moves.
fn games_of(players: &[&str], count: usize) -> String {
    let firsts =
        ["e4 e5", "d4 d5", "c4 c5", "Nf3 Nf6", "e3 e6", "d3 d6", "b3 b6", "g3 g6", "f4 f5", "Nc3 Nc6"];
    let seconds = ["a3 a6", "h3 h6", "a4 a5", "h4 h5", "a3 h6", "h3 a6"];
    let game = |number: usize| {
        let white = players[number % players.len()];
        let (first, second) = (firsts[number % firsts.len()], seconds[number / firsts.len() % seconds.len()]);
        format!(
            "[Event \"{number}\"]\n[Date \"1970.01.01\"]\n[White \"{white}\"]\n[Black \"Other, A\"]\n[Result \"1-0\"]\n\
             [WhiteElo \"2500\"]\n\n1. {first} 2. {second} 3. g4 g5 1-0\n\n"
        )
    };
    (0..count).map(game).collect()
}

#[test]
fn all_positions_of_a_player_are_split_by_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    fs::write(&file, games_of(&["Kortschnoj, Viktor", "Korchnoi,V", "Tseshkovsky, Vitaly"], 60)).unwrap();
    let file = file.to_str().unwrap();
    let names = ["--player", "Korchnoi", "--player", "Kortschnoj"];
    let all = ["--per-game", "all", "--min-elo", "0", "--train", "3", "--test", "1", "--min-ply", "2"];
    let (result, out) = import(file, &[&names[..], &all[..]].concat());
    assert_eq!(
        (result["eligible"].as_u64(), result["skipped"]["player not in the game"].as_u64()),
        (Some(40), Some(20))
    );
    let ids = |name: &str| -> Vec<String> {
        let text = epd(&out, name);
        let id = |line: &str| line.split("id \"").nth(1).unwrap().split('"').next().unwrap().to_owned();
        assert!(text.lines().all(
            |line| line.contains("; c5 \"Kor") && line.contains("c6 \"Other, A\"; c7 \"2500\"; c8 \"?\"")
        ));
        text.lines().map(id).collect()
    };
    let (train, test) = (ids("train.epd"), ids("test.epd"));
    assert!(test.iter().all(|id| !train.contains(id)) && train.len() > test.len() && !test.is_empty());
    assert!(
        train.iter().any(|id| train.iter().filter(|other| *other == id).count() == 2),
        "several of a game"
    );
    let (result, _) = import(file, &[&names[..], &["--min-elo", "0", "--per-game", "1"]].concat());
    assert_eq!(result["train"].as_u64().unwrap() + result["test"].as_u64().unwrap(), 40);
}

#[test]
fn too_few_games_of_a_player_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let args = ["import", MIXED, "--out", out.to_str().unwrap(), "--player", "Liren", "--per-game", "all"];
    eyas(&args).assert().code(2).stderr(predicate::str::contains("check --player"));
    eyas(&["import", MIXED, "--out", "x", "--per-game", "0"]).assert().code(2);
}
