//! `eyas tune`: results, sessions, invalid flags, and kills.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::support::command::eyas;
use crate::support::results;
use crate::support::sessions::{content, lines, survive_kills};
use eyas::objectives::suite;
use predicates::str::contains;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rstest::rstest;
use serde_json::{Value, json};

/// Flags of a small experiment.
const SMALL: &str = "--suite some.epd --node-limit 800 --generations 3 --population 6 --validate other.epd";

/// A folder with two small suites.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let shipped: Vec<&str> = include_str!("../../positions/ecm879.epd").lines().take(40).collect();
    fs::write(folder.path().join("some.epd"), shipped[..30].join("\n")).unwrap();
    fs::write(folder.path().join("other.epd"), shipped[30..].join("\n")).unwrap();
    folder
}

fn run_json(folder: &Path, arguments: &str) -> Value {
    results::json(eyas(folder, arguments))
}

#[test]
fn the_result_has_the_documented_keys_and_consistent_values() {
    let folder = folder();
    let result = run_json(folder.path(), &format!("tune {SMALL} --session s"));
    assert_eq!((&result["generations"], &result["positions"]), (&json!(3), &json!(30)));
    let count = |key: &str| result[key].as_u64().unwrap();
    assert!(count("best_nodes") <= count("first_best_nodes"), "{result}");
    assert!(count("first_best_nodes") < 800 * 30 && count("solved") <= 30, "{result}");
    assert_eq!(result["champion"], "s/champion.ron");
    assert!(result["wall_seconds"].as_f64().unwrap() >= 0.0);
    let validation = &result["validation"][0];
    assert!(validation["suite"].as_str().unwrap().ends_with("other.epd"), "{result}");
    assert_eq!(validation["positions"], 10);

    // The champion's file contains the tuned search: it needs the same number of nodes.
    for (suite, nodes) in [("some.epd", &result["best_nodes"]), ("other.epd", &validation["nodes"])] {
        let solve = format!("solve --player s/champion.ron --suite {suite} --nodes 800 --hash 1");
        let solved = run_json(folder.path(), &solve);
        assert_eq!((&solved["nodes_first"], &solved["search"]), (nodes, &json!("paper")));
    }
    // The untuned search is that of the organism `reference`.
    let solved = run_json(
        folder.path(),
        "solve --player reference --suite some.epd --nodes 800 --hash 1 --search paper",
    );
    assert_eq!(solved["nodes_first"], result["untuned_nodes"]);

    let again = run_json(folder.path(), &format!("tune {SMALL} --session s --resume --organism reference"));
    assert_eq!(again["wall_seconds"], Value::Null, "nothing was computed");
    for key in ["first_best_nodes", "best_nodes", "solved", "validation", "runs"] {
        assert_eq!(again[key], result[key], "{key}");
    }
    let text =
        eyas(folder.path(), "tune --session s --resume").assert().success().get_output().stdout.clone();
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.contains("some.epd, 30 training positions: ")
            && text.contains("other.epd, 10 validation positions")
    );
}

#[test]
fn flags_set_the_schema_the_positions_and_the_organism() {
    let folder = folder();
    let flags = "tune --organism paper-2008-figure-3 --schema extended --positions 7 --node-limit 300 \
                 --generations 1 --population 4 --session s --suite some.epd";
    let result = run_json(folder.path(), &flags.split_whitespace().collect::<Vec<_>>().join(" "));
    assert_eq!((&result["positions"], &result["schema"]), (&json!(7), &json!("search-extended")));
    let champion = fs::read_to_string(folder.path().join("s/champion.ron")).unwrap();
    assert!(champion.contains("paper-2008") && champion.contains("search-extended"), "{champion}");
}

