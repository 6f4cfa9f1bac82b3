//! Session folders: occupancy, locks, and names.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::Error;
use super::{LOCK, SESSION};

use crate::files;
use crate::platform::open_folder;

/// The longest time to wait for the lock. Listing sessions holds the lock for an instant. If a process is killed while
/// it starts an engine, the engine's process inherits the lock and holds it until it executes the engine, which may
/// take seconds on a busy machine.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);
/// The delay between two attempts to take the lock.
const LOCK_RETRY_DELAY: Duration = Duration::from_millis(5);

/// The content of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occupancy {
    /// Empty, or with the remains of a session that was killed right after its start.
    Vacant,
    /// A session, complete or not.
    Session,
    /// Files that do not belong to a session.
    Other,
}

/// Returns the content of a folder. A missing folder is vacant.
///
/// # Errors
/// The folder cannot be read, or is a file.
pub fn occupancy(folder: &Path) -> Result<Occupancy, Error> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(_) if is_dangling(folder) => return Err(Error::DanglingLink(folder.to_owned())),
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(Occupancy::Vacant),
        Err(cause) => return Err(Error::io("read the folder", folder)(cause)),
    };
    let mut found = Occupancy::Vacant;
    for entry in entries {
        let name = entry.map_err(Error::io("read the folder", folder))?.file_name();
        if name == SESSION {
            return Ok(Occupancy::Session);
        }
        if name != LOCK && !is_temporary(&name) {
            found = Occupancy::Other;
        }
    }
    Ok(found)
}

/// Returns whether a folder, or one of its ancestors, is a link without a target.
fn is_dangling(folder: &Path) -> bool {
    let is_dangling_link = |path: &Path| {
        fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) && fs::metadata(path).is_err()
    };
    folder.ancestors().any(is_dangling_link)
}

/// Returns whether a file is the incomplete remains of an interrupted write (see [`crate::files`]).
pub(super) fn is_temporary(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(files::TEMPORARY))
}

/// Removes the incomplete files of interrupted writes. The caller must hold the lock.
pub(crate) fn remove_temporary_files(folder: &Path) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(Error::io("read the folder", folder))? {
        let entry = entry.map_err(Error::io("read the folder", folder))?;
        if is_temporary(&entry.file_name()) {
            files::remove(&entry.path()).map_err(Error::io("remove", &entry.path()))?;
        }
    }
    Ok(())
}

/// Returns the name of a session's folder; empty if it cannot be determined.
#[must_use]
pub fn name(folder: &Path) -> String {
    // Resolve the path first: one such as “..” does not contain the name.
    let resolved = fs::canonicalize(folder);
    resolved.ok().and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned())).unwrap_or_default()
}

/// Syncs a folder, so that the names of new files are durable.
pub(crate) fn sync(folder: &Path) -> Result<(), Error> {
    files::sync_folder(folder).map_err(Error::io("write", folder))
}

/// The lock of a folder. It is released when it is dropped or the process ends.
///
/// Both the file `lock` and the folder are locked. Someone can delete the file while it is locked, and then the next
/// process would create and lock another one. On network file systems, the lock of the folder may be unknown to other
/// machines, but that of the file is not.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
    _folder: File,
}

/// Takes the lock of a folder.
pub(crate) fn lock(folder: &Path) -> Result<Lock, Error> {
    let path = folder.join(LOCK);
    let file = files::open_lock(&path).map_err(Error::io("open", &path))?;
    let started = Instant::now();
    let take = |file: File, path: &Path| {
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::WouldBlock) if started.elapsed() < LOCK_TIMEOUT => {
                    std::thread::sleep(LOCK_RETRY_DELAY);
                }
                Err(TryLockError::WouldBlock) => return Err(Error::Locked(folder.to_owned())),
                Err(TryLockError::Error(cause)) => return Err(Error::io("lock", path)(cause)),
            }
        }
    };
    let file = take(file, &path)?;
    let opened = open_folder(folder).map_err(Error::io("open", folder))?;
    Ok(Lock { _file: file, _folder: take(opened, folder)? })
}

/// Prepares a folder for a new session: creates it if it is missing, locks it, checks that it is vacant, and removes
/// incomplete files.
pub(crate) fn claim(folder: &Path) -> Result<Lock, Error> {
    if occupancy(folder)? != Occupancy::Vacant {
        return Err(Error::Exists(folder.to_owned()));
    }
    files::create_folder(folder).map_err(Error::io("create the folder", folder))?;
    let lock = lock(folder)?;
    if occupancy(folder)? != Occupancy::Vacant {
        return Err(Error::Exists(folder.to_owned()));
    }
    remove_temporary_files(folder)?;
    Ok(lock)
}

/// Returns whether a process holds the lock of the folder. The test takes shared locks for an instant.
pub(super) fn in_use(folder: &Path) -> bool {
    let is_locked = |opened: io::Result<File>| {
        opened.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    };
    is_locked(File::open(folder.join(LOCK))) || is_locked(open_folder(folder))
}

/// Returns the entries of a folder that are wanted, sorted by name. A missing root is empty.
///
/// # Errors
/// The root cannot be read.
pub(crate) fn list(root: &Path, is_wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, Error> {
    let entries = match fs::read_dir(root) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(Error::io("read the folder", root)(cause)),
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.map_err(Error::io("read the folder", root))?.path();
        if is_wanted(&path) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns a folder for a new session of this stage: `grandmaster-0001`, or the number after the highest existing
/// one.
///
/// # Errors
/// The root cannot be read.
pub fn new_folder(root: &Path, stage: &str) -> Result<PathBuf, Error> {
    new_folder_named(root, stage)
}

/// Like [`new_folder`], for any kind of folder.
pub(crate) fn new_folder_named(root: &Path, kind: &str) -> Result<PathBuf, Error> {
    let mut highest = 0;
    match fs::read_dir(root) {
        Ok(entries) => {
            for entry in entries {
                let name = entry.map_err(Error::io("read the folder", root))?.file_name();
                let number = name
                    .to_str()
                    .and_then(|name| name.strip_prefix(kind)?.strip_prefix('-')?.parse::<u32>().ok());
                highest = highest.max(number.unwrap_or(0));
            }
        }
        Err(cause) if cause.kind() == ErrorKind::NotFound => {}
        Err(cause) => return Err(Error::io("read the folder", root)(cause)),
    }
    Ok(root.join(format!("{kind}-{:04}", highest.saturating_add(1))))
}
