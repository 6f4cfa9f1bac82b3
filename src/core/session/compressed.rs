//! Compressed files of lines: `journal.jsonl.zst` and `games.jsonl.zst` in place of the files without this ending.
//!
//! A finished session of the 2014 paper's size has a journal of 21 MB, of which Zstandard leaves less than a third.
//! Everything that reads a session reads both forms. Checksums and checkpoints belong to the text, so they do not change.
//! Nothing is ever appended to a compressed file.

use std::fs;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::error::Error;
use super::{GAMES, JOURNAL, Session, folder, read};
use crate::files;

/// The ending that compression adds to the name of a file.
pub(super) const ENDING: &str = ".zst";

/// The level of compression: slow, because a session is compressed once.
const LEVEL: i32 = 19;

/// The binary logarithm of the window in bytes in which repetitions are found: 128 MiB, the largest that decoders accept
/// without being asked.
const WINDOW_LOG: u32 = 27;

/// The largest size of the text of a compressed file, in bytes, whatever the file states.
const LARGEST: u64 = 4 << 30;

/// The bytes of a session's files of lines, before and after compression.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Compression {
    /// The bytes before.
    pub before: u64,
    /// The bytes after.
    pub after: u64,
}

/// Compresses the journal and the games of a finished session. Files that are compressed already stay as they are, with
/// their size on both sides of the result. A kill leaves each file in one of the two forms, or in both, which are equal.
///
/// # Errors
/// There is no session, it is not finished, a process has locked it, it is damaged, or the folder cannot be written.
pub fn compress(folder: &Path) -> Result<Compression, Error> {
    if !Session::is_session(folder) {
        return Err(Error::Missing(folder.to_owned()));
    }
    let _lock = folder::lock(folder)?;
    // A damaged session must be repaired while it is text.
    if !read::read(folder)?.recorded.finished() {
        return Err(Error::NotFinished(folder.to_owned()));
    }
    let mut sum = Compression::default();
    for plain in [JOURNAL, GAMES].map(|name| folder.join(name)) {
        let compressed = compressed(&plain);
        match files::read_own(&plain) {
            Ok(text) => {
                if text.len() as u64 > LARGEST {
                    return Err(Error::io("compress", &plain)(ErrorKind::FileTooLarge.into()));
                }
                let bytes = encode(&text).map_err(Error::io("compress", &plain))?;
                files::replace(&compressed, &bytes).map_err(Error::io("write", &compressed))?;
                // The name of the new file must be durable before the old file is gone.
                folder::sync(folder)?;
                files::remove(&plain).map_err(Error::io("remove", &plain))?;
                sum.before += text.len() as u64;
                sum.after += bytes.len() as u64;
            }
            Err(cause) if cause.kind() == ErrorKind::NotFound => {
                let bytes = fs::metadata(&compressed).map_or(0, |file| file.len());
                sum.before += bytes;
                sum.after += bytes;
            }
            Err(cause) => return Err(Error::io("read", &plain)(cause)),
        }
    }
    Ok(sum)
}

/// Returns whether a file of lines exists in its compressed form only.
pub(super) fn is_compressed(plain: &Path) -> bool {
    !plain.exists() && compressed(plain).exists()
}

/// Returns the path of the compressed form of a file.
pub(super) fn compressed(plain: &Path) -> PathBuf {
    let mut path = plain.as_os_str().to_owned();
    path.push(ENDING);
    path.into()
}

/// Returns the text of a file of lines, compressed or not; nothing if neither form exists.
pub(super) fn read(plain: &Path) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    if let Some(mut reader) = open(plain)? {
        reader.read_to_end(&mut text).map_err(|cause| failure(plain, cause))?;
    }
    Ok(text)
}

/// Opens a file of lines for reading, compressed or not; `None` if neither form exists.
pub(super) fn open(plain: &Path) -> Result<Option<Box<dyn BufRead>>, Error> {
    match files::open_own(plain) {
        Ok(file) => return Ok(Some(Box::new(BufReader::new(file)))),
        Err(cause) if cause.kind() == ErrorKind::NotFound => {}
        Err(cause) => return Err(Error::io("read", plain)(cause)),
    }
    let path = compressed(plain);
    match files::open_own(&path) {
        Ok(file) => {
            let decoder = zstd::Decoder::new(file).map_err(Error::io("read", &path))?;
            Ok(Some(Box::new(BufReader::new(files::Limited::new(decoder, LARGEST)))))
        }
        Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(Error::io("read", &path)(cause)),
    }
}

/// Returns the error of a failed read from [`open`]. If the file is compressed, its content is damaged.
pub(super) fn failure(plain: &Path, cause: io::Error) -> Error {
    if !is_compressed(plain) {
        return Error::io("read", plain)(cause);
    }
    let what = format!("the compressed file is damaged or truncated ({cause}). Restore it from a backup");
    Error::Damaged { path: compressed(plain), what }
}

/// Returns the number of bytes of a file of lines as text; 0 if it does not exist. Of a compressed file this is the size
/// that its head states, or its own size if it states none.
pub(super) fn length(plain: &Path) -> u64 {
    if let Ok(file) = fs::metadata(plain) {
        return file.len();
    }
    let path = compressed(plain);
    let mut head = Vec::new();
    // The longest head of a frame.
    let read = files::open_own(&path).and_then(|file| file.take(18).read_to_end(&mut head));
    let stated = read.ok().and_then(|_| zstd::zstd_safe::get_frame_content_size(&head).ok().flatten());
    stated.or_else(|| fs::metadata(&path).ok().map(|file| file.len())).unwrap_or(0)
}

/// Compresses a text. The head of the result states the size of the text.
fn encode(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Cursor::new(Vec::new()), LEVEL)?;
    encoder.long_distance_matching(true)?;
    encoder.window_log(WINDOW_LOG)?;
    encoder.include_checksum(true)?;
    encoder.include_contentsize(true)?;
    encoder.set_pledged_src_size(Some(text.len() as u64))?;
    io::copy(&mut &text[..], &mut encoder)?;
    Ok(encoder.finish()?.into_inner())
}