#[test]
fn quiet_positions_are_reported_by_themselves() {
    let folder = folder();
    let flags = format!("tune {SMALL} --drop-constant --quiet 5 --session s");
    let result = run_json(folder.path(), &flags);
    assert_eq!((&result["positions"], &result["quiet"]["positions"]), (&json!(35), &json!(5)), "{result}");
    let text =
        eyas(folder.path(), "tune --session s --resume").assert().success().get_output().stdout.clone();
    let text = String::from_utf8(text).unwrap();
    let (unsolved, solved) = (&result["dropped_unsolved"], &result["dropped_solved"]);
    for part in [
        format!("none of its organisms solved {unsolved}, and all of them solved {solved}"),
        "nodes for 35 positions, 5 of them quiet: ".to_owned(),
        format!("  quiet positions: {} of 5 solved; ", result["quiet"]["solved"]),
        "some.epd, 30 training positions: ".to_owned(),
    ] {
        assert!(text.contains(&part), "{part}: {text}");
    }
    // The champion is examined on all positions of the suite, also on the dropped ones.
    let solve = "solve --player s/champion.ron --suite some.epd --nodes 800 --hash 1";
    let solved = run_json(folder.path(), solve);
    let found = solved["positions"].as_array().unwrap().iter();
    let found = found.filter(|position| position["nodes_first"].as_u64().unwrap() < 800).count();
    assert_eq!(result["solved"], found);
}

#[test]
fn no_quiet_positions_are_the_default() {
    let folder = folder();
    run_json(folder.path(), &format!("tune {SMALL} --session without"));
    run_json(folder.path(), &format!("tune {SMALL} --quiet 0 --session with"));
    let [without, with] = ["without", "with"].map(|session| content(&folder.path().join(session)));
    assert_eq!(without, with);
}

#[rstest]
#[case::of_a_suite("")]
#[case::with_dropped_and_quiet_positions(" --drop-constant --quiet 4")]
fn kills_within_generations_do_not_change_the_files(#[case] flags: &str) {
    let folder = folder();
    let tune = |session: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(folder.path()).args(["tune", "--resume", "--session", session]);
        command.args(format!("{SMALL}{flags}").split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(tune("whole").status().unwrap().success());
    let [killed, whole] = ["killed", "whole"].map(|session| folder.path().join(session));
    let searches = || lines(&suite::searches_path(&killed));
    let (mut kills, mut within_generation) = (0, 0);
    survive_kills(
        (&killed, &whole),
        &mut ChaCha8Rng::seed_from_u64(1),
        120,
        || (),
        |rng| {
            let mut command = tune("killed");
            command.args(["--threads", ["1", "2", "3"][rng.random_range(0..3)]]);
            command
        },
        // A generation has at most 180 searches.
        || (searches() + 180 * lines(&killed.join("journal.jsonl"))) as u64,
        || {
            kills += 1;
            within_generation += u32::from(searches() > 0);
            kills >= 6 && within_generation >= 3
        },
    );
}

/// Flags of a run whose searches are random: nothing is selected.
const RANDOM: &str =
    "--suite some.epd --positions 3 --node-limit 50 --generations 0 --population 3 --play-off-match 8";

#[test]
fn the_untuned_search_is_kept_if_no_tuned_search_beats_it() {
    let folder = folder();
    let tune = format!("tune {RANDOM} --play-off 8 --play-off-nodes 400 --seed 1 --session s");
    let result = run_json(folder.path(), &tune);
    let play_off = &result["play_off"];
    assert_eq!((&play_off["result"], &play_off["games"]), (&json!("untuned"), &json!(6 * 8)), "{play_off}");
    let players = play_off["players"].as_array().unwrap();
    assert_eq!(players.iter().filter(|player| player["untuned"] == true).count(), 1);
    let champion = fs::read_to_string(folder.path().join("s/champion.ron")).unwrap();
    assert!(
        champion.contains("reference, unchanged: ") && champion.contains("the untuned search, because"),
        "{champion}"
    );
    // The file contains the untuned search.
    let solve = |player: &str| {
        run_json(
            folder.path(),
            &format!("solve --suite some.epd --nodes 800 --hash 1 --search paper{player}"),
        )
    };
    assert_eq!(solve(" --player s/champion.ron")["nodes_first"], solve(" --player reference")["nodes_first"]);
    let text =
        eyas(folder.path(), "tune --session s --resume").assert().success().get_output().stdout.clone();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("result of run 1: the untuned search, because"), "{text}");
    assert!(text.contains("no organism of generation 0 solved "), "{text}");
}

