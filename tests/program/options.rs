//! `eyas tune --player`: the options of an engine, tuned by games.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::engines::TestEngine;
use crate::support::results;
use crate::support::sessions::{assert_identical, lines, survive_kills};
use eyas::engine_options::ParameterFile;
use predicates::str::contains;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rstest::rstest;
use serde_json::{Value, json};

/// Parameters of the test engine in the format of OpenBench.
pub(super) const PARAMETERS: &str = "\
Alpha, int, 15, 0, 100, 8, 0.002
Beta Margin, int, 85, 0, 100, 8, 0.002
# both signs
Gamma, int, -40, -50, 50, 8, 0.002
Delta, int, 0, 0, 1, 0.5, 0.002
";

/// Short games that end when one side has lost a rook.
pub(super) const GAMES: &str = "--nodes 10 --max-moves 40 --resign 2,450";

/// An engine, and a folder with a file of parameters.
pub(super) struct Tune {
    pub(super) engine: TestEngine,
    pub(super) folder: tempfile::TempDir,
}

impl Tune {
    pub(super) fn new(arguments: &str, parameters: &str) -> Tune {
        let tune = Tune { engine: TestEngine::tunable(arguments), folder: tempfile::tempdir().unwrap() };
        fs::write(tune.path("params.txt"), parameters).unwrap();
        tune
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(self.folder.path()).args(["tune", "--player", &self.engine.spec("uci")]);
        command.args(arguments.split_whitespace());
        command
    }

    /// Runs a tune to its end, and returns the result.
    pub(super) fn result(&self, arguments: &str) -> Value {
        results::json(self.command(&format!("--params params.txt {GAMES} {arguments}")).into())
    }
}

#[test]
fn spsa_finds_the_hidden_optimum_and_proves_the_gain() {
    let tune = Tune::new("", PARAMETERS);
    let flags = "--session s --budget 1600 --pairs 6 --first-step 0.04 --calibration 5 --confirmation-pairs 20 \
                 --match-games 60 --params-out tuned.txt";
    let result = tune.result(flags);
    assert_eq!((&result["generations"], &result["objective"]), (&json!(65), &json!("matches")));
    assert_eq!(result["start"], json!({ "Alpha": 15, "Beta Margin": 85, "Gamma": -40, "Delta": 0 }));
    let value = |name: &str| result["values"][name].as_i64().unwrap();
    let distance = |name: &str, best: i64| (value(name) - best).abs();
    let all = distance("Alpha", 70) + distance("Beta Margin", 30) + distance("Gamma", 20);
    assert!(all <= 60, "the start has a distance of 170: {}", result["values"]);
    assert_eq!((&result["verdict"], &result["faults"]), (&json!("gain"), &json!(0)));
    let number = |key: &str| result[key].as_f64().unwrap();
    assert!(number("elo") > number("elo_error") && number("llr") > 0.0, "{result}");
    assert!(number("games") > 1_600.0, "{result}");

    // The tuned values are in both files, each in its own format.
    let numbers = |path: &str| -> Vec<f64> {
        let file = ParameterFile::read(&tune.path(path)).unwrap();
        file.options().iter().map(|option| option.start).collect()
    };
    let tuned: Vec<f64> = ["Alpha", "Beta Margin", "Gamma", "Delta"].map(|name| value(name) as f64).to_vec();
    assert_eq!((numbers("tuned.txt"), numbers("s/champion.ron")), (tuned.clone(), tuned));
    let text = fs::read_to_string(tune.path("tuned.txt")).unwrap();
    assert!(
        text.contains("\n# both signs\nGamma, int, ") && text.contains(", -50, 50, 8, 0.002\n"),
        "{text}"
    );
    assert_options_are_sent_when_they_change(tune.engine.folder.path());
    tune.engine.assert_gone();

    // A finished session prints its result again, without an engine.
    let mut again = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    again.current_dir(tune.folder.path()).args(["tune", "--session", "s", "--resume"]);
    let text = String::from_utf8(again.assert().success().get_output().stdout.clone()).unwrap();
    assert!(
        text.contains("run 1: transfers: ") && text.contains("setoption name Beta Margin value "),
        "{text}"
    );
}

