//! `eyas match`: the paths of players, openings and tournament files, and matches that are resumed from another folder.

use std::fs;
use std::path::{Path, PathBuf};

use eyas::organism::Organism;
use predicates::str::contains;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::command::eyas;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
                     rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";

const MATCH: &str =
    "match --a mine.ron --b reference --openings start.epd --nodes 20 --hash 1 --games 4 --max-moves 3";

fn games(folder: &Path, arguments: &str) -> u64 {
    let output = eyas(folder, arguments).arg("--json").assert().success().get_output().stdout.clone();
    serde_json::from_slice::<Value>(&output).unwrap()["games"].as_u64().unwrap()
}

/// Returns a folder with the folders `play` and `other`. The former has an organism and openings.
fn folders() -> (TempDir, PathBuf, PathBuf) {
    let root = tempfile::tempdir().unwrap();
    let [play, other] = ["play", "other"].map(|name| root.path().canonicalize().unwrap().join(name));
    fs::create_dir(&play).unwrap();
    fs::create_dir(&other).unwrap();
    write_organism(&play.join("mine.ron"));
    fs::write(play.join("start.epd"), START).unwrap();
    (root, play, other)
}

fn write_organism(path: &Path) {
    let organism = Organism::named_or_path("paper-2014-figure-3").unwrap();
    fs::write(path, organism.to_ron().unwrap()).unwrap();
}

/// Removes all games but the first, as if the match had been killed.
fn forget_games(session: &Path) {
    let journal = session.join("games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text.split_inclusive('\n').take(1).collect::<String>()).unwrap();
    fs::remove_file(session.join("checkpoint.ron")).unwrap();
}

#[test]
fn a_match_is_resumed_from_another_folder() {
    let (_root, play, other) = folders();
    assert_eq!(games(&play, &format!("{MATCH} --session s")), 4);
    forget_games(&play.join("s"));
    assert_eq!(games(&other, "match --session ../play/s --resume"), 4);
    // From its own folder also with the same flags, however the paths are written.
    let same = MATCH.replace("mine.ron", "./mine.ron").replace("start.epd", "./start.epd");
    assert_eq!(games(&play, &format!("{same} --session s --resume")), 4);
    let resumed = |flags: &str| eyas(&play, &format!("match {flags} --session s --resume"));
    resumed("--openings other.epd").assert().code(2).stderr(contains("other settings than --openings"));
    resumed("--a other.ron").assert().code(2).stderr(contains("other settings than --a"));
}

#[test]
fn a_match_with_relative_paths_is_resumed_from_its_own_folder() {
    let (_root, play, _) = folders();
    assert_eq!(games(&play, &format!("{MATCH} --session s")), 4);
    // The match as an earlier version began it.
    let header = play.join("s/match.ron");
    let text = fs::read_to_string(&header).unwrap();
    let (seal, content) = text.split_once('\n').unwrap();
    let relative = content.replace(&format!("{}/", play.display()), "");
    assert_ne!(relative, content);
    let (format, _) = seal.rsplit_once(' ').unwrap();
    let hash = blake3::hash(relative.as_bytes());
    fs::write(&header, format!("{format} {hash}\n{relative}")).unwrap();
    for file in ["games.jsonl", "checkpoint.ron"] {
        fs::remove_file(play.join("s").join(file)).unwrap();
    }
    assert_eq!(games(&play, &format!("{MATCH} --session s --resume")), 4);
    assert_eq!(games(&play, "match --session s --resume"), 4);
}

#[test]
fn a_relative_path_is_not_taken_for_a_copy_in_the_folder_of_the_match() {
    let (_root, play, _) = folders();
    fs::create_dir(play.join("players")).unwrap();
    write_organism(&play.join("players/mine.ron"));
    let arguments = MATCH.replace("mine.ron", "organism:players/mine.ron");
    assert_eq!(games(&play, &format!("{arguments} --session s")), 4);
}

#[test]
fn paths_of_a_tournament_begin_at_its_file() {
    let (_root, play, other) = folders();
    let file = r#"(players: [(spec: "mine.ron"), (spec: "organism:./mine.ron", name: "copy"), (spec: "reference")],
                   openings: "start.epd", control: Nodes(20), games: 2, hash: 1, adjudication: (moves: 3))"#;
    fs::write(play.join("cup.ron"), file).unwrap();
    assert_eq!(games(&other, "match ../play/cup.ron --session s"), 6);
    assert_eq!(games(&other, "match ../play/cup.ron --session s --resume"), 6);
    let mut refused = eyas(&other, "match ../play/cup.ron --openings start.epd");
    refused.assert().code(2).stderr(contains("--openings: not allowed with a tournament file"));
}

#[test]
fn a_tournament_is_resumed_with_its_own_seed() {
    let (_root, play, _) = folders();
    let file = r#"(players: [(spec: "mine.ron"), (spec: "reference")], control: Nodes(20), games: 2, hash: 1,
                   adjudication: (moves: 3))"#;
    fs::write(play.join("cup.ron"), file).unwrap();
    assert_eq!(games(&play, "match cup.ron --seed 5 --session s"), 2);
    for arguments in ["match cup.ron --session s --resume", "match cup.ron --seed 5 --session s --resume"] {
        assert_eq!(games(&play, arguments), 2);
    }
    let mut other = eyas(&play, "match cup.ron --seed 6 --session s --resume");
    other.assert().code(2).stderr(contains("other settings than --seed"));
}
