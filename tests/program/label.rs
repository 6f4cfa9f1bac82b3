//! `eyas label`: points that an engine expects, in place of the results of games.

use std::fs;
use std::process::Stdio;

use assert_cmd::Command;
use eyas::objectives::result_set::ResultSet;
use predicates::prelude::*;

use crate::support::engines::TestEngine;
use crate::support::waiting::wait_until;

fn label(folder: &std::path::Path, threads: &str, out: &str) -> Command {
    let mut command = Command::cargo_bin("eyas").unwrap();
    command.current_dir(folder);
    command.args(["label", "games.txt", "--mentor", "organism:reference", "--mentor-nodes", "200"]);
    command.args(["--threads", threads, "--out", out]);
    command
}

/// A lost game's better position, its worse one, an equal one, and one with a mate.
const GAMES: &str = "eyas-results 1
game A – B
4k3/8/8/8/8/8/4PPP1/4K3 w - - 0-1
4k3/4ppp1/8/8/8/8/8/4K3 b - - 0-1
game
4k3/4p3/8/8/8/8/4P3/4K3 w - - 1-0
7k/5Q2/6K1/8/8/8/8/8 w - - 1-0
";

#[test]
fn results_become_what_an_engine_expects() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.txt"), GAMES).unwrap();
    let summary = "3 positions written to one.txt\n1 positions left out";
    label(folder.path(), "1", "one.txt").assert().success().stdout(predicate::str::contains(summary));
    let set = ResultSet::read(&folder.path().join("one.txt")).unwrap();
    let points: Vec<f64> = set.positions.iter().map(|one| one.points.value()).collect();
    assert!(points[0] > 0.8 && points[1] < 0.2 && (0.3..0.7).contains(&points[2]), "{points:?}");
    assert_eq!(set.positions.iter().map(|one| one.game).collect::<Vec<_>>(), [0, 0, 1], "the games stay");
    assert_eq!(set.games[0].text, "A – B");
    assert!(!folder.path().join("one.txt.scores").exists());
    // The number of threads does not matter, nor does a damaged file of answers.
    label(folder.path(), "3", "three.txt").assert().success();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("one.txt"), read("three.txt"));
    fs::write(folder.path().join("four.txt.scores"), "torn").unwrap();
    label(folder.path(), "2", "four.txt").assert().success();
    assert_eq!(read("one.txt"), read("four.txt"));
    // The set can be evolved on and scored.
    let mut score = Command::cargo_bin("eyas").unwrap();
    score.current_dir(folder.path()).args(["score", "reference", "--results", "games.txt,one.txt"]);
    score.assert().success();
}

/// An engine that hangs in its third search as long as the file `hang` exists in its folder.
const HANGING: &str = r#"
searches=0
while read line; do
    case $line in
        uci) say uciok ;;
        isready) say readyok ;;
        *7k/5Q2*) move=f7f8 ;;
        position*" b "*) move=e8d8 ;;
        position*) move=e1d1 ;;
        go*)
            echo search >> "$1/searches"
            searches=$((searches + 1))
            if [ $searches -eq 3 ] && [ -e "$1/hang" ]; then echo > "$1/hanging"; hang; fi
            say info depth 1 score cp 100 nodes 1 pv $move
            say bestmove $move ;;
        quit) exit ;;
    esac
done
"#;

#[test]
fn after_a_kill_only_the_missing_positions_are_asked() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.txt"), GAMES).unwrap();
    let engine = TestEngine::scripted(HANGING);
    let searches =
        || fs::read_to_string(engine.folder.path().join("searches")).map_or(0, |text| text.lines().count());
    let label = |out: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(folder.path()).args(["label", "games.txt", "--threads", "1", "--out", out]);
        command.args(["--mentor", &engine.spec("uci")]).stdout(Stdio::null());
        command
    };
    assert!(label("whole.txt").status().unwrap().success());
    assert_eq!(searches(), 4);
    assert_eq!(ResultSet::read(&folder.path().join("whole.txt")).unwrap().positions.len(), 4);

    fs::write(engine.folder.path().join("hang"), "").unwrap();
    let mut killed = label("killed.txt").spawn().unwrap();
    wait_until("the engine hangs", || engine.folder.path().join("hanging").exists());
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(!folder.path().join("killed.txt").exists());
    fs::remove_file(engine.folder.path().join("hang")).unwrap();

    assert!(label("killed.txt").status().unwrap().success());
    assert_eq!(searches(), 4 + 3 + 2, "the two known answers are not asked for again");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("killed.txt"), read("whole.txt"));
}

#[test]
fn an_output_that_cannot_be_written_is_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.txt"), GAMES).unwrap();
    fs::create_dir(folder.path().join("kept.txt.scores")).unwrap();
    let engine = TestEngine::scripted(HANGING);
    for (out, problem) in [
        ("missing/out.txt", "--out: missing/out.txt: No such file or directory"),
        ("games.txt/out.txt", "--out: games.txt/out.txt: Not a directory"),
        ("kept.txt.scores", "--out: kept.txt.scores: is a directory"),
        ("kept.txt", "kept.txt.scores: the answers cannot be kept"),
    ] {
        let mut command = Command::cargo_bin("eyas").unwrap();
        command.current_dir(folder.path()).args(["label", "games.txt", "--threads", "1", "--out", out]);
        command.args(["--mentor", &engine.spec("uci")]);
        let explained = predicate::str::contains(problem).and(predicate::str::contains(".eyas-").not());
        command.assert().code(2).stderr(explained);
        assert!(!engine.folder.path().join("searches").exists(), "{out}: nothing is searched");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn bad_input_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |games: &str, mentor: &str, problem: &str| {
        fs::write(folder.path().join("games.txt"), games).unwrap();
        let mut command = Command::cargo_bin("eyas").unwrap();
        command.current_dir(folder.path()).args([
            "label",
            "games.txt",
            "--mentor",
            mentor,
            "--out",
            "out.txt",
        ]);
        command.assert().code(2).stderr(predicate::str::contains(problem));
        assert!(!folder.path().join("out.txt").exists());
    };
    refused("4k3/8/8/8/8/8/4P3/4K3 w - - 1.2", "reference", "line 1, column 29");
    refused(GAMES, "nobody", "nobody");
}
