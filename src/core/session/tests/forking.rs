//! The files of forks. Tests of jobs check that forks continue correctly.

use super::*;
use crate::objectives::scores;

/// Returns the texts of the entries, without the checksums.
fn bodies(folder: &Path) -> Vec<String> {
    let journal = fs::read_to_string(folder.join(JOURNAL)).unwrap();
    journal.lines().map(|line| line.split_once(',').unwrap().1.to_owned()).collect()
}

#[test]
fn a_fork_has_the_history_up_to_its_generation() {
    let root = tempfile::tempdir().unwrap();
    let source = root.path().join("source");
    write(&source, &planted());
    let before = content(&source);
    // Decisions recorded after a generation are not part of its fork.
    for (last, lines) in [(0, 1), (1, 2), (2, 4), (3, 6), (5, 8)] {
        let fork = root.path().join(format!("fork-{last}"));
        super::fork(&source, 0, last, None, &fork).unwrap();
        assert_eq!(bodies(&fork), bodies(&source)[..lines]);
        let read = Session::open_read_only(&fork).unwrap();
        let from = Fork { session: "source".to_owned(), run: 0, generation: last };
        assert_eq!(read.header, Header { forked_from: Some(from), ..header() });
        assert_eq!((read.plants.len(), read.changes.len()), (usize::from(last > 1), usize::from(last > 2)));
        assert!(read.warnings.is_empty() && read.results.is_empty());
        let listed = summary(&fork);
        assert_eq!((listed.state, listed.progress.generation), (SessionState::Unfinished, Some(last)));
        // The checkpoint matches the journal.
        let as_written = content(&fork);
        Session::open(&fork).unwrap().0.checkpoint().unwrap();
        assert_eq!(content(&fork), as_written);
    }
    assert_eq!(content(&source), before);
}

#[test]
fn the_header_of_a_session_that_is_no_fork_does_not_mention_forks() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &[]);
    assert!(!fs::read_to_string(folder.path().join(SESSION)).unwrap().contains("fork"));
}

#[test]
fn a_fork_copies_the_scores_of_mentors() {
    let root = tempfile::tempdir().unwrap();
    let source = root.path().join("source");
    write(&source, &planted());
    super::fork(&source, 0, 2, None, &root.path().join("none")).unwrap();
    assert!(!scores::scores_path(&root.path().join("none")).exists());
    let line = "0 0123456789abcdef score 35 0123456789ab\n";
    fs::write(scores::scores_path(&source), line).unwrap();
    let fork = root.path().join("fork");
    super::fork(&source, 0, 2, None, &fork).unwrap();
    assert_eq!(fs::read_to_string(scores::scores_path(&fork)).unwrap(), line);
}

#[test]
fn a_session_in_use_can_be_forked() {
    let root = tempfile::tempdir().unwrap();
    let source = root.path().join("source");
    let mut session = Session::create(&source, &header()).unwrap();
    entries()[..3].iter().for_each(|entry| session.append(entry).unwrap());
    super::fork(&source, 0, 2, None, &root.path().join("fork")).unwrap();
    session.append(&entries()[3]).unwrap();
}

#[test]
fn a_fork_may_have_another_number_of_generations() {
    let root = tempfile::tempdir().unwrap();
    let source = root.path().join("source");
    write(&source, &entries());
    let fork = root.path().join("longer");
    super::fork(&source, 0, 5, Some(9), &fork).unwrap();
    let read = Session::open_read_only(&fork).unwrap();
    assert_eq!((read.header.settings.generations, read.history.len(), read.finished()), (9, 6, false));
    super::fork(&source, 0, 2, Some(2), &root.path().join("shorter")).unwrap();
    let nowhere = root.path().join("nowhere");
    let refused = |generation, asked| {
        let error = super::fork(&source, 0, generation, Some(asked), &nowhere).unwrap_err();
        assert!(!nowhere.exists(), "{error}");
        error.to_string()
    };
    assert!(refused(3, 2).contains("at least 3"));
    assert!(refused(3, u32::MAX).contains("--generations"));
    assert!(refused(6, 9).contains("generation 6 of run 1 is not recorded"));
}

#[test]
fn the_runs_of_a_fork_have_equal_numbers_of_generations() {
    let root = tempfile::tempdir().unwrap();
    let source = root.path().join("source");
    let mut header = header();
    header.settings.runs = 2;
    let mut session = Session::create(&source, &header).unwrap();
    entries().iter().for_each(|entry| session.append(entry).unwrap());
    let mut second = header.settings.run(1).unwrap();
    for _ in 0..2 {
        let fitness = Agreement { items: 300, salt: 1 };
        let pool = ThreadPool::new(1).unwrap();
        let record = second.proposal(&fitness, &pool, &Interrupt::default()).unwrap();
        second.accept(&record);
        session.append(&Entry::Generation(record.into())).unwrap();
    }
    let fork = root.path().join("fork");
    let text = super::fork(&source, 1, 1, Some(9), &fork).unwrap_err().to_string();
    assert!(text.contains("before run 2 have 5,") && !fork.exists(), "{text}");
    super::fork(&source, 1, 0, Some(5), &fork).unwrap();
    let read = Session::open_read_only(&fork).unwrap();
    assert_eq!((read.results.len(), read.history.len(), read.finished()), (1, 7, false));
    assert_eq!(bodies(&fork), bodies(&source)[..9]);
}

#[test]
fn a_fork_requires_a_vacant_folder_and_an_undamaged_source() {
    let root = tempfile::tempdir().unwrap();
    let source = root.path().join("source");
    write(&source, &entries());
    let before = content(&source);
    assert!(matches!(super::fork(&source, 0, 1, None, &source), Err(Error::Exists(_))));
    assert_eq!(content(&source), before);
    let other = root.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("thesis.tex"), "years of work").unwrap();
    assert!(matches!(super::fork(&source, 0, 1, None, &other), Err(Error::Exists(_))));
    assert_eq!(content(&other).len(), 1);
    assert!(matches!(super::fork(&other, 0, 1, None, &root.path().join("x")), Err(Error::Missing(_))));
    flip(&source.join(JOURNAL), 5000);
    assert!(matches!(super::fork(&source, 0, 1, None, &root.path().join("x")), Err(Error::Damaged { .. })));
    assert!(!root.path().join("x").exists());
}
