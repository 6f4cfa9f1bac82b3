//! `eyas tune --player` with every objective, with clocks, and with an engine that uses the xboard protocol.

use std::fs;
use std::process::Stdio;

use super::options::{GAMES, PARAMETERS, Tune};
use crate::support::engines::TestEngine;
use crate::support::programs::has_engine;
use crate::support::results;
use crate::support::sessions::{assert_identical, kill_when, lines, survive_kills};
use eyas::engine_options::ParameterFile;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rstest::rstest;
use serde_json::{Value, json};

/// Flags of a short run with each objective that measures engines on positions.
const SUITE: &str = "--objective suite --preset quick --positions 12 --node-limit 20";
const MOVES: &str = "--objective moves --preset quick --positions 30 --nodes 10";
const SCORES: &str = "--objective scores --preset quick --positions 20 --nodes 10 --mentor organism:reference \
                      --mentor-depth 1";

#[test]
fn engines_that_play_each_other_are_tuned() {
    let tune = Tune::new("", PARAMETERS);
    let flags = format!(
        "--params params.txt {GAMES} --objective self-play --budget 1600 --games-per-iteration 16 --first-step 0.04 \
         --calibration 5 --confirmation-games 20 --match-games 60 --proof-games 0 --params-out tuned.txt"
    );
    let result = results::json(tune.command(&format!("{flags} --session s --threads 2")).into());
    assert_eq!((&result["objective"], &result["generations"]), (&json!("self-play"), &json!(99)));
    assert_eq!(result["start"]["Alpha"], 15);
    // 1,600 games of generations, the estimate against the start, and the final match.
    assert_eq!(result["games"], 1_600 + 20 + 60, "{result}");
    assert_eq!((&result["faults"], &result["reproducible"]), (&json!(0), &json!(true)));
    let distance = |values: &Value| {
        let all = [("Alpha", 70), ("Beta Margin", 30), ("Gamma", 20)];
        all.map(|(name, best): (&str, i64)| (values[name].as_i64().unwrap() - best).abs()).iter().sum::<i64>()
    };
    assert!(distance(&result["values"]) < distance(&result["start"]), "{}", result["values"]);
    assert!(result["elo"].as_f64().is_some_and(|elo| elo > 0.0), "{result}");
    let file = ParameterFile::read(&tune.path("tuned.txt")).unwrap();
    assert_eq!(file.options()[0].start, result["values"]["Alpha"].as_f64().unwrap());
    tune.engine.assert_gone();
}

/// The last population can be confirmed as well: the two organisms of SPSA, the start and the estimate.
#[test]
fn the_last_population_takes_part_in_the_confirmation_if_wanted() {
    let tune = Tune::new("", PARAMETERS);
    let flags = format!(
        "--params params.txt {GAMES} --objective self-play --generations 2 --games-per-pair 4 --confirmation-games 2 \
         --match-games 4 --proof-games 0"
    );
    let alone = results::json(tune.command(&format!("{flags} --session alone")).into());
    let all = results::json(tune.command(&format!("{flags} --session all --finalists all")).into());
    let players = |session: &str| {
        let journal = fs::read_to_string(tune.path(session).join("journal.jsonl")).unwrap();
        let last: Value = serde_json::from_str(journal.lines().last().unwrap()).unwrap();
        last["result"]["confirmation"]["players"].as_array().map(Vec::len)
    };
    assert_eq!([players("alone"), players("all")], [Some(2), Some(4)]);
    // Three generations of four games; one pair of players, or six; the final match.
    assert_eq!([&alone["games"], &all["games"]], [12 + 2 + 4, 12 + 6 * 2 + 4], "{alone} {all}");
}

/// In drawn games SPSA learns nothing, so its estimate is the start, which needs no games against itself.
#[test]
fn an_estimate_that_equals_the_start_plays_no_match() {
    let tune = Tune::new("", PARAMETERS);
    let flags = "--params params.txt --objective self-play --generations 2 --games-per-pair 4 --nodes 10 \
                 --max-moves 1 --confirmation-games 2 --match-games 4 --session s";
    let result = results::json(tune.command(flags).into());
    assert_eq!(result["games"], 12, "{result}");
    assert_eq!(result["values"], result["start"]);
    assert_eq!(result["verdict"], "no gain shown", "{result}");
}

#[test]
fn self_play_of_engines_counts_faults_and_survives_kills() {
    let tune = Tune::new("crash Alpha 17", PARAMETERS);
    let flags =
        "--objective self-play --generations 5 --games-per-pair 4 --confirmation-games 2 --match-games 4";
    assert_survives(&tune, &format!("{flags} --nodes 10 --max-moves 30"), 4);
    let journal = fs::read_to_string(tune.path("whole/journal.jsonl")).unwrap();
    assert!(journal.contains("\"faults\":[["), "{journal}");
}

