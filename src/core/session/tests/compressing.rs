use super::*;

/// Creates a finished session, compresses it, and returns its recorded data from before.
fn compressed(folder: &Path) -> Recorded {
    write(folder, &entries());
    let before = Session::open_read_only(folder).unwrap();
    let size = fs::metadata(folder.join(JOURNAL)).unwrap().len();
    let Compression { before: text, after } = compress(folder).unwrap();
    assert_eq!(text, size);
    assert!(after < text, "{after} of {text} bytes");
    before
}

fn names(folder: &Path) -> Vec<String> {
    content(folder).into_keys().collect()
}

#[test]
fn a_compressed_session_is_read_like_its_text() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("s");
    let before = compressed(&folder);
    assert_eq!(names(&folder), ["checkpoint.ron", "journal.jsonl.zst", "lock", "session.ron"]);
    assert_eq!(Session::open_read_only(&folder).unwrap(), before);
    assert_eq!(results(&folder).unwrap(), before.results);
    assert_eq!(generation(&folder, 0, 3).unwrap().as_ref(), before.history.get(3).map(|record| &**record));
    assert_eq!(summary(&folder).state, SessionState::Complete);
    assert_eq!(summary(&folder).test, Some(12));
    assert_eq!(super::super::list(root.path()).unwrap().len(), 1);
}

#[test]
fn opening_a_compressed_session_changes_no_file() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("s");
    let before = compressed(&folder);
    let files = content(&folder);
    let (mut session, recorded) = Session::open(&folder).unwrap();
    assert_eq!(recorded, before);
    session.checkpoint().unwrap();
    assert!(session.append(&entries()[0]).is_err(), "nothing can be appended");
    drop(session);
    assert_eq!(content(&folder), files);
    let again = compress(&folder).unwrap();
    assert_eq!(again.before, again.after);
    assert_eq!(content(&folder), files);
}

#[test]
fn a_fork_of_a_compressed_session_is_text() {
    let root = tempfile::tempdir().unwrap();
    let [source, destination, expected] = ["s", "fork", "expected"].map(|name| root.path().join(name));
    write(&source, &entries());
    fork(&source, 0, 2, None, &expected).unwrap();
    compress(&source).unwrap();
    fork(&source, 0, 2, None, &destination).unwrap();
    assert_eq!(content(&destination), content(&expected));
}

#[test]
fn a_session_in_use_or_unfinished_is_not_compressed() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("s");
    assert!(matches!(compress(&folder), Err(Error::Missing(_))));
    write(&folder, &entries()[..3]);
    let files = content(&folder);
    assert!(matches!(compress(&folder), Err(Error::NotFinished(_))));
    let open = Session::open(&folder).unwrap();
    assert!(matches!(compress(&folder), Err(Error::Locked(_))));
    drop(open);
    assert_eq!(content(&folder), files);
    // Another program compressed it.
    let journal = folder.join(JOURNAL);
    fs::write(folder.join("journal.jsonl.zst"), zstd::encode_all(&*fs::read(&journal).unwrap(), 1).unwrap())
        .unwrap();
    fs::remove_file(&journal).unwrap();
    assert_eq!(Session::open_read_only(&folder).unwrap().history.len(), 3);
    assert!(matches!(Session::open(&folder), Err(Error::Compressed(_))));
}

#[test]
fn damage_of_a_compressed_journal_is_named_and_nothing_is_changed() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("s");
    compressed(&folder);
    let journal = folder.join("journal.jsonl.zst");
    let good = fs::read(&journal).unwrap();
    let flipped =
        good.iter().enumerate().map(|(place, byte)| if place == good.len() / 2 { !byte } else { *byte });
    for bad in [good[..good.len() / 2].to_vec(), flipped.collect(), b"not compressed".to_vec(), Vec::new()] {
        fs::write(&journal, &bad).unwrap();
        let error = Session::open(&folder).unwrap_err();
        assert!(matches!(&error, Error::Damaged { path, .. } if path.starts_with(&folder)), "{error}");
        assert!(error.to_string().contains("backup"), "{error}");
        assert!(results(&folder).map_or(true, |results| results.is_empty()));
        assert_eq!(fs::read(&journal).unwrap(), bad);
    }
}

#[test]
fn a_kill_during_compression_leaves_a_readable_session() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("s");
    write(&folder, &entries());
    let before = Session::open_read_only(&folder).unwrap();
    // The compressed journal is written, perhaps by an earlier version, and the text is not yet removed.
    fs::write(folder.join("journal.jsonl.zst"), "older").unwrap();
    assert_eq!(Session::open_read_only(&folder).unwrap(), before);
    compress(&folder).unwrap();
    assert_eq!(Session::open_read_only(&folder).unwrap(), before);
    assert_eq!(names(&folder), ["checkpoint.ron", "journal.jsonl.zst", "lock", "session.ron"]);
}

#[test]
fn a_compressed_session_is_deleted_completely() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("s");
    compressed(&folder);
    fs::write(folder.join("games.jsonl.zst"), "").unwrap();
    assert!(delete(&folder).unwrap().is_empty());
    assert!(!folder.exists());
}

#[test]
fn no_memory_is_reserved_for_a_size_that_a_file_states() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("s");
    compressed(&folder);
    // A frame that states 64 TiB, and has an empty block.
    let head = [0x28, 0xb5, 0x2f, 0xfd, 0xc0, 0x38];
    let frame = [&head[..], &(1_u64 << 46).to_le_bytes(), &[1, 0, 0]].concat();
    fs::write(folder.join("journal.jsonl.zst"), frame).unwrap();
    let error = Session::open_read_only(&folder).unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error}");
}
