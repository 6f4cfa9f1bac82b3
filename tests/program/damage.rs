//! Damaged or edited files of finished sessions, matches and pipelines: files that the journal determines are written
//! again with a notice, all others are refused by name. A damaged result is never shown.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::sessions::{assert_identical, content};
use crate::support::shipped_positions;
use rstest::rstest;
use serde_json::Value;

/// A folder with files of positions, in which commands run.
struct Workspace {
    folder: tempfile::TempDir,
}

/// A finished session: the command that shows it again, its result, and a copy of its files.
struct Finished {
    resume: String,
    result: Value,
    content: PathBuf,
}

impl Workspace {
    fn new() -> Workspace {
        let workspace = Workspace { folder: tempfile::tempdir().unwrap() };
        let shipped = shipped_positions("gm2600-train");
        let lines: Vec<&str> = shipped.lines().take(120).collect();
        let suite: Vec<&str> = include_str!("../../positions/ecm879.epd").lines().take(6).collect();
        for (name, lines) in [("train.epd", &lines[..80]), ("test.epd", &lines[80..]), ("suite.epd", &suite)]
        {
            fs::write(workspace.path(name), lines.join("\n")).unwrap();
        }
        workspace
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, arguments: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(self.folder.path()).args(arguments.split_whitespace());
        if !arguments.starts_with("match ") {
            command.args(["--cache", "cache"]);
        }
        command.arg("--json").output().unwrap()
    }

    /// Runs a command to its end. Returns its result and its notices.
    #[track_caller]
    fn run_json(&self, arguments: &str) -> (Value, String) {
        let output = self.run(arguments);
        let notices = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{arguments}: {notices}");
        (serde_json::from_slice(&output.stdout).unwrap(), notices)
    }

    /// Runs a command to its end with the session folder `s`.
    #[track_caller]
    fn finish(&self, verb: &str, flags: &str) -> Finished {
        self.run_json(&format!("{verb} {flags} --session s"));
        let resume = format!("{verb} --session s --resume");
        let (result, notices) = self.run_json(&resume);
        assert_eq!(notices, "", "no file is damaged yet");
        let content = self.path("copy");
        copy(&self.path("s"), &content);
        Finished { resume, result, content }
    }

    /// Asserts that the session shows its result, that its files are restored, and that notices name the damaged files.
    #[track_caller]
    fn assert_repaired(&self, finished: &Finished, names: &[&str]) {
        let (result, notices) = self.run_json(&finished.resume);
        assert_eq!(result, finished.result);
        for name in names {
            assert!(notices.contains(name) && notices.contains("written again"), "{name}: {notices}");
        }
        assert_identical(&self.path("s"), &finished.content);
        assert_eq!(self.run_json(&finished.resume).1, "", "the files are repaired once");
    }

    /// Asserts that the session is refused with exit code 2 and a message that contains all hints, and is not changed.
    #[track_caller]
    fn assert_refused(&self, finished: &Finished, hints: &[&str]) {
        let before = content(&self.path("s"));
        let output = self.run(&finished.resume);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{message}");
        for hint in hints {
            assert!(message.contains(hint), "{hint}: {message}");
        }
        assert!(content(&self.path("s")) == before, "no file is changed");
    }

    /// Restores the files of the session from the copy.
    fn restore(&self, finished: &Finished) {
        fs::remove_dir_all(self.path("s")).unwrap();
        copy(&finished.content, &self.path("s"));
    }
}

