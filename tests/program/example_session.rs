//! The shipped example session can be read. If it cannot, neither can users' sessions of the version that wrote it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use eyas::organism::Organism;
use eyas::session::{Session, SessionState, list};
use serde_json::Value;

fn sessions() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sessions")
}

#[test]
fn the_example_session_is_complete_and_undamaged() {
    let folder = sessions().join("example");
    // Opening a session checks the checksums of its files and of every line of the journal.
    let recorded = Session::open_read_only(&folder).unwrap();
    assert_eq!(recorded.warnings, Vec::<String>::new());
    assert!(recorded.finished());
    assert_eq!((recorded.header.settings.seed, recorded.header.settings.generations), (2009, 20));
    assert_eq!((recorded.header.train.positions, recorded.header.test.positions), (5000, 5000));

    let generations: Vec<u32> = recorded.history.iter().map(|record| record.generation).collect();
    assert_eq!(generations, (0..=20).collect::<Vec<_>>());
    for record in &recorded.history {
        assert_eq!(record.population.len(), 20);
        assert!(record.population.iter().all(|individual| individual.chromosome.len() == 224));
        let parents = record.population.iter().flat_map(|individual| &individual.parents);
        assert!(parents.into_iter().all(|place| *place < 20));
    }
    let [result] = &recorded.results[..] else { panic!("the session has one run") };
    assert_eq!(result.evaluations, 21 * 20);

    let champion = Organism::load(&folder.join("champion.ron")).unwrap();
    assert_eq!(champion.evaluation.chromosome, result.champion);
    assert_eq!(champion.origin.train, Some((result.best_score, 5000)));
    assert_eq!(champion.origin.test, Some((result.test_score, 5000)));
}

#[test]
fn the_example_session_is_listed_as_complete() {
    let listed = list(&sessions()).unwrap();
    let example = listed.iter().find(|summary| summary.name == "example").unwrap();
    assert_eq!(example.header.as_ref().unwrap().settings.preset, "quick");
    assert_eq!(example.state, SessionState::Complete);
    assert_eq!((example.generations_done(), example.generations_asked()), (20, 20));
    let recorded = Session::open_read_only(&example.folder).unwrap();
    assert_eq!(example.test, Some(recorded.results[0].test_score));
    assert_eq!(example.progress.best, Some(recorded.results[0].best_score));
}

#[test]
fn resuming_the_example_session_shows_its_result_and_changes_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    fs::create_dir(&copy).unwrap();
    for entry in fs::read_dir(sessions().join("example")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), copy.join(entry.file_name())).unwrap();
    }
    let content = || -> BTreeMap<_, _> {
        let entries = fs::read_dir(&copy).unwrap().map(|entry| entry.unwrap());
        entries.map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap())).collect()
    };
    let before = content();
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder.path()).args(["evolve", "--session", "copy", "--resume", "--json"]);
    let output = command.assert().success().stderr("").get_output().stdout.clone();
    let shown: Value = serde_json::from_slice(&output).unwrap();
    let recorded = Session::open_read_only(&copy).unwrap();
    assert_eq!(shown["generations"], 20);
    assert_eq!(shown["best_correct"], recorded.results[0].best_score);
    assert_eq!(shown["test_correct"], recorded.results[0].test_score);
    assert!(content() == before, "a finished session is only read");
}
