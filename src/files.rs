//! Files that are written whole or not at all.

use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// How the names of files begin that are being written; a kill may leave one behind.
pub const TEMPORARY: &str = ".eyas-";

/// What can be done about a file or folder that the system refuses, as the end of a sentence; empty where nothing is
/// known.
#[must_use]
pub fn advice(cause: &io::Error) -> &'static str {
    match cause.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            ". Everything before is kept: make room, then go on with --resume"
        }
        io::ErrorKind::FileTooLarge => {
            ". Everything before is kept: raise the limit on the size of files (ulimit -f), then go on with --resume"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            ". Choose a folder that can be written with --session"
        }
        io::ErrorKind::InvalidFilename => ". Choose a shorter name with --session",
        _ => "",
    }
}

/// Replaces the file at `path` by `bytes`: written beside it, synced, then renamed over it, so that a
/// reader, a crash or a full disk finds either the old file or the new one.
///
/// # Errors
/// When the folder cannot be written; the old file then still stands.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Staged::write(path, bytes)?.publish()
}

/// A file written beside its final place but not yet there; dropped, it leaves nothing behind.
#[derive(Debug)]
pub struct Staged<'a> {
    file: NamedTempFile,
    path: &'a Path,
}

impl<'a> Staged<'a> {
    /// Writes `bytes` beside `path` and syncs them.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn write(path: &'a Path, bytes: &[u8]) -> io::Result<Staged<'a>> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // Temporary files are private by default; what a person asked for is not. The umask applies.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let mut file = builder.prefix(TEMPORARY).tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok(Staged { file, path })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// When it cannot be renamed.
    pub fn publish(self) -> io::Result<()> {
        self.file.persist(self.path).map(drop).map_err(|error| error.error)
    }

    /// Puts the file in its place, unless something is there.
    ///
    /// # Errors
    /// When something is there ([`io::ErrorKind::AlreadyExists`]), or it cannot be renamed.
    pub fn publish_new(self) -> io::Result<()> {
        self.file.persist_noclobber(self.path).map(drop).map_err(|error| error.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_and_leaves_nothing_else_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        replace(&path, b"old").unwrap();
        replace(&path, b"new").unwrap();
        drop(Staged::write(&path, b"never").unwrap());
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
