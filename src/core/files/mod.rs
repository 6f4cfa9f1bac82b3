//! Files: all writes of the program, reads of limited size, names.

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod write;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use crate::platform::{is_disk_error, is_too_many_files};
pub use write::{
    OwnFile, StagedFile, TEMPORARY, check_creatable, check_writable, create_folder, create_new_folder,
    open_lock, remove, remove_all, remove_folder, rename, replace, sync_folder, touch,
};

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
        _ if is_too_many_files(cause) => {
            ". The recorded work is safe; raise the limit of open files (ulimit -n), then resume with --resume"
        }
        _ if is_disk_error(cause) => ". Check the disk, then resume with --resume",
        _ => "",
    }
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
