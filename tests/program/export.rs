//! `eyas export`: every figure of every kind of folder, as a picture and as numbers.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::engines::TestEngine;
use crate::support::sessions::{assert_content, content};
use crate::workspace::Workspace;
use eyas::session::{self, Session};
use rstest::rstest;
use serde_json::Value;

/// Commands that take a second or a few, with the figures of the folder `s`, or of a folder in it.
const PIPELINE: &str = "--preset quick-2014 --runs 3 --population 10 --train train.epd --test test.epd --generations grandmaster=4 \
                        --generations coevolution=2 --generations tuning=3 --nodes 60 --games-per-pair 2 --confirmation-games 2 \
                        --milestone-games 2 --match-games 4 --positions 12 --node-limit 1500 --no-estimate --session s";
const RACE: &str = "--optimizers ga,cma-es:population=15 --seeds 1-2 --evaluations 200 --preset quick --train train.epd \
                    --test test.epd --session s";
const MATCH: &str = "--a reference --b paper-2008-figure-3 --hash 1 --nodes 100 --games 4 --session s";

/// Exports a figure of a folder and returns the content of the file.
fn export(workspace: &Workspace, folder: &str, flags: &str, file: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(workspace.folder.path()).args(["export", folder, "--out", file]);
    let output = command.args(flags.split_whitespace()).output().unwrap();
    assert!(output.status.success(), "{folder} {flags}: {output:?}");
    fs::read_to_string(workspace.path(file)).unwrap()
}

fn names(workspace: &Workspace, folder: &str) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(workspace.folder.path()).args(["export", folder, "--list", "--json"]);
    let result: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    let figures = result["figures"].as_array().unwrap();
    figures.iter().map(|figure| figure["name"].as_str().unwrap().to_owned()).collect()
}

const COMMON: [&str; 10] = [
    "fitness",
    "runs",
    "values",
    "distribution",
    "organisms",
    "genome",
    "bits",
    "parameters",
    "diversity",
    "settings",
];

#[rstest]
#[case::race("race", RACE, &[("s", "medians results tests settings")])]
#[case::tournament("match", MATCH, &[("s", "standings crosstable games evaluation settings")])]
#[case::pipeline("pipeline", PIPELINE, &[
    ("s", "fitness stages settings"),
    ("s/1-grandmaster", ""),
    ("s/2-coevolution", "scores elo drift standings crosstable games"),
    ("s/3-tuning", "positions examinations"),
])]
fn every_figure_is_exported_and_nothing_changes(
    #[case] command: &'static str,
    #[case] flags: &str,
    #[case] folders: &[(&str, &str)],
) {
    let workspace = Workspace::new(command);
    workspace.run(flags);
    let before = content(&workspace.path("s"));
    for (folder, own) in folders {
        let names = names(&workspace, folder);
        let missing: Vec<&str> =
            own.split_whitespace().filter(|name| !names.contains(&(*name).to_owned())).collect();
        assert!(missing.is_empty(), "{folder} has {names:?}, not {missing:?}");
        if folder.contains('/') {
            assert!(COMMON.iter().all(|name| names.contains(&(*name).to_owned())), "{folder}: {names:?}");
        }
        for name in &names {
            let flags = format!("--figure {name}");
            let picture = export(&workspace, folder, &flags, "figure.svg");
            roxmltree::Document::parse(&picture).unwrap();
            // Figures for papers do not depend on the system of their reader.
            assert!(!picture.contains("@media") && picture.contains(" width=\""), "{name}");
            let numbers = export(&workspace, folder, &flags, "figure.csv");
            assert!(numbers.lines().count() > 1, "{folder} {name}: {numbers}");
            let columns = numbers.lines().next().unwrap();
            let is_plain = |sign: char| sign.is_ascii_alphanumeric() || sign == '_' || sign == ',';
            assert!(columns.chars().all(is_plain), "{folder} {name}: {columns}");
            assert!(!has_noise(&numbers), "{folder} {name}: {numbers}");
            for text in [&picture, &numbers] {
                assert!(!text.contains("NaN") && !text.contains("inf"), "{folder} {name}: {text}");
            }
            assert_eq!(export(&workspace, folder, &flags, "again.svg"), picture);
            assert_eq!(export(&workspace, folder, &flags, "again.csv"), numbers);
        }
    }
    assert_content(&workspace.path("s"), &before);
}

/// Returns whether a number has more digits than a measurement: 98.33330000000001.
fn has_noise(text: &str) -> bool {
    let numbers = text.split(|sign: char| !sign.is_ascii_digit() && sign != '.');
    numbers.filter(|number| number.parse::<f64>().is_ok()).any(|number| {
        let decimals = number.split_once('.').map_or("", |(_, decimals)| decimals);
        decimals.trim_start_matches('0').len() > 9
    })
}