#[test]
fn an_engine_that_does_not_keep_the_node_limit_makes_the_tuning_suspect() {
    let tune = Tune::new("", PARAMETERS);
    // The engine reports 10 nodes whatever its limit is.
    let flags = "--params params.txt --nodes 1000 --max-moves 40 --resign 2,450 --session s --generations 2 --population 3 \
                 --optimizer ga --pairs 2 --confirmation-pairs 2 --match-games 4";
    let run = |flags: &str| {
        let mut command = assert_cmd::Command::from_std(tune.command(flags));
        String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
    };
    let text = run(flags);
    let is_suspect = |text: &str| {
        text.starts_with("suspect: ")
            && text.contains("reports 10 nodes (median of ")
            && text.contains("limit is 1,000")
    };
    assert!(is_suspect(&text), "{text}");
    // A later report knows it from the session.
    let result: Value =
        serde_json::from_str(&run("--params params.txt --session s --resume --json")).unwrap();
    let why = result["suspect"].as_str().unwrap();
    assert!(why.contains("reports 10 nodes"), "{why}");
    let mut report = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    report.current_dir(tune.folder.path()).args(["report", "s", "--out", "r"]).assert().success();
    let page = fs::read_to_string(tune.path("r/index.html")).unwrap();
    assert!(page.contains("Suspect: ") && page.contains("reports 10 nodes"), "{page}");

    // A session without the file is one of an earlier version.
    fs::remove_file(tune.path("s/engine-nodes.json")).unwrap();
    let result: Value =
        serde_json::from_str(&run("--params params.txt --session s --resume --json")).unwrap();
    assert_eq!(result["suspect"], Value::Null);
}

#[test]
fn an_engine_that_keeps_the_node_limit_is_not_suspect() {
    let tune = Tune::new("", PARAMETERS);
    let flags = "--session s --generations 1 --population 3 --optimizer ga --pairs 2 --confirmation-pairs 2 --match-games 4";
    assert_eq!(tune.result(flags)["suspect"], Value::Null);
    let nodes = fs::read_to_string(tune.path("s/engine-nodes.json")).unwrap();
    assert!(nodes.contains("\"limit\":10,"), "{nodes}");
}

/// Asserts that no process received an option with the value that it had, and that there were new games.
fn assert_options_are_sent_when_they_change(folder: &Path) {
    let mut games = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.file_name().unwrap().to_str().unwrap().starts_with("received-") {
            continue;
        }
        let mut values = std::collections::HashMap::new();
        for line in fs::read_to_string(path).unwrap().lines() {
            match line.strip_prefix("setoption name ").and_then(|rest| rest.split_once(" value ")) {
                None => games += usize::from(line == "ucinewgame"),
                Some((name, value)) => {
                    let before = values.insert(name.to_owned(), value.to_owned());
                    assert_ne!(before.as_deref(), Some(value), "{name} was sent twice");
                }
            }
        }
    }
    assert!(games > 2_000, "{games}");
}

