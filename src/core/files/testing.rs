//! A disk with faults, for tests. It stands below all writes to one folder, whichever thread writes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::write::Step;
use crate::threads::lock;

/// What goes wrong, once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The step is refused with this error of the system, and changes nothing.
    Refused(i32),
    /// Half of the bytes are written. Then the disk fails.
    Torn,
    /// The disk says that it has synced, but has not. The power fails after this number of further steps: all later steps
    /// fail, and what was not synced is lost.
    Lie(usize),
}

pub(crate) const NO_SPACE: i32 = 28;
pub(crate) const DISK_ERROR: i32 = 5;
pub(crate) const READ_ONLY: i32 = 30;
pub(crate) const TOO_MANY_FILES: i32 = 24;

/// What a step does to a disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Write,
    Sync,
    Other,
}

/// The steps of a folder, and what is safe from a power failure.
#[derive(Debug, Default)]
struct State {
    steps: Vec<(Kind, PathBuf)>,
    /// The number of the step that has the fault; the first is 0.
    fault: Option<(usize, Fault)>,
    /// The number of the first step after the power failed.
    dark: Option<usize>,
    /// The bytes of each file that are synced.
    synced: BTreeMap<PathBuf, u64>,
    /// The files whose names are not synced.
    unnamed: BTreeSet<PathBuf>,
}

static DISKS: Mutex<Vec<(PathBuf, Arc<Mutex<State>>)>> = Mutex::new(Vec::new());

/// The disk below a folder, until it is dropped.
#[derive(Debug)]
pub(crate) struct Disk {
    folder: PathBuf,
    state: Arc<Mutex<State>>,
}

impl Disk {
    /// Puts a disk below a folder, which has no other. The step with the given number has the fault.
    pub(crate) fn below(folder: &Path, fault: Option<(usize, Fault)>) -> Disk {
        let state = Arc::new(Mutex::new(State { fault, ..State::default() }));
        lock(&DISKS).push((folder.to_owned(), Arc::clone(&state)));
        Disk { folder: folder.to_owned(), state }
    }

    /// Returns the steps so far: their kinds and files.
    pub(crate) fn steps(&self) -> Vec<(Kind, PathBuf)> {
        lock(&self.state).steps.clone()
    }

    /// Returns whether the power has failed, or fails now because a sync was a lie. What was not synced is lost.
    pub(crate) fn lose(&self) -> bool {
        let state = lock(&self.state);
        let Some(_) = state.dark else { return false };
        for name in &state.unnamed {
            let _ = fs::remove_file(name);
        }
        for (path, synced) in &state.synced {
            let file = fs::OpenOptions::new().write(true).open(path);
            let _ = file.and_then(|file| match file.metadata()?.len() > *synced {
                true => file.set_len(*synced),
                false => Ok(()),
            });
        }
        true
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        lock(&DISKS).retain(|(folder, _)| *folder != self.folder);
    }
}

fn disk(path: &Path) -> Option<Arc<Mutex<State>>> {
    let disks = lock(&DISKS);
    let found = disks.iter().find(|(folder, _)| path.starts_with(folder));
    found.map(|(_, state)| Arc::clone(state))
}

/// What the disk does with a step.
enum Answer {
    Done,
    Lie,
    Torn,
}

impl State {
    fn answer(&mut self, kind: Kind, path: &Path) -> io::Result<Answer> {
        let number = self.steps.len();
        self.steps.push((kind, path.to_owned()));
        if self.dark.is_some_and(|dark| number >= dark) {
            return Err(io::Error::from_raw_os_error(DISK_ERROR));
        }
        match self.fault {
            Some((faulty, fault)) if faulty == number => match fault {
                Fault::Refused(code) => Err(io::Error::from_raw_os_error(code)),
                Fault::Torn if kind == Kind::Write => Ok(Answer::Torn),
                Fault::Torn => Err(io::Error::from_raw_os_error(DISK_ERROR)),
                Fault::Lie(later) => {
                    self.dark = Some(number + 1 + later);
                    Ok(Answer::Lie)
                }
            },
            _ => Ok(Answer::Done),
        }
    }

    /// Notes that a file is written. What it has was synced, if it existed.
    fn open(&mut self, path: &Path, existed: bool) {
        let size = if existed { fs::metadata(path).map_or(0, |file| file.len()) } else { 0 };
        self.synced.entry(path.to_owned()).or_insert(size);
    }

