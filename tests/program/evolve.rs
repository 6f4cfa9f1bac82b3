//! `eyas evolve`: results, sessions, exit codes and error messages.

use std::fs;
use std::path::Path;

use crate::support::results;
use crate::support::shipped_positions;
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use rstest::rstest;
use serde_json::Value;

/// A folder with small files of positions.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let shipped = shipped_positions("gm2600-train");
    let lines: Vec<&str> = shipped.lines().take(90).collect();
    fs::write(folder.path().join("train.epd"), lines[..60].join("\n")).unwrap();
    fs::write(folder.path().join("test.epd"), lines[60..].join("\n")).unwrap();
    folder
}

/// Flags of a small experiment.
const SMALL: &str = "--train train.epd --test test.epd --generations 4 --population 10 --cache cache";

fn evolve(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder).arg("evolve").args(arguments.iter().flat_map(|text| text.split(' ')));
    command
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    results::json(evolve(folder, arguments))
}

#[test]
fn the_result_has_the_documented_keys() {
    let folder = folder();
    let result = json(folder.path(), &[SMALL, "--session s"]);
    assert_eq!(result["generations"], 4);
    assert_eq!(result["evaluations"], 50);
    assert_eq!((&result["train_total"], &result["test_total"]), (&60.into(), &30.into()));
    let first = result["mean_correct_first"].as_f64().unwrap();
    let best = result["best_correct"].as_u64().unwrap();
    assert!(first <= best as f64 && best <= 60, "{result}");
    assert_eq!(result["champion"], "s/champion.ron");
    assert!(folder.path().join("s/champion.ron").is_file());
    for seconds in ["build_seconds", "wall_seconds"] {
        assert!(result[seconds].as_f64().unwrap() >= 0.0, "{result}");
    }

    let again = json(folder.path(), &[SMALL, "--session s --resume"]);
    assert_eq!(again["wall_seconds"], Value::Null, "nothing was computed");
    for key in ["evaluations", "mean_correct_first", "best_correct", "test_correct", "champion", "runs"] {
        assert_eq!(again[key], result[key], "{key}");
    }
}

