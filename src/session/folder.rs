//! Session folders: which are free, which hold sessions, who may write.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::checkpoint::{self, Standing};
use super::error::Error;
use super::{CHECKPOINT, Header, LOCK, SESSION, sealed};
use crate::evolution::settings::{EvolutionSettings, Stage};
use crate::files;

/// What is in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occupancy {
    /// Nothing, or what a kill at a session's very beginning leaves.
    Vacant,
    /// A session.
    Session,
    /// Other files.
    Other,
}

/// What is in a folder; a missing one is vacant.
///
/// # Errors
/// The folder cannot be read, or is a file.
pub fn occupancy(folder: &Path) -> Result<Occupancy, Error> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(Occupancy::Vacant),
        Err(cause) => return Err(Error::io("read the folder", folder)(cause)),
    };
    let mut found = Occupancy::Vacant;
    for entry in entries {
        let name = entry.map_err(Error::io("read the folder", folder))?.file_name();
        if name == SESSION {
            return Ok(Occupancy::Session);
        }
        if name != LOCK && !is_litter(&name) {
            found = Occupancy::Other;
        }
    }
    Ok(found)
}

/// Whether a file is one that a kill left half-written (see [`crate::files`]).
fn is_litter(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(files::TEMPORARY))
}

/// Removes what kills have left half-written. Only for the holder of the lock.
pub(super) fn sweep(folder: &Path) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(Error::io("read the folder", folder))? {
        let entry = entry.map_err(Error::io("read the folder", folder))?;
        if is_litter(&entry.file_name()) {
            fs::remove_file(entry.path()).map_err(Error::io("remove", &entry.path()))?;
        }
    }
    Ok(())
}

/// Makes a new file's name durable. Where folders cannot be opened as files, the system sees to it.
pub(super) fn sync(folder: &Path) -> Result<(), Error> {
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(Error::io("write", folder))?;
    }
    Ok(())
}

/// Takes the folder's lock; it is given back when the file is dropped, or the process dies.
pub(super) fn lock(folder: &Path) -> Result<File, Error> {
    let path = folder.join(LOCK);
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(Error::io("open", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::Locked(folder.to_owned())),
        Err(TryLockError::Error(cause)) => Err(Error::io("lock", &path)(cause)),
    }
}

/// A session in a list.
#[derive(Debug)]
pub struct SessionSummary {
    /// Its folder.
    pub folder: PathBuf,
    /// The folder's name.
    pub name: String,
    /// Its settings and where it stood at the last checkpoint, or why it cannot be read.
    pub content: Result<(EvolutionSettings, Standing), Error>,
}

/// The sessions in a folder of sessions, by name. Reads two small files each. A missing root holds none.
///
/// # Errors
/// The root cannot be read.
pub fn list(root: &Path) -> Result<Vec<SessionSummary>, Error> {
    let entries = match fs::read_dir(root) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(Error::io("read the folder", root)(cause)),
    };
    let mut sessions = Vec::new();
    for entry in entries {
        let folder = entry.map_err(Error::io("read the folder", root))?.path();
        if folder.join(SESSION).is_file() {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            sessions.push(SessionSummary { content: summary(&folder), folder, name });
        }
    }
    sessions.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(sessions)
}

fn summary(folder: &Path) -> Result<(EvolutionSettings, Standing), Error> {
    let (header, _) = sealed::read::<Header>(&folder.join(SESSION))?;
    let standing = checkpoint::read(&folder.join(CHECKPOINT))?.map_or_else(Standing::default, |c| c.standing);
    Ok((header.settings, standing))
}

/// A folder for a new session of this stage: `grandmaster-0001`, or the number after the highest there is.
///
/// # Errors
/// The root cannot be read.
pub fn new_folder(root: &Path, stage: Stage) -> Result<PathBuf, Error> {
    let mut highest = 0;
    match fs::read_dir(root) {
        Ok(entries) => {
            for entry in entries {
                let name = entry.map_err(Error::io("read the folder", root))?.file_name();
                let number = name
                    .to_str()
                    .and_then(|name| name.strip_prefix(stage.name())?.strip_prefix('-')?.parse::<u32>().ok());
                highest = highest.max(number.unwrap_or(0));
            }
        }
        Err(cause) if cause.kind() == ErrorKind::NotFound => {}
        Err(cause) => return Err(Error::io("read the folder", root)(cause)),
    }
    Ok(root.join(format!("{}-{:04}", stage.name(), highest.saturating_add(1))))
}