fn copy(from: &Path, to: &Path) {
    for (name, bytes) in content(from) {
        let path = to.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// Changes the text of a file.
fn edit(path: &Path, change: impl FnOnce(String) -> String) {
    let before = fs::read_to_string(path).unwrap();
    let after = change(before.clone());
    assert_ne!(after, before, "the edit must change the text");
    fs::write(path, after).unwrap();
}

/// Sets the first parameter whose value exceeds 3 to 3, and removes the chromosome.
fn change_value(text: String) -> String {
    let bits = text.find("chromosome:").unwrap();
    let end = bits + text[bits..].find('\n').unwrap() + 1;
    let text = text[..bits].to_owned() + &text[end..];
    let is_large = |line: &&str| {
        let value = line.trim().trim_end_matches(',').split_once("\": ").map(|(_, value)| value);
        value.and_then(|value| value.parse::<i32>().ok()).is_some_and(|value| value > 3)
    };
    let line = text.lines().find(is_large).unwrap().to_owned();
    let (name, _) = line.split_once("\": ").unwrap();
    text.replacen(&line, &format!("{name}\": 3,"), 1)
}

/// Damages a file in one of several ways.
fn damage(path: &Path, how: &str) {
    let bytes = fs::read(path).unwrap();
    match how {
        "emptied" => fs::write(path, "").unwrap(),
        "cut" => fs::write(path, &bytes[..bytes.len() / 2]).unwrap(),
        "zeroed" => fs::write(path, vec![0; bytes.len()]).unwrap(),
        "deleted" => fs::remove_file(path).unwrap(),
        "edited" => edit(path, change_value),
        other => panic!("{other}"),
    }
}

const EVOLVE: &str =
    "--train train.epd --test test.epd --generations 3 --population 8 --runs 2 --seed 3 --threads 2";

#[rstest]
fn damaged_champions_are_restored_from_the_journal(
    #[values("emptied", "cut", "zeroed", "deleted", "edited")] how: &str,
    #[values("champion.ron", "champion-2.ron")] name: &str,
) {
    let workspace = Workspace::new();
    let finished = workspace.finish("evolve", EVOLVE);
    damage(&workspace.path("s").join(name), how);
    workspace.assert_repaired(&finished, &[name]);
}

#[test]
fn resuming_restores_the_champions_of_complete_runs() {
    let workspace = Workspace::new();
    let finished = workspace.finish("evolve", EVOLVE);
    let session = workspace.path("s");
    // Restore the state after a kill in the second run.
    let journal = fs::read_to_string(session.join("journal.jsonl")).unwrap();
    let lines = journal.lines().count();
    let unfinished: String = journal.split_inclusive('\n').take(lines - 2).collect();
    fs::write(session.join("journal.jsonl"), unfinished).unwrap();
    for name in ["champion.ron", "champion-2.ron", "checkpoint.ron"] {
        fs::remove_file(session.join(name)).unwrap();
    }
    edit(&session.join("champion-1.ron"), change_value);
    let (_, notices) = workspace.run_json(&finished.resume);
    assert!(notices.contains("champion-1.ron") && notices.contains("written again"), "{notices}");
    assert!(!notices.contains("champion-2.ron"), "{notices}");
    assert_identical(&session, &finished.content);
}

#[rstest]
fn a_damaged_checkpoint_is_restored_from_the_journal(
    #[values("emptied", "cut", "zeroed", "deleted")] how: &str,
) {
    let workspace = Workspace::new();
    let finished = workspace.finish("evolve", EVOLVE);
    damage(&workspace.path("s/checkpoint.ron"), how);
    workspace.assert_repaired(&finished, &["checkpoint.ron"]);
}

#[rstest]
#[case::text("this was never written by eyas")]
#[case::line("{\"check\":\"0123456789abcdef\",\"generation\":{}}\n")]
#[case::torn("{\"check\":\"0123456789abcdef\",\"gener")]
#[case::zeros("\0\0\0\0\0\0\0\0")]
fn data_after_the_end_of_a_finished_journal_is_refused(#[case] rest: &str) {
    let workspace = Workspace::new();
    let finished = workspace.finish("evolve", EVOLVE);
    let journal = workspace.path("s/journal.jsonl");
    let whole = fs::read(&journal).unwrap();
    fs::write(&journal, [&whole, rest.as_bytes()].concat()).unwrap();
    let cut = format!("truncate -s {}", whole.len());
    workspace.assert_refused(&finished, &["journal.jsonl", &format!("{} bytes", rest.len()), &cut]);
}

const MENTOR: &str = "--stage mentor --mentor paper-2008-figure-3 --mentor-static --train train.epd --test test.epd \
                      --generations 3 --population 12 --sample 30";

#[test]
fn the_champion_of_a_mentor_session_is_restored_from_the_journal() {
    let workspace = Workspace::new();
    let finished = workspace.finish("evolve", MENTOR);
    for how in ["edited", "emptied"] {
        damage(&workspace.path("s/champion.ron"), how);
        workspace.assert_repaired(&finished, &["champion.ron"]);
    }
}

#[test]
fn damaged_scores_of_mentors_are_refused() {
    let workspace = Workspace::new();
    let finished = workspace.finish("evolve", MENTOR);
    let scores = workspace.path("s/scores.txt");
    let whole = fs::read_to_string(&scores).unwrap();
    for how in ["emptied", "zeroed", "cut"] {
        damage(&scores, how);
        workspace.assert_refused(&finished, &["scores.txt", "delete it"]);
        fs::write(&scores, &whole).unwrap();
    }
    // Remove a line, and change a line.
    let (first, others) = whole.split_once('\n').unwrap();
    fs::write(&scores, others).unwrap();
    workspace.assert_refused(&finished, &["scores.txt"]);
    fs::write(&scores, whole.replacen(first, &first.replacen("score ", "score 1", 1), 1)).unwrap();
    workspace.assert_refused(&finished, &["scores.txt", "line 1"]);
    // A file that is cut at the end of a line or missing causes a notice; the journal contains the result.
    let shorter: String = whole.split_inclusive('\n').take(5).collect();
    fs::write(&scores, shorter).unwrap();
    let (result, notices) = workspace.run_json(&finished.resume);
    assert!(result == finished.result && notices.contains("scores.txt: the last line"), "{notices}");
    fs::remove_file(&scores).unwrap();
    let (result, notices) = workspace.run_json(&finished.resume);
    assert!(result == finished.result && notices.contains("scores.txt: the file is missing"), "{notices}");
}

const COEVOLVE: &str = "--from reference random:1 random:2 --generations 2 --games-per-pair 2 --nodes 40 --hash 1 \
                        --confirmation-games 2 --max-moves 20 --test test.epd";

#[test]
fn lost_games_of_a_coevolution_are_refused() {
    let workspace = Workspace::new();
    let finished = workspace.finish("coevolve", COEVOLVE);
    let games = workspace.path("s/games.jsonl");
    for how in ["emptied", "cut", "zeroed", "deleted"] {
        damage(&games, how);
        workspace.assert_refused(&finished, &["games.jsonl", "games were recorded", "checkpoint.ron"]);
        workspace.restore(&finished);
    }
    let whole = fs::read(&games).unwrap();
    fs::write(&games, [&whole[..], b"and so on"].concat()).unwrap();
    workspace.assert_refused(&finished, &["games.jsonl", "9 bytes", "and so on"]);
    workspace.restore(&finished);
    damage(&workspace.path("s/champion.ron"), "edited");
    workspace.assert_repaired(&finished, &["champion.ron"]);
}

#[test]
fn an_unfinished_coevolution_keeps_the_games_of_its_confirmation() {
    let workspace = Workspace::new();
    let finished = workspace.finish("coevolve", COEVOLVE);
    let session = workspace.path("s");
    let journal = fs::read_to_string(session.join("journal.jsonl")).unwrap();
    let checkpoint = workspace.path("s/checkpoint.ron");
    assert!(fs::read_to_string(&checkpoint).unwrap().contains("games: "), "the checkpoint counts games");
    // Without the result in the journal the session continues, and does not play the games of its confirmation again.
    let unfinished: String = journal.split_inclusive('\n').take(3).collect();
    fs::write(session.join("journal.jsonl"), unfinished).unwrap();
    fs::remove_file(&checkpoint).unwrap();
    fs::remove_file(session.join("champion.ron")).unwrap();
    workspace.run_json(&finished.resume);
    assert_identical(&session, &finished.content);
}

const TUNE: &str = "--suite suite.epd --node-limit 300 --generations 1 --population 4";

#[test]
fn the_champion_of_a_tuning_is_restored_from_the_journal() {
    let workspace = Workspace::new();
    let finished = workspace.finish("tune", TUNE);
    for how in ["cut", "emptied", "deleted"] {
        damage(&workspace.path("s/champion.ron"), how);
        workspace.assert_repaired(&finished, &["champion.ron"]);
    }
    // Invented and damaged records of searches are ignored.
    let journal = workspace.path("s/journal.jsonl");
    let unfinished: String = fs::read_to_string(&journal).unwrap().split_inclusive('\n').take(1).collect();
    fs::write(&journal, unfinished).unwrap();
    for name in ["checkpoint.ron", "champion.ron"] {
        fs::remove_file(workspace.path("s").join(name)).unwrap();
    }
    fs::write(workspace.path("s/searches.txt"), "0000000000000000 0 1 0123456789ab\n\0\0\0garbage").unwrap();
    workspace.run_json(&finished.resume);
    assert_identical(&workspace.path("s"), &finished.content);
}

const PIPELINE: &str = "--preset quick-2014 --runs 2 --population 6 --train train.epd --test test.epd --generations \
                        grandmaster=2 --generations coevolution=1 --generations tuning=1 --nodes 40 --games-per-pair 2 \
                        --confirmation-games 2 --milestone-games 0 --positions 6 --node-limit 300 --no-estimate";

#[test]
fn a_pipeline_uses_the_champions_of_the_journals() {
    let workspace = Workspace::new();
    let finished = workspace.finish("pipeline", PIPELINE);
    for name in ["1-grandmaster/champion.ron", "2-coevolution/champion.ron", "evol0.ron", "evolstar.ron"] {
        damage(&workspace.path("s").join(name), "emptied");
    }
    damage(&workspace.path("s/1-grandmaster/champion-1.ron"), "edited");
    let names = ["1-grandmaster/champion.ron", "2-coevolution/champion.ron", "evol0.ron", "evolstar.ron"];
    workspace.assert_repaired(&finished, &names);

    // The second stage does not use an edited champion of the first.
    for stage in ["2-coevolution", "3-tuning"] {
        fs::remove_dir_all(workspace.path("s").join(stage)).unwrap();
    }
    for name in ["evol0.ron", "evolstar.ron"] {
        fs::remove_file(workspace.path("s").join(name)).unwrap();
    }
    for name in ["champion.ron", "champion-1.ron", "champion-2.ron"] {
        edit(&workspace.path("s/1-grandmaster").join(name), change_value);
    }
    workspace.run_json(&format!("{} --no-estimate", finished.resume));
    assert_identical(&workspace.path("s"), &finished.content);
}

const MATCH: &str =
    "--a reference --b paper-2008-figure-3 --hash 1 --nodes 60 --max-moves 20 --games 8 --concurrency 2";

#[rstest]
fn lost_games_of_a_match_are_refused(#[values("emptied", "cut", "zeroed", "deleted")] how: &str) {
    let workspace = Workspace::new();
    let finished = workspace.finish("match", MATCH);
    let games = workspace.path("s/games.jsonl");
    damage(&games, how);
    workspace.assert_refused(&finished, &["games.jsonl", "checkpoint.ron"]);
    // After the remedy that the message names, the missing games are played again with the same result.
    if how == "zeroed" {
        fs::write(&games, "").unwrap();
    }
    fs::remove_file(workspace.path("s/checkpoint.ron")).unwrap();
    let (result, _) = workspace.run_json(&finished.resume);
    assert_eq!(result, finished.result);
}

#[test]
fn a_match_that_is_cut_at_a_line_end_reports_the_missing_games() {
    let workspace = Workspace::new();
    let finished = workspace.finish("match", MATCH);
    let games = workspace.path("s/games.jsonl");
    let whole = fs::read_to_string(&games).unwrap();
    let some: String = whole.split_inclusive('\n').take(5).collect();
    fs::write(&games, some).unwrap();
    workspace.assert_refused(&finished, &["8 games were recorded", "contains 5"]);

    // An incomplete last line, as a kill leaves it, is accepted.
    fs::write(&games, format!("{whole}{{\"check\":\"0123")).unwrap();
    assert_eq!(workspace.run_json(&finished.resume), (finished.result.clone(), String::new()));
    assert_identical(&workspace.path("s"), &finished.content);
    fs::write(&games, format!("{whole}garbage")).unwrap();
    workspace.assert_refused(&finished, &["games.jsonl", "line 9", "garbage"]);
}

#[rstest]
fn a_damaged_pgn_file_is_restored_from_the_journal(#[values("emptied", "cut", "deleted")] how: &str) {
    let workspace = Workspace::new();
    let finished = workspace.finish("match", MATCH);
    damage(&workspace.path("s/games.pgn"), how);
    workspace.assert_repaired(&finished, &["games.pgn"]);
}
