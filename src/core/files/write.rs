//! All that the program changes on a disk: contents, names and folders. No other module does (`tests/architecture.rs` checks
//! it), and a test can make each [`Step`] fail.
//!
//! A file is replaced completely or not at all. Only journals, logs and files of games grow ([`OwnFile`]).

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

#[cfg(test)]
use super::testing as faults;
use crate::platform::{open_folder, ordinary_permissions, wall_clock};

/// Prefix of temporary file names. A killed process may leave such a file behind.
pub const TEMPORARY: &str = ".eyas-";

/// One change on a disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step<'a> {
    /// Create a temporary file beside the path.
    Stage,
    /// Create a file, or empty it.
    Create,
    /// Open a file for writing, and create it if it is missing.
    Open,
    Truncate,
    Sync,
    /// Rename this file or folder.
    Rename(&'a Path),
    Remove,
    CreateFolder,
    SyncFolder,
}

/// Outside of tests each step is simply done.
#[cfg(not(test))]
mod faults {
    use std::io;
    use std::path::Path;

    use super::Step;

    pub(super) fn step<T>(_: Step<'_>, _: &Path, act: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        act()
    }

    pub(super) fn sync(_: Step<'_>, _: &Path, act: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        act()
    }

    pub(super) fn write(_: &Path, bytes: &[u8], act: impl FnOnce(&[u8]) -> io::Result<()>) -> io::Result<()> {
        act(bytes)
    }
}

/// Replaces the file at `path` by `bytes`. Writes a temporary file beside it, syncs it and renames it, so that a
/// reader, a crash or a full disk finds either the old file or the new one.
///
/// # Errors
/// Returns an error if the folder cannot be written. The old file is then unchanged.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    StagedFile::write(path, bytes)?.publish()
}

/// Checks that [`replace`] can write the file at `path`. Changes nothing.
///
/// # Errors
/// Returns an error if the path is a folder, or if its folder is missing or cannot be written.
pub fn check_writable(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    StagedFile::write(path, b"").map(drop)
}

/// Checks that a missing folder can be created, and files in it. Changes nothing.
///
/// # Errors
/// Returns an error if the nearest existing path above it is a file, or a folder that cannot be written.
pub fn check_creatable(folder: &Path) -> io::Result<()> {
    let existing = folder.ancestors().find(|above| above.exists()).unwrap_or(Path::new("."));
    StagedFile::write(&existing.join("file"), b"").map(drop)
}

/// Creates a folder and those above it that are missing.
///
/// # Errors
/// Returns an error if a path above it is a file, or a folder that cannot be written.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    faults::step(Step::CreateFolder, folder, || fs::create_dir_all(folder))
}

/// Creates a folder that does not exist.
///
/// # Errors
/// Returns an error if it exists, or if the folder above it cannot be written.
pub fn create_new_folder(folder: &Path) -> io::Result<()> {
    faults::step(Step::CreateFolder, folder, || fs::create_dir(folder))
}

/// Syncs a folder, so that the names of new files are durable.
///
/// # Errors
/// Returns an error if the folder cannot be opened or synced.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    faults::sync(Step::SyncFolder, folder, || open_folder(folder)?.sync_all())
}

/// Renames a file or a folder.
///
/// # Errors
/// Returns an error if the system refuses it.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    faults::step(Step::Rename(from), to, || fs::rename(from, to))
}

/// Removes a file.
///
/// # Errors
/// Returns an error if the system refuses it.
pub fn remove(path: &Path) -> io::Result<()> {
    faults::step(Step::Remove, path, || fs::remove_file(path))
}

/// Removes an empty folder.
///
/// # Errors
/// Returns an error if the system refuses it.
pub fn remove_folder(folder: &Path) -> io::Result<()> {
    faults::step(Step::Remove, folder, || fs::remove_dir(folder))
}

/// Removes a folder and all that is in it.
///
/// # Errors
/// Returns an error if the system refuses it.
pub fn remove_all(folder: &Path) -> io::Result<()> {
    faults::step(Step::Remove, folder, || fs::remove_dir_all(folder))
}

/// Gives a file the present time.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn touch(path: &Path) -> io::Result<()> {
    OpenOptions::new().append(true).open(path)?.set_modified(wall_clock())
}

/// Opens a file that is only locked, and creates it if it is missing.
///
/// # Errors
/// Returns an error if the file cannot be opened for writing.
pub fn open_lock(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    faults::step(Step::Open, path, || options.write(true).create(true).truncate(false).open(path))
}

