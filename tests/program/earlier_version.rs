//! What people made with version 0.1 can still be read. `tests/data/version-0.1.tar.zst` has sessions, matches, a race, a
//! pipeline and a configuration with a key for each command, all written by the program of commit 45fc8cf1. For each
//! folder NAME that is complete there is one NAME-interrupted, the same work stopped by SIGTERM or SIGKILL on its way.
//!
//! `edited` has an organism planted and a mutation rate changed by hand, `forked` continues it from generation 4, and
//! `compressed` is `self-play` after `eyas compress`.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

use eyas::session::{Session, SessionState, list};
use rstest::rstest;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::command::eyas;
use crate::support::programs::has_engine;
use crate::support::pty::Workbench;
use crate::support::sessions::content;

/// Unpacks everything into a new folder.
fn unpack() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/version-0.1.tar.zst");
    let decoder = zstd::Decoder::new(File::open(archive).unwrap()).unwrap();
    tar::Archive::new(decoder).unpack(folder.path()).unwrap();
    folder
}

/// Resumes a session and returns its result.
#[track_caller]
fn resume(folder: &Path, verb: &str, name: &str) -> Value {
    let output = eyas(folder, &format!("{verb} --session sessions/{name} --resume --json"))
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The files below a folder that hold what was made: without locks, and without the nodes that engines reported, which
/// version 0.1 did not keep.
fn made(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = content(folder);
    files.retain(|name, _| !name.ends_with("lock") && !name.ends_with("engine-nodes.json"));
    files
}

/// Returns whether a file belongs to a session that this version began, as a later run of a race, or to one with the fits of
/// the mentor stage or with the number of a tune's games.
fn may_differ(files: &BTreeMap<String, Vec<u8>>, file: &str) -> bool {
    let session =
        file.rsplit_once('/').map_or("session.ron".to_owned(), |(folder, _)| format!("{folder}/session.ron"));
    let text = |name: &str| files.get(name).map(|bytes| String::from_utf8_lossy(bytes)).unwrap_or_default();
    let version = format!("eyas: \"{}\"", env!("CARGO_PKG_VERSION"));
    let journal = text("journal.jsonl");
    text(&session).contains(&version)
        || ["\"mentor_report\"", "\"match_report\""].iter().any(|report| journal.contains(report))
}

/// Returns a file without what depends on the version: its number, the checks of sums over the file, the fit by least absolute
/// errors, whose last digits depend on the solver, and the number of a tune's games, in which version 0.1 counted games of the
/// start against itself that are not played.
fn comparable(bytes: &[u8]) -> String {
    let text = String::from_utf8(bytes.to_vec()).unwrap().replace(env!("CARGO_PKG_VERSION"), "0.1.0");
    let line = |line: &str| match serde_json::from_str::<Value>(line) {
        Ok(Value::Object(mut fields)) => {
            fields.remove("check").unwrap();
            let fits = fields.get_mut("result").and_then(|result| result.pointer_mut("/mentor_report/fits"));
            if let Some(Value::Array(fits)) = fits {
                fits.retain(|fit| fit["method"] != "least_absolute");
            }
            if let Some(Value::Object(report)) =
                fields.get_mut("result").and_then(|result| result.pointer_mut("/match_report"))
            {
                report.remove("games");
            }
            Value::Object(fields).to_string()
        }
        _ => line.to_owned(),
    };
    let depends = |line: &&str| {
        ["// eyas ", "bytes: ", "check: "].iter().any(|start| line.trim_start().starts_with(start))
    };
    text.lines().filter(|line| !depends(line)).map(line).collect::<Vec<_>>().join("\n")
}

/// Asserts that a complete folder stays as it is, and that the interrupted one ends in the same files.
#[track_caller]
fn assert_continues(verb: &str, name: &str) {
    let unpacked = unpack();
    let sessions = unpacked.path().join("sessions");
    let expected = made(&sessions.join(name));
    let interrupted = format!("{name}-interrupted");
    for name in [name, &interrupted] {
        resume(unpacked.path(), verb, name);
        let found = made(&sessions.join(name));
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "{name}");
        for (file, bytes) in &expected {
            let same = if may_differ(&found, file) {
                comparable(&found[file]) == comparable(bytes)
            } else {
                found[file] == *bytes
            };
            assert!(same, "{name}/{file} differs");
        }
    }
}

