//! The configuration, from the file to the screen and the log file.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;

use crate::support::pty::Workbench;
use crate::support::shipped_positions;
use crate::support::waiting::wait_until;

fn eyas(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder).env("EYAS_CONFIG", folder.join("config.ron"));
    command
}

#[test]
fn the_printed_configuration_can_be_saved_as_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.ron");
    let text = r##"(theme: "mine", themes: {"mine": (based_on: "light", colours: {"text": "#000001"})}, keys: {"step": ["F5"]})"##;
    fs::write(&path, text).unwrap();
    let print = || {
        let output = eyas(folder.path()).arg("config").assert().success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    let printed = print();
    assert!(
        printed.contains("\"step\": [\"F5\"]") && printed.contains("//     \"step ten\": [\"S\"]"),
        "{printed}"
    );
    fs::write(&path, &printed).unwrap();
    assert_eq!(print(), printed);
    let output = eyas(folder.path()).args(["config", "--json"]).assert().success();
    let json: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(json["keys"]["step"][0], "F5");
    assert_eq!(json["themes"]["mine"]["colours"]["text"], "#000001");
}

#[test]
fn a_broken_file_stops_what_needs_it_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config.ron"), "(\n keys: {\"setp\": [\"x\"]})").unwrap();
    let message = contains("config.ron: line 2, column 9: there is no command “setp”");
    eyas(folder.path()).arg("config").assert().code(2).stderr(message.clone());
    eyas(folder.path()).assert().code(2).stderr(message);
    fs::write(folder.path().join("config.ron"), "(\n keys: {").unwrap();
    eyas(folder.path()).args(["evolve"]).assert().code(2).stderr(contains("config.ron: line 2, column "));
    eyas(folder.path()).arg("uci").write_stdin("uci\nquit\n").assert().success().stdout(contains("uciok"));
    fs::remove_file(folder.path().join("config.ron")).unwrap();
    eyas(folder.path()).arg("config").assert().code(2).stderr(contains("cannot read the configuration"));
}

#[test]
fn an_unknown_theme_is_an_error_before_the_screen_is_used() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config.ron"), "()").unwrap();
    let message = contains("--theme: there is no theme “drak”; the themes are auto, dark, light");
    eyas(folder.path()).args(["--theme", "drak"]).assert().code(2).stderr(message);
}

#[test]
fn the_log_file_has_sessions_runs_and_files_and_is_quiet_without_the_flag() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config.ron"), "(paths: (sessions: \"mine\"), log_level: debug)").unwrap();
    let positions: Vec<&str> = shipped_positions("gm2600-train").lines().take(20).collect();
    fs::write(folder.path().join("train.epd"), positions.join("\n")).unwrap();
    let evolve = "evolve --train train.epd --test train.epd --generations 2 --population 4 --cache cache";
    let evolve: Vec<&str> = evolve.split(' ').collect();
    let none = contains("session created").not();
    eyas(folder.path()).args(&evolve).assert().success().stderr(none);
    assert!(folder.path().join("mine/grandmaster-0001/session.ron").exists());
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(!names.into_iter().any(|name| name.to_string_lossy().contains("log")), "no log file");
    eyas(folder.path()).args(&evolve).args(["--log", "eyas.log"]).assert().success();
    let log = fs::read_to_string(folder.path().join("eyas.log")).unwrap();
    for expected in ["eyas started", "session created", "state=Running", "run complete", "file written"] {
        assert!(log.contains(expected), "{expected}\n{log}");
    }
    assert!(!log.contains('\u{1b}'), "{log}");
    eyas(folder.path()).args(&evolve).args(["--log", "quiet.log", "--log-level", "error"]).assert().success();
    assert_eq!(fs::read_to_string(folder.path().join("quiet.log")).unwrap(), "");
    eyas(folder.path())
        .args(&evolve)
        .args(["--log", "no/such.log"])
        .assert()
        .code(2)
        .stderr(contains("--log no/such.log"));
}

#[test]
fn the_workbench_uses_the_file_and_reads_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.ron");
    let with =
        |more: &str| format!("(preset: \"quick\", theme: \"light\", keys: {{\"step\": [\"F5\"]{more}}})");
    fs::write(&path, with("")).unwrap();
    let variables = [("EYAS_CONFIG", path.to_str().unwrap())];
    let arguments = ["--cache", "cache", "--log", "eyas.log"];
    let mut bench = Workbench::open(folder.path(), &arguments, &variables, (120, 40));
    bench.wait_for("generation 0/40");
    bench.wait_for("‖ paused");
    bench.wait_for("F5 step");
    // The bytes of F5.
    bench.press("\x1b[15~");
    bench.wait_for("generation 1/40");
    let white = |bench: &Workbench| {
        bench.read_output(|output| output.parser.screen().cell(20, 60).unwrap().bgcolor())
    };
    assert_eq!(white(&bench), vt100::Color::Rgb(0xfb, 0xfa, 0xf7));
    fs::write(&path, with(", \"hlep\": [\"F1\"]")).unwrap();
    bench.wait_for("there is no command “hlep”");
    bench.wait_for("F5 step");
    fs::write(&path, with(", \"help\": [\"F1\"]")).unwrap();
    bench.wait_for("F1 help");
    bench.press("\x1bOP");
    bench.wait_for("run one more generation");
    bench.press("\x1b");
    bench.wait(|screen| !screen.contains("type to search"), "the help closes");
    bench.press("q");
    assert_eq!(bench.wait_for_exit().0, 0);
    let log = fs::read_to_string(folder.path().join("eyas.log")).unwrap();
    assert!(log.contains("session created") && log.contains("there is no command “hlep”"), "{log}");
}

#[test]
fn the_end_of_long_work_runs_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.ron");
    let script = "printf '%s in %s' \"$1\" \"$EYAS_SESSION\" > ended";
    let config = format!(
        "(preset: \"quick\", on_finish: (command: [\"sh\", \"-c\", {script:?}, \"sh\", \"{{finished}}\"], after_seconds: 0))"
    );
    fs::write(&path, config).unwrap();
    let variables = [("EYAS_CONFIG", path.to_str().unwrap())];
    let mut bench = Workbench::open(folder.path(), &["--cache", "cache"], &variables, (120, 40));
    bench.wait_for("‖ paused");
    bench.press(" ");
    bench.wait_for("✓ done");
    let ended = folder.path().join("ended");
    wait_until("the command has run", || fs::read_to_string(&ended).is_ok_and(|text| text.contains(" in ")));
    let text = fs::read_to_string(&ended).unwrap();
    assert_eq!(text, "run complete: grandmaster-0001 in sessions/grandmaster-0001");
    bench.press("q");
    assert_eq!(bench.wait_for_exit().0, 0);
}
