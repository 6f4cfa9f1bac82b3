//! `eyas tune ENGINE`: an engine without a parameter file.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use eyas::engine_options::ParameterFile;
use predicates::str::contains;
use rstest::rstest;
use serde_json::{Value, json};

use super::options::{GAMES, Tune};
use crate::support::engines::TestEngine;
use crate::support::pty::Workbench;
use crate::support::results;
use crate::support::waiting::wait_until;

/// Short generations and a short final match.
const SHORT: &str = "--generations 2 --pairs 2 --confirmation-pairs 2 --match-games 4 --threads 1";

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

    let [text, notes] = output(command(&tune, "./my engine", &format!("{GAMES} {SHORT} --session s")), 0);
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
    let [_, error] = output(command(&tune, "./my engine", &format!("{GAMES} {SHORT} --session s")), 2);
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
    output(command(&tune, "./my engine", &format!("{GAMES} {SHORT} --session s")), 0);
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

/// The games of a tune as PGN, and the number of games at the same time under the same name as in `eyas match`.
#[rstest]
#[case::matches("matches", "--pairs 2 --confirmation-pairs 2")]
#[case::self_play("self-play", "--games-per-pair 4 --confirmation-games 4")]
fn the_games_are_written_as_pgn(#[case] objective: &str, #[case] games: &str) {
    let tune = Tune::new("", "Alpha, int, 15, 0, 100, 8, 0.002\nGamma, int, -40, -50, 50, 8, 0.002\n");
    let flags = format!(
        "--objective {objective} {games} --generations 2 --match-games 4 --proof-games 2 --session s --pgn out.pgn"
    );
    let result = tune.result(&format!("{flags} --concurrency 2"));
    let text = fs::read_to_string(tune.path("out.pgn")).unwrap();
    let count = |part: &str| text.matches(part).count() as u64;
    assert_eq!(result["faults"], 0);
    assert_eq!(count("[Event "), if objective == "matches" { 34 } else { 22 }, "{text}");
    for (event, games) in
        [("generation 2", if objective == "matches" { 8 } else { 4 }), ("final match", 4), ("proof", 2)]
    {
        assert_eq!(count(&format!("[Event \"{event}\"]")), games, "{event}: {text}");
    }
    assert_eq!(count("[TimeControl \"40 nodes per move\"]"), 2);
    if objective == "matches" {
        assert!(count("[White \"start\"]") > 0 && count("[White \"organism 2\"]") > 0, "{text}");
    }
    assert_eq!(count("[Termination "), count("[Event "), "{text}");
}

#[test]
fn concurrency_has_one_name_and_excludes_threads() {
    let tune = tune("");
    let refused = |flags: &str| output(command(&tune, "./my engine", flags), 2).concat();
    assert!(refused("--concurrency 2 --threads 2").contains("cannot be used with"), "threads");
    assert!(refused("-concurrency 2").contains("write it with two dashes: '--concurrency'"));
    assert!(refused("--concurrency 513").contains("--concurrency"));
}

#[test]
fn a_person_keeps_other_parameters_than_the_live_ones_and_tunes_them() {
    let tune = Tune::new(
        "",
        "Alpha, int, 15, 0, 100, 8, 0.002\nGamma, int, -40, -50, 50, 8, 0.002\nHash, int, 8, 1, 16, 1, 0.002\n",
    );
    let screen = "--screen 512 --perturbation 0.5 --session s";
    let first = tune.result(screen)["screening"].clone();
    assert_eq!(first["kept"], json!(["Alpha"]), "{first}");
    let kept = || {
        let file = ParameterFile::read(&tune.path("s/kept-parameters.ron")).unwrap();
        file.options().iter().map(|option| option.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(kept(), ["Alpha"]);

    let mut bench = Workbench::open(tune.folder.path(), &["--session", "s", "--resume"], &[], (120, 40));
    bench.wait_for("Effects of the parameters");
    let row = |screen: &str, name: &str| {
        screen.lines().find(|line| line.contains(name)).unwrap_or_default().to_owned()
    };
    bench.wait(|screen| row(screen, "Hash").contains("dropped"), "the flat parameter is dropped");
    // The cursor is on the clearest effect, which is the only one that is kept. The flattest one is the last.
    assert!(row(&bench.contents(), "Alpha").contains("kept"), "{}", bench.contents());
    bench.press("K");
    bench.wait_for("one parameter must be kept");
    bench.press("GK");
    bench.wait(|screen| row(screen, "Hash").contains("kept"), "it is kept");
    wait_until("the choice is recorded", || kept() == ["Alpha", "Hash"]);
    bench.press("kK");
    bench.wait(|screen| row(screen, "Gamma").contains("kept"), "it is kept");
    bench.press("gK");
    bench.wait(|screen| row(screen, "Alpha").contains("dropped"), "the first one is dropped");
    wait_until("both choices are recorded", || kept() == ["Gamma", "Hash"]);
    let chosen = kept();
    // The tune of the kept ones begins.
    bench.press("C");
    bench.wait_for("matches");
    let session = tune.path("sessions/matches-0001/session.ron");
    wait_until("a tune of the kept parameters has begun", || session.exists());
    let text = fs::read_to_string(&session).unwrap();
    assert!(chosen.iter().all(|name| text.contains(&format!("name: \"{name}\""))), "{text}");
    assert_eq!(text.matches("c_end:").count(), 2, "{text}");
    bench.press("q");
    drop(bench);

    // The command line knows the choice.
    let again = tune.result(&format!("{screen} --resume"))["screening"].clone();
    assert_eq!(again["kept"], json!(chosen));
    assert_eq!(again["live"], first["live"]);
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(tune.folder.path()).args(["tune", "--session", "s", "--resume"]);
    command.assert().success().stdout(contains(format!("that are kept by you ({})", chosen.join(", "))));
}
