//! `eyas race`: complete races, threads, kills, and invalid input.

use std::fs;
use std::process::{Command, Output, Stdio};

use crate::support::sessions::{
    assert_content, assert_identical, content, kill_when, lines, runs_until, written,
};
use crate::workspace::Workspace;
use eyas::session::Session;
use rstest::rstest;
use serde_json::Value;

/// Flags of a race of two optimizers with three seeds that takes a second.
const SHORT: &str = "--optimizers ga,cma-es:population=15 --seeds 1-2,7 --evaluations 200 --preset quick \
                     --train train.epd --test test.epd";

const RUNS: [&str; 6] =
    ["1-ga-seed-1", "2-cma-es-seed-1", "1-ga-seed-2", "2-cma-es-seed-2", "1-ga-seed-7", "2-cma-es-seed-7"];

#[test]
fn a_race_compares_optimizers_with_equal_evaluations_on_any_number_of_threads() {
    let workspace = Workspace::new("race");
    let text = workspace.run(&format!("{SHORT} --session one --threads 1 --json"));
    let result: Value = serde_json::from_str(&text).unwrap();
    let [ga, cma_es] = [0, 1].map(|index| &result["optimizers"][index]);
    // The quick preset has 50 organisms: 4 × 50 = 200 evaluations. 13 × 15 = 195 is the most below 200.
    assert_eq!((&ga["population"], &ga["generations"]), (&50.into(), &3.into()));
    assert_eq!((&cma_es["optimizer"], &cma_es["generations"]), (&"cma-es:population=15".into(), &12.into()));
    for (optimizer, evaluations) in [(ga, 200), (cma_es, 195)] {
        for run in optimizer["runs"].as_array().unwrap() {
            assert_eq!(run["evaluations"], evaluations);
            let recorded =
                Session::open_read_only(&workspace.path(run["session"].as_str().unwrap())).unwrap();
            assert_eq!(run["training"], recorded.results[0].best_score as f64);
            assert_eq!(run["test"], recorded.results[0].test_score as f64);
            assert_eq!(run["seed"], recorded.header.settings.seed);
        }
        let last = optimizer["curve"].as_array().unwrap().last().unwrap();
        assert_eq!((&last[0], &last[2]), (&200.into(), &optimizer["training"]["median"]));
    }
    assert_eq!(result["training"]["seeds"], 3);
    assert_eq!(result["training"]["pairs"][0]["second"], "cma-es:population=15");

    let again = workspace.run(&format!("{SHORT} --session three --threads 3 --json --csv curves.csv"));
    assert_eq!(text.replace("one", "three"), again);
    assert_identical(&workspace.path("three"), &workspace.path("one"));
    let csv = fs::read_to_string(workspace.path("curves.csv")).unwrap();
    assert!(csv.starts_with("optimizer,evaluations,runs,"), "{csv}");
    assert!(csv.lines().any(|line| line.starts_with("ga,200,3,")), "{csv}");

    // A complete race shows its result again, and its files do not change. A missing champion is restored.
    let before = content(&workspace.path("one"));
    fs::remove_file(workspace.path("one/2-cma-es-seed-7/champion.ron")).unwrap();
    assert_eq!(workspace.run("--session one --resume --json"), text);
    assert_content(&workspace.path("one"), &before);
    let table = workspace.run("--session one --resume");
    assert!(table.contains("Friedman test, test: "), "{table}");
}

#[test]
fn killed_races_end_with_the_same_files() {
    let workspace = Workspace::new("race");
    let flags = SHORT.replace("200", "2000");
    workspace.run(&format!("{flags} --session expected"));
    let [killed, expected] = ["killed", "expected"].map(|session| workspace.path(session));
    let all = written(&expected);
    let mut kills = 0;
    // Each process is killed after another twelfth of the bytes.
    for part in 1..12 {
        let mut command = workspace.eyas(&format!("{flags} --resume --session killed"));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        kills += u32::from(kill_when(&mut command, || written(&killed) >= part * all / 12));
    }
    assert!(kills > 0);
    workspace.run(&format!("{flags} --resume --session killed"));
    assert_identical(&killed, &expected);
}