#[test]
fn kills_during_a_play_off_do_not_change_the_files() {
    let folder = folder();
    let tune = |session: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(folder.path()).args(["tune", "--resume", "--session", session]);
        command.args(RANDOM.split(' ')).args("--play-off 20 --play-off-nodes 400 --hold-out".split(' '));
        command.args("--found stays --cost log-nodes --mutations 3.5".split(' '));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(tune("whole").status().unwrap().success());
    let [killed, whole] = ["killed", "whole"].map(|session| folder.path().join(session));
    let searches = || lines(&suite::searches_path(&killed));
    let journal = || lines(&killed.join("journal.jsonl"));
    let recorded = lines(&whole.join("journal.jsonl"));
    let mut within_play_off = 0;
    survive_kills(
        (&killed, &whole),
        &mut ChaCha8Rng::seed_from_u64(2),
        60,
        || (),
        |rng| {
            let mut command = tune("killed");
            command.args(["--threads", ["1", "2", "3"][rng.random_range(0..3)]]);
            command
        },
        // The play-off has 120 games.
        || (searches() + 200 * journal()) as u64,
        || {
            within_play_off += u32::from(journal() + 1 == recorded && searches() > 0);
            within_play_off >= 3
        },
    );
}

#[rstest]
#[case("--node-limit 0", "--node-limit is 0; it must be 1 to 100,000,000")]
#[case("--quiet 1001", "--quiet is 1001; it must be 0 to 1,000")]
#[case("--positions 0", "--positions is 0; it must be at least 1")]
#[case("--hash 0", "--hash is 0; it must be 1 to 65,536")]
#[case("--preset paper-1999", "unknown preset “paper-1999”; use one of: paper-2014, quick, verified")]
#[case("--organism nobody", "--organism: “nobody”")]
#[case(
    "--schema paper-2014",
    "--schema: schema paper-2014: parameter PAWN_VALUE: the search has no parameter of that name"
)]
#[case("--suite none.epd", "none.epd")]
#[case("--suite wrong.epd", "wrong.epd, line 2, column 1: the record has none of bm, am and sm")]
#[case("--validate wrong.epd", "wrong.epd, line 2, column 1")]
#[case("--population 1", "--population is 1")]
#[case("--play-off-nodes 5", "--play-off-nodes: applies to a play-off only; add --play-off N")]
#[case("--play-off 10000", "--play-off: the games need 330,200 openings")]
#[case("--mutations 2 --mutation-rate 0.1", "cannot be used with")]
#[case("--pressure 2", "--pressure: applies to rank selection only; add --selection rank")]
fn invalid_flags_are_refused_and_start_nothing(#[case] flags: &str, #[case] message: &str) {
    let folder = folder();
    fs::write(
        folder.path().join("wrong.epd"),
        "4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;\n4k3/8/8/8/8/8/8/4K3 w - -\n",
    )
    .unwrap();
    eyas(folder.path(), &format!("tune --session s {flags}"))
        .assert()
        .code(2)
        .stderr(contains(message))
        .stdout("");
    assert!(!folder.path().join("s/session.ron").exists());
}

#[test]
fn a_resumed_session_refuses_other_settings() {
    let folder = folder();
    let small = "--suite some.epd --node-limit 100 --generations 1 --population 4 --positions 3";
    run_json(folder.path(), &format!("tune {small} --session s"));
    let before = content(&folder.path().join("s"));
    for (flags, message) in [
        ("tune --session s", "--resume"),
        ("tune --session s --resume --node-limit 200", "--node-limit"),
        ("tune --session s --resume --organism paper-2014-figure-3", "--organism"),
        ("tune --session s --resume --positions 4", "--positions"),
        ("tune --session s --resume --validate other.epd", "--validate"),
        ("tune --session s --resume --schema extended", "--schema"),
        ("evolve --session s --resume", "a session of the tuning stage"),
    ] {
        eyas(folder.path(), flags).assert().code(2).stderr(contains(message)).stdout("");
    }
    assert_eq!(content(&folder.path().join("s")), before);
}
