use std::fs;

use proptest::prelude::*;
use rstest::rstest;

use super::testing::content;
use super::*;
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::testing::Agreement;
use crate::experiment::presets;
use crate::objectives::details::Details;
use crate::organism::chromosome::Chromosome;
use crate::threads::{Interrupt, ThreadPool};

fn header() -> Header {
    let mut settings = presets::named("quick").unwrap();
    settings.generations = 5;
    let OptimizerSettings::Ga(ga) = &mut settings.optimizer else { panic!("not a genetic algorithm") };
    ga.population = 6;
    let digest = |name: &str| SetDigest { name: name.to_owned(), positions: 300, blake3: "0a".repeat(32) };
    Header {
        eyas: "0.1.0".to_owned(),
        settings,
        train: digest("train"),
        test: digest("test"),
        forked_from: None,
        blocked: Vec::new(),
    }
}

/// Returns the entries of a complete session with `header()`, including a change of settings.
fn entries() -> Vec<Entry> {
    let header = header();
    let pool = ThreadPool::new(1).unwrap();
    let fitness = Agreement { items: 300, salt: 1 };
    let mut run = header.settings.run(0).unwrap();
    let mut entries = Vec::new();
    for generation in 0..=header.settings.generations {
        if generation == 3 {
            let OptimizerSettings::Ga(mut ga) = header.settings.optimizer.clone() else {
                panic!("not a genetic algorithm")
            };
            ga.mutation_rate = 0.1 + 0.2;
            let optimizer = OptimizerSettings::Ga(ga);
            run.change(&optimizer);
            entries.push(Entry::Settings(SettingsChange {
                run: 0,
                generation,
                optimizer,
                pairs: None,
                bounds: None,
            }));
        }
        let record = run.proposal(&fitness, &pool, &Interrupt::default()).unwrap();
        run.accept(&record);
        entries.push(Entry::Generation(record.into()));
    }
    let champion = run.champion().unwrap();
    entries.push(Entry::Result(Box::new(RunEntry {
        run: 0,
        mean_score_first: run.mean_first(),
        best_score: champion.score,
        test_score: 12,
        evaluations: run.evaluations(),
        champion_born: champion.born,
        champion: champion.chromosome.clone(),
        details: Details::default(),
    })));
    entries
}

fn write(folder: &Path, entries: &[Entry]) {
    let mut session = Session::create(folder, &header()).unwrap();
    entries.iter().for_each(|entry| session.append(entry).unwrap());
}

fn recorded(recorded: &Recorded) -> usize {
    recorded.history.len() + recorded.changes.len() + recorded.plants.len() + recorded.results.len()
}

fn flip(path: &Path, bit: usize) {
    let mut bytes = fs::read(path).unwrap();
    let bit = bit % (bytes.len() * 8);
    bytes[bit / 8] ^= 1 << (bit % 8);
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_written_session_is_read_back_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let entries = entries();
    write(folder.path(), &entries);
    let read = Session::open_read_only(folder.path()).unwrap();
    assert_eq!(read.header, header());
    assert!(read.finished() && read.warnings.is_empty());
    let mut again: Vec<Entry> = read.history.iter().cloned().map(Entry::Generation).collect();
    again.insert(3, Entry::Settings(read.changes[0].clone()));
    again.push(Entry::Result(Box::new(read.results[0].clone())));
    assert_eq!(again, entries);
    assert_eq!(read.optimizer_at(0, 2), &header().settings.optimizer);
    assert_eq!(read.optimizer_at(0, 3), &read.changes[0].optimizer);
    assert_eq!(read.settings_in_force().optimizer, read.changes[0].optimizer);
}

#[test]
fn every_line_is_json() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &entries());
    let journal = fs::read_to_string(folder.path().join(JOURNAL)).unwrap();
    assert_eq!(journal.lines().count(), entries().len());
    for line in journal.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(value.as_object().unwrap().len(), 2, "a checksum and the entry");
    }
}