#[test]
fn the_opponent_may_be_the_best_so_far() {
    let tune = Tune::new("", PARAMETERS);
    let flags =
        format!("{GAMES} --objective match --opponent best --generations 6 --pairs 2 --confirmation-pairs 2");
    assert_survives(&tune, &format!("{flags} --match-games 4"), 4);
    let mut command =
        tune.command("--params params.txt --session other --opponent best --opponent reference");
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("--opponent: “best” has no other opponents beside it"), "{text}");
}

/// Runs a session as a whole, and then one that is killed several times. Both have the same bytes.
fn assert_survives(tune: &Tune, flags: &str, enough: u32) {
    let command = |session: &str| {
        let mut command = tune.command(&format!("--params params.txt {flags} --session {session} --resume"));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(command("whole").args(["--threads", "2"]).status().unwrap().success());
    let [killed, whole] = ["killed", "whole"].map(|session| tune.path(session));
    let progress = || {
        let in_progress =
            ["matches.txt", "searches.txt", "games.jsonl"].map(|name| lines(&killed.join(name)));
        (in_progress.iter().sum::<usize>() + 8 * lines(&killed.join("journal.jsonl"))) as u64
    };
    let mut kills = 0;
    survive_kills(
        (&killed, &whole),
        &mut ChaCha8Rng::seed_from_u64(7),
        16,
        || (),
        |rng| {
            let mut command = command("killed");
            command.args(["--threads", ["1", "2", "3"][rng.random_range(0..3)]]);
            command
        },
        progress,
        || {
            kills += 1;
            kills >= enough
        },
    );
    assert_identical(&killed, &whole);
    tune.engine.assert_gone();
}

#[rstest]
#[case(SUITE)]
#[case(MOVES)]
#[case(SCORES)]
fn engines_are_measured_on_positions(#[case] flags: &str) {
    let tune = Tune::new("", PARAMETERS);
    let result = results::json(tune.command(&format!("--params params.txt {flags} --session s")).into());
    let number = |key: &str| result[key].as_f64().unwrap_or_else(|| panic!("{key}: {result}"));
    assert_eq!((&result["optimizer"], &result["start"]["Gamma"]), (&json!("cma-es"), &json!(-40)));
    // Fewer nodes and smaller errors are better, more moves are.
    let gain = number("score") - number("start_score");
    assert!(if flags == MOVES { gain } else { -gain } >= 0.0, "{result}");
    assert_eq!((&result["verdict"], &result["games"]), (&Value::Null, &Value::Null), "{result}");
    assert_eq!(result["faults"], 0);
    tune.engine.assert_gone();
    // A finished session prints its result again, without an engine.
    let mut again = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    again.current_dir(tune.folder.path()).args(["tune", "--session", "s", "--resume"]);
    again
        .assert()
        .success()
        .stdout(contains("in training, the start ").and(contains("setoption name Alpha value ")));
}

#[rstest]
#[case(SUITE)]
#[case(MOVES)]
#[case(SCORES)]
fn faults_on_positions_are_counted_and_kills_change_nothing(#[case] flags: &str) {
    let tune = Tune::new("crash Alpha 15", PARAMETERS);
    assert_survives(&tune, &format!("{flags} --generations 3 --population 6"), 3);
    let mut again = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    again.current_dir(tune.folder.path()).args(["tune", "--session", "whole", "--resume"]);
    let result = results::json(again);
    assert!(result["faults"].as_u64().unwrap() > 0, "{result}");
    assert!(
        result["values"]["Alpha"].as_i64().unwrap() <= 15,
        "an engine that crashes is not the result: {result}"
    );
}

#[test]
fn games_with_a_clock_are_never_played_again() {
    let tune = Tune::new("", PARAMETERS);
    let command = |generations: &str| {
        let flags = format!(
            "--params params.txt --tc 60+1 --max-moves 10 --pairs 2 --confirmation-pairs 1 --match-games 2 --resume \
             --session s --generations {generations}"
        );
        let mut command = tune.command(&flags);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let journal = tune.path("s/journal.jsonl");
    assert!(kill_when(&mut command("12"), || lines(&journal) >= 3));
    let recorded = fs::read_to_string(&journal).unwrap();
    let recorded = &recorded[..=recorded.rfind('\n').unwrap()];
    assert!(command("12").status().unwrap().success());
    assert!(fs::read_to_string(&journal).unwrap().starts_with(recorded));
    let mut again = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    again.current_dir(tune.folder.path()).args(["tune", "--session", "s", "--resume"]);
    again
        .assert()
        .success()
        .stdout(contains("The games had a clock, so another run with the same seed plays other games."));
}

#[test]
fn time_losses_are_counted() {
    // The engine moves four seconds after its time is up.
    let engine = TestEngine::hostile("uci", "late@1");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("params.txt"), "Hash, int, 2, 1, 16, 1, 0.002").unwrap();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder.path()).args(["tune", "--player", &engine.spec("uci")]);
    let flags = "--params params.txt --session s --movetime 50 --generations 0 --pairs 1 --confirmation-pairs 1 \
                 --match-games 0 --max-moves 2 --threads 2";
    let result = results::json({
        command.args(flags.split_whitespace());
        command
    });
    assert!(result["faults"].as_u64().unwrap() >= 4, "{result}");
    assert_eq!(result["reproducible"], false);
    engine.assert_gone();
}

