//! `eyas tune` by games: matches against fixed opponents, and self-play of searches.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use assert_cmd::Command;
use eyas::organism::Organism;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use rstest::rstest;
use serde_json::Value;

use crate::support::sessions::{assert_identical, kill_when, lines};

/// Short games of few nodes.
const SHORT: &[&str] = &[
    "tune",
    "--preset",
    "quick",
    "--nodes",
    "60",
    "--hash",
    "1",
    "--max-moves",
    "15",
    "--generations",
    "3",
    "--match-games",
    "4",
];

/// The additional flags of matches.
const MATCHES: &[&str] = &["--objective", "matches", "--pairs", "4", "--confirmation-pairs", "4"];

/// A race of several organisms.
const RACE: &[&str] = &[
    "--objective",
    "matches",
    "--pairs",
    "8",
    "--confirmation-pairs",
    "8",
    "--optimizer",
    "cma-es",
    "--population",
    "5",
    "--racing",
    "on",
    "--racing-level",
    "0.4",
];

const SELF_PLAY: &[&str] =
    &["--objective", "self-play", "--games-per-pair", "6", "--confirmation-games", "2"];

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    let output = command.current_dir(folder).args(arguments).arg("--json").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The session is the same for any number of threads, and after kills in a generation and after the last one.
#[rstest]
#[case(MATCHES, "matches.txt")]
#[case(RACE, "matches.txt")]
#[case(SELF_PLAY, "games.jsonl")]
fn a_killed_session_resumes_identically(#[case] flags: &[&str], #[case] games: &str) {
    let folder = tempfile::tempdir().unwrap();
    let command = |session: &str, threads: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_eyas"));
        command
            .current_dir(folder.path())
            .args(SHORT)
            .args(flags)
            .args(["--session", session, "--threads", threads])
            .stdout(Stdio::null());
        command
    };
    assert!(command("one", "1").status().unwrap().success());
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    let journal = |least: usize| lines(&two.join("journal.jsonl")) >= least && lines(&two.join(games)) >= 3;
    kill_when(&mut command("two", "3"), || journal(2));
    kill_when(command("two", "2").arg("--resume"), || journal(4));
    assert!(command("two", "2").arg("--resume").status().unwrap().success());
    assert_identical(&two, &one);
}

#[test]
fn a_search_tuned_by_matches_has_a_confirmation_and_a_final_match() {
    let folder = tempfile::tempdir().unwrap();
    let result = json(folder.path(), &[SHORT, MATCHES, &["--session", "s"]].concat());
    let matches = &result["matches"];
    let confirmation = matches["confirmation"].as_array().unwrap();
    assert_eq!(confirmation[0]["origin"], "start");
    // The start plays nobody but itself.
    assert_eq!(confirmation[0]["points_percent"], 50.0);
    assert!(confirmation.iter().any(|finalist| finalist["origin"] == "estimate"));
    assert!(matches["games"].as_u64().unwrap() >= 4 * 2 * 8);
    let champion = Organism::load(&folder.path().join("s/champion.ron")).unwrap();
    let reference = Organism::named_or_path("reference").unwrap();
    assert_eq!(champion.evaluation.values, reference.evaluation.values);
    assert_eq!(champion.searches[0].schema.name, "search-extended");
    let keeps = champion.searches[0].values == reference.searches.last().unwrap().values;
    assert_eq!(matches["keeps_start"], keeps);
    let played = &matches["final_match"];
    if matches["best"] != 0 {
        let count = |key: &str| played[key].as_u64().unwrap();
        assert_eq!(count("won") + count("drawn") + count("lost"), 4);
        assert_eq!(keeps, count("won") <= count("lost"));
    }
    // The settings of the session are an experiment file with the same result.
    let header = eyas::session::Session::header_of(&folder.path().join("s")).unwrap();
    fs::write(folder.path().join("again.ron"), ron::to_string(&header.settings).unwrap()).unwrap();
    let again = json(folder.path(), &["run", "again.ron", "--session", "t"]);
    assert_eq!(again["matches"], *matches);
    // The points of the final match are not called those of a test set.
    Command::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(folder.path())
        .args(["run", "again.ron", "--session", "t", "--resume"])
        .assert()
        .success()
        .stdout(contains("test set").not());
    let champion = |session: &str| fs::read(folder.path().join(session).join("champion.ron")).unwrap();
    assert_eq!(champion("s"), champion("t"));
}