#[test]
fn a_session_written_with_interruptions_has_the_same_files() {
    let (whole, pieces) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let entries = entries();
    write(whole.path(), &entries);
    write(pieces.path(), &[]);
    for (index, entry) in entries.iter().enumerate() {
        let (mut session, read) = Session::open(pieces.path()).unwrap();
        assert_eq!(recorded(&read), index);
        session.append(entry).unwrap();
    }
    assert_eq!(content(pieces.path()), content(whole.path()));
}

#[test]
fn a_second_writer_is_refused_and_a_reader_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::create(folder.path(), &header()).unwrap();
    session.append(&entries()[0]).unwrap();
    let error = Session::open(folder.path()).unwrap_err();
    assert!(matches!(error, Error::Locked(_)) && error.to_string().contains("another process"), "{error}");
    assert_eq!(recorded(&Session::open_read_only(folder.path()).unwrap()), 1);
    fs::remove_file(folder.path().join(LOCK)).unwrap();
    assert_eq!(summary(folder.path()).state, SessionState::InUse);
    let error = Session::open(folder.path()).unwrap_err();
    assert!(matches!(error, Error::Locked(_)), "{error}");
    drop(session);
    Session::open(folder.path()).unwrap();
}

#[test]
fn a_session_is_not_created_in_an_occupied_folder() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &entries()[..2]);
    let before = content(folder.path());
    assert!(matches!(Session::create(folder.path(), &header()), Err(Error::Exists(_))));
    assert_eq!(content(folder.path()), before);

    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("thesis.tex"), "years of work").unwrap();
    assert_eq!(occupancy(other.path()).unwrap(), Occupancy::Other);
    assert!(matches!(Session::create(other.path(), &header()), Err(Error::Exists(_))));
    assert_eq!(content(other.path()).len(), 1);
}

/// What cannot be read is not taken for empty.
#[test]
fn a_file_is_no_vacant_folder_and_no_empty_list() {
    let folder = tempfile::tempdir().unwrap();
    let [missing, file] = ["missing", "file"].map(|name| folder.path().join(name));
    fs::write(&file, "").unwrap();
    assert!(matches!(occupancy(&missing), Ok(Occupancy::Vacant)));
    assert!(folder::list(&missing, |_| true).unwrap().is_empty());
    assert!(occupancy(&file).is_err());
    assert!(folder::list(&file, |_| true).is_err());
    let link = folder.path().join("link");
    std::os::unix::fs::symlink("nowhere", &link).unwrap();
    for below in [link.clone(), link.join("session")] {
        assert!(matches!(occupancy(&below), Err(Error::DanglingLink(_))), "{}", below.display());
    }
}

#[test]
fn the_remains_of_a_kill_at_the_start_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(LOCK), "").unwrap();
    fs::write(folder.path().join(".eyas-Xy12"), "(eyas:").unwrap();
    write(folder.path(), &[]);
    // A kill between the writes of the session file and the journal.
    fs::remove_file(folder.path().join(JOURNAL)).unwrap();
    fs::remove_file(folder.path().join(CHECKPOINT)).unwrap();
    fs::write(folder.path().join(".eyas-Xy13"), "").unwrap();
    let (mut session, read) = Session::open(folder.path()).unwrap();
    assert_eq!(recorded(&read), 0);
    session.checkpoint().unwrap();
    drop(session);
    let fresh = tempfile::tempdir().unwrap();
    write(fresh.path(), &[]);
    assert_eq!(content(folder.path()), content(fresh.path()));
}

#[rstest]
fn a_session_of_another_format_is_refused_unchanged(
    #[values(SESSION, CHECKPOINT)] file: &str,
    #[values(1, 7)] format: u32,
) {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &entries()[..2]);
    let path = folder.path().join(file);
    let text = fs::read_to_string(&path).unwrap().replacen("format 2", &format!("format {format}"), 1);
    fs::write(&path, text).unwrap();
    let before = content(folder.path());
    let error = Session::open(folder.path()).unwrap_err();
    let text = error.to_string();
    assert!(text.contains(&format!("has format {format} of ")), "{text}");
    assert!(text.contains(if format == 1 { "an earlier version" } else { "a later version" }), "{text}");
    assert_eq!(content(folder.path()), before);
}

