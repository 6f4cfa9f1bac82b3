//! `eyas persona` and `eyas recognise`: from games to personas and back.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use predicates::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position, Role};
use tempfile::TempDir;

/// How a player chooses among moves: the probability of keeping a candidate.
type Taste = fn(Move) -> f64;

fn pushes_pawns(m: Move) -> f64 {
    if m.role() == Role::Pawn { 1.0 } else { 0.15 }
}

fn moves_pieces(m: Move) -> f64 {
    if m.role() == Role::Pawn { 0.15 } else { 1.0 }
}

/// Returns games of a player against one with the other taste, each with colours reversed.
fn games(name: &str, taste: [Taste; 2], count: usize, seed: u64) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut text = String::new();
    for number in 0..count {
        let is_white = number % 2 == 0;
        let [white, black] = if is_white { [name, "Rival, R"] } else { ["Rival, R", name] };
        let _ = write!(text, "[Event \"Event {number}\"]\n[Date \"2001.01.{:02}\"]\n", number % 28 + 1);
        let _ = write!(text, "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"1/2-1/2\"]\n\n");
        let mut position = Chess::default();
        for ply in 0..44 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let taste = taste[usize::from((ply % 2 == 0) != is_white)];
            let m = loop {
                let m = moves[rng.random_range(0..moves.len())];
                if rng.random::<f64>() < taste(m) {
                    break m;
                }
            };
            if ply % 2 == 0 {
                let _ = write!(text, "{}. ", ply / 2 + 1);
            }
            let _ = write!(text, "{} ", SanPlus::from_move_and_play_unchecked(&mut position, m));
        }
        text.push_str("1/2-1/2\n\n");
    }
    text
}

fn eyas(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("eyas").unwrap();
    command.args(args);
    command
}

fn result(args: &[&str]) -> Value {
    let assert = eyas(args).arg("--json").assert().success();
    serde_json::from_slice(&assert.get_output().stdout).unwrap()
}

