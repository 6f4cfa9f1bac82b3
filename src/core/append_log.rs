//! Append-only log of results, one per line, written at once so that an interruption loses nothing.
//!
//! Each line ends with a checksum keyed by a context, for example a session's settings. The reader ignores lines that
//! are truncated or belong to another context.

use std::io;
use std::path::{Path, PathBuf};

use crate::files::{self, OwnFile};

/// Hexadecimal digits of a line's checksum.
const CHECKSUM_DIGITS: usize = 12;

/// An append-only log file.
#[derive(Debug)]
pub(crate) struct AppendLog {
    path: PathBuf,
    context: [u8; 32],
    file: Option<OwnFile>,
}

impl AppendLog {
    /// Opens the log at `path` for appending and returns the texts of its valid lines. A missing or unreadable file has
    /// none.
    pub(crate) fn open(path: &Path, context: [u8; 32]) -> (AppendLog, Vec<String>) {
        let append_log = AppendLog::new(path, context);
        let bytes = files::read_own(path).unwrap_or_default();
        let texts = bytes.split(|&byte| byte == b'\n').filter_map(|line| append_log.text(line)).collect();
        (append_log, texts)
    }

    /// Returns the log at `path` without reading it.
    pub(crate) fn new(path: &Path, context: [u8; 32]) -> AppendLog {
        AppendLog { path: path.to_owned(), context, file: None }
    }

    /// Returns the path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Formats a text as a line, with checksum and line end.
    pub(crate) fn line(&self, text: &str) -> String {
        format!("{text} {}\n", self.checksum(text))
    }

    /// Opens the file, which is created if it is missing.
    pub(crate) fn prepare(&mut self) -> io::Result<()> {
        self.file().map(drop)
    }

    /// Appends a text. Ignores I/O errors, because a lost line only costs time.
    pub(crate) fn append(&mut self, text: &str) {
        let line = self.line(text);
        if let Ok(file) = self.file() {
            let _ = file.write(line.as_bytes());
        }
    }

    /// Closes the file until the next line is appended.
    pub(crate) fn close(&mut self) {
        self.file = None;
    }

    /// Returns the file. Opens it for the first line, and starts a new line after a possibly truncated one.
    fn file(&mut self) -> io::Result<&mut OwnFile> {
        let file = match self.file.take() {
            Some(file) => file,
            None => {
                let mut file = OwnFile::append(&self.path)?;
                file.write(b"\n")?;
                file
            }
        };
        Ok(self.file.insert(file))
    }

    fn checksum(&self, text: &str) -> String {
        blake3::keyed_hash(&self.context, text.as_bytes()).to_hex()[..CHECKSUM_DIGITS].to_owned()
    }

    /// Returns the text of a line, or `None` if the line is truncated or belongs to another context.
    pub(crate) fn text(&self, line: &[u8]) -> Option<String> {
        let (text, found) = std::str::from_utf8(line).ok()?.rsplit_once(' ')?;
        (self.checksum(text) == found).then(|| text.to_owned())
    }
}
