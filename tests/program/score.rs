//! `eyas score`: its count equals that of direct searches and that of the evolution.

use std::fs;
use std::path::Path;

use crate::support::shipped_positions;
use crate::support::{command, results};
use assert_cmd::Command;
use eyas::engine::evaluation::Weights;
use eyas::engine::one_ply::PlyScore;
use eyas::engine::one_ply::best_move;
use eyas::organism::Organism;
use eyas::positions::PositionSet;
use predicates::prelude::*;
use predicates::str::contains;
use rstest::rstest;
use serde_json::Value;

fn eyas(folder: &Path, arguments: &str) -> Command {
    let mut command = command::eyas(folder, arguments);
    command.args(["--cache", "cache"]);
    command
}

fn json(folder: &Path, arguments: &str) -> Value {
    results::json(eyas(folder, arguments))
}

fn count_by_search(organism: &str, set: &str, ply_score: PlyScore) -> u64 {
    let genome = Organism::named_or_path(organism).unwrap().evaluation;
    let weights = Weights::new(&genome.schema, &genome.values).unwrap();
    let set = PositionSet::embedded(set).unwrap();
    let agrees = |example: &&eyas::positions::Example| {
        best_move(&example.position, &weights, ply_score).is_some_and(|m| example.moves.contains(&m))
    };
    set.examples.iter().filter(agrees).count() as u64
}

#[rstest]
#[case("paper-2014-figure-3", "", PlyScore::Quiescence)]
#[case("paper-2014-figure-3", " --move-score static", PlyScore::Static)]
#[case("paper-2008-figure-3", " --fitness quiescence --threads 1", PlyScore::Quiescence)]
fn the_count_equals_that_of_direct_searches(
    #[case] organism: &str,
    #[case] flags: &str,
    #[case] ply_score: PlyScore,
) {
    let folder = tempfile::tempdir().unwrap();
    let result = json(folder.path(), &format!("score {organism} --positions ecm879{flags}"));
    assert_eq!(result["correct"], count_by_search(organism, "ecm879", ply_score));
    assert_eq!(result["total"], 879);
    assert_eq!(result["positions"], "ecm879");
    assert_eq!(result["fitness"], if ply_score == PlyScore::Static { "static" } else { "quiescence" });
    let again = json(folder.path(), &format!("score {organism} --positions ecm879{flags}"));
    assert_eq!(again, result, "the second run uses the cached trees");
}

#[test]
fn the_score_of_a_champion_equals_that_of_its_evolution() {
    let folder = tempfile::tempdir().unwrap();
    let lines: Vec<&str> = shipped_positions("gm2600-test").lines().take(400).collect();
    fs::write(folder.path().join("train.epd"), lines[..250].join("\n")).unwrap();
    fs::write(folder.path().join("test.epd"), lines[250..].join("\n")).unwrap();
    let evolved = json(
        folder.path(),
        "evolve --preset quick --generations 5 --population 16 --seed 3 --session s \
         --train train.epd --test test.epd",
    );
    for (file, correct, total) in
        [("train.epd", "best_correct", "train_total"), ("test.epd", "test_correct", "test_total")]
    {
        let scored = json(folder.path(), &format!("score s/champion.ron --positions {file}"));
        assert_eq!(scored["correct"], evolved[correct], "{file}");
        assert_eq!(scored["total"], evolved[total], "{file}");
    }
}

#[test]
fn large_files_are_counted_correctly() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("five.epd"), shipped_positions("gm2600-train").repeat(5)).unwrap();
    let count = |set| json(folder.path(), &format!("score reference --move-score static --positions {set}"));
    let (once, five) = (count("gm2600-train"), count("five.epd"));
    assert_eq!(five["total"], 25_000);
    assert_eq!(five["correct"], 5 * once["correct"].as_u64().unwrap());
}

#[test]
fn a_file_has_priority_over_an_embedded_set_of_the_same_name() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ecm879"), "k7/8/8/8/8/8/8/K6R w - - sm Kb1;\n").unwrap();
    eyas(folder.path(), "score reference --positions ecm879")
        .assert()
        .success()
        .stderr("")
        .stdout(contains(" of 1 (").and(contains(" in ecm879\n")));
}

#[rstest]
#[case("score nobody --positions ecm879", "“nobody” is neither a file nor an organism")]
#[case("score reference --positions missing.epd", "missing.epd: ")]
#[case("score reference --positions missing.epd", "gm2600-train, gm2600-test, ecm879")]
#[case("score reference --positions illegal.epd", "illegal.epd, line 2, column ")]
#[case("score reference --positions without.epd", "neither sm nor bm")]
#[case("score broken.ron --positions ecm879", "broken.ron, line 1, column ")]
#[case("score reference", "--positions")]
fn invalid_input_exits_with_2_and_is_named(#[case] arguments: &str, #[case] hint: &str) {
    let folder = tempfile::tempdir().unwrap();
    let king = "4k3/8/8/8/8/8/8/4K3 w - -";
    fs::write(folder.path().join("illegal.epd"), format!("{king} sm Kd1;\n{king} sm Ke3;\n")).unwrap();
    fs::write(folder.path().join("without.epd"), format!("{king} id \"x\";\n")).unwrap();
    fs::write(folder.path().join("broken.ron"), "(format: 1, name: 7)").unwrap();
    eyas(folder.path(), arguments).assert().code(2).stdout("").stderr(contains(hint));
}
