//! Files of finished sessions, matches and pipelines that were damaged or edited: what can be told from the journal is
//! written again with a notice, everything else is refused by name. Nothing damaged is ever told as a result.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::sessions::{assert_identical, content};
use rstest::rstest;
use serde_json::Value;

/// Folders with files of positions, in which verbs are run.
struct Laboratory {
    folder: tempfile::TempDir,
}

/// A session as it was when it was finished, and what was told of it.
struct Finished {
    resume: String,
    result: Value,
    content: PathBuf,
}

impl Laboratory {
    fn new() -> Laboratory {
        let laboratory = Laboratory { folder: tempfile::tempdir().unwrap() };
        let shipped = include_str!("../../positions/gm2600-train.epd");
        let lines: Vec<&str> = shipped.lines().take(120).collect();
        let suite: Vec<&str> = include_str!("../../positions/ecm879.epd").lines().take(6).collect();
        for (name, lines) in [("train.epd", &lines[..80]), ("test.epd", &lines[80..]), ("suite.epd", &suite)]
        {
            fs::write(laboratory.path(name), lines.join("\n")).unwrap();
        }
        laboratory
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, arguments: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(self.folder.path()).args(arguments.split_whitespace());
        command.args(["--cache", "cache", "--json"]).output().unwrap()
    }

    /// Runs a verb to its end.
    #[track_caller]
    fn told(&self, arguments: &str) -> (Value, String) {
        let output = self.run(arguments);
        let notices = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{arguments}: {notices}");
        (serde_json::from_slice(&output.stdout).unwrap(), notices)
    }

    /// Runs a verb to its end in the folder `s`.
    #[track_caller]
    fn finish(&self, verb: &str, flags: &str) -> Finished {
        self.told(&format!("{verb} {flags} --session s"));
        let resume = format!("{verb} --session s --resume");
        let (result, notices) = self.told(&resume);
        assert_eq!(notices, "", "nothing is wrong yet");
        let content = self.path("as it was");
        copy(&self.path("s"), &content);
        Finished { resume, result, content }
    }

    /// The session is told as it was, is as it was, and the notices name what was wrong.
    #[track_caller]
    fn assert_mended(&self, finished: &Finished, names: &[&str]) {
        let (result, notices) = self.told(&finished.resume);
        assert_eq!(result, finished.result);
        for name in names {
            assert!(notices.contains(name) && notices.contains("written again"), "{name}: {notices}");
        }
        assert_identical(&self.path("s"), &finished.content);
        assert_eq!(self.told(&finished.resume).1, "", "it is mended once");
    }

    /// The session is refused by exit code 2, the message says all of this, and nothing is changed.
    #[track_caller]
    fn assert_refused(&self, finished: &Finished, hints: &[&str]) {
        let before = content(&self.path("s"));
        let output = self.run(&finished.resume);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{message}");
        for hint in hints {
            assert!(message.contains(hint), "{hint}: {message}");
        }
        assert!(content(&self.path("s")) == before, "nothing is changed");
    }

