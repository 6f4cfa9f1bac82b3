//! Tests of files, and of all that is written while the disk has faults.

mod clocks;
mod faults;
mod works;

use std::path::PathBuf;

use super::*;

#[test]
fn replaces_and_leaves_nothing_else_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    replace(&path, b"old").unwrap();
    replace(&path, b"new").unwrap();
    drop(StagedFile::write(&path, b"never").unwrap());
    assert_eq!(std::fs::read(&path).unwrap(), b"new");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_source_is_read_up_to_its_limit() {
    for (length, most) in [(0, 0), (5, 5), (5, 6), (100_000, 100_000)] {
        assert_eq!(read_all(io::repeat(b'x').take(length), most).unwrap().len() as u64, length);
    }
    for (source, most, expected) in [
        (5, 4, "the file is larger than 4 bytes"),
        (1, 0, "the file is larger than 0 bytes"),
        (u64::MAX, 3 << 10, "the file is larger than 3 KiB"),
        (u64::MAX, 16 << 20, "the file is larger than 16 MiB"),
    ] {
        let error = read_all(io::repeat(b'x').take(source), most).unwrap_err();
        assert_eq!((error.kind(), error.to_string().as_str()), (io::ErrorKind::FileTooLarge, expected));
    }
}

#[test]
fn a_device_without_an_end_is_refused() {
    let zero = Path::new("/dev/zero");
    assert_eq!(read(zero, 1 << 10).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    assert_eq!(read_text(zero, 1 << 10).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    for refused in [read_own(zero).err(), open_own(zero).err()] {
        assert_eq!(refused.unwrap().to_string(), "this is not a regular file");
    }
}

#[test]
fn a_path_that_cannot_be_written_is_found_without_a_change() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("file"), "text").unwrap();
    for writable in ["file", "other"] {
        check_writable(&at(writable)).unwrap();
    }
    let refused = |path: &Path| check_writable(path).unwrap_err();
    assert_eq!(refused(folder.path()).kind(), io::ErrorKind::IsADirectory);
    let missing = refused(&at("missing/file"));
    assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    assert_eq!(missing.to_string(), "No such file or directory (os error 2)");
    assert_eq!(refused(&at("file/below")).kind(), io::ErrorKind::NotADirectory);

    for creatable in [at("new/newer"), PathBuf::from("no-such-folder")] {
        check_creatable(&creatable).unwrap();
    }
    assert_eq!(check_creatable(&at("file/below/it")).unwrap_err().kind(), io::ErrorKind::NotADirectory);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(std::fs::read(at("file")).unwrap(), b"text");
}