#[test]
fn an_edited_session_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &entries()[..2]);
    let path = folder.path().join(SESSION);
    let text = fs::read_to_string(&path).unwrap().replacen("seed: 1", "seed: 2", 1);
    fs::write(&path, text).unwrap();
    let error = Session::open(folder.path()).unwrap_err().to_string();
    assert!(error.contains("session.ron") && error.contains("damaged or edited"), "{error}");
}

#[test]
fn a_journal_of_another_session_is_refused() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(one.path(), &entries()[..2]);
    let mut other = header();
    other.settings.seed = 2;
    drop(Session::create(two.path(), &other).unwrap());
    fs::copy(one.path().join(JOURNAL), two.path().join(JOURNAL)).unwrap();
    fs::copy(one.path().join(CHECKPOINT), two.path().join(CHECKPOINT)).unwrap();
    assert!(matches!(Session::open(two.path()), Err(Error::Damaged { .. })));
}

#[test]
fn without_a_checkpoint_an_intact_journal_is_accepted_and_a_damaged_one_refused() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &entries()[..5]);
    flip(&folder.path().join(CHECKPOINT), 1234);
    let read = Session::open_read_only(folder.path()).unwrap();
    assert_eq!((recorded(&read), read.warnings.len()), (5, 1));
    fs::remove_file(folder.path().join(CHECKPOINT)).unwrap();
    flip(&folder.path().join(JOURNAL), 5000);
    let error = Session::open(folder.path()).unwrap_err().to_string();
    assert!(error.contains("journal.jsonl") && error.contains("truncate"), "{error}");
}

#[test]
fn a_failed_write_is_an_error_and_loses_no_entries() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &entries()[..2]);
    let (mut session, _) = Session::open(folder.path()).unwrap();
    // A journal opened for reading rejects every write, like a full disk.
    session.journal = session.journal.read_only();
    let error = session.append(&entries()[2]).unwrap_err();
    assert!(matches!(error, Error::Io { .. }) && error.to_string().contains("journal.jsonl"), "{error}");
    drop(session);
    assert_eq!(recorded(&Session::open_read_only(folder.path()).unwrap()), 2);
}

#[test]
fn sessions_are_listed_with_their_progress_or_an_error() {
    let root = tempfile::tempdir().unwrap();
    assert_eq!(
        new_folder(root.path(), header().settings.stage()).unwrap(),
        root.path().join("grandmaster-0001")
    );
    write(&root.path().join("grandmaster-0001"), &entries());
    write(&root.path().join("grandmaster-0007"), &[]);
    write(&root.path().join("my run"), &entries()[..1]);
    fs::create_dir(root.path().join("not a session")).unwrap();
    flip(&root.path().join("my run").join(SESSION), 900);
    let sessions = list(root.path()).unwrap();
    let names: Vec<_> = sessions.iter().map(|session| session.name.as_str()).collect();
    assert_eq!(names, ["grandmaster-0001", "grandmaster-0007", "my run"]);
    assert_eq!(sessions[0].header, Some(header()));
    assert_eq!(sessions[0].state, SessionState::Complete);
    assert_eq!((sessions[0].generations_done(), sessions[0].generations_asked()), (5, 5));
    let progress = &sessions[0].progress;
    assert_eq!((progress.generation, progress.finished), (Some(5), true));
    let Entry::Result(result) = &entries()[7] else { panic!() };
    assert_eq!(progress.best, Some(result.best_score));
    assert_eq!(
        (&sessions[1].progress, &sessions[1].state),
        (&SessionProgress::default(), &SessionState::Unfinished)
    );
    assert!(matches!(&sessions[2].state, SessionState::Damaged(why) if why.contains("session.ron")));
    assert_eq!(
        new_folder(root.path(), header().settings.stage()).unwrap(),
        root.path().join("grandmaster-0008")
    );
    assert!(list(&root.path().join("missing")).unwrap().is_empty());
}