    /// The session is as it was again.
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

/// Changes a file's text.
fn edit(path: &Path, change: impl FnOnce(String) -> String) {
    let before = fs::read_to_string(path).unwrap();
    let after = change(before.clone());
    assert_ne!(after, before, "the edit changes something");
    fs::write(path, after).unwrap();
}

/// Gives the first parameter's value that is above 3 the value 3, and takes its bits away.
fn other_value(text: String) -> String {
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

/// Ways in which a file is spoiled.
fn spoil(path: &Path, how: &str) {
    let bytes = fs::read(path).unwrap();
    match how {
        "emptied" => fs::write(path, "").unwrap(),
        "cut" => fs::write(path, &bytes[..bytes.len() / 2]).unwrap(),
        "zeroed" => fs::write(path, vec![0; bytes.len()]).unwrap(),
        "deleted" => fs::remove_file(path).unwrap(),
        "edited" => edit(path, other_value),
        other => panic!("{other}"),
    }
}

const EVOLVE: &str =
    "--train train.epd --test test.epd --generations 3 --population 8 --runs 2 --seed 3 --threads 2";

#[rstest]
fn champions_are_those_of_the_journal(
    #[values("emptied", "cut", "zeroed", "deleted", "edited")] how: &str,
    #[values("champion.ron", "champion-2.ron")] name: &str,
) {
    let laboratory = Laboratory::new();
    let finished = laboratory.finish("evolve", EVOLVE);
    spoil(&laboratory.path("s").join(name), how);
    laboratory.assert_mended(&finished, &[name]);
}

#[test]
fn the_champions_of_complete_runs_are_mended_when_a_session_goes_on() {
    let laboratory = Laboratory::new();
    let finished = laboratory.finish("evolve", EVOLVE);
    let session = laboratory.path("s");
    // As if it had been killed in its second run.
    let journal = fs::read_to_string(session.join("journal.jsonl")).unwrap();
    let lines = journal.lines().count();
    let begun: String = journal.split_inclusive('\n').take(lines - 2).collect();
    fs::write(session.join("journal.jsonl"), begun).unwrap();
    for name in ["champion.ron", "champion-2.ron", "checkpoint.ron"] {
        fs::remove_file(session.join(name)).unwrap();
    }
    edit(&session.join("champion-1.ron"), other_value);
    let (_, notices) = laboratory.told(&finished.resume);
    assert!(notices.contains("champion-1.ron") && notices.contains("written again"), "{notices}");
    assert!(!notices.contains("champion-2.ron"), "{notices}");
    assert_identical(&session, &finished.content);
}

#[rstest]
fn a_checkpoint_is_that_of_the_journal(#[values("emptied", "cut", "zeroed", "deleted")] how: &str) {
    let laboratory = Laboratory::new();
    let finished = laboratory.finish("evolve", EVOLVE);
    spoil(&laboratory.path("s/checkpoint.ron"), how);
    laboratory.assert_mended(&finished, &["checkpoint.ron"]);
}

#[rstest]
#[case::text("this was never written by eyas")]
#[case::line("{\"check\":\"0123456789abcdef\",\"generation\":{}}\n")]
#[case::torn("{\"check\":\"0123456789abcdef\",\"gener")]
#[case::zeros("\0\0\0\0\0\0\0\0")]
fn nothing_follows_the_journal_of_a_finished_session(#[case] rest: &str) {
    let laboratory = Laboratory::new();
    let finished = laboratory.finish("evolve", EVOLVE);
    let journal = laboratory.path("s/journal.jsonl");
    let whole = fs::read(&journal).unwrap();
    fs::write(&journal, [&whole, rest.as_bytes()].concat()).unwrap();
    let cut = format!("truncate -s {}", whole.len());
    laboratory.assert_refused(&finished, &["journal.jsonl", &format!("{} bytes", rest.len()), &cut]);
}

const MENTOR: &str = "--stage mentor --mentor paper-2008-figure-3 --mentor-static --train train.epd --test test.epd \
                      --generations 3 --population 12 --sample 30";

#[test]
fn a_mentor_session_tells_the_values_of_the_journal() {
    let laboratory = Laboratory::new();
    let finished = laboratory.finish("evolve", MENTOR);
    for how in ["edited", "emptied"] {
        spoil(&laboratory.path("s/champion.ron"), how);
        laboratory.assert_mended(&finished, &["champion.ron"]);
    }
}

#[test]
fn what_mentors_said_is_checked() {
    let laboratory = Laboratory::new();
    let finished = laboratory.finish("evolve", MENTOR);
    let scores = laboratory.path("s/scores.txt");
    let whole = fs::read_to_string(&scores).unwrap();
    for how in ["emptied", "zeroed", "cut"] {
        spoil(&scores, how);
        laboratory.assert_refused(&finished, &["scores.txt", "delete it"]);
        fs::write(&scores, &whole).unwrap();
    }
    // A line that is gone, and one that says something else.
    let (first, others) = whole.split_once('\n').unwrap();
    fs::write(&scores, others).unwrap();
    laboratory.assert_refused(&finished, &["scores.txt"]);
    fs::write(&scores, whole.replacen(first, &first.replacen("score ", "score 1", 1), 1)).unwrap();
    laboratory.assert_refused(&finished, &["scores.txt", "line 1"]);
    // What is cut off or not there is told; the result stands in the journal.
    let shorter: String = whole.split_inclusive('\n').take(5).collect();
    fs::write(&scores, shorter).unwrap();
    let (result, notices) = laboratory.told(&finished.resume);
    assert!(result == finished.result && notices.contains("scores.txt: the last line"), "{notices}");
    fs::remove_file(&scores).unwrap();
    let (result, notices) = laboratory.told(&finished.resume);
    assert!(result == finished.result && notices.contains("scores.txt: the file is missing"), "{notices}");
}

const COEVOLVE: &str = "--from reference random:1 random:2 --generations 2 --games-per-pair 2 --nodes 40 --hash 1 \
                        --confirmation-games 2 --max-moves 20 --test test.epd";

#[test]
fn games_of_a_coevolution_are_not_lost_unnoticed() {
    let laboratory = Laboratory::new();
    let finished = laboratory.finish("coevolve", COEVOLVE);
    let games = laboratory.path("s/games.jsonl");
    for how in ["emptied", "cut", "zeroed", "deleted"] {
        spoil(&games, how);
        laboratory.assert_refused(&finished, &["games.jsonl", "games were recorded", "checkpoint.ron"]);
        laboratory.restore(&finished);
    }
    let whole = fs::read(&games).unwrap();
    fs::write(&games, [&whole[..], b"and so on"].concat()).unwrap();
    laboratory.assert_refused(&finished, &["games.jsonl", "9 bytes", "and so on"]);
    laboratory.restore(&finished);
    spoil(&laboratory.path("s/champion.ron"), "edited");
    laboratory.assert_mended(&finished, &["champion.ron"]);
}

#[test]
fn an_unfinished_coevolution_misses_games_of_its_generations() {
    let laboratory = Laboratory::new();
    let finished = laboratory.finish("coevolve", COEVOLVE);
    let session = laboratory.path("s");
    let journal = fs::read_to_string(session.join("journal.jsonl")).unwrap();
    let sessions = laboratory.path("s/checkpoint.ron");
    assert!(fs::read_to_string(&sessions).unwrap().contains("games: "), "the checkpoint counts games");
    // The result is not recorded yet: the session goes on, and the games of its confirmation are not played again.
    let begun: String = journal.split_inclusive('\n').take(3).collect();
    fs::write(session.join("journal.jsonl"), begun).unwrap();
    fs::remove_file(&sessions).unwrap();
    fs::remove_file(session.join("champion.ron")).unwrap();
    laboratory.told(&finished.resume);
    assert_identical(&session, &finished.content);
}

const TUNE: &str = "--suite suite.epd --node-limit 300 --generations 1 --population 4";

#[test]
fn a_tuning_tells_what_its_journal_says() {
    let laboratory = Laboratory::new();
    let finished = laboratory.finish("tune", TUNE);
    for how in ["cut", "emptied", "deleted"] {
        spoil(&laboratory.path("s/champion.ron"), how);
        laboratory.assert_mended(&finished, &["champion.ron"]);
    }
    // Searches that nobody has made, and others that are damaged: they count for nothing.
    let journal = laboratory.path("s/journal.jsonl");
    let begun: String = fs::read_to_string(&journal).unwrap().split_inclusive('\n').take(1).collect();
    fs::write(&journal, begun).unwrap();
    for name in ["checkpoint.ron", "champion.ron"] {
        fs::remove_file(laboratory.path("s").join(name)).unwrap();
    }
    fs::write(laboratory.path("s/searches.txt"), "0000000000000000 0 1 0123456789ab\n\0\0\0garbage").unwrap();
    laboratory.told(&finished.resume);
    assert_identical(&laboratory.path("s"), &finished.content);
}

const PIPELINE: &str = "--preset quick --runs 2 --population 6 --train train.epd --test test.epd --generations \
                        grandmaster=2 --generations coevolution=1 --generations tuning=1 --nodes 40 --games-per-pair 2 \
                        --confirmation-games 2 --milestone-games 0 --positions 6 --node-limit 300 --no-estimate";

#[test]
fn a_pipeline_hands_on_the_champions_of_journals() {
    let laboratory = Laboratory::new();
    let finished = laboratory.finish("pipeline", PIPELINE);
    for name in ["1-grandmaster/champion.ron", "2-coevolution/champion.ron", "evol0.ron", "evolstar.ron"] {
        spoil(&laboratory.path("s").join(name), "emptied");
    }
    spoil(&laboratory.path("s/1-grandmaster/champion-1.ron"), "edited");
    let names = ["1-grandmaster/champion.ron", "2-coevolution/champion.ron", "evol0.ron", "evolstar.ron"];
    laboratory.assert_mended(&finished, &names);

    // An edited champion of the first stage does not get into the second.
    for stage in ["2-coevolution", "3-tuning"] {
        fs::remove_dir_all(laboratory.path("s").join(stage)).unwrap();
    }
    for name in ["evol0.ron", "evolstar.ron"] {
        fs::remove_file(laboratory.path("s").join(name)).unwrap();
    }
    for name in ["champion.ron", "champion-1.ron", "champion-2.ron"] {
        edit(&laboratory.path("s/1-grandmaster").join(name), other_value);
    }
    laboratory.told(&format!("{} --no-estimate", finished.resume));
    assert_identical(&laboratory.path("s"), &finished.content);
}

const MATCH: &str =
    "--a reference --b paper-2008-figure-3 --hash 1 --nodes 60 --max-moves 20 --games 8 --concurrency 2";

#[rstest]
fn games_of_a_match_are_not_lost_unnoticed(#[values("emptied", "cut", "zeroed", "deleted")] how: &str) {
    let laboratory = Laboratory::new();
    let finished = laboratory.finish("match", MATCH);
    let games = laboratory.path("s/games.jsonl");
    spoil(&games, how);
    laboratory.assert_refused(&finished, &["games.jsonl", "checkpoint.ron"]);
    // The way out that the message names: what is missing is played again, to the same result.
    if how == "zeroed" {
        fs::write(&games, "").unwrap();
    }
    fs::remove_file(laboratory.path("s/checkpoint.ron")).unwrap();
    let (result, _) = laboratory.told(&finished.resume);
    assert_eq!(result, finished.result);
}

#[test]
fn a_match_cut_at_the_end_of_a_line_says_how_many_games_are_missing() {
    let laboratory = Laboratory::new();
    let finished = laboratory.finish("match", MATCH);
    let games = laboratory.path("s/games.jsonl");
    let whole = fs::read_to_string(&games).unwrap();
    let some: String = whole.split_inclusive('\n').take(5).collect();
    fs::write(&games, some).unwrap();
    laboratory.assert_refused(&finished, &["8 games were recorded", "contains 5"]);

    // A torn last line is what a kill leaves.
    fs::write(&games, format!("{whole}{{\"check\":\"0123")).unwrap();
    assert_eq!(laboratory.told(&finished.resume), (finished.result.clone(), String::new()));
    assert_identical(&laboratory.path("s"), &finished.content);
    fs::write(&games, format!("{whole}garbage")).unwrap();
    laboratory.assert_refused(&finished, &["games.jsonl", "line 9", "garbage"]);
}

#[rstest]
fn the_games_for_other_programs_are_those_of_the_journal(#[values("emptied", "cut", "deleted")] how: &str) {
    let laboratory = Laboratory::new();
    let finished = laboratory.finish("match", MATCH);
    spoil(&laboratory.path("s/games.pgn"), how);
    laboratory.assert_mended(&finished, &["games.pgn"]);
}