#[test]
fn a_signal_stops_a_race_that_can_be_resumed() {
    let workspace = Workspace::new("race");
    let flags = format!("{} --session r", SHORT.replace("200", "1000000000"));
    let mut child = workspace.eyas(&flags).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let journal = workspace.path("r/1-ga-seed-1/journal.jsonl");
    assert!(runs_until(&mut child, || lines(&journal) > 5), "a billion evaluations must not end");
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    assert_eq!(status.code(), Some(130));
    let text = String::from_utf8(stderr).unwrap();
    assert!(text.contains("0 of 6 runs are complete. Resume with: eyas race --session r --resume"), "{text}");
}

#[rstest]
#[case("--optimizers ga", "at least two optimizers")]
#[case("--optimizers ga,nobody", "--optimizers: “nobody” is no optimizer")]
#[case("--optimizers ga,de:elite=3", "de has no setting “elite”")]
#[case("--optimizers ga,ga", "two optimizers are equal")]
#[case("--optimizers cma-es,de --mutation-rate 0.1", "--mutation-rate: applies to ga only")]
#[case("--evaluations 10", "--evaluations is 10")]
#[case("--seeds 3-1", "--seeds: “3-1” is no seed")]
#[case("--seed 3", "use --seeds")]
#[case("--optimizer de", "use --optimizers")]
#[case("--generations 3", "use --evaluations")]
#[case("--preset nonsense", "unknown preset “nonsense”")]
#[case("--train nowhere.epd", "nowhere.epd")]
#[case("--csv missing/curves.csv", "--csv: missing/curves.csv: No such file")]
#[case("--resume", "add --session DIR to specify the folder of the race")]
fn invalid_flags_are_refused(#[case] flags: &str, #[case] message: &str) {
    let workspace = Workspace::new("race");
    let text = workspace.refused(flags);
    assert!(text.contains(message), "{text}");
    assert!(!workspace.path("sessions").exists());
}

#[test]
fn a_resumed_race_refuses_other_settings_and_damaged_files() {
    let workspace = Workspace::new("race");
    workspace.run(&format!("{SHORT} --session r"));
    assert_eq!(RUNS.map(|name| workspace.path("r").join(name).is_dir()), [true; 6]);
    let text = workspace.refused(&format!("{SHORT} --session r"));
    assert!(text.contains("Add --resume to resume it"), "{text}");
    for (flags, named) in [
        ("--seeds 1-4 --evaluations 300", "--seeds, --evaluations"),
        ("--optimizers ga,de", "--optimizers"),
        ("--population 30", "--population"),
        ("--preset paper-2014", "--preset"),
    ] {
        let text = workspace.refused(&format!("--session r --resume {flags}"));
        assert!(text.contains(&format!("other settings than {named}.")), "{text}");
    }
    // The same flags are no other settings.
    workspace.run(&format!("{SHORT} --session r --resume"));

    // The session of another run in the folder of a run is refused.
    let [from, to] = ["r/1-ga-seed-1", "r/1-ga-seed-2"].map(|name| workspace.path(name));
    fs::rename(&to, workspace.path("kept")).unwrap();
    fs::create_dir(&to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
    let text = workspace.refused("--session r --resume");
    assert!(text.contains("1-ga-seed-2") && text.contains("differ from the race's plan"), "{text}");

    // A broken plan is refused with the place.
    let plan = workspace.path("r/race.ron");
    let text = fs::read_to_string(&plan).unwrap().replace("evaluations: 200", "evaluations: many");
    let line = 1 + text.lines().position(|line| line.contains("many")).unwrap();
    fs::write(&plan, &text).unwrap();
    let refusal = workspace.refused("--session r --resume");
    assert!(refusal.contains("race.ron: the content does not match the checksum"), "{refusal}");
    assert!(refusal.contains(&format!("(line {line}, column 17: ")), "{refusal}");
}