#[test]
fn the_result_of_an_ensemble_is_that_of_the_best_run_in_training() {
    let folder = folder();
    let result = json(folder.path(), &[SMALL, "--session s --runs 3"]);
    let runs = result["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 3);
    let best = runs.iter().map(|run| run["best_correct"].as_u64().unwrap()).max().unwrap();
    let first = runs.iter().find(|run| run["best_correct"] == best).unwrap();
    for key in ["run", "best_correct", "test_correct", "evaluations", "mean_correct_first"] {
        assert_eq!(result[key], first[key], "{key}");
    }
    for (number, run) in (1..).zip(runs) {
        assert_eq!(run["champion"], format!("s/champion-{number}.ron"));
        assert!(folder.path().join(run["champion"].as_str().unwrap()).is_file());
    }
    assert_eq!(result["champion"], "s/champion.ron");
}

#[test]
fn sessions_without_a_folder_are_numbered() {
    let folder = folder();
    for number in 1..=2 {
        let result = json(folder.path(), &[SMALL]);
        assert_eq!(result["session"], format!("sessions/grandmaster-000{number}"));
    }
}

#[test]
fn an_existing_session_requires_resume_or_another_folder() {
    let folder = folder();
    json(folder.path(), &[SMALL, "--session s --resume"]);
    let before = fs::read(folder.path().join("s/journal.jsonl")).unwrap();
    evolve(folder.path(), &[SMALL, "--session s"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains("--resume").and(contains("--session")));
    let contradicting = "--mutation-rate 0.4 --seed 9 --preset quick --selection rank --population 10";
    evolve(folder.path(), &["--session s --resume", contradicting]).assert().code(2).stdout("").stderr(
        contains("--mutation-rate")
            .and(contains("--seed"))
            .and(contains("--preset"))
            .and(contains("--selection"))
            .and(contains("--population").not()),
    );
    assert_eq!(fs::read(folder.path().join("s/journal.jsonl")).unwrap(), before);
}

#[test]
fn a_session_that_another_process_uses_is_refused() {
    let folder = folder();
    json(folder.path(), &[SMALL, "--session s"]);
    fs::remove_file(folder.path().join("s/champion.ron")).unwrap();
    let lock = fs::File::open(folder.path().join("s/lock")).unwrap();
    lock.lock().unwrap();
    evolve(folder.path(), &["--session s --resume"]).assert().code(2).stderr(contains("another process"));
    drop(lock);
    let resumed = evolve(folder.path(), &["--session s --resume"]).assert().success();
    resumed.stderr(contains("s/champion.ron: the file was missing; it was written again"));
    assert!(folder.path().join("s/champion.ron").is_file(), "a lost champion is written again");
}

#[test]
fn a_session_of_a_later_version_is_refused_and_not_changed() {
    let folder = folder();
    json(folder.path(), &[SMALL, "--session s"]);
    let path = folder.path().join("s/session.ron");
    let text = fs::read_to_string(&path).unwrap().replacen("format 2", "format 3", 1);
    fs::write(&path, &text).unwrap();
    evolve(folder.path(), &["--session s --resume"]).assert().code(2).stderr(contains("later version"));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn changed_positions_are_refused() {
    let folder = folder();
    json(folder.path(), &[SMALL, "--session s"]);
    // Make the session unfinished.
    let journal = folder.path().join("s/journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    fs::write(&journal, lines[..3].concat()).unwrap();
    fs::remove_file(folder.path().join("s/checkpoint.ron")).unwrap();
    fs::copy(folder.path().join("test.epd"), folder.path().join("train.epd")).unwrap();
    evolve(folder.path(), &[SMALL, "--session s --resume"])
        .assert()
        .code(2)
        .stderr(contains("training set").and(contains("train.epd")));
}

#[rstest]
#[case("--stage nobody", "grandmaster")]
#[case("--stage mentor", "--mentor")]
#[case("--population 1", "--population is 1")]
#[case("--crossover-rate 1.5", "--crossover-rate is 1.5")]
#[case("--elite 100", "--elite")]
#[case("--selection rank --pressure 3", "--pressure is 3")]
#[case("--pressure 2", "--selection rank")]
#[case("--tournament-size 2", "--selection tournament")]
#[case("--preset paper-1999", "paper-2014")]
#[case("--schema nobody", "nobody")]
#[case("--train missing.epd", "missing.epd")]
#[case("--resume", "--session")]
#[case("--session train.epd", "train.epd")]
#[case("--session .", "other files")]
fn invalid_flags_exit_with_2_and_a_hint_and_leave_no_session(#[case] arguments: &str, #[case] hint: &str) {
    let folder = folder();
    evolve(folder.path(), &[arguments]).assert().code(2).stdout("").stderr(contains(hint));
    assert!(!folder.path().join("sessions").exists());
}

#[test]
fn invalid_positions_are_reported_with_file_and_line() {
    let folder = folder();
    fs::write(folder.path().join("bad.epd"), "8/8/8/8/8/8/8/8 w - - sm e4;\n").unwrap();
    evolve(folder.path(), &["--train bad.epd"])
        .assert()
        .code(2)
        .stderr(contains("bad.epd").and(contains("line 1")));
}

#[rstest]
#[case("--fitness static")]
#[case("--selection rank")]
#[case("--selection tournament --tournament-size 3 --crossover one-point --elite 0")]
#[case("--schema paper-2008 --crossover two-point")]
fn experiments_with_other_operators_and_schemas_run(#[case] arguments: &str) {
    let folder = folder();
    let result = json(folder.path(), &[SMALL, "--session s", arguments]);
    assert_eq!(result["evaluations"], 50);
}
