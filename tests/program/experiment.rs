//! `eyas run`: experiments and schemas from files.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use rstest::rstest;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::support::sessions::{assert_identical, kill_when, lines, runs_until};
use crate::support::shipped_positions;

fn eyas(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder).args(arguments).args(["--cache", "cache"]);
    command
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = eyas(folder, arguments).arg("--json").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A folder with a small training set and a schema of three parameters.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let lines: Vec<&str> = shipped_positions("gm2600-train").lines().take(60).collect();
    fs::write(folder.path().join("some.epd"), lines.join("\n")).unwrap();
    let schema = r#"(name: "mine", description: "three values", parameters: [
        (name: "PAWN_VALUE", bits: 7, range: (50, 150), group: Material, unit: "cp", description: "a pawn"),
        (name: "KNIGHT_VALUE", bits: 9, range: (200, 500), group: Material, unit: "cp", description: "a knight"),
        (name: "BISHOP_VALUE", bits: 9, range: (200, 500), group: Material, unit: "cp", description: "a bishop"),
    ])"#;
    fs::write(folder.path().join("mine.ron"), schema).unwrap();
    folder
}

const SMALL: [&str; 9] =
    ["evolve", "--train", "some.epd", "--test", "some.epd", "--population", "12", "--generations", "4"];

/// The settings in the file of a session are an experiment file, which gives the same champion.
#[test]
fn an_experiment_with_the_settings_of_a_session_has_the_same_champion() {
    let folder = folder();
    let first = json(folder.path(), &[&SMALL[..], &["--schema", "mine.ron", "--session", "one"]].concat());
    let header = eyas::session::Session::header_of(&folder.path().join("one")).unwrap();
    // The schema file is not needed: the settings contain the schema.
    fs::remove_file(folder.path().join("mine.ron")).unwrap();
    fs::write(folder.path().join("again.ron"), ron::to_string(&header.settings).unwrap()).unwrap();
    let again = json(folder.path(), &["run", "again.ron", "--session", "two"]);
    assert_eq!(again["score"], first["best_correct"]);
    assert_eq!(again["objective"], "moves");
    let champion = |session: &str| fs::read(folder.path().join(session).join("champion.ron")).unwrap();
    assert_eq!(champion("one"), champion("two"));
    // A finished session shows its result again and refuses another experiment.
    let shown = json(folder.path(), &["run", "again.ron", "--session", "two", "--resume"]);
    assert_eq!(shown["score"], again["score"]);
    let text = ron::to_string(&eyas::experiment::presets::named("quick").unwrap()).unwrap();
    fs::write(folder.path().join("other.ron"), text).unwrap();
    eyas(folder.path(), &["run", "other.ron", "--session", "two", "--resume"])
        .assert()
        .code(2)
        .stderr(contains("FILE"));
    // The champion can be scored although its schema is not embedded.
    let scored = json(folder.path(), &["score", "one/champion.ron", "--positions", "some.epd"]);
    assert_eq!(scored["correct"], first["best_correct"]);
}

/// Writes the settings of a small session with another number of generations to `my file.ron`.
fn write_experiment(folder: &Path, generations: u32) {
    json(folder, &[&SMALL[..], &["--session", "some"]].concat());
    let mut settings = eyas::session::Session::header_of(&folder.join("some")).unwrap().settings;
    settings.generations = generations;
    fs::write(folder.join("my file.ron"), ron::to_string(&settings).unwrap()).unwrap();
}

/// The seed of the session counts, whether the flag is repeated or not.
#[test]
fn an_experiment_with_a_seed_of_its_own_is_resumed() {
    let folder = folder();
    write_experiment(folder.path(), 40);
    let command = |session: &str, further: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(folder.path()).args(["run", "my file.ron", "--cache", "cache"]);
        command.args(["--session", session]).args(further).stdout(Stdio::null());
        command
    };
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    assert!(command("whole", &["--seed", "5"]).status().unwrap().success());
    kill_when(&mut command("killed", &["--seed", "5"]), || lines(&killed.join("journal.jsonl")) >= 15);
    assert!(command("killed", &["--resume"]).status().unwrap().success());
    assert_identical(&killed, &whole);
    assert_eq!(eyas::session::Session::header_of(&killed).unwrap().settings.seed, 5);
    let same = ["run", "my file.ron", "--session", "killed", "--resume", "--seed", "5"];
    eyas(folder.path(), &same).assert().success();
    let other = ["run", "my file.ron", "--session", "killed", "--resume", "--seed", "6"];
    eyas(folder.path(), &other).assert().code(2).stderr(contains("other settings than --seed."));
}