#[test]
fn the_numbers_are_those_of_the_example() {
    let workspace = Workspace::new("export");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("sessions/example");
    let csv = export(&workspace, example.to_str().unwrap(), "--figure fitness", "fitness.csv");
    assert!(
        csv.starts_with(
            "generation,10_90_percent_low_moves,10_90_percent_high_moves,mean_moves,best_moves,papers_"
        ),
        "{csv}"
    );
    let last = csv.lines().find(|line| line.starts_with("20,")).unwrap();
    assert_eq!(last.split(',').nth(4), Some("1549"), "{last}");
    let genome =
        export(&workspace, example.to_str().unwrap(), "--figure genome --generation 3", "genome.csv");
    assert_eq!(genome.lines().next().unwrap().split(',').count(), 21, "a column for each of 20 organisms");
}

#[test]
fn wrong_requests_are_explained() {
    let workspace = Workspace::new("export");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("sessions/example").display().to_string();
    for (flags, part) in [
        (
            format!("{example} --figure elo --out a.svg"),
            "its figures are fitness, runs, values, distribution",
        ),
        (format!("{example} --figure fitness --out a.png"), "must end in .svg for a picture or .csv"),
        (format!("{example} --figure genome --generation 99 --out a.svg"), "generations 0 to 20"),
        (format!("{example} --figure genome --run 2 --out a.svg"), "there is no run 2"),
        (". --list".to_owned(), "holds no session, match, race or pipeline"),
        (example.clone(), "--figure"),
    ] {
        let text = workspace.refused(&flags);
        assert!(text.contains(part), "{flags}: {text}");
    }
    assert!(!workspace.path("a.svg").exists());
}

#[test]
fn tuned_options_and_what_the_optimizer_knows_are_exported() {
    let engine = TestEngine::tunable("");
    let folder = tempfile::tempdir().unwrap();
    let parameters = "Alpha, int, 15, 0, 100, 8, 0.002\nBeta Margin, int, 85, 0, 100, 8, 0.002\n";
    fs::write(folder.path().join("params.txt"), parameters).unwrap();
    let eyas = |arguments: &[&str]| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(folder.path()).args(arguments);
        command
    };
    let output = |arguments: &[&str]| {
        let output = eyas(arguments).assert().success().get_output().stdout.clone();
        String::from_utf8(output).unwrap()
    };
    let spec = engine.spec("uci");
    let flags = "--params params.txt --nodes 10 --max-moves 20 --pairs 2 --confirmation-pairs 2 --match-games 2 \
                 --optimizer cma-es --population 4 --generations 4 --session s --params-out tuned.txt";
    let tune: Vec<&str> = ["tune", "--player", &spec].into_iter().chain(flags.split_whitespace()).collect();
    let tuned = output(&tune);
    // The result of the tune has the same commands, and the file of --params-out the same values.
    let commands = output(&["export", "s", "--values", "setoption"]);
    assert!(commands.starts_with("setoption name Alpha value ") && tuned.contains(&commands), "{tuned}");
    output(&["export", "s", "--values", "open-bench", "--out", "lines.txt"]);
    let [written, expected] =
        ["lines.txt", "tuned.txt"].map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
    assert_eq!(written, expected);
    let header: Value = serde_json::from_str(&output(&["export", "s", "--values", "c", "--json"])).unwrap();
    assert!(header["text"].as_str().unwrap().contains("#define TUNED_BETA_MARGIN ("), "{header}");
    for (figure, column) in [
        ("estimate", "standard_deviation"),
        ("axes", "main_parameters"),
        ("estimates", ""),
        ("games-elo", ""),
    ] {
        let svg = format!("{figure}.svg");
        output(&["export", "s", "--figure", figure, "--out", &svg]);
        output(&["export", "s", "--figure", figure, "--out", "figure.csv"]);
        let csv = fs::read_to_string(folder.path().join("figure.csv")).unwrap();
        assert!(csv.contains(column), "{csv}");
    }
    eyas(&["export", "none", "--values", "json"]).assert().code(2).stdout("");
}