/// The final match is played twice, in openings of its own each time, and an interruption changes nothing.
#[rstest]
#[case::matches("matches", "--pairs 6 --confirmation-pairs 10")]
#[case::self_play("self-play", "--games-per-pair 12 --confirmation-games 20")]
fn a_gain_is_proved_with_a_longer_limit(#[case] objective: &str, #[case] games: &str) {
    let tune = Tune::new("", PARAMETERS);
    let flags = format!(
        "--objective {objective} --generations 20 --first-step 0.04 --calibration 5 {games} --match-games 20"
    );
    let proved = tune.result(&format!("{flags} --proof-games 16 --session proved"));
    let proofs = proved["proofs"].as_array().unwrap();
    let limits: Vec<&str> = proofs.iter().map(|one| one["limit"].as_str().unwrap()).collect();
    assert_eq!(limits, ["10 nodes per move", "40 nodes per move"]);
    let number = |place: usize, key: &str| proofs[place][key].as_f64();
    assert_eq!((number(0, "games"), number(1, "games")), (Some(20.0), Some(16.0)));
    assert!(number(1, "elo_low") < number(1, "elo") || number(1, "elo").is_none(), "{proved}");
    let transfer = proved["transfer"].as_str().unwrap();
    assert!(["transfers", "only at short control", "not shown"].contains(&transfer), "{proved}");
    let journal = fs::read_to_string(tune.path("proved/journal.jsonl")).unwrap();
    assert!(journal.contains(r#""proof":{"control":{"Nodes":40},"played":{"results":["#), "{journal}");
    // The games before it are the same without it, in other openings. A session without one has no word about it.
    let without = tune.result(&format!("{flags} --proof-games 0 --session without"));
    assert_eq!((&without["proofs"], &without["transfer"]), (&Value::Null, &Value::Null));
    let header = fs::read_to_string(tune.path("without/session.ron")).unwrap();
    let journal = fs::read_to_string(tune.path("without/journal.jsonl")).unwrap();
    assert!(!header.contains("proof") && !journal.contains("proof"), "{header}");
    // Another limit, and one that is none.
    let longer = format!("--params params.txt {GAMES} {flags} --session longer --proof-tc");
    let command = tune.command(&format!("{longer} 10"));
    let message =
        "--proof-tc: 10 nodes per move is not longer than the limit of the tuning, 10 nodes per move";
    assert_cmd::Command::from(command).assert().code(2).stderr(contains(message));
    let result = tune.result(&format!("{flags} --session longer --proof-tc 25 --proof-games 4"));
    assert_eq!(result["proofs"][1]["limit"], "25 nodes per move");
    if objective == "matches" {
        assert_survives(&tune, &format!("{flags} --proof-games 16"), 24, 90, 6);
    }
}

#[test]
fn an_engine_that_crashes_loses_and_the_tune_continues() {
    // Half of the organisms are above the value.
    let parameters =
        "{ \"Alpha\": { \"value\": 50, \"min_value\": 40, \"max_value\": 60, \"step\": 5, \"note\": 1 } }";
    let tune = Tune::new("crash Alpha 50", parameters);
    let flags =
        "--session s --generations 3 --pairs 2 --confirmation-pairs 2 --match-games 4 --params-out out.json";
    let result = tune.result(flags);
    let faults = result["faults"].as_u64().unwrap();
    // Until the estimate is far enough below the value, one organism of each generation crashes in its four games.
    assert!(faults >= 8, "{result}");
    assert_eq!(result["verdict"], "no gain shown", "{result}");
    let journal = fs::read_to_string(tune.path("s/journal.jsonl")).unwrap();
    let crashes = "[[0,\"crash\"],[1,\"crash\"],[2,\"crash\"],[3,\"crash\"]]";
    assert!(journal.contains(&format!("\"faults\":[[],{crashes}]")), "{journal}");
    // The organisms that crashed are named, and their faults are all that there were.
    let organisms = result["faults_by_organism"].as_array().unwrap();
    assert!(organisms.iter().all(|one| one["values"]["Alpha"].as_i64().unwrap() > 50), "{result}");
    assert_eq!(organisms[0]["kinds"]["crash"], organisms[0]["faults"], "{result}");
    let sum: u64 = organisms.iter().map(|one| one["faults"].as_u64().unwrap()).sum();
    assert_eq!(sum, faults, "{result}");
    let text = fs::read_to_string(tune.path("out.json")).unwrap();
    assert!(text.contains("\"note\": 1") && text.contains("\"value\": 50"), "{text}");
    tune.engine.assert_gone();
}

#[test]
fn an_engine_that_no_longer_starts_stops_the_run() {
    // The engine is started twice for checks, and then for games.
    let engine = TestEngine::hostile("uci", "exit@start3");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("params.txt"), "Hash, int, 2, 1, 16, 1, 0.002").unwrap();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder.path()).args([
        "tune",
        "--player",
        &engine.spec("uci"),
        "--params",
        "params.txt",
    ]);
    command.args(["--session", "s", "--threads", "1"]);
    command.assert().code(1).stderr(contains("it exited unexpectedly")).stdout("");
    assert_eq!(lines(&folder.path().join("s/journal.jsonl")), 0, "no generation has a result");
    engine.assert_gone();
}