/// The command that an interrupted experiment prints: a shell reads its names as one word each.
#[test]
fn the_printed_command_is_quoted() {
    let folder = folder();
    write_experiment(folder.path(), 200_000);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder.path()).args(["run", "my file.ron", "--session", "it's mine", "--seed", "5"]);
    command.args(["--cache", "cache"]).stdout(Stdio::null()).stderr(Stdio::piped());
    let journal = folder.path().join("it's mine/journal.jsonl");
    let mut child = command.spawn().unwrap();
    assert!(runs_until(&mut child, || lines(&journal) >= 3));
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    let (_, resume) = text.split_once("Resume with: ").unwrap();
    assert_eq!(resume.trim(), r"eyas run 'my file.ron' --session 'it'\''s mine' --resume");
}

/// Asserts that a session of 12 organisms with these flags is the same for any number of threads, and after a kill.
#[track_caller]
fn assert_reproducible(flags: &[&str]) {
    let folder = folder();
    let command = |session: &str, threads: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_eyas"));
        command
            .current_dir(folder.path())
            .args(["evolve", "--train", "some.epd", "--test", "some.epd", "--cache", "cache"])
            .args(["--population", "12"])
            .args(flags)
            .args(["--session", session, "--threads", threads])
            .stdout(Stdio::null());
        command
    };
    assert!(command("one", "1").status().unwrap().success());
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    kill_when(&mut command("two", "3"), || lines(&two.join("journal.jsonl")) >= 15);
    assert!(command("two", "2").arg("--resume").status().unwrap().success());
    assert_identical(&two, &one);
}

#[rstest]
fn every_optimizer_is_reproducible(
    #[values("cma-es", "de", "pso", "spsa", "pattern", "regression")] optimizer: &str,
) {
    assert_reproducible(&["--generations", "40", "--optimizer", optimizer]);
}

#[test]
fn a_flag_of_another_optimizer_is_refused() {
    let folder = folder();
    eyas(folder.path(), &[&SMALL[..], &["--covariance", "full"]].concat())
        .assert()
        .code(2)
        .stderr(contains("--covariance: applies to cma-es only"));
    json(folder.path(), &[&SMALL[..], &["--optimizer", "cma-es", "--covariance", "separable"]].concat());
}

#[rstest]
#[case::its_own(&["--optimizer", "cma-es"], 20, 101)]
#[case::with_generations(&["--generations", "3", "--optimizer", "cma-es"], 20, 3)]
#[case::with_a_population(&["--optimizer", "cma-es", "--population", "30"], 30, 40)]
#[case::the_same_optimizer(&["--optimizer", "ga"], 50, 40)]
fn another_optimizer_has_its_own_population_and_measures_no_more_organisms(
    #[case] flags: &[&str],
    #[case] population: u32,
    #[case] generations: u32,
) {
    let folder = folder();
    let quick = [
        "evolve",
        "--preset",
        "quick",
        "--train",
        "some.epd",
        "--test",
        "some.epd",
        "--schema",
        "mine.ron",
        "--session",
        "s",
    ];
    json(folder.path(), &[&quick[..], flags].concat());
    let settings = eyas::session::Session::header_of(&folder.path().join("s")).unwrap().settings;
    assert_eq!((settings.optimizer.population(), settings.generations), (population, generations));
}