#[rstest]
#[case("evolve", "moves")]
#[case("evolve", "cma-es")]
#[case("evolve", "de")]
#[case("evolve", "pso")]
#[case("evolve", "spsa")]
#[case("evolve", "pattern")]
#[case("evolve", "regression")]
#[case("evolve", "mentor")]
#[case("evolve", "results")]
#[case("evolve", "sum")]
#[case("evolve", "edited")]
#[case("evolve", "forked")]
#[case("coevolve", "self-play")]
#[case("tune", "suite")]
#[case("tune", "matches")]
#[case("race", "race")]
#[case("pipeline", "pipeline")]
fn a_session_continues_to_the_same_files(#[case] verb: &str, #[case] name: &str) {
    assert_continues(verb, name);
}

#[test]
fn a_tune_of_an_engine_continues_to_the_same_files() {
    if has_engine("toga2") {
        assert_continues("tune", "options");
    }
}

/// Times are all that may differ between a match and the same match after an interruption.
#[rstest]
#[case("match")]
#[case("tournament")]
fn a_match_continues_to_the_same_games(#[case] name: &str) {
    let unpacked = unpack();
    let result = resume(unpacked.path(), "match", name);
    let interrupted = format!("{name}-interrupted");
    let mut continued = resume(unpacked.path(), "match", &interrupted);
    let folder = unpacked.path().join("sessions");
    let games = |name: &str| fs::read(folder.join(name).join("games.pgn")).unwrap();
    assert!(games(name) == games(&interrupted));
    for path in ["pgn", "session"] {
        continued[path] = result[path].clone();
    }
    assert_eq!(continued, result);
}

#[test]
fn a_compressed_session_has_its_result() {
    let unpacked = unpack();
    let [compressed, plain] = ["compressed", "self-play"].map(|name| {
        let mut result = resume(unpacked.path(), "coevolve", name);
        // Paths, and how long this command took.
        for key in ["champion", "session", "wall_seconds"] {
            assert!(result.as_object_mut().unwrap().remove(key).is_some(), "{key}");
        }
        result
    });
    assert_eq!(compressed, plain);
}

#[test]
fn sessions_are_listed_and_undamaged() {
    let unpacked = unpack();
    let sessions = list(&unpacked.path().join("sessions")).unwrap();
    let names: Vec<&str> = sessions.iter().map(|session| &*session.name).collect();
    assert_eq!(names.len(), 33, "{names:?}");
    for session in &sessions {
        let interrupted = session.name.ends_with("-interrupted");
        assert_eq!(
            session.state == SessionState::Complete,
            !interrupted,
            "{}: {:?}",
            session.name,
            session.state
        );
        let recorded = Session::open_read_only(&session.folder).unwrap();
        assert_eq!(recorded.warnings, Vec::<String>::new(), "{}", session.name);
        assert!(!recorded.history.is_empty(), "{}", session.name);
    }
}

/// The workbench opens every kind of session.
#[rstest]
#[case("moves")]
#[case("regression-interrupted")]
#[case("mentor")]
#[case("edited-interrupted")]
#[case("compressed")]
#[case("self-play-interrupted")]
#[case("suite")]
#[case("matches-interrupted")]
fn the_workbench_opens_a_session(#[case] name: &str) {
    let unpacked = unpack();
    let path = format!("sessions/{name}");
    let arguments = ["--session", &path, "--cache", "cache"];
    let mut workbench = Workbench::open(unpacked.path(), &arguments, &[], (120, 40));
    let state = if name.ends_with("-interrupted") { "paused" } else { "done" };
    workbench.wait(|screen| screen.contains(name) && screen.contains(state), name);
    workbench.press("q");
    assert_eq!(workbench.wait_for_exit().0, 0);
}

/// The configuration names a key for each of the 185 commands of that version.
#[test]
fn a_configuration_with_all_keys_is_accepted() {
    let unpacked = unpack();
    let output = eyas(unpacked.path(), "config").env("EYAS_CONFIG", "config.ron").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("theme: \"mine\""), "{text}");
    let keys = text.lines().filter(|line| line.starts_with("        \"") && line.contains("\": [")).count();
    assert!(keys >= 180, "{keys} keys in force:\n{text}");
}