/// An ensemble: each run with its best, its mean and its seed, and all of them together.
#[test]
fn every_run_of_an_ensemble_is_in_the_numbers() {
    let workspace = Workspace::new("evolve");
    workspace.run(
        "--preset quick --runs 3 --seed 77 --population 10 --generations 3 --train train.epd --test test.epd --session s",
    );
    let table = |figure: &str| -> Vec<Vec<String>> {
        let text = export(&workspace, "s", &format!("--figure {figure}"), "figure.csv");
        text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
    };
    let column = |table: &[Vec<String>], name: &str| -> Vec<f64> {
        let at = table[0]
            .iter()
            .position(|known| known == name)
            .unwrap_or_else(|| panic!("{name} in {:?}", table[0]));
        table[1..].iter().filter(|row| !row[at].is_empty()).map(|row| row[at].parse().unwrap()).collect()
    };
    let recorded = Session::open_read_only(&workspace.path("s")).unwrap();
    let fitness = table("fitness");
    for run in 0..3 {
        let spreads = recorded.history.iter().filter(|record| record.run == run).map(|record| &record.spread);
        let (best, mean): (Vec<f64>, Vec<f64>) =
            spreads.map(|spread| (spread.best as f64, spread.mean)).unzip();
        assert_eq!(column(&fitness, &format!("run_{}_best_moves", run + 1)), best);
        assert_eq!(column(&fitness, &format!("run_{}_mean_moves", run + 1)), mean);
    }
    let runs = table("runs");
    assert_eq!(column(&runs, "seed"), [77.0; 3]);
    assert!(column(&runs, "evaluations").iter().all(|count| *count > 10.0), "{runs:?}");
    let scores = column(&runs, "champion_moves");
    let mean = scores.iter().sum::<f64>() / 3.0;
    let deviation = (scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / 2.0).sqrt();
    let summary = table("summary");
    let near = |name: &str, expected: f64| {
        let found = column(&summary, name)[0];
        assert!((found - expected).abs() < 1e-3 * expected.abs().max(1.0), "{name}: {found}, not {expected}");
    };
    near("mean", mean);
    // Student's distribution with two degrees of freedom.
    near("mean_low_95_percent", mean - 4.302_65 * deviation / 3.0_f64.sqrt());
    near("mean_high_95_percent", mean + 4.302_65 * deviation / 3.0_f64.sqrt());
    let picture = export(&workspace, "s", "--figure runs", "figure.svg");
    assert!(picture.contains("A session records no times"), "{picture}");
}

/// Before the end of a run its values are the estimate of the optimizer, and marked.
#[test]
fn options_of_an_incomplete_run_are_the_estimate_and_provisional() {
    let engine = TestEngine::tunable("");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("params.txt"), "Alpha, int, 15, 0, 100, 8, 0.002\nGamma, int, -40, -50, 50, 8, 0.002\n")
        .unwrap();
    let eyas = |arguments: &str| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
        let output = command.current_dir(folder.path()).args(arguments.split_whitespace()).output().unwrap();
        assert!(output.status.success(), "{arguments}: {output:?}");
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    let flags =
        "--params params.txt --nodes 10 --max-moves 20 --pairs 2 --confirmation-pairs 2 --match-games 2";
    let mut tune = assert_cmd::Command::new(env!("CARGO_BIN_EXE_eyas"));
    tune.current_dir(folder.path()).args(["tune", "--player", &engine.spec("uci")]);
    tune.args(flags.split_whitespace()).args(["--generations", "6", "--session", "whole"]).assert().success();
    // A fork is what an interrupted session is: some generations, and no result.
    session::fork(&path("whole"), 0, 4, None, &path("part")).unwrap();

    eyas("export part --figure estimate --out estimate.csv");
    let table = fs::read_to_string(path("estimate.csv")).unwrap();
    let estimate = |name: &str| -> f64 {
        let row = table.lines().find(|line| line.starts_with(name)).unwrap();
        row.split(',').nth(2).unwrap().parse::<f64>().unwrap().round()
    };
    let [json, notice] = eyas("export part --values json");
    let values: Value = serde_json::from_str(&json).unwrap();
    let measured = Session::open_read_only(&path("part")).unwrap();
    let best = &measured.history.last().unwrap().champion_values;
    for (index, name) in ["Alpha", "Gamma"].into_iter().enumerate() {
        assert_eq!(values[name].as_f64(), Some(estimate(name)), "{json}\n{table}");
        assert_ne!(values[name].as_f64(), Some(f64::from(best[index])), "this is a measured organism");
    }
    let reason = "the optimizer's estimate after generation 4 of 6; the run is not complete";
    assert_eq!(values["provisional"], reason);
    assert_eq!(notice, format!("eyas: the values are provisional: {reason}\n"));
    let [text, _] = eyas("export part --values eyas");
    assert!(text.starts_with(&format!("// provisional: {reason}\n(")), "{text}");
    let [result, _] = eyas("export part --values setoption --json");
    assert_eq!(serde_json::from_str::<Value>(&result).unwrap()["provisional"], reason);
    let [text, notice] = eyas("export whole --values eyas");
    assert!(text.starts_with('(') && notice.is_empty(), "{text}{notice}");
    let [result, _] = eyas("export whole --values setoption --json");
    assert_eq!(serde_json::from_str::<Value>(&result).unwrap()["provisional"], Value::Null);
}