/// Returns the error of a temporary file without the file's name, which says nothing to a reader.
fn without_name(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path \"") {
        Some((cause, _)) => io::Error::new(error.kind(), cause.to_owned()),
        None => error,
    }
}

/// A file written beside its final path but not yet renamed. Dropping it removes it.
#[derive(Debug)]
pub struct StagedFile<'a> {
    file: NamedTempFile,
    path: &'a Path,
}

impl<'a> StagedFile<'a> {
    /// Writes `bytes` to a temporary file beside `path` and syncs it.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written.
    pub fn write(path: &'a Path, bytes: &[u8]) -> io::Result<StagedFile<'a>> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        // Temporary files are private by default, but these become ordinary files.
        builder.prefix(TEMPORARY).permissions(ordinary_permissions());
        let file = faults::step(Step::Stage, path, || builder.tempfile_in(folder).map_err(without_name))?;
        faults::write(file.path(), bytes, |bytes| file.as_file().write_all(bytes))?;
        faults::sync(Step::Sync, file.path(), || file.as_file().sync_all())?;
        Ok(StagedFile { file, path })
    }

    /// Renames the file to its final path.
    ///
    /// # Errors
    /// Returns an error if the file cannot be renamed.
    pub fn publish(self) -> io::Result<()> {
        self.renamed(|file, path| file.persist(path))
    }

    /// Renames the file to its final path unless that path exists.
    ///
    /// # Errors
    /// Returns an error if the path exists ([`io::ErrorKind::AlreadyExists`]) or the file cannot be renamed.
    pub fn publish_new(self) -> io::Result<()> {
        self.renamed(|file, path| file.persist_noclobber(path))
    }

    /// Renames the file, and adds the outcome to the log.
    fn renamed(
        self,
        rename: impl FnOnce(NamedTempFile, &Path) -> Result<File, tempfile::PersistError>,
    ) -> io::Result<()> {
        let StagedFile { file, path } = self;
        let temporary = file.path().to_owned();
        let renamed = faults::step(Step::Rename(&temporary), path, || {
            rename(file, path).map(drop).map_err(|error| error.error)
        });
        match &renamed {
            Ok(()) => tracing::debug!(path = %path.display(), "file written"),
            Err(error) => tracing::warn!(path = %path.display(), %error, "file not written"),
        }
        renamed
    }
}

/// A file that is open for writing at its end.
#[derive(Debug)]
pub struct OwnFile {
    file: File,
    path: PathBuf,
}

impl OwnFile {
    /// Creates a file, or empties it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn create(path: &Path) -> io::Result<OwnFile> {
        OwnFile::opened(path, faults::step(Step::Create, path, || File::create(path)))
    }

    /// Opens a file to write after its end, whoever else writes there, and creates it if it is missing.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn append(path: &Path) -> io::Result<OwnFile> {
        let mut options = OpenOptions::new();
        OwnFile::opened(path, faults::step(Step::Open, path, || options.append(true).create(true).open(path)))
    }

    /// Opens a file to write after its first bytes, creates it if it is missing, and removes the other bytes.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn continued(path: &Path, bytes: u64) -> io::Result<OwnFile> {
        let mut file = OwnFile::opened(path, open_lock(path))?;
        file.truncate(bytes)?;
        Ok(file)
    }

    /// Opens a file that can only be synced: all writes fail.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn complete(path: &Path) -> io::Result<OwnFile> {
        OwnFile::opened(path, File::open(path))
    }

    fn opened(path: &Path, file: io::Result<File>) -> io::Result<OwnFile> {
        Ok(OwnFile { file: file?, path: path.to_owned() })
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the size of the file, in bytes.
    ///
    /// # Errors
    /// Returns an error if the system does not say it.
    pub fn size(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Writes all bytes. If that fails, a part of them may have been written.
    ///
    /// # Errors
    /// Returns an error if the disk is full or the file cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        faults::write(&self.path, bytes, |bytes| self.file.write_all(bytes))
    }

    /// Removes all but the first bytes.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn truncate(&mut self, bytes: u64) -> io::Result<()> {
        faults::step(Step::Truncate, &self.path, || {
            self.file.set_len(bytes)?;
            self.file.seek(SeekFrom::Start(bytes)).map(drop)
        })
    }

    /// Syncs the content to the disk.
    ///
    /// # Errors
    /// Returns an error if the disk does not take it.
    pub fn sync(&self) -> io::Result<()> {
        faults::sync(Step::Sync, &self.path, || self.file.sync_data())
    }
}
