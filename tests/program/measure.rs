//! `eyas measure`: other programs propose the parameters.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::support::engines::TestEngine;
use crate::support::programs::has_optuna;
use crate::support::results;
use eyas::measuring::LONGEST_LINE;
use serde_json::{Value, json};

const PARAMETERS: &str = "\
Alpha, int, 15, 0, 100, 8, 0.002
Beta Margin, int, 85, 0, 100, 8, 0.002
Gamma, int, -40, -50, 50, 8, 0.002
Delta, int, 0, 0, 1, 0.5, 0.002
";

/// Short games.
const GAMES: &str = "--nodes 10 --max-moves 40 --resign 2,450 --pairs 12";

/// An engine, and a folder with its parameters.
struct Engine {
    engine: TestEngine,
    folder: tempfile::TempDir,
}

impl Engine {
    fn new(arguments: &str) -> Engine {
        let engine = Engine { engine: TestEngine::tunable(arguments), folder: tempfile::tempdir().unwrap() };
        fs::write(engine.folder.path().join("params.txt"), PARAMETERS).unwrap();
        engine
    }

    /// The arguments of the program that measures the engine.
    fn arguments(&self, flags: &str) -> Vec<String> {
        let fixed = ["measure".to_owned(), "--player".to_owned(), self.engine.spec("uci")];
        let flags = format!("--params params.txt {GAMES} {flags}");
        fixed.into_iter().chain(flags.split_whitespace().map(str::to_owned)).collect()
    }

    fn command(&self, flags: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(self.folder.path()).args(self.arguments(flags));
        command
    }

    /// The answers to some lines.
    fn answers(&self, flags: &str, lines: &str) -> Vec<Value> {
        answers(self.command(flags), lines)
    }
}

/// Gives a command some lines and returns its answers. Asserts success without messages.
fn answers(command: Command, lines: &str) -> Vec<Value> {
    let mut command = assert_cmd::Command::from(command);
    let text = results::quiet(command.write_stdin(lines));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_options_of_an_engine_are_measured() {
    let engine = Engine::new("crash Alpha 90");
    let long = "x".repeat(LONGEST_LINE + 9);
    let lines = format!(
        "{{\"id\": \"start\"}}\n\n[70, 30, 20, 1]\nnonsense\n{{\"Alpha\": 101, \"id\": 7}}\n{long}\n\
         [{{\"Alpha\": 70, \"Beta Margin\": 30, \"Gamma\": 20, \"Delta\": true}}, [95, 30, 20, 1], {{\"Alpa\": 1}}]\n\
         {{\"values\": [70, 30, 20, 1], \"generation\": 1}}"
    );
    let single = engine.answers("--threads 1", &lines);
    assert_eq!(engine.answers("--threads 3 --json", &lines), single, "threads change nothing");
    let [start, best, nonsense, outside, too_long, batch, again] = single.as_slice() else {
        panic!("{single:#?}")
    };
    assert_eq!((&start["id"], &start["value"], &start["games"]), (&json!("start"), &json!(50.0), &json!(24)));
    assert_eq!(start["values"], json!({ "Alpha": 15, "Beta Margin": 85, "Gamma": -40, "Delta": 0 }));
    assert_eq!(
        (&best["generation"], &best["total"], &best["faults"]),
        (&json!(1), &json!(1_000_000), &json!(0))
    );
    assert!(best["value"].as_f64().unwrap() > 50.0, "{best}");
    assert_eq!(best["half_points"].as_array().unwrap().len(), 24);
    assert_eq!(again, best, "the same generation has the same openings");
    let error = |answer: &Value| answer["error"].as_str().unwrap().to_owned();
    assert!(error(nonsense).starts_with("line 4: column 2: expected ident"), "{nonsense}");
    assert_eq!(outside["id"], 7);
    assert_eq!(error(outside), "line 5: “Alpha” is 101; it must be 0 to 100");
    assert!(error(too_long).starts_with("line 6: the line is longer than"), "{too_long}");
    assert_eq!(batch[0]["generation"], 2);
    assert!(batch[0]["half_points"] != best["half_points"], "other generations have other openings");
    assert_eq!(
        (&batch[1]["value"], &batch[1]["faults"]),
        (&json!(0.0), &json!(24)),
        "it crashes in every game"
    );
    assert!(error(&batch[2]).contains("the most similar one is “Alpha”"), "{batch}");
    engine.engine.assert_gone();
}

#[test]
fn the_parameters_and_the_objective_are_described() {
    let engine = Engine::new("");
    let described = answers(engine.command("--describe --json"), "").remove(0);
    assert_eq!((&described["direction"], &described["objective"]), (&json!("maximize"), &json!("matches")));
    assert_eq!((&described["generations_differ"], &described["unit"]), (&json!(true), &json!("%")));
    let names: Vec<&str> =
        described["parameters"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Alpha", "Beta Margin", "Gamma", "Delta"]);
    let delta = &described["parameters"][3];
    assert_eq!((&delta["type"], &delta["min"], &delta["max"]), (&json!("check"), &json!(0), &json!(1)));
    engine.engine.assert_gone();
}

#[test]
fn an_experiment_file_and_the_flags_of_other_objectives_are_measured() {
    let folder = tempfile::tempdir().unwrap();
    let command = |flags: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(folder.path()).arg("measure").args(flags.split_whitespace());
        command
    };
    let flags = "--objective suite --schema paper --positions 5 --node-limit 100";
    let by_flags = answers(command(flags), "{}\n{\"NULL_MOVE_USE\":0}\n");
    let described = answers(command(&format!("{flags} --describe --json")), "").remove(0);
    assert_eq!((&described["direction"], &described["unit"]), (&json!("minimize"), &json!("nodes")));
    assert_eq!(by_flags[0]["values"]["NULL_MOVE_USE"], 1, "the untuned search completes the vector");
    assert_eq!(by_flags[1]["values"]["NULL_MOVE_USE"], 0);

    // The settings of a session are an experiment.
    let mut tune = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    tune.current_dir(folder.path()).args([
        "tune",
        "--preset",
        "quick",
        "--session",
        "s",
        "--generations",
        "0",
    ]);
    tune.args("--population 2 --schema paper --positions 5 --node-limit 100".split_whitespace())
        .assert()
        .success();
    let session = fs::read_to_string(folder.path().join("s/session.ron")).unwrap();
    fs::write(folder.path().join("experiment.ron"), settings(&session)).unwrap();
    let by_file = answers(command("--experiment experiment.ron"), "{}\n{\"NULL_MOVE_USE\":0}\n");
    assert_eq!(by_file, by_flags);

    let refused = |flags: &str, message: &str| {
        let output =
            assert_cmd::Command::from(command(flags)).assert().code(2).stdout("").get_output().clone();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(message), "{text}");
    };
    refused("--experiment experiment.ron --positions 3", "--positions: the experiment file has all settings");
    refused("--organism reference", "--organism: applies to the objectives suite, matches and self-play");
    refused("--objective suite --session s", "--session: measures are not stored");
    refused("--player uci:x", "--params");
}