fn write(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Makes a persona from games. Returns the result and the path of the persona.
fn persona(folder: &TempDir, name: &str, taste: [Taste; 2], threads: &str) -> (Value, PathBuf) {
    let file = write(folder, &format!("{name}.pgn"), &games(&format!("{name}, A"), taste, 12, 1));
    let all = write(folder, "all.pgn", &games("Anyone, A", [pushes_pawns, moves_pieces], 12, 3));
    let out = folder.path().join(format!("{name}-{threads}.ron"));
    let args = [
        "persona",
        text(&file),
        "--player",
        name,
        "--cut",
        "8",
        "--threads",
        threads,
        "--out",
        text(&out),
        "--all",
        text(&all),
    ];
    let result = result(&args);
    let path = PathBuf::from(result["persona"].as_str().unwrap());
    (result, path)
}

#[test]
fn a_persona_plays_and_recognises_its_player_whatever_the_names() {
    let folder = tempfile::tempdir().unwrap();
    let (found, pawns) = persona(&folder, "Pawner", [pushes_pawns, moves_pieces], "1");
    assert_eq!(found["player"], "Pawner");
    assert_eq!(found["games"].as_u64().unwrap() + found["games_held_out"].as_u64().unwrap(), 12);
    assert!(found["likelihood"]["difference"].as_f64().unwrap() > 0.0, "{}", found["likelihood"]);
    let (_, pieces) = persona(&folder, "Piecer", [moves_pieces, pushes_pawns], "1");
    let organism = found["organism"].as_str().unwrap();
    let (player, session) = (format!("organism:{organism}"), folder.path().join("match"));
    let args = ["match", "--a", &player, "--b", "organism:reference", "--games", "2", "--nodes", "20"];
    eyas(&args).args(["--session", text(&session)]).assert().success();
    eyas(&["score", organism, "--positions", "gm2600-test", "--move-score", "static"]).assert().success();
    let stored = fs::read_to_string(&pawns).unwrap();
    assert!(!stored.contains("Rival") && !stored.contains("Event"), "a persona has no games");

    let (_, again) = persona(&folder, "Pawner", [pushes_pawns, moves_pieces], "4");
    assert_eq!(stored, fs::read_to_string(again).unwrap(), "any number of threads");

    let unseen = games("Pawner, A", [pushes_pawns, moves_pieces], 10, 2);
    let among = |games: &Path, side: &[&str]| {
        let args = [&["recognise", text(games)], side, &["--among", text(&pawns), text(&pieces)]].concat();
        result(&args)
    };
    let plain = among(&write(&folder, "unseen.pgn", &unseen), &["--player", "Pawner"]);
    assert_eq!((plain["best"].as_str(), plain["games"].as_u64()), (Some("Pawner"), Some(10)));
    let scrambled =
        unseen.replace("Pawner, A", "Piecer, A").replace("Event ", "Pawner ").replace("2001", "1950");
    let other = among(&write(&folder, "Piecer-games.pgn", &scrambled), &["--player", "Piecer"]);
    assert_eq!(plain, other, "names, events, dates and file names do not reach the decision");
    let alone = pawns.with_file_name("alone.persona");
    let common = stored.lines().find(|line| line.contains("common:")).unwrap();
    fs::write(&alone, stored.replace(common, "    common: \"other\",")).unwrap();
    let file = write(&folder, "unseen.pgn", &unseen);
    let args = ["recognise", text(&file), "--white", "--among", text(&pawns), text(&alone)];
    eyas(&args).assert().code(2).stderr(predicate::str::contains("the same files of --all"));
    let rival = among(&write(&folder, "unseen.pgn", &unseen), &["--player", "Rival"]);
    assert_eq!(rival["best"], "Piecer");
}

#[test]
fn a_persona_plays_in_a_search_and_a_match_resumes_with_the_same_one_only() {
    let folder = tempfile::tempdir().unwrap();
    let (_, pawns) = persona(&folder, "Pawner", [pushes_pawns, moves_pieces], "2");
    let play = |style: &str, session: &str, games: &str| -> String {
        let session = folder.path().join(session);
        let file = format!("style file={}", text(&pawns));
        let common = ["--nodes", "300", "--games", games, "--session", text(&session)];
        let options = ["--option-a", &file, "--option-a", style, "--option-a", "Largest Loss=80"];
        let args = [&["match", "--a", "reference", "--b", "reference"], &options[..], &common].concat();
        result(&args);
        fs::read_to_string(session.join("games.pgn")).unwrap()
    };
    let moves = |pgn: &str| -> Vec<String> {
        pgn.lines().filter(|line| !line.starts_with('[')).map(str::to_owned).collect()
    };
    let [much, again, none] = [("Style=40", "much"), ("Style=40", "again"), ("Style=0", "none")]
        .map(|(style, session)| moves(&play(style, session, "4")));
    assert!(much == again && much != none, "a style changes the moves, and the same style plays the same");

    let session = folder.path().join("much");
    let cut_and_resume = || {
        let journal = session.join("games.jsonl");
        let games = fs::read_to_string(&journal).unwrap();
        let kept: Vec<&str> = games.lines().take(games.lines().count() - 1).collect();
        fs::write(&journal, kept.join("\n") + "\n").unwrap();
        fs::remove_file(session.join("checkpoint.ron")).unwrap();
        eyas(&["match", "--session", text(&session), "--resume", "--json"])
    };
    cut_and_resume().assert().success();
    assert_eq!(moves(&fs::read_to_string(session.join("games.pgn")).unwrap()), again);
    let other = fs::read_to_string(&pawns).unwrap().replace("-0.", "-1.");
    fs::write(&pawns, other).unwrap();
    cut_and_resume().assert().code(2).stderr(predicate::str::contains("changed"));
    fs::write(&pawns, "(player: \"Pawner\"").unwrap();
    let broken = predicate::str::contains("Style File: ").and(predicate::str::contains("line 1"));
    cut_and_resume().assert().code(2).stderr(broken);
}

#[test]
fn a_study_recognises_players_from_unseen_games() {
    let folder = tempfile::tempdir().unwrap();
    let pawns = write(&folder, "Pawner.pgn", &games("Pawner, A", [pushes_pawns, moves_pieces], 40, 1));
    let pieces = write(&folder, "Piecer.pgn", &games("Piecer, A", [moves_pieces, pushes_pawns], 40, 2));
    let out = folder.path().join("personas");
    let args = ["recognise", text(&pawns), text(&pieces), "--study", "--cut", "8", "--out", text(&out)];
    let found = result(&args);
    let personas = &found["recognition"][0]["all"];
    assert_eq!(
        (personas[1]["games"].as_u64(), found["recognition"][1]["method"].as_str()),
        (Some(5), Some("kinds of moves"))
    );
    assert!(personas[1]["share"].as_f64().unwrap() > 0.9, "{personas}");
    assert!(out.join("Pawner.persona").is_file() && out.join("Piecer.persona").is_file());
}

#[test]
fn personas_are_compared_and_mapped() {
    let folder = tempfile::tempdir().unwrap();
    let (_, pawns) = persona(&folder, "Pawner", [pushes_pawns, moves_pieces], "2");
    let (_, pieces) = persona(&folder, "Piecer", [moves_pieces, pushes_pawns], "2");
    let (_, others) = persona(&folder, "Other", [pushes_pawns, pushes_pawns], "2");
    let set = write(&folder, "set.pgn", &games("Rival, R", [moves_pieces, moves_pieces], 2, 5));
    let out = folder.path().join("tables");
    let files = ["persona", "--compare", text(&pawns), text(&pieces), "--positions", text(&set)];
    let found = result(&[&files[..], &["--out", text(&out)]].concat());
    assert!(found["parted"].as_u64().unwrap() > 20, "{found}");
    let effects: Vec<f64> = found["kinds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kind| kind["effect"].as_f64().unwrap().abs())
        .collect();
    assert!(effects[0] > 0.0 && effects.is_sorted_by(|one, other| one >= other), "{effects:?}");
    let partings = found["partings"].as_array().unwrap();
    let is_by_pawn = |m: &Value| m.as_str().unwrap().starts_with(char::is_lowercase);
    let [own, other] =
        [0, 1].map(|side| partings.iter().filter(|found| is_by_pawn(&found["moves"][side])).count());
    assert!(own > 2 * other, "{own} pawn moves of who pushes pawns, {other} of the other: {partings:?}");
    let parting = &found["partings"][0];
    assert!(
        parting["nats"].as_f64().unwrap() > 0.5 && parting["moves"][0] != parting["moves"][1],
        "{parting}"
    );
    assert_eq!(fs::read_dir(&out).unwrap().count(), 6);
    let same = result(&["persona", "--compare", text(&pawns), text(&pawns), "--positions", text(&set)]);
    assert_eq!((&same["parted"], &same["values"]), (&0.into(), &Value::Array(Vec::new())));
    let picture = folder.path().join("map.svg");
    let three = ["persona", "--map", text(&pawns), text(&pieces), text(&others), "--out", text(&picture)];
    let map = result(&three);
    let [one, two] = [0, 1].map(|axis| map["axes"][axis]["share"].as_f64().unwrap());
    assert!(one >= two && (0.99..1.01).contains(&(one + two)), "three points are in a plane: {map}");
    assert_eq!(map["axes"][0]["parameters"].as_array().unwrap().len(), 3);
    assert!(fs::read_to_string(&picture).unwrap().contains("Piecer"));
    eyas(&three[..4]).assert().code(2).stderr(predicate::str::contains("use at least 3"));
}

#[test]
fn what_is_wrong_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(&folder, "games.pgn", &games("Pawner, A", [pushes_pawns, moves_pieces], 3, 1));
    let out = folder.path().join("out.ron");
    let fails = |args: &[&str], reason: &str| {
        eyas(args).assert().code(2).stderr(predicate::str::contains(reason));
    };
    fails(&["persona", text(&file), "--player", "Pawn", "--out", text(&out)], "none of the 3 games");
    fails(&["persona", text(&file), "--player", "Pawner", "--out", text(&out)], "use at least 8");
    fails(&["persona", "no.pgn", "--player", "Pawner", "--out", text(&out)], "no.pgn");
    let broken = write(&folder, "broken.persona", "(\n  format: 1,\n  player: 7,\n)");
    let args = ["recognise", text(&file), "--player", "Pawner", "--among", text(&broken)];
    fails(&args, "line 3, column");
    fails(&["recognise", text(&file), "--among", text(&broken)], "--white or --black");
    assert!(!out.exists());
}
