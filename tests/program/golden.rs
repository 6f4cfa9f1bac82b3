//! Results that no refactoring may change: the same seeds have the same champions, searches and games as when the
//! values in `tests/data/golden.txt` were recorded. If a change of the engine or of the evolution is intended to change
//! results, run with `GOLDEN=write` to record the new values, and explain the difference in the commit.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::shipped_positions;

/// Runs a command in `folder` and returns its result.
#[track_caller]
fn result(folder: &Path, arguments: &str) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(folder)
        .args(arguments.split_whitespace())
        .arg("--json")
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The chromosomes in an organism file: that of its evaluation, then those of its searches.
#[track_caller]
fn chromosomes(organism: &Path) -> String {
    let text = fs::read_to_string(organism).unwrap();
    let bits: Vec<&str> =
        text.lines().filter_map(|line| line.trim().strip_prefix("chromosome: ")).map(bits_of).collect();
    assert!(!bits.is_empty(), "{}", organism.display());
    bits.join(" ")
}

fn bits_of(value: &str) -> &str {
    value.trim_matches(|letter| letter != '0' && letter != '1')
}

/// A checksum of the moves and results of all games in a PGN file.
#[track_caller]
fn games(pgn: &Path) -> String {
    let text = fs::read_to_string(pgn).unwrap();
    let mut moves = String::new();
    let mut in_comment = false;
    for word in text.lines().filter(|line| !line.starts_with('[')).flat_map(str::split_whitespace) {
        in_comment |= word.starts_with('{');
        let is_number = word.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit());
        if !in_comment && !is_number {
            moves.push_str(word);
            moves.push(' ');
        }
        in_comment &= !word.ends_with('}');
    }
    assert!(!moves.is_empty(), "{}", pgn.display());
    blake3::hash(moves.as_bytes()).to_hex()[..16].to_owned()
}

/// The named values of a JSON object as text.
fn values(result: &Value, names: &[&str]) -> String {
    names.iter().map(|name| format!("{name} {}", result[*name])).collect::<Vec<_>>().join(", ")
}

/// Compares lines with those in a file of `tests/data`, or records them with `GOLDEN=write`.
#[track_caller]
fn assert_recorded(file: &str, lines: &[String]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let found = lines.join("\n") + "\n";
    if std::env::var_os("GOLDEN").is_some_and(|value| value == "write") {
        fs::write(&path, &found).unwrap();
    }
    let recorded = fs::read_to_string(&path).unwrap();
    for (found, recorded) in found.lines().zip(recorded.lines()) {
        assert_eq!(found, recorded, "{file}");
    }
    assert_eq!(found.lines().count(), recorded.lines().count(), "{file}");
}

/// Flags of a pipeline that takes a few seconds.
const SHORT: &str = "--preset quick-2014 --runs 3 --population 10 --train train.epd --test test.epd --generations grandmaster=6 \
                     --generations coevolution=3 --generations tuning=4 --nodes 100 --games-per-pair 2 \
                     --confirmation-games 2 --milestone-games 2 --match-games 4 --positions 20 --node-limit 2000 --no-estimate";

#[test]
fn results_equal_the_recorded_ones() {
    let folder = tempfile::tempdir().unwrap();
    let sets =
        [("train.epd", shipped_positions("gm2600-train")), ("test.epd", shipped_positions("gm2600-test"))];
    for (name, shipped) in sets {
        let lines: Vec<&str> = shipped.lines().take(300).collect();
        fs::write(folder.path().join(name), lines.join("\n")).unwrap();
    }
    let run = |arguments: &str| result(folder.path(), arguments);
    let mut lines = Vec::new();

    for search in ["plain --depth 5", "paper --depth 7", "extended"] {
        let searched = run(&format!("bench --search {search}"));
        lines.push(format!("bench {search}: {}", values(&searched, &["nodes"])));
    }
    for seed in 1..=3 {
        run(&format!("pipeline {SHORT} --seed {seed} --session p{seed} --cache cache"));
        let bits = chromosomes(&folder.path().join(format!("p{seed}/evolstar.ron")));
        lines.push(format!("short pipeline, seed {seed}: {bits}"));
    }
    run(
        "evolve --stage mentor --mentor paper-2008-figure-3 --mentor-static --train train.epd --test test.epd \
         --population 60 --generations 20 --seed 4 --session mentor --cache cache",
    );
    let bits = chromosomes(&folder.path().join("mentor/champion.ron"));
    lines.push(format!("mentor, seed 4: {bits}"));
    let solved = run("solve --suite ecm879 --player reference --nodes 1000");
    lines.push(format!("ecm879, 1000 nodes: {}", values(&solved, &["solved", "nodes", "nodes_first"])));
    let played =
        run("match --a reference --b paper-2014-figure-3 --nodes 200 --hash 1 --games 200 --session games");
    let moves = games(&folder.path().join("games/games.pgn"));
    lines.push(format!(
        "match, 200 games: {}, moves {moves}",
        values(&played, &["wins", "draws", "losses", "pentanomial"])
    ));

    assert_recorded("golden.txt", &lines);
}

/// Three complete `quick` pipelines take half an hour on two cores.
#[test]
#[ignore = "takes half an hour; run it with `cargo test --release --test program golden:: -- --ignored`"]
fn quick_pipelines_have_the_recorded_champions() {
    let folder = tempfile::tempdir().unwrap();
    let champion = |seed: u32| {
        result(
            folder.path(),
            &format!(
                "pipeline --preset quick-2014 --no-estimate --seed {seed} --session p{seed} --cache cache"
            ),
        );
        format!(
            "quick pipeline, seed {seed}: {}",
            chromosomes(&folder.path().join(format!("p{seed}/evolstar.ron")))
        )
    };
    assert_recorded("golden-quick.txt", &[1, 2, 3].map(champion));
}