    /// Notes what a step that was done means for a power failure.
    fn note(&mut self, step: Step<'_>, path: &Path, existed: bool) {
        let size = || fs::metadata(path).map_or(0, |file| file.len());
        match step {
            Step::Create => drop(self.synced.insert(path.to_owned(), 0)),
            Step::Open => self.open(path, existed),
            Step::Truncate => {
                let size = size();
                self.synced.entry(path.to_owned()).and_modify(|synced| *synced = size.min(*synced));
            }
            Step::Sync => drop(self.synced.insert(path.to_owned(), size())),
            Step::Rename(from) => {
                let synced = self.synced.remove(from);
                self.unnamed.remove(from);
                synced.map(|synced| self.synced.insert(path.to_owned(), synced));
            }
            Step::Remove => {
                self.synced.remove(path);
                self.unnamed.remove(path);
            }
            Step::SyncFolder => self.unnamed.retain(|name| name.parent() != Some(path)),
            Step::Stage | Step::CreateFolder => {}
        }
        if !existed && matches!(step, Step::Create | Step::Open | Step::Rename(_)) && path.is_file() {
            self.unnamed.insert(path.to_owned());
        }
    }
}

/// Does a step, unless the disk has a fault.
pub(super) fn step<T>(step: Step<'_>, path: &Path, act: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    let Some(disk) = disk(path) else { return act() };
    let mut disk = lock(&disk);
    disk.answer(Kind::Other, path)?;
    let existed = path.exists();
    let done = act()?;
    disk.note(step, path, existed);
    Ok(done)
}

/// Syncs a file or folder, unless the disk has a fault. The real disk has no part in it, so that tests do not wait for it.
pub(super) fn sync(step: Step<'_>, path: &Path, act: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    let Some(disk) = disk(path) else { return act() };
    let mut disk = lock(&disk);
    match disk.answer(Kind::Sync, path)? {
        Answer::Done => disk.note(step, path, true),
        Answer::Lie | Answer::Torn => {}
    }
    Ok(())
}

/// Writes bytes, unless the disk has a fault.
pub(super) fn write(path: &Path, bytes: &[u8], act: impl FnOnce(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let Some(disk) = disk(path) else { return act(bytes) };
    let mut disk = lock(&disk);
    let answer = disk.answer(Kind::Write, path)?;
    disk.open(path, !path.file_name().is_some_and(is_temporary));
    if matches!(answer, Answer::Torn) {
        act(&bytes[..bytes.len() / 2])?;
        return Err(io::Error::from_raw_os_error(DISK_ERROR));
    }
    act(bytes)
}

fn is_temporary(name: &std::ffi::OsStr) -> bool {
    name.to_string_lossy().starts_with(super::TEMPORARY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{OwnFile, replace, sync_folder};

    #[test]
    fn each_fault_happens_once_and_where_it_should() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("file");
        replace(&path, b"old").unwrap();
        for step in 0..4 {
            let disk = Disk::below(root.path(), Some((step, Fault::Refused(NO_SPACE))));
            assert_eq!(replace(&path, b"new").unwrap_err().kind(), io::ErrorKind::StorageFull, "{step}");
            assert_eq!(fs::read(&path).unwrap(), b"old");
            drop(disk);
        }
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
        let disk = Disk::below(root.path(), Some((1, Fault::Torn)));
        let mut file = OwnFile::append(&path).unwrap();
        assert_eq!(file.write(b"abcd").unwrap_err().raw_os_error(), Some(DISK_ERROR));
        file.write(b"x").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"oldabx");
        assert!(!disk.lose());
    }

    #[test]
    fn a_power_failure_after_a_lie_loses_what_was_not_synced() {
        let root = tempfile::tempdir().unwrap();
        let [old, new] = ["old", "new"].map(|name| root.path().join(name));
        fs::write(&old, b"12").unwrap();
        // Open, write, sync; write, sync (the lie), then one step more.
        let disk = Disk::below(root.path(), Some((4, Fault::Lie(1))));
        let mut file = OwnFile::append(&old).unwrap();
        file.write(b"34").unwrap();
        file.sync().unwrap();
        file.write(b"56").unwrap();
        file.sync().unwrap();
        OwnFile::create(&new).unwrap();
        assert!(sync_folder(root.path()).is_err(), "the power has failed");
        assert!(disk.lose());
        assert_eq!(fs::read(&old).unwrap(), b"1234");
        assert!(!new.exists());
    }
}