#[rstest]
#[case("Alpa, int, 1, 0, 2, 1, 1", "", "it has no option “Alpa”; the most similar option is “Alpha”")]
#[case(
    "Alpha, int, 1, 0, 200, 1, 1",
    "",
    "its option “Alpha” does not accept “200”; it accepts an integer from 0 to 100"
)]
#[case("Alpha, float, 1, 0, 2, 1, 1", "", "its option “Alpha” does not accept “0.000”")]
#[case(
    "Delta, int, 0, 0, 2, 1, 1",
    "",
    "the option “Delta”: the range is 0 to 2, but the option has 2 values"
)]
#[case(
    "Alpha, int, 9, 0, 2, 1, 1",
    "",
    "params.txt, line 1, column 1: “Alpha”: start is 9; it must be 0 to 2"
)]
#[case(
    "{\"Alpha\": {\"value\": 9, \"min_value\": 0, \"max_value\": 40}}",
    "",
    "params.txt, line 1, column 2: “Alpha” has no step; add it, such as \"step\": 2"
)]
#[case(
    "{\"engines\": [], \"parameter_ranges\": {\"Alpha\": \"Integer(0, 40)\"}}",
    "",
    "params.txt, line 1, column 17: this is a configuration of chess-tuning-tools"
)]
#[case(PARAMETERS, "--option Hush=1", "it has no option “Hush”; the most similar option is “Hash”")]
#[case(
    PARAMETERS,
    "--option alpha=1",
    "the option “Alpha”: the option is tuned, so it cannot have a fixed value"
)]
#[case(
    PARAMETERS,
    "--budget 10",
    "--budget: a generation has 32 games; use a larger budget, or fewer --pairs"
)]
#[case(PARAMETERS, "--schema paper", "the parameters of an engine are those of its parameter file")]
#[case(PARAMETERS, "--start reference", "the start of an engine's options is that of the parameter file")]
#[case(PARAMETERS, "--opponent uci:/none", "--opponent: the engine “/none”: it cannot be started")]
fn invalid_tunes_are_refused_and_start_nothing(
    #[case] parameters: &str,
    #[case] flags: &str,
    #[case] message: &str,
) {
    let tune = Tune::new("", parameters);
    let command = tune.command(&format!("--params params.txt --session s {flags}"));
    assert_cmd::Command::from(command).assert().code(2).stderr(contains(message)).stdout("");
    assert!(!tune.path("s/session.ron").exists());
    // An error in the parameter file is found before the engine is started.
    if !message.starts_with("params.txt") {
        tune.engine.assert_gone();
    }
}

#[test]
fn flags_without_what_they_need_are_refused() {
    let tune = Tune::new("", PARAMETERS);
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(tune.folder.path()).args(["tune", "--session", "s", "--params-out", "out.txt"]);
    command.assert().code(2).stderr(contains("--params-out: applies to the options of an engine only"));
    let command = tune.command("--params params.txt --session s --params-out missing/out.txt");
    let message = "--params-out: missing/out.txt: No such file";
    assert_cmd::Command::from(command).assert().code(2).stderr(contains(message));
    assert!(!tune.path("s").exists());
}

