//! Atomic file writes: a file is written completely or not at all. Reads of limited size. Names of files and folders.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::platform::ordinary_permissions;

/// Prefix of temporary file names. A killed process may leave such a file behind.
pub const TEMPORARY: &str = ".eyas-";

/// Returns the name of a file or folder, without the folders that it is in; empty if the path ends with `..`.
#[must_use]
pub fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns whether the name of a file has an extension, in upper or lower case.
#[must_use]
pub fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// Returns a text that is embedded in the program, compressed with zstd.
///
/// # Errors
/// Returns an error if the bytes are damaged, or are no UTF-8.
pub(crate) fn embedded_text(packed: &[u8]) -> io::Result<String> {
    zstd::Decoder::with_buffer(packed).and_then(io::read_to_string)
}

/// Returns advice about a file or folder that the system refused, as the end of a sentence. Empty if there is none.
#[must_use]
pub fn advice(cause: &io::Error) -> &'static str {
    match cause.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            ". The recorded work is safe; free disk space, then resume with --resume"
        }
        io::ErrorKind::FileTooLarge => {
            ". The recorded work is safe; raise the file size limit (ulimit -f), then resume with --resume"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            ". Use --session with a writable folder"
        }
        io::ErrorKind::InvalidFilename => ". Use --session with a shorter name",
        _ => "",
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

/// The largest size of a file that people write by hand, in bytes.
pub const HANDWRITTEN: u64 = 1 << 20;

/// Reads a file of at most `most` bytes. It may be a pipe, whose size is unknown before.
///
/// # Errors
/// Returns an error if the file cannot be read, or is larger ([`io::ErrorKind::FileTooLarge`]).
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_all(File::open(path)?, most)
}

/// Reads a text as [`read`] does.
///
/// # Errors
/// Returns an error as [`read`] does, or if the content is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the file is not a text in UTF-8"))
}

/// Reads a file that Eyas wrote, of any size.
///
/// # Errors
/// Returns an error if the file cannot be read, or is not a regular file: devices and pipes may have no end.
pub fn read_own(path: &Path) -> io::Result<Vec<u8>> {
    check_regular(path)?;
    fs::read(path)
}

/// Opens a file that Eyas wrote, for reading.
///
/// # Errors
/// Returns an error as [`read_own`] does.
pub fn open_own(path: &Path) -> io::Result<File> {
    check_regular(path)?;
    File::open(path)
}

fn check_regular(path: &Path) -> io::Result<()> {
    if fs::metadata(path)?.is_file() {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not a regular file"))
}

/// Reads a source, such as a decoder, to its end, but at most `most` bytes.
///
/// # Errors
/// Returns an error if the source fails, or has more bytes ([`io::ErrorKind::FileTooLarge`]).
pub fn read_all(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    Limited::new(source, most).read_to_end(&mut content)?;
    Ok(content)
}

/// A source of which at most a number of bytes can be read. A longer one fails with
/// [`io::ErrorKind::FileTooLarge`].
#[derive(Debug)]
pub struct Limited<R> {
    source: R,
    most: u64,
    left: u64,
}

impl<R: Read> Limited<R> {
    /// Limits a source to `most` bytes.
    pub fn new(source: R, most: u64) -> Limited<R> {
        Limited { source, most, left: most }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // One byte more shows whether the source is too long.
        let room = usize::try_from(self.left.saturating_add(1)).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.source.read(&mut buffer[..room])?;
        match self.left.checked_sub(read as u64) {
            Some(left) => self.left = left,
            None => {
                let reason = format!("the file is larger than {}", size(self.most));
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
            }
        }
        Ok(read)
    }
}

/// Formats a size in the largest unit of which it is a multiple.
fn size(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let unit = units.into_iter().find(|(bits, _)| bytes > 0 && bytes.trailing_zeros() >= *bits);
    unit.map_or_else(|| format!("{bytes} bytes"), |(bits, unit)| format!("{} {unit}", bytes >> bits))
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
        let mut file = builder.tempfile_in(folder).map_err(without_name)?;
        file.as_file_mut().write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok(StagedFile { file, path })
    }

    /// Renames the file to its final path.
    ///
    /// # Errors
    /// Returns an error if the file cannot be renamed.
    pub fn publish(self) -> io::Result<()> {
        logged(self.path, self.file.persist(self.path).map(drop).map_err(|error| error.error))
    }

    /// Renames the file to its final path unless that path exists.
    ///
    /// # Errors
    /// Returns an error if the path exists ([`io::ErrorKind::AlreadyExists`]) or the file cannot be renamed.
    pub fn publish_new(self) -> io::Result<()> {
        logged(self.path, self.file.persist_noclobber(self.path).map(drop).map_err(|error| error.error))
    }
}

/// Adds the outcome of a write to the log.
fn logged(path: &Path, written: io::Result<()>) -> io::Result<()> {
    match &written {
        Ok(()) => tracing::debug!(path = %path.display(), "file written"),
        Err(error) => tracing::warn!(path = %path.display(), %error, "file not written"),
    }
    written
}

#[cfg(test)]
mod tests {
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
}