#[test]
fn the_prior_of_a_preset_can_be_removed() {
    let folder = folder();
    let extended = ["evolve", "--preset", "extended", "--results", "gm2600-results", "--schema", "mine.ron"];
    let with = |prior| [&extended[..], &["--generations", "0", "--session", "s", "--prior", prior]].concat();
    eyas(folder.path(), &with("nothing"))
        .assert()
        .code(2)
        .stderr(contains("“nothing” is neither a number nor “none”"));
    json(folder.path(), &with("none"));
    let settings = eyas::session::Session::header_of(&folder.path().join("s")).unwrap().settings;
    assert_eq!(settings.objective.results().unwrap().prior, None);
}

/// The regression on a sample of the positions that differs in each generation.
#[test]
fn a_regression_on_samples_is_reproducible() {
    let mentor =
        ["--stage", "mentor", "--mentor", "paper-2008-figure-3", "--mentor-static", "--sample", "30"];
    let optimizer = ["--optimizer", "regression", "--loss", "absolute", "--start", "reference"];
    assert_reproducible(&[&mentor[..], &["--generations", "1000"], &optimizer].concat());
}

#[test]
fn a_regression_of_an_objective_without_derivatives_is_refused() {
    let folder = folder();
    let regression = ["tune", "--organism", "reference", "--optimizer", "regression", "--session", "s"];
    eyas(folder.path(), &regression).assert().code(2).stderr(contains(
        "the optimizer regression needs an objective that is differentiable: likelihood, moves, scores, results",
    ));
    assert!(!folder.path().join("s").exists(), "no session is created");
}

#[test]
fn an_invalid_experiment_is_refused_with_line_and_column() {
    let folder = folder();
    let write = |text: &str| fs::write(folder.path().join("bad.ron"), text).unwrap();
    write("(preset: \"mine\",\n    nonsense: 3)");
    eyas(folder.path(), &["run", "bad.ron"]).assert().code(2).stderr(contains("bad.ron: line 2, column"));
    let search = ron::to_string(&eyas::experiment::presets::named("quick").unwrap()).unwrap();
    write(&search.replace("paper-2014\")", "search-paper\")"));
    eyas(folder.path(), &["run", "bad.ron"])
        .assert()
        .code(2)
        .stderr(contains("bad.ron: line 1: schema: ").and(contains("search-paper")));
    let settings = eyas::experiment::presets::named("quick").unwrap();
    let settings = ron::ser::to_string_pretty(&settings, ron::ser::PrettyConfig::default()).unwrap();
    for (field, value, problem) in
        [("population", "0", "population is 0; it must be "), ("mutation_rate", "7.0", "mutation_rate is 7")]
    {
        let is_field = |line: &str| line.trim_start().starts_with(&format!("{field}:"));
        let line = settings.lines().position(is_field).unwrap();
        let mut lines: Vec<String> = settings.lines().map(str::to_owned).collect();
        lines[line] = format!("{field}: {value},");
        write(&lines.join("\n"));
        let expected = format!("eyas: bad.ron: line {}: {problem}", line + 1);
        for command in [&["run", "bad.ron"][..], &["measure", "--experiment", "bad.ron"]] {
            eyas(folder.path(), command).assert().code(2).stderr(contains(expected.as_str()));
        }
    }
    eyas(folder.path(), &["run", "none.ron"]).assert().code(2).stderr(contains("none.ron"));
    assert!(!folder.path().join("sessions").exists(), "no session is created");
}

#[test]
fn an_invalid_schema_is_refused_with_the_reason() {
    let folder = folder();
    let assert_refused = |text: &str, hint: &str| {
        fs::write(folder.path().join("bad.ron"), text).unwrap();
        let arguments = [&SMALL[..], &["--schema", "bad.ron", "--session", "s"]].concat();
        eyas(folder.path(), &arguments).assert().code(2).stderr(contains(hint));
    };
    let mine = fs::read_to_string(folder.path().join("mine.ron")).unwrap();
    assert_refused(&mine.replace("bits: 7", "bits: 2"), "PAWN_VALUE");
    assert_refused(&mine.replace("PAWN_VALUE", "DAWN_VALUE"), "DAWN_VALUE");
    assert_refused(&mine.replace("\"mine\"", "\"paper-2014\""), "already called “paper-2014”");
    assert_refused("(name: 3)", "line 1");
    assert!(!folder.path().join("s/session.ron").exists());
}