/// The settings in the header of a session.
fn settings(session: &str) -> &str {
    let from = session.find("settings: ").unwrap() + "settings: ".len();
    let mut depth = 0;
    let end = session[from..].find(|letter: char| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        letter == ')' && depth == 0
    });
    &session[from..=from + end.unwrap()]
}

/// A process that measures and waits for lines.
fn waiting(engine: &Engine) -> (Child, BufReader<std::process::ChildStdout>) {
    let mut command = engine.command("");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut input = child.stdin.take().unwrap();
    let mut line = String::new();
    input.write_all(b"{}\n").unwrap();
    // The answer arrives while the input is open.
    output.read_line(&mut line).unwrap();
    assert!(line.contains("\"value\":50.0"), "{line}");
    child.stdin = Some(input);
    (child, output)
}

#[test]
fn a_signal_or_the_end_of_the_input_ends_it_and_its_engines() {
    let engine = Engine::new("");
    let (mut child, _output) = waiting(&engine);
    // Waiting closes the input of a child, which would end it, too.
    let input = child.stdin.take();
    let status = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
    let (mut child, _output) = waiting(&engine);
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    engine.engine.assert_gone();
}

#[test]
fn an_engine_that_no_longer_starts_ends_it() {
    // The engine is started twice for checks, and then for games.
    let engine = TestEngine::hostile("uci", "exit@start3");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("params.txt"), "Hash, int, 2, 1, 16, 1, 0.002").unwrap();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder.path()).args(["measure", "--player", &engine.spec("uci")]);
    command.args(["--params", "params.txt", "--threads", "1"]).write_stdin("{\"Hash\": 3}\n");
    let output = command.assert().code(1).stdout("").get_output().stderr.clone();
    assert!(String::from_utf8(output).unwrap().contains("it exited unexpectedly"));
    engine.assert_gone();
}

#[test]
fn optuna_tunes_an_engine() {
    if !has_optuna() {
        return;
    }
    let engine = Engine::new("");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/optuna/tune.py");
    let mut command = assert_cmd::Command::new("python3");
    command.current_dir(engine.folder.path()).arg(script);
    command.args("--trials 32 --batch 8 --finalists 3 --json --".split_whitespace());
    command.arg(env!("CARGO_BIN_EXE_eyas")).args(engine.arguments(""));
    let output = command.assert().success().get_output().stdout.clone();
    let result: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!((&result["trials"], &result["failed"]), (&json!(32), &json!(0)));
    // The finalists play the start again, in openings that did not select them.
    assert!(result["value"].as_f64().unwrap() > 50.0, "{result}");
    let names: Vec<&String> = result["values"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["Alpha", "Beta Margin", "Delta", "Gamma"]);
    engine.engine.assert_gone();
}