#[test]
fn the_options_of_an_engine_are_listed_as_a_parameter_file() {
    let tune = Tune::new("", "");
    let listed = assert_cmd::Command::from(tune.command("--list-params"))
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    let text = String::from_utf8(listed).unwrap();
    assert!(text.starts_with("// Options of Tunable that may be tuned."), "{text}");
    assert!(text.contains("// Left out: Hash.\n"), "{text}");
    let file = ParameterFile::parse("listed", &text).unwrap();
    let names: Vec<&str> = file.options().iter().map(|option| option.name.as_str()).collect();
    assert_eq!(names, ["Alpha", "Beta Margin", "Gamma", "Epsilon", "Zeta", "Delta", "Style"]);
    // The file is valid for the engine.
    fs::write(tune.path("params.txt"), text).unwrap();
    let flags =
        "--session s --generations 0 --pairs 1 --confirmation-pairs 1 --match-games 2 --option Hash=2";
    let result = tune.result(&format!("{flags} --optimizer cma-es --population 4 --opponent reference"));
    assert_eq!((&result["optimizer"], &result["start"]["Gamma"]), (&json!("cma-es"), &json!(-40)));
}

/// Six options of the test engine: four integers, a check and a combo. Their distance from the optimum is 4.5 ranges.
const SIX: &str = "\
Alpha, int, 5, 0, 100, 8, 0.002
Beta Margin, int, 95, 0, 100, 8, 0.002
Gamma, int, -50, -50, 50, 8, 0.002
Epsilon, int, 100, 0, 100, 8, 0.002
Delta, int, 0, 0, 1, 0.5, 0.002
Style, int, 2, 0, 2, 0.5, 0.002
";

/// The best values of the six options, and the widths of their ranges.
const OPTIMUM: [(&str, i64, i64); 6] = [
    ("Alpha", 70, 100),
    ("Beta Margin", 30, 100),
    ("Gamma", 20, 100),
    ("Epsilon", 50, 100),
    ("Delta", 1, 1),
    ("Style", 0, 2),
];

/// Returns the distances of six values from the optimum, in units of the ranges.
fn distances(values: &Value) -> [f64; 6] {
    OPTIMUM.map(|(name, best, width)| {
        // The word of a combo, or a number.
        let value = match &values[name] {
            Value::String(word) => {
                ["calm", "even", "wild"].iter().position(|one| one == word).unwrap() as i64
            }
            number => number.as_i64().unwrap(),
        };
        value.abs_diff(best) as f64 / width as f64
    })
}

#[rstest]
#[case::spsa("--optimizer spsa --budget 1440 --pairs 6 --first-step 0.05 --calibration 5", 24, 120)]
#[case::cma_es(
    "--optimizer cma-es --population 24 --budget 3168 --pairs 3 --step 0.9 --restarts none",
    144,
    240
)]
fn six_options_move_to_the_hidden_optimum_through_twenty_kills(
    #[case] flags: &str,
    #[case] games: u64,
    #[case] step: u64,
) {
    let tune = Tune::new("", SIX);
    let flags = format!("{flags} --opponent best --confirmation-pairs 20 --match-games 60");
    assert_survives(&tune, &flags, games, step, 20);
    let mut again = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    again.current_dir(tune.folder.path()).args(["tune", "--session", "killed", "--resume"]);
    let result = results::json(again);
    let [start, end] = ["start", "values"].map(|key| distances(&result[key]));
    let [from, to] = [start, end].map(|all| all.iter().sum::<f64>());
    assert!((from - 4.5).abs() < 1e-9 && to <= 0.4 * from, "{from} to {to}: {end:?}");
    assert_eq!((&result["verdict"], &result["faults"]), (&json!("gain"), &json!(0)), "{result}");
}