/// Organisms far away from the start lose to it.
#[test]
fn the_start_is_the_result_if_nothing_is_better() {
    let folder = tempfile::tempdir().unwrap();
    let far = ["--generations", "0", "--perturbation", "0.5", "--first-step", "0.5", "--max-moves", "80"];
    let flags = [&SHORT[..7], MATCHES, &far, &["--session", "s"]].concat();
    Command::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(folder.path())
        .args(flags)
        .assert()
        .success()
        .stdout(contains("no evolved organism beat the start, so the result is the start itself"));
    let champion = Organism::load(&folder.path().join("s/champion.ron")).unwrap();
    let reference = Organism::named_or_path("reference").unwrap();
    assert_eq!(champion.searches[0].values, reference.searches.last().unwrap().values);
    assert!(champion.origin.description.contains("no evolved organism"), "{}", champion.origin.description);
}

/// In self-play too, a search that does not beat the start is not the result.
#[test]
fn self_play_of_searches_keeps_a_better_start() {
    let folder = tempfile::tempdir().unwrap();
    let far = ["--generations", "0", "--perturbation", "0.5", "--first-step", "0.5", "--max-moves", "80"];
    let games = ["--games-per-pair", "6", "--confirmation-games", "20", "--match-games", "20"];
    let flags = [&SHORT[..7], &["--objective", "self-play"], &games, &far, &["--session", "s"]].concat();
    let result = json(folder.path(), &flags);
    assert_eq!(
        (&result["keeps_start"], &result["champion_founder"]),
        (&Value::from(true), &"the start".into())
    );
    let count = |key: &str| result[key].as_u64().unwrap();
    assert!(count("wins") <= count("losses"), "{result}");
    let champion = Organism::load(&folder.path().join("s/champion.ron")).unwrap();
    let reference = Organism::named_or_path("reference").unwrap();
    assert_eq!(champion.searches[0].values, reference.searches.last().unwrap().values);
    assert!(champion.origin.description.contains("no evolved organism"), "{}", champion.origin.description);
    Command::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(folder.path())
        .args(["tune", "--objective", "self-play", "--session", "s", "--resume"])
        .assert()
        .success()
        .stdout(contains("the result is the start, because no evolved search beat it"));
}

#[rstest]
#[case(&["tune", "--pairs", "3"], "--pairs: applies to matches only")]
#[case(&["tune", "--objective", "matches", "--node-limit", "9"], "--node-limit: applies to suite only")]
#[case(&["tune", "--objective", "matches", "--opponent", "nobody"], "--opponent: “nobody” is neither a file")]
#[case(&["tune", "--objective", "matches", "--nodes", "9", "--depth", "3"], "cannot be used with")]
#[case(&["tune", "--objective", "matches", "--pairs", "50000"], "openings are too few")]
#[case(&["tune", "--objective", "matches", "--preset", "paper-2014"], "use one of: spsa, quick")]
#[case(&["tune", "--objective", "matches", "--resign", "4"], "--resign: the rule must have the form")]
fn invalid_flags_are_refused(#[case] flags: &[&str], #[case] hint: &str) {
    let folder = tempfile::tempdir().unwrap();
    Command::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(folder.path())
        .args(flags)
        .args(["--session", "s"])
        .assert()
        .code(2)
        .stderr(contains(hint).and(contains("panic").not()));
    assert!(!folder.path().join("s/session.ron").exists());
}
