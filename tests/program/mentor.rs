//! `eyas evolve --stage mentor`: results, sessions, faulty mentors, and kills.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::support::engines::TestEngine;
use crate::support::sessions::{content, lines, survive_kills};
use crate::support::shipped_positions;
use assert_cmd::Command;
use eyas::objectives::scores;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rstest::rstest;
use serde_json::{Value, json};

/// Flags of a tiny experiment.
const TINY: &str = "--stage mentor --train some.epd --test other.epd --population 40 --generations 2";
/// Flags of a small experiment.
const SMALL: &str =
    "--stage mentor --train some.epd --test other.epd --population 40 --generations 12 --sample 100";

/// A folder with two small sets of shipped positions with White to move. In each, `black` positions with Black to move
/// are inserted at regular distances.
fn folder(black: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (white, others): (Vec<&str>, Vec<&str>) =
        shipped_positions("gm2600-train").lines().partition(|line| line.contains(" w "));
    for (number, name) in ["some.epd", "other.epd"].into_iter().enumerate() {
        let mut lines: Vec<&str> = white[200 * number..][..200].to_vec();
        (0..black).for_each(|place| lines.insert(20 * place, others[black * number + place]));
        fs::write(folder.path().join(name), lines.join("\n")).unwrap();
    }
    folder
}

fn eyas(folder: &Path, arguments: &str, mentors: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder).args(arguments.split(' '));
    for mentor in mentors {
        command.args(["--mentor", mentor]);
    }
    command
}

