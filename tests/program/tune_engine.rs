//! `eyas tune ENGINE`: an engine without a parameter file.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use eyas::engine_options::ParameterFile;
use predicates::str::contains;
use rstest::rstest;
use serde_json::{Value, json};

use super::options::{GAMES, Tune};
use crate::support::engines::TestEngine;
use crate::support::results;

/// Short generations and a short final match.
const SHORT: &str =
    "--session s --generations 2 --pairs 2 --confirmation-pairs 2 --match-games 4 --threads 1";

/// The file of the parameters that are proposed.
const PROPOSED: &str = "my engine.params.ron";

/// An engine with these arguments, which the folder of the test has as the program `my engine`.
fn tune(arguments: &str) -> Tune {
    let tune = Tune::new(arguments, "");
    let words: Vec<String> = tune.engine.command.iter().map(|word| format!("'{word}'")).collect();
    program(&tune, &format!("exec {}", words.join(" ")));
    tune
}

fn program(tune: &Tune, script: &str) {
    let path = tune.path("my engine");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn command(tune: &Tune, engine: &str, flags: &str) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(tune.folder.path()).args(["tune", engine]).args(flags.split_whitespace());
    command
}

/// Returns what a command that exits with this code writes to stdout and stderr.
fn output(mut command: assert_cmd::Command, code: i32) -> [String; 2] {
    let output = command.assert().code(code).get_output().clone();
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
}

#[test]
fn an_engine_alone_is_enough() {
    let tune = tune("");
    let plan: Value = results::json(command(&tune, "./my engine", &format!("--plan {GAMES}")));
    assert!(!tune.path(PROPOSED).exists(), "a plan writes nothing");
    let names: Vec<&str> =
        plan["options"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Alpha", "Beta Margin", "Gamma", "Epsilon", "Zeta"]);
    assert_eq!(plan["left_out"], json!(["Hash", "Delta", "Style"]));
    // A range reaches at least 64 from the default, within that of the engine.
    let alpha = &plan["options"][0];
    assert_eq!((&alpha["min"], &alpha["start"], &alpha["max"]), (&json!(0.0), &json!(15.0), &json!(79.0)));
    assert_eq!((&plan["params"], &plan["warnings"]), (&json!(PROPOSED), &json!([])));
    let games = &plan["games"];
    assert_eq!((&games["generations"], &games["final_match"]), (&json!(301 * 32), &json!(400)));
    let parts =
        ["generations", "confirmation", "final_match", "proof"].map(|part| games[part].as_u64().unwrap());
    assert_eq!(games["total"].as_u64(), Some(parts.iter().sum()));
    assert!(games["estimated_seconds"].as_f64().unwrap() > 0.0, "{plan}");

    let [text, notes] = output(command(&tune, "./my engine", &format!("{GAMES} {SHORT}")), 0);
    assert!(text.contains("setoption name Beta Margin value "), "{text}");
    for part in [
        "5 parameters of uci:",
        "Alpha        15, range 0 to 79, step 3.95",
        "left out",
        "games: ",
        "time: about ",
    ] {
        assert!(notes.contains(part), "no “{part}” in {notes}");
    }
    assert!(notes.contains("they are in my engine.params.ron: narrow the ranges"), "{notes}");
    let written = fs::read_to_string(tune.path(PROPOSED)).unwrap();
    assert_eq!(ParameterFile::parse("file", &written).unwrap().options().len(), 5);

    // A file from before is used and kept as it is.
    let narrowed = written.replace("max: 79", "max: 20").replace("// ", "// mine ");
    fs::write(tune.path(PROPOSED), &narrowed).unwrap();
    let plan: Value = results::json(command(&tune, "./my engine", &format!("--plan {GAMES}")));
    assert_eq!(plan["options"][0]["max"], json!(20.0));
    let [_, notes] =
        output(command(&tune, "./my engine", &format!("{GAMES} {SHORT} --session t --only Al*")), 0);
    assert!(notes.contains("my engine.params.ron, which exists; delete it for a new proposal"), "{notes}");
    assert!(notes.contains("1 parameter of uci:"), "{notes}");
    assert_eq!(fs::read_to_string(tune.path(PROPOSED)).unwrap(), narrowed);

    // The session has the engine: neither the file nor another trial is needed to resume it.
    fs::remove_file(tune.path(PROPOSED)).unwrap();
    let [again, notes] = output(command(&tune, "./my engine", "--session s --resume"), 0);
    assert_eq!((again.contains("setoption name Beta Margin value "), notes.as_str()), (true, ""));
    assert!(!tune.path(PROPOSED).exists());
    let other = command(&tune, "uci:other", "--session s --resume");
    assert!(output(other, 2)[1].contains("--resume: the session tunes the engine “uci:"));
}

#[rstest]
#[case("./my engin", "“./my engin”: there is no such file; give the path of a UCI engine, such as ./engine")]
#[case("./folder", "“./folder” is a folder; give the path of the engine's program in it")]
#[case(
    "./notes",
    "“./notes” is not an executable program; if it is the engine, make it executable (chmod +x)"
)]
#[case("togaa", "“togaa” is neither a file nor a program in PATH nor an engine profile (")]
#[case("evolstar", "“evolstar” is an organism, which has no options; its search is tuned with --organism")]
#[case("uci:./nothing", "it cannot be started: No such file or directory")]
fn what_is_no_engine_is_named(#[case] engine: &str, #[case] message: &str) {
    let tune = tune("");
    fs::create_dir(tune.path("folder")).unwrap();
    fs::write(tune.path("notes"), "Toga").unwrap();
    command(&tune, engine, "--session s").assert().code(2).stderr(contains(message)).stdout("");
    assert!(!tune.path("s").exists());
}

