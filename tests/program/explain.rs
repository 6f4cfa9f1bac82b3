//! `eyas explain`: what a session learned, where values came from, which of them matter, what would have been.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::command::eyas;
use crate::workspace::Workspace;
use rstest::rstest;
use serde_json::Value;

const SESSION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sessions/example");

fn explain(folder: &Path, flags: &str) -> Output {
    eyas(folder, &format!("explain {SESSION} {flags}")).output().unwrap()
}

fn json(folder: &Path, flags: &str) -> Value {
    let output = explain(folder, &format!("{flags} --json"));
    assert!(output.status.success(), "{flags}: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn learned_positions_add_up_to_the_champions_score() {
    let folder = tempfile::tempdir().unwrap();
    let learned = json(folder.path(), "--learned");
    let count = |name: &str| learned[name].as_u64().unwrap();
    assert_eq!(count("known") + count("learned"), 1549);
    let positions = learned["positions"].as_array().unwrap();
    assert_eq!(
        positions.len() as u64,
        count("known") + count("learned") + count("forgotten") + count("never")
    );
    // One position agrees with the list.
    let found = positions.iter().find(|position| position["state"] == "learned").unwrap();
    let one = json(folder.path(), &format!("--learned --position {}", found["position"]));
    assert_eq!(&one["positions"][0], found);
    let history: Vec<bool> = serde_json::from_value(one["history"].clone()).unwrap();
    let since = found["generation"].as_u64().unwrap() as usize;
    assert!(!history[since - 1] && history[since..].iter().all(|right| *right));
}

#[test]
fn the_family_ends_at_the_organism_and_the_values_are_ranked() {
    let folder = tempfile::tempdir().unwrap();
    let family = json(folder.path(), "--family --generation 10 --organism 3");
    assert_eq!((family["generation"].as_u64(), family["organism"].as_u64()), (Some(10), Some(3)));
    let score = |object: &Value| object["score"].as_f64().unwrap();
    assert_eq!(score(family["line"].as_array().unwrap().last().unwrap()), score(&family));
    let ranking = json(folder.path(), "--importance --out importance.csv");
    assert_eq!(score(&ranking), 1549.0);
    let parameters = ranking["parameters"].as_array().unwrap();
    let loss = |parameter: &Value| parameter["losses"]["median"]["loss"].as_f64().unwrap();
    assert!(parameters.is_sorted_by(|one, other| loss(one) >= loss(other)));
    let table = fs::read_to_string(folder.path().join("importance.csv")).unwrap();
    assert_eq!(table.lines().count(), parameters.len() + 1);
    let groups = ranking["groups"].as_array().unwrap();
    let grouped: u64 = groups.iter().map(|group| group["parameters"].as_u64().unwrap()).sum();
    assert_eq!(grouped, parameters.len() as u64);
    let lost = |group: &Value| group["losses"]["median"].as_f64().unwrap();
    assert!(groups.is_sorted_by(|one, other| lost(one) >= lost(other)));
}

#[test]
fn a_landscape_contains_the_organism_and_the_slices() {
    let folder = tempfile::tempdir().unwrap();
    let ranking = json(folder.path(), "--importance");
    let land = json(folder.path(), "--importance --landscape KNIGHT_VALUE,BISHOP_VALUE --out land.svg");
    let of = |name: &str| {
        let parameters = ranking["parameters"].as_array().unwrap();
        parameters.iter().find(|parameter| parameter["parameter"] == name).unwrap().clone()
    };
    let place = |side: &str, name: &str| {
        let own = of(name)["value"].clone();
        land[side].as_array().unwrap().iter().position(|value| *value == own).unwrap()
    };
    let (row, column) = (place("first", "KNIGHT_VALUE"), place("second", "BISHOP_VALUE"));
    let score = |row: usize, column: usize| land["scores"][row][column].as_f64().unwrap();
    assert_eq!(score(row, column), 1549.0);
    // The row of the organism's knight is a part of the bishop's slice.
    let slice = of("BISHOP_VALUE")["slice"].clone();
    for end in [0, land["second"].as_array().unwrap().len() - 1] {
        let value = &land["second"][end];
        let known = slice.as_array().unwrap().iter().find(|point| point[0] == *value).unwrap();
        assert_eq!(1549.0 - score(row, end), known[1].as_f64().unwrap());
    }
    assert!(fs::read_to_string(folder.path().join("land.svg")).unwrap().contains("KNIGHT_VALUE"));
}

/// Returns a folder with a session `s`: twelve generations of ten organisms on 60 positions.
fn evolved() -> Workspace {
    let workspace = Workspace::new("explain");
    workspace.json(
        "evolve --preset quick --train train.epd --test test.epd --generations 12 --population 10 --session s",
    );
    workspace
}

#[test]
fn twins_are_the_same_with_any_number_of_threads() {
    let workspace = evolved();
    let [one, three] = [1, 3]
        .map(|threads| workspace.run(&format!("s --what-if mutations --seeds 4 --json --threads {threads}")));
    assert_eq!(one, three);
    let found: Value = serde_json::from_str(&one).unwrap();
    let outcomes = found["outcomes"].as_array().unwrap();
    let best = workspace.json("evolve --session s --resume")["best_correct"].as_f64();
    let number = |outcome: &Value, name: &str| outcome[name].as_f64().unwrap();
    assert!(outcomes.is_sorted_by(|one, other| number(one, "difference") >= number(other, "difference")));
    for (place, outcome) in outcomes.iter().enumerate() {
        assert_eq!(outcome["with"].as_f64(), best);
        assert_eq!(number(outcome, "difference"), number(outcome, "with") - number(outcome, "without"));
        let seeds = &outcome["seeds"];
        assert_eq!(seeds["differences"].as_array().map(Vec::len), (place < 5).then_some(4));
        // One of them alone has the same twin.
        if place == 0 {
            let alone =
                workspace.json(&format!("explain s --what-if {}", outcome["event"].as_str().unwrap()));
            assert_eq!(alone["outcomes"][0]["without"], outcome["without"]);
        }
    }
}

#[test]
fn a_kept_twin_is_a_session_that_resumes_to_the_same_bytes() {
    let workspace = evolved();
    let found = workspace.json("explain s --what-if generation:7 --keep twin --out twin.csv");
    assert_eq!(found["session"], "twin");
    assert_eq!(fs::read_to_string(workspace.path("twin.csv")).unwrap().lines().count(), 2);
    let files =
        ["journal.jsonl", "champion.ron", "checkpoint.ron"].map(|name| workspace.path("twin").join(name));
    let written = files.each_ref().map(|file| fs::read_to_string(file).unwrap());
    let header = fs::read_to_string(workspace.path("twin/session.ron")).unwrap();
    assert!(header.contains("blocked: [") && header.contains("Generation("), "{header}");
    // The beginning is that of the parent, the rest is not.
    let recorded = fs::read_to_string(workspace.path("s/journal.jsonl")).unwrap();
    let entry = |line: &str| line.split_once("\"generation\":").unwrap().1.to_owned();
    let lines = recorded.lines().zip(written[0].lines()).take(13);
    let equal: Vec<bool> = lines.map(|(one, other)| entry(one) == entry(other)).collect();
    assert!(equal[..7].iter().all(|equal| *equal) && !equal[7..].iter().any(|equal| *equal), "{equal:?}");
    // Generations that are lost are computed again, without the event.
    let kept: String = written[0].split_inclusive('\n').take(5).collect();
    fs::write(&files[0], kept).unwrap();
    files[1..].iter().for_each(|file| fs::remove_file(file).unwrap());
    workspace.json("evolve --session twin --resume");
    assert_eq!(files.each_ref().map(|file| fs::read_to_string(file).unwrap()), written);
}

#[test]
fn a_stopped_run_says_why_and_its_twin_is_as_long() {
    let workspace = Workspace::new("evolve");
    let flags = "--preset quick --train train.epd --test test.epd --generations 90 --population 10 --patience 3 --session s";
    let text = workspace.run(flags);
    let said = text.lines().find(|line| line.starts_with("run 1 stopped after generation ")).unwrap();
    assert!(said.ends_with(": no improvement for 3 generations"), "{said}");
    let shown = workspace.json("evolve --session s --resume");
    let stop = &shown["stopped"][0];
    assert_eq!((&stop["run"], &stop["reason"]["patience"]), (&Value::from(0), &Value::from(3)));
    workspace.json("explain s --what-if generation:2 --keep twin");
    assert_eq!(&workspace.json("evolve --session twin --resume")["stopped"][0], stop);
}

#[rstest]
#[case::no_question("", "--learned")]
#[case::two_questions("--learned --family", "--family")]
#[case::unknown_event("--what-if birth:3", "“birth:3” is not an event")]
#[case::nothing_planted("--what-if plant:3", "no planted organism")]
#[case::seeds_without_event("--family --seeds 3", "--seeds")]
#[case::many_twins("--what-if mutations --keep twin", "name one mutation")]
#[case::unknown_run("--family --run 9", "run 9")]
#[case::unknown_organism("--importance --organism 99999", "organisms")]
#[case::unknown_generation("--family --generation 999", "generation 999")]
#[case::unknown_position("--learned --position 99999", "positions")]
#[case::unknown_parameter("--importance --landscape KNIGHT_VALUE,HORSE", "HORSE")]
#[case::one_parameter("--importance --landscape KNIGHT_VALUE", "two different")]
#[case::unknown_format("--learned --out table.txt", ".svg")]
fn what_cannot_be_explained_is_refused(#[case] flags: &str, #[case] words: &str) {
    let folder = tempfile::tempdir().unwrap();
    let output = explain(folder.path(), flags);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(words), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