fn run_json(folder: &Path, arguments: &str, mentors: &[&str]) -> Value {
    let output =
        eyas(folder, arguments, mentors).arg("--json").assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert_eq!(text.lines().count(), 1, "exactly one line: {text}");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_result_has_the_documented_keys_and_plausible_values() {
    let folder = folder(0);
    let flags = format!("evolve {SMALL} --mentor-static --session s");
    let result = run_json(folder.path(), &flags, &["paper-2008-figure-3"]);
    let number = |key: &str| result[key].as_f64().unwrap_or_else(|| panic!("{key}: {result}"));
    assert_eq!((&result["generations"], &result["positions_train"]), (&json!(12), &json!(200)));
    assert!(number("error_train") < number("error_mean_first"), "{result}");
    assert!(number("error_test") > 0.0 && number("median_test") <= number("q90_test"));
    assert!(number("population_train") >= number("error_train"), "the champion is the best organism");
    assert!(number("fit_least_absolute_train") < 0.01, "the schema can represent the mentor");
    assert!(number("fit_least_absolute_bound") <= number("fit_least_absolute_train"));
    assert!(number("build_seconds") >= 0.0 && number("wall_seconds") >= 0.0);
    let parameters = result["parameters"].as_array().unwrap();
    assert_eq!(parameters.len(), 35);
    assert_eq!((&parameters[4]["name"], &parameters[4]["mentor"]), (&json!("QUEEN_VALUE"), &json!(954)));
    assert_eq!(result["champion"], "s/champion.ron");

    let again = run_json(folder.path(), "evolve --session s --resume", &[]);
    assert_eq!(again["wall_seconds"], Value::Null, "nothing was computed");
    for key in ["error_train", "error_test", "mentors", "parameters", "runs"] {
        assert_eq!(again[key], result[key], "{key}");
    }
    let other = run_json(
        folder.path(),
        &format!("evolve {SMALL} --mentor-static --session t --threads 1"),
        &["paper-2008-figure-3"],
    );
    assert_eq!(other["runs"][0]["error_train"], result["error_train"]);
    assert_eq!(content(&folder.path().join("s")), content(&folder.path().join("t")));
}

#[test]
fn several_mentors_are_combined_by_agreement() {
    let folder = folder(10);
    let flags = format!("evolve {TINY} --combine agreement --session s --score quiescence --sample 30");
    let result = run_json(folder.path(), &flags, &["reference", "organism:paper-2014-figure-3"]);
    let mentors = result["mentors"].as_array().unwrap();
    assert_eq!((mentors.len(), &mentors[1]["name"]), (2, &json!("organism:paper-2014-figure-3")));
    let weights: f64 = mentors.iter().map(|mentor| mentor["weight"].as_f64().unwrap()).sum();
    assert!((weights - 1.0).abs() < 1e-9 && mentors[0]["error_test"].as_f64().unwrap() > 0.0);
    let used = result["positions_train"].as_u64().unwrap();
    let left_out = result["left_out_train"].as_object().unwrap();
    assert_eq!(used + left_out.values().map(|count| count.as_u64().unwrap()).sum::<u64>(), 210);
}

#[rstest]
#[case("crash@black", "crashed", 6)]
#[case("illegal-move@black", "nonsense", 6)]
#[case("freeze@black", "hung", 1)]
fn positions_on_which_a_mentor_fails_are_left_out_and_counted(
    #[case] misbehaviour: &str,
    #[case] reason: &str,
    #[case] black: usize,
) {
    let folder = folder(black);
    let engine = TestEngine::hostile("uci", misbehaviour);
    let flags = format!("evolve {TINY} --turn given --session s --threads 2");
    let result = run_json(folder.path(), &flags, &[&engine.spec("uci")]);
    assert_eq!(result["positions_train"], 200, "{result}");
    assert_eq!(result["left_out_train"], json!({ reason: black }));
    assert_eq!(result["left_out_test"], json!({ reason: black }));
    engine.assert_gone();
}

#[test]
fn a_mentor_that_always_fails_ends_the_session() {
    let folder = folder(0);
    let engine = TestEngine::hostile("uci", "crash@1");
    eyas(folder.path(), &format!("evolve {SMALL} --session s"), &[&engine.spec("uci")])
        .assert()
        .code(1)
        .stderr(contains("failed repeatedly").and(contains("it exited unexpectedly")));
    engine.assert_gone();
}

#[test]
fn kills_during_scoring_and_evolution_do_not_change_the_files() {
    let folder = folder(3);
    let engine = TestEngine::hostile("uci", "crash@black");
    let evolve = |session: &str, threads: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(folder.path()).args([
            "evolve",
            "--resume",
            "--session",
            session,
            "--turn",
            "given",
        ]);
        command.args(SMALL.split(' ')).args(["--mentor", &engine.spec("uci"), "--threads", threads]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(evolve("whole", "2").status().unwrap().success());
    let [killed, whole] = ["killed", "whole"].map(|session| folder.path().join(session));
    let scores = || lines(&scores::scores_path(&killed));
    let generations = || lines(&killed.join("journal.jsonl"));
    // The number of starts of the mentor before a process that needs no more answers, if there was one.
    let starts_before: Cell<Option<usize>> = Cell::default();
    let is_unused = || starts_before.take().is_none_or(|starts| starts == engine.starts());
    let (mut kills, mut evolving) = (0, 0);
    survive_kills(
        (&killed, &whole),
        &mut ChaCha8Rng::seed_from_u64(1),
        150,
        || (),
        |rng| {
            assert!(is_unused(), "the mentor is not started again after its last answer");
            starts_before.set((generations() > 0).then(|| engine.starts()));
            evolve("killed", ["1", "2", "3"][rng.random_range(0..3)])
        },
        || (scores() + 30 * generations()) as u64,
        || {
            kills += 1;
            evolving += u32::from(starts_before.get().is_some());
            kills - evolving >= 2 && evolving >= 2
        },
    );
    assert!(is_unused(), "the mentor is not started again after its last answer");
}

#[rstest]
#[case("", &[], "--mentor is given 0 times")]
#[case(" --mentor-static", &["uci:engine"], "--mentor-static: “uci:engine” is not an organism")]
#[case(" --mentor-nodes 9", &["xboard:engine"], "no limit of nodes")]
#[case("", &["nobody"], "--mentor: “nobody” is neither")]
#[case("", &["organism:nobody"], "--mentor: “nobody”")]
#[case("", &["uci:/no/such/engine"], "cannot be started")]
#[case(" --mentor-depth 101", &["reference"], "--mentor-depth is 101")]
#[case(" --sample 0", &["reference"], "--sample is 0")]
#[case(" --preset paper-1999", &["reference"], "use one of: paper-2008, quick")]
fn invalid_flags_are_refused(#[case] flags: &str, #[case] mentors: &[&str], #[case] message: &str) {
    let folder = folder(0);
    eyas(folder.path(), &format!("evolve {TINY} --session s{flags}"), mentors)
        .assert()
        .code(2)
        .stderr(contains(message))
        .stdout("");
}

#[test]
fn flags_require_their_stage_and_resumed_sessions_refuse_others() {
    let folder = folder(0);
    eyas(folder.path(), "evolve --sample 5", &[])
        .assert()
        .code(2)
        .stderr(contains("--sample requires --objective scores"));
    run_json(folder.path(), &format!("evolve {SMALL} --mentor-static --session s"), &["reference"]);
    for (flags, message) in [
        ("--sample 5", "--sample"),
        ("--mentor-depth 3", "--mentor-depth"),
        ("--weight below-worst", "--weight"),
    ] {
        eyas(folder.path(), &format!("evolve --session s --resume {flags}"), &[])
            .assert()
            .code(2)
            .stderr(contains("started with other settings").and(contains(message)));
    }
    eyas(folder.path(), "evolve --session s --resume --stage grandmaster", &[])
        .assert()
        .code(2)
        .stderr(contains("started with other settings than --stage"));
}