#[test]
fn kills_do_not_change_faults() {
    let tune = Tune::new("crash Alpha 17", PARAMETERS);
    assert_survives(&tune, "--generations 24 --pairs 2 --confirmation-pairs 2 --match-games 4", 8, 12, 8);
    let journal = fs::read_to_string(tune.path("whole/journal.jsonl")).unwrap();
    assert!(journal.contains("\"faults\":[["), "{journal}");
}

/// Runs a session as a whole, and then one that is killed `enough` times, each time after at most `step` games. Both have
/// the same bytes. A generation has `games` games.
fn assert_survives(tune: &Tune, flags: &str, games: u64, step: u64, enough: u32) {
    let command = |session: &str| {
        let flags = format!("--params params.txt {GAMES} {flags} --resume --session {session}");
        let mut command = tune.command(&flags);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(command("whole").args(["--threads", "2"]).status().unwrap().success());
    let [killed, whole] = ["killed", "whole"].map(|session| tune.path(session));
    let mut kills = 0;
    survive_kills(
        (&killed, &whole),
        &mut ChaCha8Rng::seed_from_u64(4),
        step,
        || (),
        |rng| {
            let mut command = command("killed");
            command.args(["--threads", ["1", "2", "3"][rng.random_range(0..3)]]);
            command
        },
        || lines(&killed.join("matches.txt")) as u64 + games * lines(&killed.join("journal.jsonl")) as u64,
        || {
            kills += 1;
            kills >= enough
        },
    );
    assert_identical(&killed, &whole);
    tune.engine.assert_gone();
}

/// Six options of the test engine, of which three change nothing where they are tried.
const SCREENED: &str = "\
Alpha, int, 15, 0, 100, 8, 0.002
Beta Margin, int, 85, 0, 100, 8, 0.002
Gamma, int, -40, -50, 50, 8, 0.002
Hash, int, 8, 1, 16, 1, 0.002
Epsilon, int, 50, 0, 100, 8, 0.002
Zeta, int, 50, 0, 100, 8, 0.002
";

#[test]
fn a_screening_keeps_the_options_with_an_effect() {
    let tune = Tune::new("", SCREENED);
    let flags = "--screen 1600 --perturbation 0.5 --session s --params-out live.ron";
    let result = tune.result(flags);
    let screening = &result["screening"];
    let mut live: Vec<&str> =
        screening["live"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    live.sort_unstable();
    assert_eq!(live, ["Alpha", "Beta Margin", "Gamma"], "{screening}");
    assert_eq!(screening["games"], 1600, "{screening}");
    let parameters = screening["parameters"].as_array().unwrap();
    let elo = |name: &str, key: &str| {
        parameters.iter().find(|one| one["name"] == name).unwrap()[key].as_f64().unwrap()
    };
    assert!(elo("Alpha", "elo_low") > 0.0 && elo("Beta Margin", "elo_high") < 0.0, "{screening}");
    assert!(elo("Hash", "elo_low") < 0.0 && elo("Hash", "elo_high") > 0.0, "{screening}");
    assert!(screening["gain_at_most"].as_f64().unwrap() > 0.0, "{screening}");
    // The file has the live options only, with their old starts, and can be tuned.
    let file = ParameterFile::read(&tune.path("live.ron")).unwrap();
    let options: Vec<(&str, f64)> =
        file.options().iter().map(|option| (option.name.as_str(), option.start)).collect();
    assert_eq!(options, [("Alpha", 15.0), ("Beta Margin", 85.0), ("Gamma", -40.0)]);
    // A finished screening prints its result again, and other objectives have none.
    let again = tune.result(&format!("{flags} --resume"));
    assert_eq!(again["screening"], *screening);
    let command = tune.command("--params params.txt --screen 100 --objective matches --session t");
    let message = "--screen: a screening measures the two engines of a pair by games against each other";
    assert_cmd::Command::from(command).assert().code(2).stderr(contains(message));
    tune.engine.assert_gone();
}