/// Writes a session with its last checkpoint after `safe` entries, and appends the other entries to its journal.
fn with_unsynced_end(folder: &Path, entries: &[Entry], safe: usize) {
    write(folder, &entries[..safe]);
    let (mut session, _) = Session::open(folder).unwrap();
    session.checkpoint().unwrap();
    entries[safe..].iter().for_each(|entry| session.journal.append(entry).unwrap());
}

/// Opens a damaged session. The result must be an error that changes nothing, or a prefix of the written entries that
/// reaches at least to the checkpoint and contains all decisions of the user.
fn assert_error_or_prefix(folder: &Path, entries: &[Entry], safe: usize) -> Result<(), TestCaseError> {
    let before = content(folder);
    match Session::open(folder) {
        Err(_) => prop_assert_eq!(content(folder), before),
        Ok((mut session, read)) => {
            let count = recorded(&read);
            prop_assert!(count >= safe);
            entries[count..].iter().for_each(|entry| session.append(entry).unwrap());
            session.checkpoint().unwrap();
            drop(session);
            let whole = tempfile::tempdir().unwrap();
            write(whole.path(), entries);
            Session::open(whole.path()).unwrap().0.checkpoint().unwrap();
            prop_assert_eq!(content(folder), content(whole.path()));
        }
    }
    Ok(())
}

/// Returns `entries()` with an organism planted in generation 2. (The population need not contain it, because these
/// tests only read journals.)
fn planted() -> Vec<Entry> {
    let plant =
        PlantEntry { run: 0, generation: 2, chromosome: Chromosome::zeros(224), name: "mine".to_owned() };
    let mut entries = entries();
    entries.insert(2, Entry::Plant(plant));
    entries
}

/// A kill may tear a line anywhere, also after its first bytes.
#[test]
fn the_first_bytes_of_a_line_are_removed() {
    let entries = &planted()[..8];
    for cut in 1..16 {
        let folder = tempfile::tempdir().unwrap();
        with_unsynced_end(folder.path(), entries, 6);
        let path = folder.path().join(JOURNAL);
        let bytes = fs::read(&path).unwrap();
        let whole: usize = bytes.split_inclusive(|&b| b == b'\n').take(7).map(<[u8]>::len).sum();
        fs::write(&path, &bytes[..whole + cut]).unwrap();
        assert_eq!(recorded(&Session::open(folder.path()).unwrap().1), 7, "{cut} bytes");
        assert_eq!(fs::read(&path).unwrap(), &bytes[..whole]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_truncated_journal_gives_an_error_or_a_prefix(cut in 0.0f64..1.0, safe in 5usize..8) {
        let folder = tempfile::tempdir().unwrap();
        let entries = &planted()[..8];
        with_unsynced_end(folder.path(), entries, safe);
        let path = folder.path().join(JOURNAL);
        let bytes = fs::read(&path).unwrap();
        let length = (cut * bytes.len() as f64) as usize;
        fs::write(&path, &bytes[..length]).unwrap();
        let safe_bytes: usize = bytes.split_inclusive(|&b| b == b'\n').take(safe).map(<[u8]>::len).sum();
        prop_assert_eq!(Session::open_read_only(folder.path()).is_ok(), length >= safe_bytes);
        assert_error_or_prefix(folder.path(), entries, safe)?;
    }

    #[test]
    fn a_flipped_bit_gives_an_error_or_a_prefix(
        bit in any::<usize>(),
        file in prop_oneof![8 => Just(JOURNAL), 1 => Just(SESSION), 1 => Just(CHECKPOINT)],
        safe in 5usize..8,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let entries = &planted()[..8];
        with_unsynced_end(folder.path(), entries, safe);
        flip(&folder.path().join(file), bit);
        assert_error_or_prefix(folder.path(), entries, safe)?;
    }
}

mod compressing;
mod deleting;
mod forking;
mod match_games;
mod planting;
mod reading;