#[test]
fn an_xboard_engine_is_tuned() {
    let tune = Tune::new("", PARAMETERS);
    let eyas = |arguments: &str| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(tune.folder.path()).args(["tune", "--player", &tune.engine.spec("xboard")]);
        command.args(arguments.split_whitespace());
        command
    };
    let listed = eyas("--list-params").assert().success().get_output().stdout.clone();
    let text = String::from_utf8(listed).unwrap();
    let file = ParameterFile::parse("listed", &text).unwrap();
    let names: Vec<&str> = file.options().iter().map(|option| option.name.as_str()).collect();
    assert_eq!(names, ["Alpha", "Beta Margin", "Gamma", "Epsilon", "Zeta", "Delta", "Style"]);
    fs::write(tune.path("params.txt"), text).unwrap();
    let flags = "--params params.txt --depth 1 --max-moves 30 --generations 5 --pairs 2 --confirmation-pairs 2 \
                 --match-games 4";
    let result = results::json(eyas(&format!("{flags} --session s")));
    assert_eq!((&result["faults"], &result["start"]["Style"]), (&json!(0), &json!(0)), "{result}");
    // Options arrive in the form of the protocol.
    let received: String = fs::read_dir(tune.engine.folder.path())
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap_or_default())
        .collect();
    assert!(
        received.contains("option Beta Margin=") && received.contains("option Style=calm\n"),
        "{received}"
    );
    let mut again = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    again.current_dir(tune.folder.path()).args(["tune", "--session", "s", "--resume"]);
    again.assert().success().stdout(contains("\noption Delta="));
    // The protocol has no limit of nodes.
    eyas("--params params.txt --nodes 10 --session t")
        .assert()
        .code(2)
        .stderr(contains("--player: the engine “xboard:"));
    // A value beyond the range is refused by its name.
    fs::write(tune.path("wide.txt"), "Alpha, int, 1, 0, 200, 1, 1").unwrap();
    let refused = eyas("--params wide.txt --depth 1 --session t").assert().code(2);
    refused.stderr(contains("its option “Alpha” does not accept “200”; it accepts an integer from 0 to 100"));
    tune.engine.assert_gone();
}

#[test]
fn an_xboard_engine_of_debian_is_tuned() {
    if !has_engine("hoichess") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let parameters = "search_pvs_mode, int, 1, 0, 1, 0.5, 0.002\nsearch_failsoft, int, 0, 0, 1, 0.5, 0.002\n";
    fs::write(folder.path().join("params.txt"), parameters).unwrap();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    let flags = "tune --player hoichess --params params.txt --session s --depth 1 --max-moves 6 --generations 0 \
                 --pairs 1 --confirmation-pairs 1 --match-games 2 --threads 2";
    command.current_dir(folder.path()).args(flags.split_whitespace());
    let result = results::json(command);
    assert_eq!((&result["faults"], &result["start"]["search_pvs_mode"]), (&json!(0), &json!(1)), "{result}");
}

#[rstest]
#[case("--objective suite --budget 100", "--budget: counts games, and the objective suite plays none")]
#[case(
    "--games-per-iteration 30",
    "--games-per-iteration: it is 30; the games of a generation are a multiple of 4 here"
)]
#[case(
    "--objective scores --mentor reference --optimizer regression",
    "needs derivatives, which the options of an engine"
)]
#[case("--tc 1+0 --nodes 5", "cannot be used with")]
fn senseless_flags_are_refused(#[case] flags: &str, #[case] message: &str) {
    let tune = Tune::new("", PARAMETERS);
    let command = tune.command(&format!("--params params.txt --session s {flags}"));
    assert_cmd::Command::from(command).assert().code(2).stderr(contains(message));
    assert!(!tune.path("s/session.ron").exists());
}

#[test]
fn other_names_and_units_of_flags_are_accepted() {
    let tune = Tune::new("", PARAMETERS);
    let flags = "--objective match --optimizer coordinate --population 6 --games-per-iteration 24 --generations 1 \
                 --confirmation-pairs 1 --match-games 2 --session s";
    let result = tune.result(flags);
    assert_eq!((&result["optimizer"], &result["objective"]), (&json!("pattern"), &json!("matches")));
    let text = fs::read_to_string(tune.path("s/session.ron")).unwrap();
    assert!(text.contains("pairs: 2,") || text.contains("pairs:2,"), "{text}");
}
