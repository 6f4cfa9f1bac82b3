//! Deleting removes the files of a session, and no other files.

use super::*;

#[test]
fn a_session_is_deleted_with_its_folder() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("session");
    write(&folder, &entries());
    for name in ["champion.ron", "champion-1.ron", "champion-12.ron", ".eyas-Xy12"] {
        fs::write(folder.join(name), "").unwrap();
    }
    for (part, name) in [("", "index.html"), ("figures", "curve.svg"), ("tables", "runs.csv")] {
        let part = folder.join(REPORT).join(part);
        fs::create_dir_all(&part).unwrap();
        fs::write(part.join(name), "").unwrap();
    }
    assert!(delete(&folder).unwrap().is_empty());
    assert!(!folder.exists() && root.path().exists());
    assert!(matches!(delete(&folder), Err(Error::Missing(_))));
}

#[test]
fn other_files_are_kept_and_returned() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &entries()[..2]);
    let others = ["champion-0.ron", "champion-01.ron", "champion-best.ron", "journal.jsonl.bak", "notes.txt"];
    for name in others {
        fs::write(folder.path().join(name), "years of work").unwrap();
    }
    fs::create_dir(folder.path().join("champion.ron")).unwrap();
    let left = delete(folder.path()).unwrap();
    let mut expected: Vec<_> =
        others.iter().chain(&["champion.ron"]).map(|name| folder.path().join(name)).collect();
    expected.sort();
    assert_eq!(left, expected);
    assert!(expected.iter().all(|path| path.exists()));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), expected.len());
}

#[test]
fn a_damaged_session_can_be_deleted() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("session");
    write(&folder, &entries()[..2]);
    for file in [SESSION, CHECKPOINT, JOURNAL] {
        fs::write(folder.join(file), [0xff; 40]).unwrap();
    }
    fs::remove_file(folder.join(LOCK)).unwrap();
    assert!(delete(&folder).unwrap().is_empty());
    assert!(!folder.exists());
}

#[test]
fn foreign_folders_and_sessions_in_use_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for name in [JOURNAL, CHECKPOINT, LOCK, "champion.ron"] {
        fs::write(folder.path().join(name), "somebody's").unwrap();
    }
    let before = content(folder.path());
    let error = delete(folder.path()).unwrap_err();
    assert!(matches!(error, Error::NotDeletable { .. }), "{error}");
    assert!(error.to_string().contains("nothing was deleted"), "{error}");
    assert_eq!(content(folder.path()), before);

    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::create(folder.path(), &header()).unwrap();
    session.append(&entries()[0]).unwrap();
    let before = content(folder.path());
    let error = delete(folder.path()).unwrap_err();
    assert!(matches!(error, Error::InUse(_)) && error.to_string().contains("close it"), "{error}");
    assert_eq!(content(folder.path()), before);
}

#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;

    let root = tempfile::tempdir().unwrap();
    let (real, link) = (root.path().join("real"), root.path().join("link"));
    write(&real, &entries()[..2]);
    symlink(&real, &link).unwrap();
    let before = content(&real);
    for path in [link.clone(), link.join(""), link.join(".")] {
        assert!(matches!(delete(&path), Err(Error::NotDeletable { .. })), "{}", path.display());
    }
    assert_eq!(content(&real), before);

    // A folder with links to files elsewhere.
    let (other, treasure) = (root.path().join("other"), root.path().join("treasure"));
    fs::write(&treasure, "years of work").unwrap();
    fs::create_dir(&other).unwrap();
    symlink(real.join(SESSION), other.join(SESSION)).unwrap();
    assert!(matches!(delete(&other), Err(Error::NotDeletable { .. })));
    fs::remove_file(other.join(SESSION)).unwrap();
    fs::copy(real.join(SESSION), other.join(SESSION)).unwrap();
    symlink(&treasure, other.join(LOCK)).unwrap();
    assert!(matches!(delete(&other), Err(Error::NotDeletable { .. })));
    fs::remove_file(other.join(LOCK)).unwrap();
    symlink(&treasure, other.join("champion.ron")).unwrap();
    symlink(&real, other.join("champion-1.ron")).unwrap();
    assert_eq!(delete(&other).unwrap(), ["champion-1.ron", "champion.ron"].map(|name| other.join(name)));
    assert_eq!(fs::read(&treasure).unwrap(), b"years of work");
    assert_eq!(content(&real), before);
}