#[test]
fn an_engine_without_numbers_is_told_how_to_declare_them() {
    let tune = tune("");
    let engine = TestEngine::scripted(
        "while read -r line; do case $line in uci) say 'option name Hash type spin default 1 min 1 max 9'; \
         say 'option name Style type combo default a var a var b'; say uciok;; isready) say readyok;; quit) exit;; esac; done",
    );
    let [_, error] = output(command(&tune, &engine.spec("uci"), "--session s"), 2);
    for part in [
        "has no spin option that could be a parameter of its search or evaluation",
        "; it declares: Hash. With a parameter file (--list-params, --params) these can be tuned: Style.",
        "option name NAME type spin default N min N max N",
    ] {
        assert!(error.contains(part), "no “{part}” in {error}");
    }
    assert!(!tune.path("s").exists());
}

#[test]
fn an_option_that_changes_nothing_is_named() {
    let tune = tune("ignore Zeta");
    let plan: Value = results::json(command(&tune, "./my engine", &format!("--plan {GAMES}")));
    assert_eq!(plan["without_effect"], json!(["Zeta"]));
    let [text, _] = output(command(&tune, "./my engine", &format!("--plan {GAMES}")), 0);
    let warning = "warning: the option “Zeta” changes nothing: at both ends of its range the engine searches 8 positions \
                   exactly as at the start (10 nodes per move)";
    assert!(text.contains(warning), "{text}");
}

#[test]
fn an_engine_that_crashes_at_one_value_stops_the_tune_before_its_start() {
    let tune = tune("crash Gamma 20");
    let [_, error] = output(command(&tune, "./my engine", &format!("{GAMES} {SHORT}")), 2);
    for part in [
        "with the option “Gamma” = 24, an end of its range, ",
        "it exited unexpectedly, exit status: 7",
        "Narrow the range of “Gamma” in my engine.params.ron, or remove its line",
    ] {
        assert!(error.contains(part), "no “{part}” in {error}");
    }
    assert!(!tune.path("s").exists());
    // It does so after the range is narrowed.
    let text = fs::read_to_string(tune.path(PROPOSED)).unwrap().replace("max: 24", "max: 20");
    fs::write(tune.path(PROPOSED), text).unwrap();
    output(command(&tune, "./my engine", &format!("{GAMES} {SHORT}")), 0);
    tune.engine.assert_gone();
}

#[test]
fn a_clock_that_is_too_short_is_refused() {
    let slow = tune("slow 60");
    let [_, error] = output(command(&slow, "./my engine", "--session s --movetime 20"), 2);
    let message = "20 ms per move leaves about 20 ms for a move, and the engine needs ";
    assert!(
        error.contains(message) && error.contains("ms for a search of one ply; use a longer limit"),
        "{error}"
    );
    assert!(!slow.path("s").exists());

    let tune = tune("");
    let engine = TestEngine::scripted(
        "while read -r line; do case $line in uci) say 'option name Margin type spin default 1 min 1 max 9'; \
         say 'option name Move Overhead type spin default 100 min 0 max 5000'; say uciok;; isready) say readyok;; \
         quit) exit;; esac; done",
    );
    let [_, error] = output(command(&tune, &engine.spec("uci"), "--session s --tc 3+0.04"), 2);
    let message = "3+0.04 leaves about 90 ms for a move, and the engine keeps 100 ms of it (its option “Move Overhead”); use a \
                   longer limit, or --option 'Move Overhead=0'";
    assert!(error.contains(message), "{error}");
}
